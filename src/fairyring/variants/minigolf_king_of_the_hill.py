"""Minigolf Chess whose spinner is the hill."""

from fairyring.mechanics import Goal
from fairyring.variants import minigolf
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    base = minigolf.variant()
    return base.but(
        title="Minigolf King of the Hill",
        group=Group.MIXED,
        summary="Minigolf Chess, but a king that reaches the spinner wins.",
        mechanics=[Goal(minigolf.SPINNER)],
        inventor="fairyring",
        notes=base.notes,
        rulings=(
            *base.rulings,
            (
                "The turn in which a king reaches the spinner is played to its end, with the drift and the"
                " spin, and must be legal. Then the game is over."
            ),
        ),
        sources=base.sources,
        rides=base.rides,
    )
