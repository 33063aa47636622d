"""Ravioli Chess in which what is set in motion keeps moving."""

from fairyring.kernels.drifting.rules import Drifting
from fairyring.kernels.orthodox.rules import usual_castlings
from fairyring.notation.drifting import drifting_form
from fairyring.variants import momentum, ravioli
from fairyring.variants.definition import Definition, Group, Ride

SLIPS = "a2-d5u a8-a7 h1-h2 a7-a8 g8-d5u a8-a7 h2-h1".split()
TOLD = (
    "The wizard slips from a2 to d5u, by 3,3, and leaps on to g8, whatever stands in between. Beyond g8"
    " there is no board, so it stops there. It slips back to d5u, and leaps on to a2."
)
STAYS = (
    "A piece in motion stays on one board. If it comes from an inside to the ring, its next move would lead"
    " off the board, so it stops there. A piece that moves along the ring does so on both boards."
)
SLIP = "A passage gives no momentum. A slip is repeated as a leap, for which only the goal matters."


def variant() -> Definition:
    """The game."""
    plain, moving = ravioli.variant(), momentum.variant()
    board, pieces = plain.rules.board, plain.rules.pieces
    rules = Drifting(board, pieces, ravioli.PROMOTIONS, usual_castlings(board))
    return Definition(
        title="Ravioli Momentum",
        group=Group.MIXED,
        summary="Ravioli Chess in which a piece that has moved keeps moving by itself, on its own board.",
        rules=rules,
        form=drifting_form(rules, ravioli.ARRAY),
        start=f"{ravioli.ARRAY} w KQkq - 0 1",
        inventor="fairyring",
        notes=(*ravioli.NOTES, *moving.notes),
        rulings=(*ravioli.RULINGS, *moving.rulings, STAYS, SLIP),
        sources=(*plain.sources, *moving.sources),
        rides=(Ride("k7/8/8/8/8/8/W7/7K|6/6/6/6/6/6 w - - 0 1", "a2", tuple(SLIPS), TOLD),),
    )
