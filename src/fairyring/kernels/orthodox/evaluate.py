"""The worth of a position of the orthodox family, and of a move at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import attacked
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
    BALANCE,
    KING,
    NOWHERE,
    PAWNS,
    PHASE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.worth import FREE, MOBILITY, PLAIN, WEIGHT, halves

TEMPO = I(8)
SHIELD = I(10)  # for a pawn before his king
RISK = I(50)  # a man worth more than what he takes by this, and taken in turn, is thrown away


@inlined
def _tapered(tables: Any, states: Any, ply: Any, opening: Any, ending: Any, live: Any) -> Any:
    """The mover's advantage from White's in the opening, in the ending, and, in hundredths, throughout."""
    whole = I(tables.worth.men[U(0), WEIGHT])
    phase = min(I(states.info[ply, PHASE]), whole)
    score = (opening * phase + ending * (whole - phase)) * I(100) + live * whole
    mover = I(1) - I(2) * I(states.info[ply, SIDE])  # before dividing, which rounds down
    return mover * score // (whole * I(100)) + TEMPO


@inlined
def guess(tables: Any, states: Any, ply: Any) -> Any:
    """Material and placement alone, which the row keeps sums of: the contract's ``guess``."""
    opening, ending = halves(states.info[ply, BALANCE])
    return _tapered(tables, states, ply, opening, ending, I(0))


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    Material and placement, tapered from opening to ending by the officers that are left; the goals
    that officers have now, and how many of those lie around the enemy's king; the pawns before a
    king; passed pawns.
    """
    opening, ending = halves(states.info[ply, BALANCE])
    live = I(0)
    sites, words = U(states.cells.shape[2]), U(states.bits.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        king, enemy = states.info[ply, KING + side], states.info[ply, KING + (U(1) - side)]
        shelter = enemy if enemy != NOWHERE else U(0)
        pressure, shield = U(0), I(0)
        for word in range(words):
            pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
            men = states.bits[ply, side, word] ^ pawns
            if king >> U(6) == word:
                men &= ~(U(1) << (king & U(63)))
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                man = U(states.cells[ply, U(0), site])
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
            if king != NOWHERE:
                shield += I(popcount(pawns & tables.worth.zones[U(0), king, word]))
            pawns &= tables.worth.zones[U(1), side, word]
            while pawns != U(0):
                site = (word << U(6)) + lowest_bit(pawns)
                pawns &= pawns - U(1)
                free = I(_freedom(tables.worth, states, ply, side, site))
                ending += sign * free
                opening += sign * (free // I(3))
        # Few attackers are no danger, many are a great one.
        if enemy != NOWHERE:
            opening += sign * I(pressure * pressure)
        opening += sign * shield * SHIELD
    return _tapered(tables, states, ply, opening, ending, live)


@inlined
def _freedom(worth: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    """What a pawn is worth more in the ending because no enemy pawn can stop or take him; 0 if one can."""
    man = U(states.cells[ply, U(0), site])
    stoppers = U(0)
    for word in range(U(states.bits.shape[2])):
        enemies = states.bits[ply, PAWNS, word] & states.bits[ply, U(1) - side, word]
        stoppers |= worth.zones[man, site, word] & enemies
    return worth.places[man, site, FREE] if stoppers == U(0) else 0


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
