"""Marseillais Chess: each player makes two moves in a turn."""

from fairyring.mechanics import SeveralMoves
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Marseillais Chess",
        summary="Each player makes two moves in a turn.",
        mechanics=[SeveralMoves()],
        notes=(
            "The board, the pieces and their moves are those of chess.",
            "This is the balanced game, in which White begins with a single move (Robert Bruce, 1963).",
        ),
        sources=("https://en.wikipedia.org/wiki/Marseillais_chess",),
    )
