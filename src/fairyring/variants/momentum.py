"""Momentum Chess: what is set in motion goes on."""

from fairyring.board import grid
from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import usual_castlings, usual_pieces
from fairyring.notation.drifting import drifting_form
from fairyring.variants.chess import ARRAY
from fairyring.variants.definition import Definition, Figure, Ride, Standing

SOURCE = "https://www.chessvariants.com/d.betza/chessvar/inertia.html"
# What the sources of these games leave open, and how all of them settle it.
RULINGS = (
    (
        "Men in motion go on in the order in which they were set in motion. A turn launches one man at most,"
        " so that nobody has to choose."
    ),
    "A pawn that motion brings to its far rank becomes the strongest man of its army; there is no choice.",
    (
        "A man who heads off an edge that nothing passes has stopped when his side's turn begins, not at its"
        " end. He may be moved in that turn, and therefore gives check."
    ),
    (
        "A turn is illegal if any part of the opponent's next turn could take the king, whether or not that"
        " turn would leave the opponent's own king safe; but he must have something to do first."
    ),
    "Two ways of one man to one square with the same momentum are one turn; with different momenta, two.",
)
RIDES = (
    Ride(
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "c1",
        ("c1-d2", "e8-e7", "e1-f2", "e7-e8", "f2-e1", "e8-e7", "e1-f2", "e7-e8", "f2-e1"),
        "The bishop is moved once, by 1,1, and goes on by as much in each of his side's turns. Beyond h6"
        " there is no board: there he stops.",
    ),
)


def variant() -> Definition:
    """The game."""
    board = grid(8, 8)
    rules = Drifting(board, usual_pieces(), promotions="QRBN", castlings=usual_castlings(board))
    return Definition(
        title="Momentum Chess",
        summary="Whatever has moved moves on by itself, turn after turn, until something stops it.",
        rules=rules,
        form=drifting_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        inventor="Ralph Betza",
        standing=Standing.RELATED,
        notes=(
            (
                "Chess in which whatever has moved keeps its momentum. A rook that went three squares up goes"
                " three squares up again in its player's next turn, and in the one after that, until it runs"
                " into something or is stopped. So it is with all men but the kings. Ralph Betza built his"
                " Minigolf Chess on these rules."
            ),
            (
                "In a turn a player moves one man who stands still, or stops one of his men in motion; then"
                " all his others in motion go on. Who would leave the board or run into a man stops instead."
            ),
        ),
        rulings=RULINGS,
        sources=(SOURCE,),
        figures=(
            Figure(
                "4k3/8/8/4p3/8/8/4P{0,1#1}1PP/4K2R w K - 0 1",
                "h1",
                "The pawn on e2 is in motion, one square up. Whatever White does, it then goes to e3.",
            ),
        ),
        rides=RIDES,
    )
