"""Paths: moves that capture on their way, or depend on several pieces; a part of the ways of games with them.

What such a path does to the king is seen by making each move: with them, any piece that comes or goes may
open or close a path to it.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.orthodox import path_tables
from fairyring.kernels.orthodox.codes import BYTE_MASK, LOCUST, ORDINAL_MASK, PLAIN, ROYAL, SITE_MASK, encode
from fairyring.kernels.orthodox.path_tables import Paths
from fairyring.kernels.orthodox.tables import BLOCKS
from fairyring.kernels.stages import ALL_GOALS, SPECIAL_CHECK, register_part

EMPTY, ENEMY, OWN = U(path_tables.EMPTY), U(path_tables.ENEMY), U(path_tables.OWN)
ALLOWED_SHIFT, SIZE_MASK = U(path_tables.ALLOWED_SHIFT), U(path_tables.SIZE_MASK)
END_SHIFT, END_ALLOWED = U(path_tables.END_SHIFT), U(path_tables.END_SHIFT_ALLOWED)
TAKEN_SHIFT, TAKES = U(path_tables.TAKEN_SHIFT), U(path_tables.TAKES)
NUMBER_SHIFT, NUMBERED = U(path_tables.NUMBER_SHIFT), U(path_tables.NUMBERED)


@inlined
def _holds(states: Any, ply: Any, site: Any, side: Any) -> Any:
    """What stands on a site, as a side sees it."""
    piece = U(states.cells[ply, U(0), site])
    if piece == U(0):
        return EMPTY
    return OWN if piece & U(1) == side else ENEMY


@inlined
def _is_open(words: Any, states: Any, ply: Any, side: Any, i: Any) -> Any:
    """Whether on each site of the path whose head is at place i stands what may."""
    j, last = i + U(1), i + U(1) + (words[i] & SIZE_MASK)
    while j < last and (words[j] >> ALLOWED_SHIFT) & _holds(states, ply, words[j] & SITE_MASK, side) != U(0):
        j += U(1)
    return j == last


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
        there = EMPTY if goal == start else _holds(states, ply, goal, side)
        if (head >> END_ALLOWED) & there == U(0):
            continue
        takes = head & TAKES != U(0)
        if actions & (U(2) if takes or there != EMPTY else U(1)) == U(0):
            continue
        if not _is_open(paths.moves, states, ply, side, here):
            continue
        if there == OWN and ways.kinds[states.cells[ply, U(0), goal]] == ROYAL:
            continue
        own = takes and _holds(states, ply, taken, side) == OWN
        if own and ways.kinds[states.cells[ply, U(0), taken]] == ROYAL:
            continue
        if head & NUMBERED != U(0):
            mark = U(1) << ((head >> NUMBER_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        moves[n] = encode(start, goal, U(0), LOCUST if takes else PLAIN, taken if takes else U(0))
        n += U(1)
    return n


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
        if _is_open(paths.attacks, states, ply, by, here):
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
