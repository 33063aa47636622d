"""Giveaway: the player who loses all pieces wins, and kings castle."""

from fairyring.mechanics import Extinction, MustCapture, Results
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Giveaway",
        group=Group.GOALS,
        summary="You must capture when you can, you win without pieces or moves, and you may castle.",
        mechanics=[MustCapture(), Extinction(wins=True), Results(stalemate="win")],
        notes=(
            "The board is that of chess, and so are the moves.",
            "The king is an ordinary piece: it can be captured, and castles over attacked squares.",
            "Pawns may promote to a king.",
        ),
        sources=("https://www.chessvariants.com/diffobjective.dir/giveaway.old.html",),
        rules={**common_king(), "promotions": "QRBNK"},
    )
