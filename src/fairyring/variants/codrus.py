"""Codrus: the player whose king is captured wins."""

from fairyring.mechanics import Extinction, MustCapture, Results
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Codrus",
        group=Group.GOALS,
        summary="You must capture when you can, and you win when your king is captured.",
        mechanics=[MustCapture(), Extinction("K", wins=True), Results(stalemate="win")],
        notes=(
            "The board is that of chess, and so are the moves.",
            "The king is an ordinary piece: it can be captured, and castles over attacked squares.",
        ),
        sources=("http://www.binnewirtz.com/Schlagschach1.htm",),
        rules=common_king(),
    )
