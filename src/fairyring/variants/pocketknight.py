"""Pocket Knight: each side has one more knight in hand."""

from fairyring.mechanics import StartHands
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Pocket Knight",
        group=Group.HANDS,
        summary="Chess, but each side has a knight in hand and may drop it once.",
        mechanics=[StartHands("N")],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://en.wikipedia.org/wiki/Pocket_Knight_Chess",),
        rules={"minor": "", "bound": ""},
    )
