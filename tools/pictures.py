"""Draw the pictures for the documents: .venv/bin/python tools/pictures.py."""

from pathlib import Path

import fairyring
from fairyring.drawing import Marks, board_svg

IMAGES = Path(__file__).parents[1] / "docs" / "images"

# A middlegame of Ravioli Chess. The wizard in the middle can slip, capture, and pass to the other inside.
MIDDLEGAME = (
    "1r1qkb1r/p1p1zp1p/1pwpwn2/4p1BQ/4P3/2WB3N/PPP2PPP/R4RK1|ppz1p1/1n1p2/2p3/6/1NPPZ1/PPZWPP w k - 1 13"
)
LAST = ("g8", "f6u")
WIZARD = "c3u"


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    position = fairyring.load("ravioli").position(MIDDLEGAME)
    goals = [move.choices[1] for move in position.legal_moves() if move.choices[0] == WIZARD]
    taken = {token.site for token in position.view().tokens}
    marks = Marks(
        last=LAST,
        chosen=(WIZARD,),
        goals=[goal for goal in goals if goal not in taken],
        captures=[goal for goal in goals if goal in taken],
    )
    return {"board.svg": board_svg(position, marks=marks) + "\n"}


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (IMAGES / name).write_text(picture, encoding="utf-8")
