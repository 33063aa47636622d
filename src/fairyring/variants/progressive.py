"""Progressive Chess: white makes one move, Black two, White three, and so on."""

from fairyring.mechanics import SeveralMoves
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Progressive Chess",
        summary="White makes one move, Black two, White three, and so on.",
        mechanics=[SeveralMoves(most=None)],
        notes=(
            "The board, the pieces and their moves are those of chess.",
            "This is the Scottish game, in which any move of a turn may give check, which ends the turn.",
        ),
        sources=("https://en.wikipedia.org/wiki/Progressive_chess",),
    )
