"""Castle: castling on the queen's side wins, and losing the right to it loses."""

from fairyring.mechanics import CastlingWins
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Castle",
        summary="You win by castling on the queen's side, and lose when that is no longer possible.",
        mechanics=[CastlingWins("Qq")],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://github.com/fairy-stockfish/Fairy-Stockfish",),
        rules={"minor": "", "bound": ""},
    )
