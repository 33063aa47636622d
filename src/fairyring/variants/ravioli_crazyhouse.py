"""Ravioli Chess with pieces in hand."""

from fairyring.mechanics import Hands
from fairyring.variants import ravioli
from fairyring.variants.definition import Definition


def variant() -> Definition:
    """The game."""
    return ravioli.variant().but(
        title="Ravioli Crazyhouse",
        summary="Ravioli Chess in which captured pieces change sides and are dropped on either board.",
        mechanics=[Hands()],
        inventor="fairyring",
        notes=ravioli.NOTES,
    )
