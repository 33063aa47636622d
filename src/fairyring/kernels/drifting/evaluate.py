"""The worth of a position of the drifting family, and of a turn at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.drifting.drift import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PASS,
    PROMOTION_SHIFT,
    STOP,
    TAG_MASK,
    TAG_SHIFT,
    moving,
    turn,
)
from fairyring.kernels.drifting.motion import (
    FIRST_SHIFT,
    GLIDE_GOAL,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_TAKE,
    OFF,
    ROW_MASK,
)
from fairyring.kernels.drifting.tables import (
    ACTION_SHIFT,
    MOVING,
    PIECE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VECTOR,
)
from fairyring.kernels.orthodox.evaluate import TEMPO
from fairyring.kernels.orthodox.generate import OFFICER
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.orthodox.worth import ENDING, MOBILITY, OPENING, PLAIN, WEIGHT

# What the opponent's drift would take next counts for one part in so many: there is a turn to meet it.
THREAT_PART = I(3)


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    As the board will be once his men in motion have gone on, which they do whatever else he plays; less a
    part of what the opponent's would then take.
    """
    side = states.info[ply, SIDE]
    sign = I(1) - I(2) * I(side)
    row = ply
    if moving(states, ply, side) != U(0):
        row = U(states.key.shape[0]) - U(1)
        turn(tables.ways, tables.motion, states, ply, row, PASS)
    score = _weigh(tables.ways, tables.worth, states, row)
    return sign * score - _threats(tables.motion, tables.worth, states, row, U(1) - side) + TEMPO


@inlined
def _threats(motion: Any, worth: Any, states: Any, row: Any, by: Any) -> Any:
    """What the men of ``by`` who are in motion would take next, as far as there is no time to meet it."""
    taken = I(0)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[row, MOVING + by, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            course = U(motion.courses[U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])])
            glide = U(motion.glides[course & ROW_MASK, site])
            goal = glide & GLIDE_GOAL
            if goal == OFF or course & MAY_TAKE == U(0):
                continue
            other = U(states.cells[row, PIECE, goal])
            if other == U(0) or other & U(1) == by:
                continue
            first = glide >> FIRST_SHIFT
            end = first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)
            while first < end and states.cells[row, PIECE, motion.through[first]] == 0:
                first += U(1)
            if first == end:
                taken += I(worth.men[other, PLAIN]) // THREAT_PART
    return taken


@inlined
def _weigh(ways: Any, worth: Any, states: Any, row: Any) -> Any:
    """White's advantage as the men stand: material and placement, tapered; goals; nearness to a king."""
    opening, ending, phase, live = I(0), I(0), I(0), I(0)
    sites = U(states.cells.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[row, KING + (U(1) - side)]
        near = enemy if enemy != NOWHERE else U(0)
        pressure = U(0)
        for word in range(U(states.bits.shape[2])):
            men = states.bits[row, side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                man = U(states.cells[row, PIECE, site])
                opening += sign * I(worth.places[man, site, OPENING])
                ending += sign * I(worth.places[man, site, ENDING])
                if ways.kinds[man] != OFFICER:
                    continue
                phase += I(worth.men[man, WEIGHT])
                goals = U(0)
                at = man * sites + site
                i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[row, PIECE, goal])
                    reached = U((step >> ACTION_SHIFT) & U(3) != U(0))
                    pressure += reached & (worth.zones[U(0), near, goal >> U(6)] >> (goal & U(63)))
                    if other == U(0):
                        goals += reached
                        i += U(1)
                    else:
                        goals += reached & (other ^ side)
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                live += sign * I(goals) * I(worth.men[man, MOBILITY])
        if enemy != NOWHERE:
            opening += sign * I(pressure * pressure)
    whole = I(worth.men[U(0), WEIGHT])
    phase = min(phase, whole)
    return (opening * phase + ending * (whole - phase) + live * whole // I(100)) // whole


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
        worth += I(tables.worth.men[promotion << U(1) | man & U(1), PLAIN]) - own
    return max(worth - own // I(32), I(1))
