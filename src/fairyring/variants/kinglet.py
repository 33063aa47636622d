"""Kinglet: a player who has no pawns left has lost."""

from fairyring.mechanics import Extinction
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Kinglet",
        group=Group.GOALS,
        summary="You lose when your last pawn is gone, captured or promoted.",
        mechanics=[Extinction("P")],
        inventor="V. R. Parton",
        year=1953,
        notes=(
            "The board is that of chess, and so are the moves.",
            "The king is an ordinary piece: it can be captured, and castles over attacked squares.",
            "Pawns promote to kings only.",
        ),
        sources=("https://en.wikipedia.org/wiki/V._R._Parton#Kinglet_chess",),
        rules={**common_king(), "promotions": "K"},
    )
