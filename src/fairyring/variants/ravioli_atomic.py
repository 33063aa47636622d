"""Ravioli Chess with explosions."""

from fairyring.mechanics import Explosion
from fairyring.variants import ravioli
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return ravioli.variant().but(
        title="Ravioli Atomic",
        summary="Ravioli Chess in which every capture explodes, on the ring on both boards at once.",
        mechanics=[Explosion()],
        inventor="fairyring",
        notes=(*ravioli.NOTES, "A capture on the ring removes the pieces around it on both boards."),
    )
