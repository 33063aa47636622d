"""The worth of a position on two levels, and of a move at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.evaluate import TEMPO
from fairyring.kernels.orthodox.generate import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    OFFICER,
    PROMOTION_SHIFT,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import KING, NOWHERE, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.worth import ENDING, MOBILITY, OPENING, PLAIN, WEIGHT
from fairyring.kernels.riding.attacks import open_back
from fairyring.kernels.riding.tables import GROUND, LEVEL_SHIFT, RIDERS, TOP

# A man under an enemy rider can do nothing until he goes; under his own, until his side wills.
ANNEXED_SHARE, MOUNTED_SHARE = I(5), I(16)  # he is worth this part of himself less: one in so many


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    As in the orthodox family, for the men of both levels; but a man who carries a rider has no goals,
    and loses a part of his worth; and a rider's goals are what he can reach now. Backs of own men to
    which only the ground leads are no goals: to count them won nothing in 80 games.
    """
    ways, worth = tables.ground.ways, tables.ground.worth
    opening, ending, phase, live = I(0), I(0), I(0), I(0)
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[ply, KING + (U(1) - side)]
        about = enemy if enemy != NOWHERE else U(0)
        pressure = I(0)
        for level in range(U(2)):
            for word in range(U(states.bits.shape[2])):
                men = states.bits[ply, side + RIDERS * level, word]
                while men != U(0):
                    site = (word << U(6)) + lowest_bit(men)
                    men &= men - U(1)
                    man = U(states.cells[ply, level, site])
                    opening += sign * I(worth.places[man, site, OPENING])
                    ending += sign * I(worth.places[man, site, ENDING])
                    phase += I(worth.men[man, WEIGHT])
                    rider = U(states.cells[ply, TOP, site])
                    if level == GROUND and rider != U(0):
                        share = MOUNTED_SHARE if rider & U(1) == side else ANNEXED_SHARE
                        opening -= sign * (I(worth.men[man, PLAIN]) // share)
                        ending -= sign * (I(worth.men[man, PLAIN]) // share)
                        continue
                    if ways.kinds[man] != OFFICER:
                        continue
                    goals = I(0)
                    if level == GROUND or (U(states.cells[ply, GROUND, site]) ^ man) & U(1) == U(0):
                        found = _reach(ways, worth, states, ply, site, man, GROUND, about)
                        goals += found & I(0xFF)
                        pressure += found >> I(8)
                    if level == TOP:
                        found = _reach(ways, worth, states, ply, site, man, TOP, about)
                        goals += found & I(0xFF)
                        pressure += found >> I(8)
                    live += sign * goals * I(worth.men[man, MOBILITY])
        if enemy != NOWHERE:
            opening += sign * pressure * pressure
    whole = I(worth.men[U(0), WEIGHT])
    phase = min(phase, whole)
    score = (opening * phase + ending * (whole - phase)) * I(100) + live * whole
    mover = I(1) - I(2) * I(states.info[ply, SIDE])  # before dividing, which rounds down
    return mover * score // (whole * I(100)) + TEMPO


@internal
def _reach(ways: Any, worth: Any, states: Any, ply: Any, site: Any, man: Any, level: Any, enemy: Any) -> Any:
    """The goals of a man along one level, and above the eighth bit those around the enemy's king."""
    at = man * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals, near = I(0), I(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        if level == GROUND:
            other = U(states.cells[ply, GROUND, goal])
            passed, reached = other == U(0), other == U(0) or (other ^ man) & U(1) != U(0)
        else:
            other = U(states.cells[ply, TOP, goal])
            back = open_back(ways, states, ply, goal)
            passed = back and other == U(0)
            reached = passed or (back and (other ^ man) & U(1) != U(0))
        if reached:
            goals += I(1)
            near += I((worth.zones[U(0), enemy, goal >> U(6)] >> (goal & U(63))) & U(1))
        i += U(1) if passed else (step >> SKIP_SHIFT) & SKIP_MASK
    return goals | near << I(8)


@inlined
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a move takes or makes at a glance: the contract's ``gain``.

    The man taken and the promotion, less a little of the man who takes.
    """
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    men = tables.ground.worth.men
    man = U(states.cells[ply, start >> LEVEL_SHIFT, start & SITE_MASK])
    taken = U(states.cells[ply, goal >> LEVEL_SHIFT, goal & SITE_MASK])
    if (move >> TAG_SHIFT) & BYTE_MASK == EN_PASSANT:
        taken = U(states.cells[ply, GROUND, move >> EXTRA_SHIFT])
    if taken == U(0) and promotion == U(0):
        return I(0)
    worth = I(men[taken, PLAIN]) - I(men[man, PLAIN]) // I(32)
    if promotion != U(0):
        worth += I(men[promotion << U(1), PLAIN]) - I(men[man, PLAIN])
    return max(worth, I(1))
