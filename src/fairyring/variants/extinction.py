"""Extinction Chess: a player who runs out of any kind of piece has lost."""

from fairyring.mechanics import Extinction
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Extinction Chess",
        group=Group.GOALS,
        summary="You lose when you have run out of pawns, knights, bishops, rooks, queens or kings.",
        mechanics=[Extinction("PNBRQK")],
        inventor="R. Wayne Schmittberger",
        year=1985,
        notes=(
            "The board is that of chess, and so are the moves.",
            "The king is an ordinary piece: it can be captured, and castles over attacked squares.",
            "Pawns may promote to a king.",
        ),
        sources=("https://en.wikipedia.org/wiki/Extinction_chess",),
        rules={**common_king(), "promotions": "QRBNK"},
    )
