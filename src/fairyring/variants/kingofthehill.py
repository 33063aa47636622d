"""King of the Hill: a king in the centre wins."""

from fairyring.mechanics import Goal
from fairyring.variants import chess
from fairyring.variants.definition import Definition

HILL = ("d4", "e4", "d5", "e5")


def variant() -> Definition:
    """The game."""
    return chess.variant().but(
        title="King of the Hill",
        summary="Chess, but a king that reaches one of the four central squares wins.",
        mechanics=[Goal(HILL)],
        notes=("The board, the pieces and their moves are those of chess.",),
        sources=("https://lichess.org/variant/kingOfTheHill",),
        rules={"minor": "", "bound": ""},
    )
