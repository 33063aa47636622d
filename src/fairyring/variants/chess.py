"""Chess, by FIDE's rules."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.variants.definition import Definition, Group

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def variant() -> Definition:
    """The game."""
    board = grid(8, 8)
    rules = Orthodox(
        board,
        usual_pieces(),
        promotions="QRBN",
        castlings=usual_castlings(board),
        minor="BN",
        bound="B",
    )
    return Definition(
        title="Chess",
        group=Group.CHESS,
        summary="The game that all the others are based on.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        sources=("https://handbook.fide.com/chapter/E012023",),
        notes=(
            (
                "White and Black have sixteen pieces each and move in turn on a board of 64 squares;"
                " White begins. A piece moves to an empty square or captures an enemy piece. Only the"
                " knight jumps."
            ),
            (
                "The player who checkmates the enemy king wins. The third repetition of a position"
                " and the hundredth ply without progress end the game automatically; players need not"
                " claim the draw."
            ),
        ),
    )
