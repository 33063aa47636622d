"""Isolation: one piece a side, and with each move a square less."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Results, Walls
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition, Group

ARRAY = "3p2/6/6/6/6/6/6/2P3"
RUNNER = Piece(
    "P", "runner", "mK", drawing="pawn", note="It moves one square in any direction, and never captures."
)


def variant() -> Definition:
    """The game."""
    mechanics = (Walls(never=("c1", "d8")), Results(stalemate="loss", plies=None))
    rules = Orthodox(grid(6, 8), (RUNNER,), promotions="", mechanics=mechanics)
    return Definition(
        title="Isolation",
        group=Group.OTHER,
        summary="Each move removes a square from the board; the player who cannot move loses.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w - - 0 1",
        inventor="Bernd Kienitz",
        year=1972,
        notes=("The board has six files and eight ranks, and each side has one piece.",),
        sources=("https://boardgamegeek.com/boardgame/1875/isolation",),
    )
