"""Monster Bluff Chess on four boards with explosions."""

from fairyring.mechanics import Explosion
from fairyring.variants import monster_bluff_4
from fairyring.variants.definition import Definition, Group


def variant(chips: bool = True, fifty: bool = False, chips_per_turn: int = 1) -> Definition:
    """The game."""
    base = monster_bluff_4.variant(chips, fifty, chips_per_turn)
    return base.but(
        title="Monster Bluff Atomic",
        group=Group.MIXED,
        summary=(
            "Four boards in one, four kings on each side, one of them secretly the True King, and every"
            " capture explodes."
        ),
        mechanics=[Explosion()],
        inventor="fairyring",
        options=base.options,
        notes=base.notes,
        rulings=(
            *base.rulings,
            "An explosion goes over the edges between boards: to all eight squares around, on any board.",
            (
                "Only the capture of a piece explodes. A move that captures nothing but chips does not, so"
                " kings may make it. Captured chips go to the purse as usual; chips under and around other"
                " pieces that explode stay where they are, and belong to nobody."
            ),
            (
                "Whether a move is allowed must not depend on a secret. So no capture may explode any king"
                " of its own side, princes included."
            ),
            "A pawn that promotes by a capture counts as promoted, though it explodes.",
        ),
        sources=base.sources,
        figures=base.figures,
    )
