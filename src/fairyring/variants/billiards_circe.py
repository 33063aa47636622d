"""Billiards Chess with rebirth."""

from fairyring.mechanics import Rebirth
from fairyring.variants import billiards_00
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    billiards = billiards_00.variant()
    return billiards.but(
        title="Billiards Circe",
        group=Group.MIXED,
        summary="Pieces bounce off the sides, and captured ones are reborn on their starting squares.",
        mechanics=[Rebirth()],
        inventor="fairyring",
        notes=billiards.notes,
        rulings=billiards.rulings,
        sources=("https://en.wikipedia.org/wiki/Circe_chess",),
    )
