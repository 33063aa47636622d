"""Misère Chess: the player who is mated wins."""

from fairyring.mechanics import Results
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Misère Chess",
        group=Group.GOALS,
        summary="Chess, but the player who is checkmated has won.",
        mechanics=[Results(checkmate="win")],
        notes=("The board, the pieces and their moves are those of chess.",),
        rules={"minor": "", "bound": ""},
    )
