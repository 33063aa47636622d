"""What pieces on two levels are worth."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.orthodox.codes import ACTION_SHIFT, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.worth import PLAIN
from fairyring.mechanics.riding.attacks import back, open_back

# A piece under an enemy rider can do nothing until the rider leaves; under its own side's, until its side
# wants.
ANNEXED_SHARE, MOUNTED_SHARE = I(5), I(16)  # it loses this part of its value: one in so many


@inlined
def weighed(tables: Any, states: Any, ply: Any) -> Any:
    """What White's carriers lose of their value, less what Black's lose, as a number to add."""
    score = I(0)
    half = U(states.bits.shape[2]) >> U(1)
    for side in range(U(2)):
        for word in range(half):
            riders = states.bits[ply, side, word + half]
            while riders != U(0):
                site = (word << U(6)) + lowest_bit(riders)
                riders &= riders - U(1)
                carrier = U(states.cells[ply, U(0), site])
                share = MOUNTED_SHARE if carrier & U(1) == side else ANNEXED_SHARE
                loss = I(tables.worth.pieces[carrier, PLAIN]) // share
                score += loss if carrier & U(1) != U(0) else -loss
    return score


@inlined
def reaching(ways: Any, zones: Any, states: Any, ply: Any, place: Any, piece: Any, shelter: Any) -> Any:
    """The number of a piece's goals along both levels, and of those around the enemy's king.

    Backs of pieces of its own side that it could reach along the ground do not count as goals: counting them
    won nothing in 80 games.
    """
    if place < back(states):
        if states.cells[ply, U(0), place + back(states)] != 0:
            return U(0), U(0)
        return _goals_on_ground(ways, zones, states, ply, place, piece, shelter)
    site = place - back(states)
    goals, near = _goals_on_top(ways, zones, states, ply, site, piece, shelter)
    if (U(states.cells[ply, U(0), site]) ^ piece) & U(1) == U(0):
        more, nearer = _goals_on_ground(ways, zones, states, ply, site, piece, shelter)
        return goals + more, near + nearer
    return goals, near


@internal
def _goals_on_ground(
    ways: Any, zones: Any, states: Any, ply: Any, site: Any, piece: Any, shelter: Any
) -> Any:
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals, near = U(0), U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        reached = U((step >> ACTION_SHIFT) & U(3) != U(0))
        if other == U(0):
            i += U(1)
        else:
            reached &= other ^ piece
            i += (step >> SKIP_SHIFT) & SKIP_MASK
        goals += reached
        near += reached & (zones[U(0), shelter, goal >> U(6)] >> (goal & U(63)))
    return goals, near


@internal
def _goals_on_top(ways: Any, zones: Any, states: Any, ply: Any, site: Any, piece: Any, shelter: Any) -> Any:
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals, near = U(0), U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        if not open_back(ways, states, ply, goal):
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            continue
        other = U(states.cells[ply, U(0), goal + back(states)])
        reached = U((step >> ACTION_SHIFT) & U(3) != U(0))
        if other == U(0):
            i += U(1)
        else:
            reached &= other ^ piece
            i += (step >> SKIP_SHIFT) & SKIP_MASK
        goals += reached
        near += reached & (zones[U(0), shelter, goal >> U(6)] >> (goal & U(63)))
    return goals, near
