"""Minigolf Chess with explosions."""

from fairyring.mechanics import Explosion
from fairyring.variants import minigolf
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    base = minigolf.variant()
    return base.but(
        title="Minigolf Atomic",
        group=Group.MIXED,
        summary="Minigolf Chess in which every capture explodes, even by a piece that moves by itself.",
        mechanics=[Explosion()],
        inventor="fairyring",
        notes=base.notes,
        rulings=(
            *base.rulings,
            (
                "A piece that captures by drifting explodes, too, before the next piece drifts. What has left"
                " the board by then does not drift any more. A piece that is stopped by another does not"
                " explode."
            ),
            "An explosion does not go over the edges, which differ for the two sides.",
            (
                "A turn is judged as a whole: it is illegal if your own king explodes in any part of it. A"
                " king is in check if it could be captured, but not if an explosion beside it could reach it."
            ),
        ),
        sources=base.sources,
        rides=base.rides,
    )
