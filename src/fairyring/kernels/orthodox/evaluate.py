"""The worth of a position of the orthodox family, and of a move at a glance."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairyring.kernels.compiling import U, compiled, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.generate import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import (
    ACTION_SHIFT,
    KING,
    NOWHERE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)

I = np.int64  # noqa: E741 -- the signed counterpart of U
TEMPO = I(8)


@compiled
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    Material and placement, tapered from opening to ending by the officers that are left; the goals
    that officers have now; and how many of those lie around the enemy's king.
    """
    opening, ending, phase, live = I(0), I(0), I(0), I(0)
    sites = U(states.cells.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[ply, KING + (U(1) - side)]
        pressure = I(0)
        for word in range(U(states.bits.shape[2])):
            men = states.bits[ply, side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                man = U(states.cells[ply, U(0), site])
                opening += sign * I(tables.placement[U(0), man, site])
                ending += sign * I(tables.placement[U(1), man, site])
                phase += I(tables.weight[man])
                if tables.kinds[man] != 0:
                    continue
                goals = I(0)
                at = man * sites + site
                i, end = U(tables.ray_start[at]), U(tables.ray_start[at + U(1)])
                while i < end:
                    step = U(tables.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[ply, U(0), goal])
                    reached = (step >> ACTION_SHIFT) & U(3) != U(0)
                    if reached and (other == U(0) or other & U(1) != side):
                        goals += I(1)
                    if reached and enemy != NOWHERE:
                        pressure += I((tables.zone[enemy, goal >> U(6)] >> (goal & U(63))) & U(1))
                    if other == U(0):
                        i += U(1)
                    else:
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                live += sign * goals * I(tables.mobility[man])
        # Few attackers are no danger, many are a great one.
        opening += sign * pressure * pressure * I(tables.weights[1]) // I(10)
    whole = I(tables.weights[0])
    phase = min(phase, whole)
    score = (opening * phase + ending * (whole - phase)) // whole + live // I(100)
    return (score if states.info[ply, SIDE] == U(0) else -score) + TEMPO


@compiled
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a move takes or makes at a glance: the contract's ``gain``."""
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    man = U(states.cells[ply, U(0), start])
    taken = U(states.cells[ply, U(0), goal])
    if (move >> TAG_SHIFT) & BYTE_MASK == EN_PASSANT:
        taken = U(states.cells[ply, U(0), move >> EXTRA_SHIFT])
    worth = I(0)
    if taken != U(0):
        worth += I(1000) + I(tables.worths[taken]) * I(16) - I(tables.worths[man])
    if promotion != U(0):
        worth += I(tables.worths[promotion << U(1)]) * I(16)
    return worth
