"""The worth of a position of the bluff family, as far as it is public, and of a turn at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.attacks import attacked
from fairyring.kernels.bluff.generate import EN_PASSANT, PUT, TAG_MASK, TAKING, has_stack, knows
from fairyring.kernels.bluff.tables import (
    CHIPS,
    DEMAND,
    DENOMINATIONS,
    KING,
    KINGS,
    NOWHERE,
    PIECE,
    PURSES,
    SCORE,
    SCORE_ZERO,
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

BARE = I(4)  # hundredths of a pawn for each site from which a rider could attack a True King
OPEN = I(6)  # such sites that count on a line
WHOLE_GAME = I(20000)  # for taking a king who is known to be the true one


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    Men by place, kings the dearer the fewer are left, the chips in the purses, and for a search how bare a
    True King stands of whom the row knows.
    """
    score = I(states.info[ply, SCORE]) - I(SCORE_ZERO)
    score += I(tables.worth.kings[states.info[ply, KINGS]])
    score -= I(tables.worth.kings[states.info[ply, KINGS + U(1)]])
    for place in range(U(states.cells.shape[1]) - CHIPS):
        more = I(states.info[ply, PURSES + place]) - I(states.info[ply, PURSES + U(DENOMINATIONS) + place])
        score += more * I(tables.worth.chips[place])
    if tables.ways.royal[U(0)] != 0:
        for side in range(U(2)):
            if knows(states, ply, side):
                king = U(states.info[ply, TRUE + side])
                bare = BARE * _exposure(tables.ways, states, ply, side, king)
                score += bare if side == U(1) else -bare
    return (score if states.info[ply, SIDE] == U(0) else -score) + TEMPO


@inlined
def _exposure(ways: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """How many sites in line with a king could hold a rider who attacks him, `OPEN` a line at most."""
    found = I(0)
    for vector in range(U(ways.steps.shape[1])):
        if (ways.covers[0] >> vector) & U(1) == U(0):
            continue
        site, length = U(ways.steps[king, vector]), I(0)
        while site != NOWHERE and length < OPEN:
            man = U(states.cells[ply, PIECE, site])
            if man != U(0):
                length += I(man != DEMAND and man & U(1) != side)
                break
            length += I(1)
            site = U(ways.steps[site, vector])
        found += length
    return found


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
