"""MetaChess #4, won by the third check."""

from fairyring.mechanics import CheckCount
from fairyring.variants import metachess_4
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    return metachess_4.variant().but(
        title="MetaChess Three-Check",
        group=Group.MIXED,
        summary="Pieces sit on other pieces, friend or enemy, and the third check wins.",
        mechanics=[CheckCount()],
        inventor="fairyring",
        notes=metachess_4.NOTES,
        rulings=metachess_4.RULINGS,
    )
