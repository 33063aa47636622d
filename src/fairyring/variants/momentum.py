"""Momentum Chess: what is set in motion keeps moving."""

from fairyring.board import grid
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
from fairyring.notation.drifting import drifting_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure, Group, Ride

SOURCE = "https://www.chessvariants.com/d.betza/chessvar/inertia.html"
CHECK = (
    "A move is illegal if any part of the opponent's next turn could capture the king, even if"
    " that turn would leave the opponent's own king in check; but the opponent must be able to do"
    " something first."
)
# What the sources of these games leave open.
RULINGS = (
    (
        "Pieces in motion drift in the order in which they were set in motion. A turn sets at most"
        " one piece in motion, so the order is always clear."
    ),
    "A pawn that drifts to its far rank becomes the strongest piece of its side; there is no choice.",
    (
        "A piece about to move off an edge that nothing passes stops when its side's turn begins, not"
        " at the end of it. It can be moved in that turn, and so it gives check."
    ),
    CHECK,
    (
        "Two ways of a piece to the same square with the same momentum are one move; with different"
        " momentum, they are two."
    ),
)
RIDES = (
    Ride(
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "c1",
        ("c1-d2", "e8-e7", "e1-f2", "e7-e8", "f2-e1", "e8-e7", "e1-f2", "e7-e8", "f2-e1"),
        (
            "The bishop is moved once, by 1,1, and moves on by the same vector in each of its side's"
            " turns. Beyond h6 there is no board, so it stops there."
        ),
    ),
)


def variant() -> Definition:
    """The game."""
    board = grid(8, 8)
    rules = Drifting(board, usual_pieces(), promotions="QRBN", castlings=usual_castlings(board))
    return Definition(
        title="Momentum Chess",
        group=Group.STRANGE,
        summary="A piece that has moved keeps moving by itself every turn, until something stops it.",
        rules=rules,
        form=drifting_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Ralph Betza",
        notes=(
            (
                "Chess in which every piece that has moved keeps its momentum. A rook that moved"
                " three squares up moves three squares up again in its player's next turn, and in the"
                " one after that, until something blocks it or it is stopped. This applies to all"
                " pieces except kings. Ralph Betza built Minigolf Chess on these rules."
            ),
            (
                "In each turn, a player moves one piece at rest or stops one piece in motion. Then"
                " all the player's other pieces in motion drift. A piece that would leave the board"
                " or run into another piece stops instead."
            ),
        ),
        rulings=RULINGS,
        sources=(SOURCE,),
        figures=(
            Figure(
                "4k3/8/8/4p3/8/8/4P{0,1#1}1PP/4K2R w K - 0 1",
                "h1",
                "The pawn on e2 is in motion, one square up. Whatever White does, it then moves to e3.",
            ),
        ),
        rides=RIDES,
    )
