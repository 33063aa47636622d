"""Which mechanics of a game go together, as far as that depends on what the others declare."""

from __future__ import annotations

from collections.abc import Sequence

from fairyring.kernels.declared import Backs, Blocker, Gates, TrueKing
from fairyring.kernels.law import Mechanic, check_hidden
from fairyring.messages import Message


def check_together(mechanics: Sequence[Mechanic]) -> None:
    """Refuse mechanics that cannot be combined.

    Raises:
        ValueError: two of them put things on the board that block, or keep which pieces have not moved, or
            one does not know what another declares.
    """
    declared = [state for mechanic in mechanics for state in mechanic.state()]
    walls = [each for each in mechanics if any(isinstance(state, Blocker) for state in each.state())]
    if len(walls) > 1:
        raise ValueError(
            Message(
                "mechanics: {one} and {other} cannot be combined, because a position has one"
                " kind of thing that blocks",
                one=Message(walls[0].title),
                other=Message(walls[1].title),
            )
        )
    unmoved = [each for each in mechanics if any(isinstance(state, Gates) for state in each.state())]
    if len(unmoved) > 1:
        raise ValueError(
            Message(
                "mechanics: {one} and {other} cannot be combined, because a position says once which"
                " pieces of the first rank have not moved",
                one=Message(unmoved[0].title),
                other=Message(unmoved[1].title),
            )
        )
    several = next((mechanic for mechanic in mechanics if mechanic.royals), None)
    turns = next((mechanic for mechanic in mechanics if mechanic.several), None)
    if any(isinstance(state, TrueKing) for state in declared):
        check_hidden(mechanics)
    for mechanic in mechanics:
        unfit = [(mechanic, several, mechanic.one_royal()), (mechanic, turns, mechanic.one_move())]
        unfit += [(other, mechanic, mechanic.goes_against(other)) for other in mechanics]
        for one, other, reason in unfit:
            if other and reason:
                raise ValueError(
                    Message(
                        "mechanics: {mechanic} and {other} cannot be combined, because {reason}",
                        mechanic=Message(one.title),
                        other=Message(other.title),
                        reason=Message(reason),
                    )
                )
        if Backs() in declared and not mechanic.rides():
            riding = next(each for each in mechanics if Backs() in each.state())
            raise ValueError(
                Message(
                    "mechanics: {mechanic} and {other} cannot be combined, because {mechanic} takes"
                    " into account only pieces on the ground, not those on backs",
                    mechanic=Message(mechanic.title),
                    other=Message(riding.title),
                )
            )
