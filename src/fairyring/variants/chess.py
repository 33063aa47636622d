"""Chess, by FIDE's rules."""

from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.variants.definition import Definition

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
        notes=(
            "The game is drawn by stalemate, by threefold repetition, by a hundred plies without a capture"
            " or a pawn's step, and when neither side has the men to mate: a lone bishop or knight, or"
            " bishops that all stand on one shade.",
        ),
    )
