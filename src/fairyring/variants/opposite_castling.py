"""Opposite Castling: the second player to castle must do so on the other wing."""

from fairyring.mechanics import OppositeCastling
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Opposite Castling",
        summary="Chess, but you may not castle on the same side as your opponent.",
        mechanics=[OppositeCastling()],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://github.com/fairy-stockfish/Fairy-Stockfish",),
        weights="chess",
    )
