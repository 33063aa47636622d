"""Momentum Chess with two moves in a turn."""

from fairyring.mechanics import SeveralMoves
from fairyring.variants import momentum
from fairyring.variants.definition import Definition, Group


def variant() -> Definition:
    """The game."""
    base = momentum.variant()
    return base.but(
        title="Marseillais Momentum",
        group=Group.MIXED,
        summary="Momentum Chess with two moves in a turn, each of them with its drift.",
        mechanics=[SeveralMoves(any_step=False)],
        inventor="fairyring",
        notes=base.notes,
        rulings=(
            *base.rulings,
            (
                "Each of the two moves is a whole turn of Momentum Chess: the player's other pieces in motion"
                " drift after it, and pieces about to move off an edge stop before it. So what the first move"
                " sets in motion drifts after the second."
            ),
            (
                "Whether a move is legal, and whether it gives check and so ends the turn, is judged after"
                " its drift, as if the opponent moved next."
            ),
            "Only a double step in the last move of a turn can be answered en passant.",
        ),
        sources=base.sources,
    )
