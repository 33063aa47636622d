"""Hoppers: moves and attacks over a hurdle, a part of the ways of games that have them.

Elsewhere, a piece that arrives can only end an attack. Here it may give the enemy's hopper its hurdle, and
one that leaves may leave another behind it as the hurdle. Only the first three pieces on a hop line from the
king matter for that.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import add_to_set
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    ATTACKER_SHIFT,
    GOAL_SHIFT,
    HURDLE,
    HURDLE_IN_ATTACK,
    ORDINAL_MASK,
    ORDINAL_SHIFT,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.hop_tables import Hops
from fairyring.kernels.orthodox.tables import BLOCKS, KING, LINE, NOWHERE, PINNED
from fairyring.kernels.stages import (
    ALL_GOALS,
    GOALS_IN_LINE,
    NO_GOALS,
    SPECIAL_CHECK,
    barred,
    register_part,
)


@internal
def further_moves(
    hops: Any,
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
    """Hops to the sites behind each hurdle."""
    hopper = U(states.cells[ply, U(0), start])
    at = hopper * U(states.cells.shape[2]) + start
    i, end = U(hops.rays[at]), U(hops.rays[at + U(1)])
    behind = False
    while i < end:
        step = U(hops.rays[i])
        skip = (step >> SKIP_SHIFT) & SKIP_MASK
        other = U(states.cells[ply, U(0), step & SITE_MASK])
        if not behind:
            behind = other != U(0) and step & HURDLE != U(0) and not barred(ways, hopper, other)
            i += U(1) if other == U(0) or behind else skip
            continue
        action = U(1) if other == U(0) else U(2) - U(2) * U(other & U(1) == side)
        if barred(ways, hopper, other):
            action = U(0)
        behind = other == U(0) and skip != U(1)
        i += U(1) if behind else skip
        if action & actions & (step >> ACTION_SHIFT) == U(0):
            continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        moves[n] = start | (step & SITE_MASK) << GOAL_SHIFT
        n += U(1)
    return n


@internal
def further_count(
    hops: Any, ways: Any, states: Any, ply: Any, side: Any, start: Any, seen: Any, total: Any
) -> Any:
    """The number of hops."""
    hopper = U(states.cells[ply, U(0), start])
    at = hopper * U(states.cells.shape[2]) + start
    i, end = U(hops.rays[at]), U(hops.rays[at + U(1)])
    behind = False
    while i < end:
        step = U(hops.rays[i])
        skip = (step >> SKIP_SHIFT) & SKIP_MASK
        other = U(states.cells[ply, U(0), step & SITE_MASK])
        if not behind:
            behind = other != U(0) and step & HURDLE != U(0) and not barred(ways, hopper, other)
            i += U(1) if other == U(0) or behind else skip
            continue
        action = U(1) if other == U(0) else U(2) - U(2) * U(other & U(1) == side)
        if barred(ways, hopper, other):
            action = U(0)
        behind = other == U(0) and skip != U(1)
        i += U(1) if behind else skip
        if action & (step >> ACTION_SHIFT) == U(0):
            continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        total += U(1)
    return total


@inlined
def _next_piece(hops: Any, states: Any, ply: Any, i: Any, end: Any) -> Any:
    """The place of the first piece on a hop line from place i on, or ``end``."""
    while i < end and states.cells[ply, U(0), hops.attacks[i] & SITE_MASK] == 0:
        i += U(1)
    return i


@inlined
def _hits(hops: Any, states: Any, ply: Any, i: Any, by: Any) -> Any:
    """Whether the piece at place i of a line outward is a hopper of side ``by`` that can attack along it."""
    step = hops.attacks[i]
    piece = U(states.cells[ply, U(0), step & SITE_MASK])
    return piece & U(1) == by and (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0)


@inlined
def _blocked(hops: Any, ways: Any, states: Any, ply: Any, hurdle: Any, hopper: Any) -> Any:
    """Whether the hopper at a place of a line cannot jump over what stands at another."""
    over = U(states.cells[ply, U(0), hops.attacks[hurdle] & SITE_MASK])
    return barred(ways, U(states.cells[ply, U(0), hops.attacks[hopper] & SITE_MASK]), over)


@internal
def further_attack(hops: Any, ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a hopper attacks the site over a hurdle."""
    i, end = hops.attacks[site], hops.attacks[site + U(1)]
    while i < end:
        last = i + ((hops.attacks[i] >> SKIP_SHIFT) & SKIP_MASK)
        hurdle = _next_piece(hops, states, ply, i, last)
        i = last
        if hurdle < last and hops.attacks[hurdle] & HURDLE_IN_ATTACK != U(0):
            hopper = _next_piece(hops, states, ply, hurdle + U(1), last)
            if hopper == last or _blocked(hops, ways, states, ply, hurdle, hopper):
                continue
            if _hits(hops, states, ply, hopper, by):
                return True
    return False


@internal
def further_checks(hops: Any, ways: Any, states: Any, ply: Any, king: Any, checks: Any) -> Any:
    """Checks over a hurdle; the mover's pieces that may open one by leaving, and goals that may (LINE)."""
    side = states.info[ply, SIDE]
    by = U(1) - side
    words = U(states.bits.shape[2])
    for word in range(words):
        states.bits[ply, LINE, word] = U(0)
    found = U(0)
    i, end = hops.attacks[king], hops.attacks[king + U(1)]
    while i < end:
        begin = i
        last = i + ((hops.attacks[i] >> SKIP_SHIFT) & SKIP_MASK)
        i = last
        one = _next_piece(hops, states, ply, begin, last)
        if one == last:
            continue
        first = hops.attacks[one]
        if _hits(hops, states, ply, one, by):  # any piece before it becomes its hurdle
            for place in range(begin, one):
                if hops.attacks[place] & HURDLE_IN_ATTACK != U(0):
                    add_to_set(states, ply, LINE, hops.attacks[place] & SITE_MASK)
        two = _next_piece(hops, states, ply, one + U(1), last)
        if two == last:
            continue
        second = hops.attacks[two]
        own = U(states.cells[ply, U(0), first & SITE_MASK]) & U(1) == side
        if _hits(hops, states, ply, two, by):
            if first & HURDLE_IN_ATTACK != U(0) and not _blocked(hops, ways, states, ply, one, two):
                found += SPECIAL_CHECK
            elif first & HURDLE_IN_ATTACK != U(0):  # what captures it there may be a hurdle
                add_to_set(states, ply, LINE, first & SITE_MASK)
            elif own:  # it may become a hurdle nearer to the king
                add_to_set(states, ply, PINNED, first & SITE_MASK)
        three = _next_piece(hops, states, ply, two + U(1), last)
        if three == last or not _hits(hops, states, ply, three, by):
            continue
        if own and second & HURDLE_IN_ATTACK != U(0):
            add_to_set(states, ply, PINNED, first & SITE_MASK)
        if U(states.cells[ply, U(0), second & SITE_MASK]) & U(1) == side and first & HURDLE_IN_ATTACK != U(0):
            add_to_set(states, ply, PINNED, second & SITE_MASK)
    if found != U(0) and checks == U(0):
        for word in range(words):
            states.bits[ply, BLOCKS, word] = ~U(0)
    return checks + found


@inlined
def doubted(hops: Any, ways: Any, states: Any, ply: Any, checks: Any) -> Any:
    """In a hopper's check any move may help; else the sites of LINE are in doubt."""
    if checks >= SPECIAL_CHECK:
        return ALL_GOALS
    if states.info[ply, KING + states.info[ply, SIDE]] == NOWHERE:
        return NO_GOALS
    some = U(0)
    for word in range(U(states.bits.shape[2])):
        some |= states.bits[ply, LINE, word]
    return GOALS_IN_LINE if some != U(0) else NO_GOALS


register_part(Hops, globals())
