"""Chigorin Chess: White's knights against Black's bishops."""

from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.mechanics import Promotions
from fairyring.variants import chess
from fairyring.variants.capablanca import CHANCELLOR
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    to = {"P": tuple("CRN")}
    return chess.variant().but(
        title="Chigorin Chess",
        group=Group.PIECES,
        summary="White has four knights and a chancellor, Black four bishops and a queen.",
        mechanics=[Promotions(to, black={"P": tuple("QRB")})],
        array="rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR",
        inventor="Ralph Betza",
        year=2002,
        notes=("In everything else, the rules are those of chess.",),
        sources=("https://www.chessvariants.com/diffsetup.dir/chigorin.html",),
        rules={"pieces": usual_pieces(CHANCELLOR)},
    )
