"""Moves on two levels: of a non-pawn piece along the ground, and along the backs."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    CAPTURE,
    GOAL_SHIFT,
    MOVE,
    ORDINAL_MASK,
    ORDINAL_SHIFT,
    ROYAL,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.mechanics.riding.attacks import back, open_back


@inlined
def movable(states: Any, ply: Any, word: Any, pieces: Any) -> Any:
    """Without those that carry a rider."""
    half = U(states.bits.shape[2]) >> U(1)
    if word >= half:
        return pieces
    return pieces & ~(states.bits[ply, U(0), word + half] | states.bits[ply, U(1), word + half])


@internal
def piece_moves(
    ways: Any, states: Any, ply: Any, side: Any, place: Any, actions: Any, fall: Any, moves: Any, n: Any
) -> Any:
    """Append a non-pawn piece's pseudo-legal moves."""
    actions <<= ACTION_SHIFT
    if place < back(states):
        n, listed = _ground_moves(ways, states, ply, side, place, place, actions, fall, moves, n)
        return n
    site = place - back(states)
    on_own = U(states.cells[ply, U(0), site]) & U(1) == side
    listed = U(0)
    if on_own:
        n, listed = _ground_moves(ways, states, ply, side, place, site, actions, fall, moves, n)
    return _top_moves(ways, states, ply, side, site, on_own, listed, actions, moves, n)


@internal
def _ground_moves(
    ways: Any,
    states: Any,
    ply: Any,
    side: Any,
    place: Any,
    site: Any,
    actions: Any,
    fall: Any,
    moves: Any,
    n: Any,
) -> Any:
    """Append the moves along the ground; returns also the ordinals of shared goals whose backs it reaches."""
    piece = U(states.cells[ply, U(0), place])
    royal = ways.kinds[piece] == ROYAL
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    seen, listed = U(0), U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        there = U(states.cells[ply, U(0), goal])
        on_back = False
        if there == U(0):
            i += U(1)
            reached = step & actions & MOVE != U(0)
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            rider = U(states.cells[ply, U(0), goal + back(states)])
            if there & U(1) != side:
                # Nobody may sit on a king, so it captures no piece whose rider would stay.
                reached = step & CAPTURE != U(0) and not (royal and rider != U(0) and fall == U(0))
            else:
                on_back = True
                reached = ways.kinds[there] != ROYAL and _has_room(step, rider, side, actions)
        if not reached:
            continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
            if on_back:
                listed |= mark
        moves[n] = place | (goal + back(states) if on_back else goal) << GOAL_SHIFT
        n += U(1)
    return n, listed


@inlined
def _has_room(step: Any, rider: Any, side: Any, actions: Any) -> Any:
    """Whether a piece may come to a back on which this rider sits, or none."""
    if rider == U(0):
        return step & actions & MOVE != U(0)
    return rider & U(1) != side and step & CAPTURE != U(0)


@internal
def _top_moves(
    ways: Any,
    states: Any,
    ply: Any,
    side: Any,
    site: Any,
    on_own: Any,
    listed: Any,
    actions: Any,
    moves: Any,
    n: Any,
) -> Any:
    """Append a rider's moves along the backs, except to backs that it reaches along the ground as well.

    By one line it reaches a back both ways only if that is the line's first, because a square between would
    have to be empty for one way and not for the other. Goals of several lines are shared, and ``listed``.
    """
    place = site + back(states)
    at = U(states.cells[ply, U(0), place]) * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    following = i
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        rest = (step >> SKIP_SHIFT) & SKIP_MASK
        is_first = i == following
        if is_first:
            following += rest
        if not open_back(ways, states, ply, goal):
            i = following
            continue
        rider = U(states.cells[ply, U(0), goal + back(states)])
        i = i + U(1) if rider == U(0) else following
        if not _has_room(step, rider, side, actions):
            continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if listed & mark != U(0):
                continue
            listed |= mark
        elif is_first and on_own and U(states.cells[ply, U(0), goal]) & U(1) == side:
            continue
        moves[n] = place | (goal + back(states)) << GOAL_SHIFT
        n += U(1)
    return n
