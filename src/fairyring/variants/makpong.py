"""Makpong: Makruk in which a king in check may not walk away."""

from fairyring.mechanics import NoEscape
from fairyring.variants import makruk
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return makruk.variant().but(
        title="Makpong",
        group=Group.OLD,
        summary="Makruk, but a king in check may not step out of it.",
        mechanics=[NoEscape()],
        notes=("The board, the pieces and their moves are those of Makruk.",),
        sources=("https://www.mayhematics.com/v/vol8/vc64b.pdf",),
    )
