"""Evaluation of positions on two levels, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    NON_PAWN,
    PROMOTION_SHIFT,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.evaluate import TEMPO
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.orthodox.worth import ENDING, MOBILITY, OPENING, PLAIN, WEIGHT
from fairyring.kernels.riding.attacks import open_back
from fairyring.kernels.riding.tables import GROUND, LEVEL_SHIFT, RIDERS, TOP

# A piece under an enemy rider can do nothing until the rider leaves; under its own side's, until its side
# wants.
ANNEXED_SHARE, MOUNTED_SHARE = I(5), I(16)  # it loses this part of its value: one in so many


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    As in the orthodox family, for the pieces of both levels; but a piece that carries a rider has no goals
    and loses a part of its value. Backs of pieces of its own side that a piece could reach along the ground
    do not count as goals: counting them won nothing in 80 games.
    """
    ways, worth = tables.ground.ways, tables.ground.worth
    opening, ending, phase, live = I(0), I(0), I(0), I(0)
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[ply, KING + (U(1) - side)]
        shelter = enemy if enemy != NOWHERE else U(0)
        pressure = I(0)
        for level in range(U(2)):
            for word in range(U(states.bits.shape[2])):
                pieces = states.bits[ply, side + RIDERS * level, word]
                while pieces != U(0):
                    site = (word << U(6)) + lowest_bit(pieces)
                    pieces &= pieces - U(1)
                    piece = U(states.cells[ply, level, site])
                    opening += sign * I(worth.places[piece, site, OPENING])
                    ending += sign * I(worth.places[piece, site, ENDING])
                    phase += I(worth.pieces[piece, WEIGHT])
                    rider = U(states.cells[ply, TOP, site])
                    if level == GROUND and rider != U(0):
                        share = MOUNTED_SHARE if rider & U(1) == side else ANNEXED_SHARE
                        opening -= sign * (I(worth.pieces[piece, PLAIN]) // share)
                        ending -= sign * (I(worth.pieces[piece, PLAIN]) // share)
                        continue
                    if ways.kinds[piece] != NON_PAWN:
                        continue
                    goals = I(0)
                    if level == GROUND or (U(states.cells[ply, GROUND, site]) ^ piece) & U(1) == U(0):
                        found = _mobility(ways, worth, states, ply, site, piece, GROUND, shelter)
                        goals += found & I(0xFF)
                        pressure += found >> I(8)
                    if level == TOP:
                        found = _mobility(ways, worth, states, ply, site, piece, TOP, shelter)
                        goals += found & I(0xFF)
                        pressure += found >> I(8)
                    live += sign * goals * I(worth.pieces[piece, MOBILITY])
        if enemy != NOWHERE:
            opening += sign * pressure * pressure
    whole = I(worth.pieces[U(0), WEIGHT])
    phase = min(phase, whole)
    score = (opening * phase + ending * (whole - phase)) * I(100) + live * whole
    mover = I(1) - I(2) * I(states.info[ply, SIDE])  # before dividing, which rounds down
    return mover * score // (whole * I(100)) + TEMPO


@internal
def _mobility(
    ways: Any, worth: Any, states: Any, ply: Any, site: Any, piece: Any, level: Any, enemy: Any
) -> Any:
    """The number of a piece's goals along a level; above the eighth bit, of those near the enemy's king."""
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    goals, near = I(0), I(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        if level == GROUND:
            other = U(states.cells[ply, GROUND, goal])
            passable, reached = other == U(0), other == U(0) or (other ^ piece) & U(1) != U(0)
        else:
            other = U(states.cells[ply, TOP, goal])
            back = open_back(ways, states, ply, goal)
            passable = back and other == U(0)
            reached = passable or (back and (other ^ piece) & U(1) != U(0))
        if reached:
            goals += I(1)
            near += I((worth.zones[U(0), enemy, goal >> U(6)] >> (goal & U(63))) & U(1))
        i += U(1) if passable else (step >> SKIP_SHIFT) & SKIP_MASK
    return goals | near << I(8)


@inlined
def capture_score(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``capture_score``.

    The value of the captured piece and of the promotion, less a little of the capturing piece's value.
    """
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    pieces = tables.ground.worth.pieces
    piece = U(states.cells[ply, start >> LEVEL_SHIFT, start & SITE_MASK])
    captured = U(states.cells[ply, goal >> LEVEL_SHIFT, goal & SITE_MASK])
    if (move >> TAG_SHIFT) & BYTE_MASK == EN_PASSANT:
        captured = U(states.cells[ply, GROUND, move >> EXTRA_SHIFT])
    if captured == U(0) and promotion == U(0):
        return I(0)
    value = I(pieces[captured, PLAIN]) - I(pieces[piece, PLAIN]) // I(32)
    if promotion != U(0):
        value += I(pieces[promotion << U(1), PLAIN]) - I(pieces[piece, PLAIN])
    return max(value, I(1))
