"""Suicide: the player who loses all pieces wins, or has fewer when it is stalemate."""

from fairyring.mechanics import Extinction, MustCapture, Results
from fairyring.variants import chess
from fairyring.variants.antichess import common_king
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Suicide",
        group=Group.GOALS,
        summary="You must capture when you can, and win without pieces, or with fewer in stalemate.",
        mechanics=[MustCapture(), Extinction(wins=True), Results(stalemate="fewer")],
        notes=(
            "The board is that of chess, and so are the moves, but there is no castling.",
            "The king is an ordinary piece: it can be captured, and pawns may promote to it.",
        ),
        sources=("https://www.freechess.org/Help/HelpFiles/suicide_chess.html",),
        rules={**common_king(), "castlings": (), "promotions": "QRBNK"},
    )
