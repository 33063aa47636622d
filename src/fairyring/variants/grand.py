"""Grand Chess: ten by ten squares, and pawns become only what has been captured."""

from fairyring.board import Board, Side, grid
from fairyring.mechanics import Promotions
from fairyring.variants import capablanca
from fairyring.variants.definition import Definition, Group

ARRAY = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R"


def from_third_rank(board: Board, site: int, side: Side) -> bool:
    """Where pawns have their double step."""
    return board.rank(site, side) == 2


def variant() -> Definition:
    """The game."""
    return capablanca.variant().but(
        title="Grand Chess",
        group=Group.LARGE,
        summary="Ten by ten squares, and pawns promote only to pieces that have been captured.",
        mechanics=[Promotions({"P": tuple("QCARBN")}, ranks=3, optional=True, most="QCARRBBNN")],
        array=ARRAY,
        inventor="Christian Freeling",
        year=1984,
        notes=(
            "The board has ten files and ten ranks, and there is no castling.",
            "Pawns start on the third rank and have their double step from there.",
        ),
        rulings=(
            (
                "A pawn that has nothing to promote to cannot move to the last rank, but it still gives check"
                " there."
            ),
        ),
        sources=("https://mindsports.nl/index.php/arena/grand-chess/",),
        rules={"board": grid(10, 10), "castlings": (), "starts": from_third_rank},
    )
