"""MetaChess #4 on a cylinder."""

from fairyring.mechanics import Riding
from fairyring.variants import cylindrical, metachess_4
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    base = cylindrical.variant()
    return base.but(
        title="Cylindrical MetaChess",
        group=Group.MIXED,
        summary="Pieces sit on other pieces, on a board whose left and right edges are joined.",
        mechanics=[Riding()],
        inventor="fairyring",
        notes=(*metachess_4.NOTES, *base.notes),
        rulings=(*metachess_4.RULINGS[:-1], *base.rulings),
    )
