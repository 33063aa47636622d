"""Five-Check: the fifth check wins."""

from fairyring.mechanics import CheckCount
from fairyring.variants import chess
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="Five-Check",
        group=Group.GOALS,
        summary="Chess, but the player who gives check for the fifth time wins.",
        mechanics=[CheckCount(5)],
        notes=("The board, the pieces and their moves are those of chess.",),
        rules={"minor": "", "bound": ""},
    )
