"""Racing Kings: the first king on the last rank wins, and checks are forbidden."""

from fairyring.mechanics import Goal, NoChecks
from fairyring.variants import chess
from fairyring.variants.definition import Definition

ARRAY = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Racing Kings",
        summary="Both kings race to the last rank, and no move may give check.",
        mechanics=[NoChecks(), Goal([f"{file}8" for file in "abcdefgh"], reply=True)],
        array=ARRAY,
        notes=("The pieces move as in chess. There are no pawns, and there is no castling.",),
        sources=("https://lichess.org/variant/racingKings",),
        rules={
            "pieces": tuple(piece for piece in chess.variant().rules.pieces if not piece.pawn),
            "castlings": (),
            "promotions": "",
            "minor": "",
            "bound": "",
        },
    )
