"""Losers: a player who has only the king left, or is mated, has won."""

from fairyring.mechanics import Extinction, MustCapture, Results
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Losers",
        group=Group.GOALS,
        summary="You must capture when you can, and you win with a lone king, or when you are mated.",
        mechanics=[MustCapture(), Extinction(wins=True, most=1), Results(stalemate="win", checkmate="win")],
        notes=(
            "The board, the pieces and their moves are those of chess.",
            "A player in check must get out of it first, by a capture if that is possible.",
        ),
        sources=("https://www.chessclub.com/help/Wild17",),
        rules={"minor": "", "bound": ""},
    )
