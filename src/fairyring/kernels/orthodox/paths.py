"""Paths: moves that capture on their way, or depend on several pieces; a part of the ways of games with them.

What such a path does to the king is seen by making each move: with them, any piece that comes or goes may
open or close a path to it.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.orthodox import path_tables
from fairyring.kernels.orthodox.codes import (
    BLOCKER,
    BYTE_MASK,
    FIELD_MASK,
    GOAL_SHIFT,
    LOCUST,
    ORDINAL_MASK,
    PLAIN,
    ROYAL,
    SITE_MASK,
    TAG_MASK,
    TAG_SHIFT,
    UNLOAD,
    encode,
    extra_of,
)
from fairyring.kernels.orthodox.edit import move_piece
from fairyring.kernels.orthodox.path_tables import Paths
from fairyring.kernels.orthodox.tables import BLOCKS
from fairyring.kernels.stages import ALL_GOALS, SPECIAL_CHECK, register_part

EMPTY, ENEMY, OWN, WALL = (
    U(path_tables.EMPTY),
    U(path_tables.ENEMY),
    U(path_tables.OWN),
    U(path_tables.WALL),
)
ALLOWED_SHIFT, SIZE_MASK = U(path_tables.ALLOWED_SHIFT), U(path_tables.SIZE_MASK)
END_SHIFT, END_ALLOWED = U(path_tables.END_SHIFT), U(path_tables.END_SHIFT_ALLOWED)
ALLOWED_MASK = U(path_tables.ALLOWED_MASK)
TAKEN_SHIFT, TAKES = U(path_tables.TAKEN_SHIFT), U(path_tables.TAKES)
NUMBER_SHIFT, NUMBERED = U(path_tables.NUMBER_SHIFT), U(path_tables.NUMBERED)
CODE_SHIFT, UNLOAD_SHIFT, UNLOADS = (
    U(path_tables.CODE_SHIFT),
    U(path_tables.UNLOAD_SHIFT),
    U(path_tables.UNLOADS),
)
TAME, ROYAL_ONLY, REPEATED = (
    U(path_tables.TAME),
    U(path_tables.ROYAL_ONLY),
    U(path_tables.REPEATED),
)


@inlined
def _holds(ways: Any, states: Any, ply: Any, site: Any, side: Any) -> Any:
    """What stands on a site, as a side sees it."""
    piece = U(states.cells[ply, U(0), site])
    if piece == U(0):
        return EMPTY
    if ways.kinds[piece] == BLOCKER:
        return WALL
    return OWN if piece & U(1) == side else ENEMY


@inlined
def _is_open(words: Any, ways: Any, states: Any, ply: Any, side: Any, i: Any) -> Any:
    """Whether on each site of the path whose head is at place i stands what may."""
    j, last = i + U(1), i + U(1) + (words[i] & SIZE_MASK)
    while j < last:
        site, code = words[j] & SITE_MASK, words[j] >> CODE_SHIFT
        if (words[j] >> ALLOWED_SHIFT) & _holds(ways, states, ply, site, side) == U(0):
            return False
        if code != U(0) and U(states.cells[ply, U(0), site]) != code:
            return False
        j += U(1)
    return True


@internal
def further_moves(
    paths: Any,
    ways: Any,
    states: Any,
    ply: Any,
    side: Any,
    start: Any,
    actions: Any,
    seen: Any,
    moves: Any,
    n: Any,
) -> Any:
    """Moves along open paths."""
    at = U(states.cells[ply, U(0), start]) * U(states.cells.shape[2]) + start
    i, end = paths.moves[at], paths.moves[at + U(1)]
    while i < end:
        here = i
        head = paths.moves[here]
        i += U(1) + (head & SIZE_MASK)
        goal, taken = (head >> END_SHIFT) & SITE_MASK, (head >> TAKEN_SHIFT) & SITE_MASK
        there = EMPTY if goal == start else _holds(ways, states, ply, goal, side)
        if (head >> END_ALLOWED) & ALLOWED_MASK & there == U(0):
            continue
        takes, unloads = head & TAKES != U(0), head & UNLOADS != U(0)
        # A piece that is put down is not captured: that on the way, or else that on the goal.
        captured = (takes and there != EMPTY) if unloads else (takes or there != EMPTY)
        if actions & (U(2) if captured else U(1)) == U(0):
            continue
        if not _is_open(paths.moves, ways, states, ply, side, here):
            continue
        if there != EMPTY:
            royal = ways.kinds[states.cells[ply, U(0), goal]] == ROYAL
            if royal and (there == OWN or head & TAME != U(0)):
                continue
            if not royal and there == ENEMY and head & ROYAL_ONLY != U(0):
                continue
        spared = takes and (unloads or _holds(ways, states, ply, taken, side) == OWN)
        if spared and ways.kinds[states.cells[ply, U(0), taken]] == ROYAL:
            continue
        if head & NUMBERED != U(0):
            mark = U(1) << ((head >> NUMBER_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        tag, extra = (LOCUST, taken) if takes else (PLAIN, U(0))
        if unloads:
            tag, extra = UNLOAD, taken if takes else (head >> UNLOAD_SHIFT) & SITE_MASK
        move = encode(start, goal, U(0), tag, extra)
        if head & REPEATED != U(0):
            j = n
            while j > U(0) and moves[j - U(1)] & FIELD_MASK == start and moves[j - U(1)] != move:
                j -= U(1)
            if j > U(0) and moves[j - U(1)] == move:
                continue
        moves[n] = move
        n += U(1)
    return n


@inlined
def unloading(paths: Any, ways: Any) -> Any:
    """They may, along paths."""
    return True


@inlined
def displaced(paths: Any, ways: Any, tables: Any, states: Any, ply: Any, move: Any, kept: Any) -> Any:
    """Put down what the move would capture, while the mover is off the board."""
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    extra = extra_of(move)
    if (move >> TAG_SHIFT) & TAG_MASK != UNLOAD:
        return kept
    if states.cells[ply, U(0), extra] != 0:
        return kept & move_piece(tables, states, ply, extra, start)
    return kept & move_piece(tables, states, ply, goal, extra)


@internal
def further_attack(paths: Any, ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a side could capture a piece on the site along an open path."""
    i, end = paths.attacks[site], paths.attacks[site + U(1)]
    while i < end:
        here = i
        head = paths.attacks[here]
        i += U(1) + (head & SIZE_MASK)
        code = (head >> TAKEN_SHIFT) & BYTE_MASK
        if code & U(1) != by or U(states.cells[ply, U(0), (head >> END_SHIFT) & SITE_MASK]) != code:
            continue
        # A site where no piece of the other side stands is asked about for a royal piece that may go there.
        there = U(states.cells[ply, U(0), site])
        royal = there == U(0) or there & U(1) == by or ways.kinds[there] == ROYAL
        if head & (TAME if royal else ROYAL_ONLY) != U(0):
            continue
        if _is_open(paths.attacks, ways, states, ply, by, here):
            return True
    return False


@internal
def further_checks(paths: Any, ways: Any, states: Any, ply: Any, king: Any, checks: Any) -> Any:
    """Checks along paths."""
    by = U(1) - (U(states.cells[ply, U(0), king]) & U(1))
    if not further_attack(paths, ways, states, ply, king, by):
        return checks
    if checks == U(0):
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, BLOCKS, word] = ~U(0)
    return checks + SPECIAL_CHECK


@inlined
def doubted(paths: Any, ways: Any, states: Any, ply: Any, checks: Any) -> Any:
    """Any move may open a path to the king."""
    return ALL_GOALS


register_part(Paths, globals())
