"""The worth of a position of the piloting family, and of a move at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit
from fairyring.kernels.contract import CLOCK, SIDE
from fairyring.kernels.orthodox.evaluate import TEMPO
from fairyring.kernels.orthodox.generate import (
    BYTE_MASK,
    FIELD_MASK,
    GOAL_SHIFT,
    OFFICER,
    PROMOTION_SHIFT,
)
from fairyring.kernels.orthodox.tables import SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.worth import MOBILITY, OPENING, PLAIN, WEIGHT, halves
from fairyring.kernels.piloting.attacks import smalls_of, strikes
from fairyring.kernels.piloting.generate import FIRST_SHIFT, SECOND_SHIFT
from fairyring.kernels.piloting.tables import BALANCE, KING, PHASE

# A big man counts for his own colour with one part in so many of his worth, for those who alone ride
# him with another: he is a weapon of whoever sits on him, but can only take one colour.
COLOUR_PART, CONTROL_PART = I(10), I(4)
FADING = I(200)  # plies without progress after which nothing would be left of an advantage
AIMED = I(30)  # a big man who could take the one under a king, were he piloted


@inlined
def guess(tables: Any, states: Any, ply: Any) -> Any:
    """Small men by placement, of which the row keeps sums, and who holds big ones: the contract’s."""
    smalls = smalls_of(states)
    big = I(0)
    for site in range(smalls, U(states.cells.shape[2])):
        man = U(states.cells[ply, U(0), site])
        if man != U(0):
            big += _held(tables.big_worth, states, site, man, _holder(states, ply, site))
    opening, ending = halves(states.info[ply, BALANCE])
    return _tapered(tables, states, ply, opening, ending, I(0), big)


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    Small men by placement, tapered, and by what they can step to now, around the enemy's king above
    all; big men by who alone rides them, what they can do, and a little by their colour; and the big
    men that are aimed at the one under a king.
    """
    ways, worth = tables.ways, tables.worth
    smalls = smalls_of(states)
    opening, ending = halves(states.info[ply, BALANCE])
    live, big = I(0), I(0)
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
                if ways.kinds[man] == OFFICER:
                    found = _steps(ways, worth.zones, states, ply, site, man, enemy)
                    live += sign * (found & I(0xFF)) * I(worth.men[man, MOBILITY])
                    pressure += found >> I(8)
        opening += sign * (pressure * pressure)
        opening -= sign * AIMED * _aimed(ways, states, ply, states.info[ply, KING + side])
    for site in range(smalls, U(states.cells.shape[2])):
        man = U(states.cells[ply, U(0), site])
        if man != U(0):
            holder = _holder(states, ply, site)
            big += _held(tables.big_worth, states, site, man, holder)
            if holder != I(0) and ways.kinds[man] == OFFICER:
                goals = _strokes(ways, states, ply, site, man)
                big += holder * (goals * I(tables.big_worth.men[man, MOBILITY]) // I(100))
    return _tapered(tables, states, ply, opening, ending, live, big)


@inlined
def _tapered(tables: Any, states: Any, ply: Any, opening: Any, ending: Any, live: Any, big: Any) -> Any:
    """The mover's advantage from White's: small men's, their mobility in hundredths, and big men's."""
    whole = I(tables.worth.men[U(0), WEIGHT])
    phase = min(I(states.info[ply, PHASE]), whole)
    score = (opening * phase + ending * (whole - phase)) * I(100) + (live + big * I(100)) * whole
    # Whoever is ahead is to do what cannot be undone before the clock runs out.
    score = score * (FADING - I(states.info[ply, CLOCK])) // FADING
    mover = I(1) - I(2) * I(states.info[ply, SIDE])  # before dividing, which rounds down
    return mover * score // (whole * I(100)) + TEMPO


@inlined
def _steps(ways: Any, zones: Any, states: Any, ply: Any, site: Any, man: Any, enemy: Any) -> Any:
    """The goals of a small man, and above the eighth bit those around the enemy's king."""
    smalls = smalls_of(states)
    at = man * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals, near = I(0), I(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        stands = states.cells[ply, U(0), smalls + (goal >> U(2))] != 0
        if stands and (other == U(0) or (other ^ man) & U(1) != U(0)):
            goals += I(1)
            near += I((zones[U(0), enemy, goal >> U(6)] >> (goal & U(63))) & U(1))
        i += U(1) if stands and other == U(0) else (step >> SKIP_SHIFT) & SKIP_MASK
    return goals | near << I(8)


@inlined
def _aimed(ways: Any, states: Any, ply: Any, king: Any) -> Any:
    """How many big men could take the one under a king, piloted or not."""
    under = smalls_of(states) + (king >> U(2))
    colour = U(states.cells[ply, U(0), under]) & U(1)
    i, end = U(ways.attack_start[under]), U(ways.attack_start[under + U(1)])
    number = I(0)
    while i < end:
        step = ways.attacks[i]
        man = U(states.cells[ply, U(0), step & SITE_MASK])
        if man == U(0):
            i += U(1)
            continue
        if man & U(1) != colour and strikes(step, man):
            number += I(1)
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return number


@inlined
def _held(worth: Any, states: Any, site: Any, man: Any, holder: Any) -> Any:
    """What a big man is worth to White for his colour and for who alone rides him; see `_holder`."""
    value = I(worth.places[man, site - smalls_of(states), OPENING])
    colour = I(1) - I(2) * I(man & U(1))
    return colour * (value // COLOUR_PART) + holder * (value // CONTROL_PART)


@inlined
def _holder(states: Any, ply: Any, site: Any) -> Any:
    """Whose riders alone are on a big square: 1 White's, -1 Black's, 0 both's or nobody's."""
    base = (site - smalls_of(states)) << U(2)
    word, place = base >> U(6), base & U(63)  # the four backs lie side by side in one word of a set
    white = (states.bits[ply, U(0), word] >> place) & U(15) != U(0)
    black = (states.bits[ply, U(1), word] >> place) & U(15) != U(0)
    return I(white) - I(black)


@inlined
def _strokes(ways: Any, states: Any, ply: Any, site: Any, man: Any) -> Any:
    """The goals of a big officer."""
    at = man * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals = I(0)
    while i < end:
        step = U(ways.rays[i])
        other = U(states.cells[ply, U(0), step & SITE_MASK])
        if other == U(0) or (other ^ man) & U(1) != U(0):
            goals += I(1)
        i += U(1) if other == U(0) else (step >> SKIP_SHIFT) & SKIP_MASK
    return goals


@inlined
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a move takes or makes at a glance: the contract's ``gain``.

    What is taken, a big man with all his riders, less a little of the small man who takes; own riders
    who are lost with him count against it.
    """
    smalls = smalls_of(states)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    man, taken = U(states.cells[ply, U(0), start]), U(states.cells[ply, U(0), goal])
    if taken == U(0) and move >> PROMOTION_SHIFT == U(0):
        return I(0)
    men, big = tables.worth.men, tables.big_worth.men
    side = states.info[ply, SIDE]
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    total = I(0)
    if start < smalls:
        total += I(men[taken, PLAIN])
        if promotion != U(0):
            total += I(men[promotion << U(1), PLAIN]) - I(men[man, PLAIN])
        elif taken != U(0):
            total -= I(men[man, PLAIN]) // I(32)
        return total if total > I(0) else I(1)
    if taken != U(0):
        total += I(big[taken, PLAIN]) // CONTROL_PART
        for corner in range(U(4)):
            rider = U(states.cells[ply, U(0), ((goal - smalls) << U(2)) + corner])
            if rider != U(0):
                total += I(men[rider, PLAIN]) if rider & U(1) != side else -I(men[rider, PLAIN])
    if promotion != U(0):
        total += (I(big[promotion << U(1), PLAIN]) - I(big[man, PLAIN])) // CONTROL_PART
    for carried in ((move >> FIRST_SHIFT) & BYTE_MASK, move >> SECOND_SHIFT):
        total += I(men[carried << U(1), PLAIN])
    return total if total != I(0) else I(1)
