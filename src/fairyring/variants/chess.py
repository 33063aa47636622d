"""Chess, by FIDE's rules."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.variants.definition import Definition, Standing

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
        summary="The game that everything here departs from.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w KQkq - 0 1",
        standing=Standing.PLAIN,
        notes=(
            (
                "White and Black, sixteen men each, take turns on a board of 64 squares; White begins. A"
                " man moves to a square that is empty or takes the enemy who stands there. Only the knight"
                " jumps."
            ),
            (
                "Whoever checkmates the enemy king wins. The board remembers: the third repetition and the"
                " hundredth ply without progress end the game by themselves, nobody has to claim the draw."
            ),
        ),
    )
