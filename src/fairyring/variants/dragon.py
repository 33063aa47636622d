"""Dragon Chess: each side has a dragon in hand, which moves as a bishop or a knight."""

from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.mechanics import StartHands
from fairyring.pieces import Piece
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group

DRAGON = Piece("D", "dragon", "BN", drawing="archbishop", note="It moves as a bishop or as a knight.")


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Dragon Chess",
        group=Group.PIECES,
        summary="Each side has a dragon in hand and may drop it on its first rank.",
        mechanics=[StartHands("D", ranks=1)],
        inventor="Miguel Illescas",
        year=2018,
        notes=("The board is that of chess, and so are the pieces, apart from the dragon.",),
        rules={"pieces": usual_pieces(DRAGON), "promotions": "DQRBN", "minor": "", "bound": ""},
    )
