"""MetaChess #4 in which captures explode."""

from fairyring.mechanics import Explosion
from fairyring.variants import metachess_4
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return metachess_4.variant().but(
        title="MetaChess Atomic",
        group=Group.MIXED,
        summary="Pieces sit on other pieces, and every capture explodes carriers and riders around it.",
        mechanics=[Explosion()],
        inventor="fairyring",
        notes=metachess_4.NOTES,
        rulings=(
            (
                "A capture on a back explodes the rider that captures and the captured one. The carrier"
                " below them is on the square of the capture, so it explodes, too, unless it is a pawn."
            ),
        ),
    )
