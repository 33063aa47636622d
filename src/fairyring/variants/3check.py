"""Three-Check: the third check wins."""

from fairyring.mechanics import CheckCount
from fairyring.variants import chess
from fairyring.variants.definition import Definition


def variant(checks: int = 3) -> Definition:
    """The game; ``checks`` is how many checks win."""
    return chess.variant().but(
        title="Three-Check",
        summary="Chess, but the player who gives check for the third time wins.",
        mechanics=[CheckCount(checks)],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://lichess.org/variant/threeCheck",),
        rules={"minor": "", "bound": ""},
        options={"checks": "how many checks win"},
    )
