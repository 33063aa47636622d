"""Monster Bluff Chess on four boards."""

from fairyring.variants.definition import Definition
from fairyring.variants.monster_bluff import BRIBES, game


def variant(chips: bool = True, fifty: bool = False, chips_per_turn: int = 1) -> Definition:
    """The game on four boards."""
    return game(
        "Monster Bluff Chess on four boards",
        (
            "Four boards in one, four kings on each side, one of them secretly the True King, and chips"
            " to bribe with."
        ),
        (2, 2),
        range(3, 5),
        BRIBES if chips and not fifty else (),
        chips,
        fifty,
        chips_per_turn,
    )
