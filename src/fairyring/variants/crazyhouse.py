"""Crazyhouse: captured pieces change sides and come back."""

from fairyring.mechanics import Hands
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Crazyhouse",
        summary="A piece that you capture is yours, and you can drop it on any empty square.",
        mechanics=[Hands()],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://lichess.org/variant/crazyhouse",),
        rules={"minor": "", "bound": ""},
    )
