"""Atomic Chess: captures explode."""

from fairyring.mechanics import Explosion
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Atomic Chess",
        summary="Every capture is an explosion that removes the pieces around it.",
        mechanics=[Explosion()],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://lichess.org/variant/atomic",),
        rules={"minor": "", "bound": ""},
    )
