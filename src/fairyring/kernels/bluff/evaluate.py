"""The worth of a position of the bluff family, as far as it is public, and of a turn at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.generate import EN_PASSANT, PUT, TAG_MASK, TAKING, has_stack
from fairyring.kernels.bluff.tables import (
    CHIPS,
    DEMAND,
    DENOMINATIONS,
    KING,
    KINGS,
    NOWHERE,
    PAWN,
    PIECE,
    PURSES,
    RIDES,
    SCORE,
    SCORE_ZERO,
    TAKEN_FROM,
    TRUE,
)
from fairyring.kernels.compiling import I, U, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.evaluate import RISK, TEMPO
from fairyring.kernels.orthodox.generate import (
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_SHIFT,
)

WHOLE_GAME = I(20000)  # for taking a king who is known to be the true one


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    Men by place, kings the dearer the fewer are left, and the chips in the purses. Which king is the true
    one does not count: what one cannot see costs nothing here, and what one can the search looks after.
    """
    score = I(states.info[ply, SCORE]) - I(SCORE_ZERO)
    score += I(tables.worth.kings[states.info[ply, KINGS]])
    score -= I(tables.worth.kings[states.info[ply, KINGS + U(1)]])
    for place in range(U(states.cells.shape[1]) - CHIPS):
        more = I(states.info[ply, PURSES + place]) - I(states.info[ply, PURSES + U(DENOMINATIONS) + place])
        score += more * I(tables.worth.chips[place])
    return (score if states.info[ply, SIDE] == U(0) else -score) + TEMPO


@inlined
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a turn takes or makes at a glance: the contract's ``gain``.

    Man, chips and promotion, less a little of the man who takes; less all of him where he is worth
    clearly more than that and can be taken in turn.
    """
    tag, promotion = (move >> TAG_SHIFT) & TAG_MASK, (move >> PROMOTION_SHIFT) & U(0xFF)
    if tag >= PUT or (tag not in (TAKING, EN_PASSANT) and promotion == U(0)):
        return I(0)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    man = U(states.cells[ply, PIECE, start])
    taken = U(states.cells[ply, PIECE, goal if tag != EN_PASSANT else move >> EXTRA_SHIFT])
    if tag == TAKING and promotion == U(0) and taken == U(0) and not has_stack(states, ply, goal):
        return I(0)
    return _gain(tables, states, ply, start, goal, man, taken, tag, promotion)


@internal
def _gain(
    tables: Any,
    states: Any,
    ply: Any,
    start: Any,
    goal: Any,
    man: Any,
    taken: Any,
    tag: Any,
    promotion: Any,
) -> Any:
    men, side = tables.worth.men, man & U(1)
    own, worth = I(men[man]), I(0)
    if taken > DEMAND:
        worth = I(men[taken])
        if tables.ways.kinds[taken] == KING:
            if states.info[ply, TRUE + (U(1) - side)] == goal:
                return WHOLE_GAME
            left = states.info[ply, KINGS + (U(1) - side)]
            worth += I(tables.worth.kings[left]) - I(tables.worth.kings[left - U(1)])
    if tag == TAKING:
        for place in range(U(states.cells.shape[1]) - CHIPS):
            worth += I(states.cells[ply, CHIPS + place, goal]) * I(tables.worth.chips[place])
    if promotion != U(0):
        worth += I(men[promotion << U(1)]) - own
    elif own > worth + RISK and attacked(tables.ways, states, ply, goal, U(1) - side):
        return min(worth - own, I(-1))
    return max(worth - own // I(32), I(1))


@inlined
def attacked(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a man of side ``by`` could take on a site."""
    for column in range(TAKEN_FROM, TAKEN_FROM + U(2)):
        origin = U(ways.pawns[by, site, column])
        if origin != NOWHERE:
            man = U(states.cells[ply, PIECE, origin])
            if man > DEMAND and man & U(1) == by and ways.kinds[man] == PAWN:
                return True
    for vector in range(U(ways.steps.shape[1])):
        origin, near = U(ways.steps[site, vector]), True
        while origin != NOWHERE:
            man = U(states.cells[ply, PIECE, origin])
            if man != U(0):
                if (
                    man > DEMAND
                    and man & U(1) == by
                    and (ways.covers[man] >> vector) & U(1) != U(0)
                    and (near or ways.spans[man, RIDES] != 0)
                ):
                    return True
                break
            if (ways.covers[0] >> vector) & U(1) == U(0):
                break
            near = False
            origin = U(ways.steps[origin, vector])
    return False
