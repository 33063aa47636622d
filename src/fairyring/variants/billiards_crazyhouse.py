"""Billiards Chess with pieces in hand."""

from fairyring.mechanics import Hands
from fairyring.variants import billiards_00
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    billiards = billiards_00.variant()
    return billiards.but(
        title="Billiards Crazyhouse",
        group=Group.MIXED,
        summary="Pieces bounce off the sides, and captured ones change sides and are dropped.",
        mechanics=[Hands()],
        inventor="fairyring",
        notes=billiards.notes,
        rulings=billiards.rulings,
    )
