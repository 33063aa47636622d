"""The worth of a position of the orthodox family, and of a move at a glance."""

from __future__ import annotations

from typing import Any

import numpy as np

from fairyring.kernels.compiling import U, inlined, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import attacked
from fairyring.kernels.orthodox.generate import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PAWN,
    PROMOTION_SHIFT,
    ROYAL,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import (
    ACTION_SHIFT,
    BLOCKS,
    KING,
    NOWHERE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.worth import ENDING, FREE, MOBILITY, OPENING, PLAIN, WEIGHT

I = np.int64  # noqa: E741 -- the signed counterpart of U
TEMPO = I(8)
SHIELD = I(10)  # for a pawn before his king
RISK = I(50)  # a man worth more than what he takes by this, and taken in turn, is thrown away
PAWNS = BLOCKS  # two scratch sets while a position is judged: either side's pawns


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    Material and placement, tapered from opening to ending by the officers that are left; the goals
    that officers have now, and how many of those lie around the enemy's king; the pawns before a
    king; passed pawns.
    """
    opening, ending, phase, live = I(0), I(0), I(0), I(0)
    sites, words = U(states.cells.shape[2]), U(states.bits.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        king, enemy = states.info[ply, KING + side], states.info[ply, KING + (U(1) - side)]
        shelter = enemy if enemy != NOWHERE else U(0)
        pressure, shield = U(0), I(0)
        for word in range(words):
            men = states.bits[ply, side, word]
            pawns = U(0)
            while men != U(0):
                bit = lowest_bit(men)
                site = (word << U(6)) + bit
                men &= men - U(1)
                man = U(states.cells[ply, U(0), site])
                opening += sign * I(tables.worth.places[man, site, OPENING])
                ending += sign * I(tables.worth.places[man, site, ENDING])
                kind = tables.ways.kinds[man]
                if kind == PAWN:
                    pawns |= U(1) << bit
                    continue
                if kind == ROYAL:
                    continue
                phase += I(tables.worth.men[man, WEIGHT])
                goals = U(0)
                at = man * sites + site
                i, end = U(tables.ways.ray_start[at]), U(tables.ways.ray_start[at + U(1)])
                while i < end:
                    step = U(tables.ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[ply, U(0), goal])
                    reached = U((step >> ACTION_SHIFT) & U(3) != U(0))
                    pressure += reached & (tables.worth.zones[U(0), shelter, goal >> U(6)] >> (goal & U(63)))
                    if other == U(0):
                        goals += reached
                        i += U(1)
                    else:
                        goals += reached & (other ^ side)
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                live += sign * I(goals) * I(tables.worth.men[man, MOBILITY])
            states.bits[ply, PAWNS + side, word] = pawns
            if king != NOWHERE:
                shield += I(popcount(pawns & tables.worth.zones[U(0), king, word]))
        # Few attackers are no danger, many are a great one.
        if enemy != NOWHERE:
            opening += sign * I(pressure * pressure)
        opening += sign * shield * SHIELD
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        for word in range(words):
            pawns = states.bits[ply, PAWNS + side, word]
            while pawns != U(0):
                site = (word << U(6)) + lowest_bit(pawns)
                pawns &= pawns - U(1)
                man = U(states.cells[ply, U(0), site])
                stoppers = U(0)
                for other_word in range(words):
                    stoppers |= (
                        tables.worth.zones[man, site, other_word]
                        & states.bits[ply, PAWNS + (U(1) - side), other_word]
                    )
                if stoppers == U(0):
                    free = I(tables.worth.places[man, site, FREE])
                    ending += sign * free
                    opening += sign * (free // I(3))
    whole = I(tables.worth.men[U(0), WEIGHT])
    phase = min(phase, whole)
    score = (opening * phase + ending * (whole - phase)) * I(100) + live * whole
    mover = I(1) - I(2) * I(states.info[ply, SIDE])  # before dividing, which rounds down
    return mover * score // (whole * I(100)) + TEMPO


@inlined
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a move takes or makes at a glance: the contract's ``gain``.

    The man taken and the promotion, less a little of the man who takes; less all of him where he is
    worth clearly more than what he takes and can be taken in turn.
    """
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    man = U(states.cells[ply, U(0), start])
    taken = U(states.cells[ply, U(0), goal])
    if (move >> TAG_SHIFT) & BYTE_MASK == EN_PASSANT:
        taken = U(states.cells[ply, U(0), move >> EXTRA_SHIFT])
    if taken == U(0) and promotion == U(0):
        return I(0)
    own, worth = I(tables.worth.men[man, PLAIN]), I(tables.worth.men[taken, PLAIN])
    if promotion != U(0):
        worth += I(tables.worth.men[promotion << U(1), PLAIN]) - own
    elif own > worth + RISK and attacked(tables.ways, states, ply, goal, U(1) - (man & U(1))):
        return min(worth - own, I(-1))
    return max(worth - own // I(32), I(1))
