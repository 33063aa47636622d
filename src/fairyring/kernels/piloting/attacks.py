"""Check by a step, and check by a big man who may take the one under the king."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import put
from fairyring.kernels.orthodox.generate import PAWN, ROYAL
from fairyring.kernels.orthodox.tables import ATTACKER_SHIFT, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.piloting.tables import BOTH, ENTER, KING, LEAVE


@inlined
def smalls_of(states: Any) -> Any:
    """How many small squares there are: the number of the first big one."""
    return U(states.cells.shape[2]) // U(5) * U(4)


@inlined
def strikes(step: Any, man: Any) -> Any:
    """Whether a man attacks along the line from this step of it."""
    return (step >> (ATTACKER_SHIFT + man)) & U(1) != U(0)


@inlined
def bound(terms: Any, side: Any, start: Any, goal: Any) -> Any:
    """Whether a small pawn of ``side`` may not pilot that way: nearer to his own seat."""
    one, two = terms.ranks[start], terms.ranks[goal]
    return two < one if side == U(0) else two > one


@inlined
def pilots(ways: Any, terms: Any, states: Any, ply: Any, start: Any, goal: Any, near: Any, who: Any) -> Any:
    """Whether a rider of ``who`` (a side, or BOTH) may take a big man from a big square to another.

    ``near``: the goal is the first of its line. The big man's own movement is not asked after here.
    """
    base = (start - smalls_of(states)) << U(2)
    may = False
    for corner in range(U(4)):
        rider = U(states.cells[ply, U(0), base + corner])
        if rider == U(0):
            continue
        kind = ways.kinds[rider]
        if kind == ROYAL and not near:
            return False
        if (who == BOTH or rider & U(1) == who) and (
            kind != PAWN or not bound(terms, rider & U(1), start, goal)
        ):
            may = True
    return may


@inlined
def struck_by_step(ways: Any, states: Any, ply: Any, king: Any, by: Any, watched: Any) -> Any:
    """Whether a small man of side ``by`` could step onto a small square to take.

    With ``watched``, a constant, what the answer depends on goes into the sets of `danger`.
    """
    smalls = smalls_of(states)
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        man = U(states.cells[ply, U(0), there])
        under = smalls + (there >> U(2))
        if watched:
            put(states, ply, LEAVE, under)
            put(states, ply, ENTER, under)
        if man == U(0) and states.cells[ply, U(0), under] != 0:
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if man != U(0):
            if man & U(1) == by:
                if strikes(step, man):
                    return True
            elif watched and _uncovers(ways, states, ply, i + U(1), following, by):
                put(states, ply, LEAVE, there)
        i = following
    return False


@inlined
def _uncovers(ways: Any, states: Any, ply: Any, i: Any, end: Any, by: Any) -> Any:
    """Whether an enemy behind the man who stops an attack line would attack along it without him.

    If he leaves with the big man under him, that is in the sets anyhow.
    """
    smalls = smalls_of(states)
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        man = U(states.cells[ply, U(0), there])
        if man != U(0):
            return man & U(1) == by and strikes(step, man)
        if states.cells[ply, U(0), smalls + (there >> U(2))] == 0:
            return False
        i += U(1)
    return False


@inlined
def struck_below(ways: Any, terms: Any, states: Any, ply: Any, king: Any, by: Any, watched: Any) -> Any:
    """Whether the big man under a small square could be taken, as it threatens who stands there.

    ``watched`` is as in `struck_by_step`.
    """
    smalls = smalls_of(states)
    under = smalls + (king >> U(2))
    colour = U(states.cells[ply, U(0), under]) & U(1)
    who = by if terms.foe_only[U(0)] != U(0) else BOTH
    i, end = U(ways.attack_start[under]), U(ways.attack_start[under + U(1)])
    near = True
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        man = U(states.cells[ply, U(0), there])
        skip = (step >> SKIP_SHIFT) & SKIP_MASK
        if watched:
            put(states, ply, LEAVE, there)
            put(states, ply, ENTER, there)
        if man == U(0):
            near = skip == U(1)
            i += U(1)
            continue
        if man & U(1) != colour and strikes(step, man):
            if pilots(ways, terms, states, ply, there, under, near, who):
                return True
            if watched:  # whoever steps to his back may be the one to pilot him here
                base = (there - smalls) << U(2)
                states.bits[ply, ENTER, base >> U(6)] |= U(0xF) << (base & U(63))
        near = True
        i += skip
    return False


@inlined
def king_struck(ways: Any, terms: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether a king of ``side`` on a small square could be taken, as the row's cells stand."""
    by = U(1) - side
    return struck_by_step(ways, states, ply, king, by, False) or struck_below(
        ways, terms, states, ply, king, by, False
    )


@compiled
def struck_under(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether the big man under a side's king could be taken, were it the other's turn."""
    king = states.info[ply, KING + side]
    return struck_below(tables.ways, tables.terms, states, ply, king, U(1) - side, False)


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover's king could be taken: the contract's ``in_check``."""
    side = states.info[ply, SIDE]
    return king_struck(tables.ways, tables.terms, states, ply, side, states.info[ply, KING + side])


@inlined
def danger(ways: Any, terms: Any, states: Any, ply: Any) -> Any:
    """Whether the mover is in check; if he is not, fill the sets LEAVE and ENTER.

    The king's safety follows from what stands on the squares that are looked at here. So a move keeps
    him safe unless its start is in LEAVE (and so are his own square and the big one under him) or its
    goal in ENTER. Those are to be tried.
    """
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LEAVE, word] = U(0)
        states.bits[ply, ENTER, word] = U(0)
    side = states.info[ply, SIDE]
    by = U(1) - side
    king = states.info[ply, KING + side]
    put(states, ply, LEAVE, king)
    put(states, ply, LEAVE, smalls_of(states) + (king >> U(2)))
    return struck_by_step(ways, states, ply, king, by, True) or struck_below(
        ways, terms, states, ply, king, by, True
    )
