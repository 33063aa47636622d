"""Momentum Chess with the duck, and with kings that are captured."""

from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.variants import duck, momentum
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    base, other = momentum.variant(), duck.variant().rules
    assert isinstance(other, Orthodox)
    return base.but(
        title="Momentum Duck",
        group=Group.MIXED,
        summary="Momentum Chess in which each turn ends with moving the duck, which blocks its square.",
        mechanics=other.mechanics,
        rules={"pieces": other.pieces, "castlings": other.castlings, "resting": "K"},
        inventor="fairyring",
        notes=base.notes,
        rulings=(
            *(ruling for ruling in base.rulings if ruling != momentum.CHECK),
            (
                "The duck is put down at the end of the turn, when the other pieces have drifted; so it is in"
                " the way of the opponent's move, and of the pieces that drift after it. A drifting piece"
                " that runs into the duck stops, as at any other piece; leapers leap over it."
            ),
            (
                "After a double step, the duck on the square that the pawn has crossed rules out the capture"
                " en passant."
            ),
            "A king may castle over squares that are attacked.",
        ),
        sources=base.sources,
    )
