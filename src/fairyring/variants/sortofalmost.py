"""Sort of Almost Chess: White has a chancellor, and Black the queen."""

from fairyring.kernels.orthodox.rules import usual_pieces
from fairyring.mechanics import Promotions
from fairyring.variants import chess
from fairyring.variants.capablanca import CHANCELLOR
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    to = {"P": tuple("CRBN")}
    return chess.variant().but(
        title="Sort of Almost Chess",
        group=Group.PIECES,
        summary="White has a chancellor in place of the queen, and Black has the queen.",
        mechanics=[Promotions(to, black={"P": tuple("QRBN")})],
        array="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR",
        inventor="Ralph Betza",
        year=1994,
        notes=("In everything else, the rules are those of chess.",),
        sources=("https://en.wikipedia.org/wiki/Almost_chess#Sort_of_almost_chess",),
        rules={"pieces": usual_pieces(CHANCELLOR)},
    )
