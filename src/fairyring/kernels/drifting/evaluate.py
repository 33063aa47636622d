"""The worth of a position of the drifting family, and of a turn at a glance."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairyring.kernels.compiling import U, inlined, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.drifting.drift import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    STOP,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.drifting.tables import PIECE
from fairyring.kernels.orthodox.worth import OPENING, PLAIN

I = np.int64  # noqa: E741 -- the signed counterpart of U


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``."""
    score = I(0)
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        for word in range(U(states.bits.shape[2])):
            men = states.bits[ply, side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                score += sign * I(tables.worth.places[U(states.cells[ply, PIECE, site]), site, OPENING])
    return score if states.info[ply, SIDE] == U(0) else -score


@inlined
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a turn's voluntary part takes or makes at a glance: the contract's ``gain``."""
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    tag = (move >> TAG_SHIFT) & TAG_MASK
    man = U(states.cells[ply, PIECE, start])
    taken = U(states.cells[ply, PIECE, move >> EXTRA_SHIFT if tag == EN_PASSANT else goal])
    if tag == STOP or (taken == U(0) and promotion == U(0)):
        return I(0)
    own, worth = I(tables.worth.men[man, PLAIN]), I(tables.worth.men[taken, PLAIN])
    if promotion != U(0):
        worth += I(tables.worth.men[promotion << U(1), PLAIN]) - own
    return max(worth - own // I(32), I(1))
