"""Check by a step, and check by a big piece that could capture the one under the king."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import add_to_set
from fairyring.kernels.orthodox.codes import ATTACKER_SHIFT, PAWN, ROYAL, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.tables import KING
from fairyring.kernels.piloting.tables import BOTH, ENTER, LEAVE


@inlined
def small_count(states: Any) -> Any:
    """How many small squares there are: the number of the first big one."""
    return U(states.cells.shape[2]) // U(5) * U(4)


@inlined
def small_words(states: Any) -> Any:
    """How many words of a set hold small squares."""
    return (small_count(states) + U(63)) >> U(6)


@inlined
def small_pieces(states: Any, ply: Any, side: Any, word: Any) -> Any:
    """A word of the set of a side's small pieces: big ones may stand in the last word, too."""
    pieces, smalls = states.bits[ply, side, word], small_count(states)
    return pieces & ((U(1) << (smalls & U(63))) - U(1)) if word == smalls >> U(6) else pieces


@inlined
def attacks_along(step: Any, piece: Any) -> Any:
    """Whether a piece attacks along the line from this step of it."""
    return (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0)


@inlined
def backward(terms: Any, side: Any, start: Any, goal: Any) -> Any:
    """Whether a small pawn of ``side`` may not pilot that way: towards its own side."""
    one, two = terms.ranks[start], terms.ranks[goal]
    return two < one if side == U(0) else two > one


@inlined
def may_pilot(
    ways: Any, terms: Any, states: Any, ply: Any, start: Any, goal: Any, near: Any, pilot_side: Any
) -> Any:
    """Whether a rider of ``pilot_side`` (a side, or BOTH) may pilot a big piece from start to goal.

    ``near``: the goal is the first of its line. Whether the big piece moves that way is not checked here.
    """
    base = (start - small_count(states)) << U(2)
    may = False
    for corner in range(U(4)):
        rider = U(states.cells[ply, U(0), base + corner])
        if rider == U(0):
            continue
        kind = ways.kinds[rider]
        if kind == ROYAL and not near:
            return False
        if (pilot_side == BOTH or rider & U(1) == pilot_side) and (
            kind != PAWN or not backward(terms, rider & U(1), start, goal)
        ):
            may = True
    return may


@inlined
def attacked_by_step(ways: Any, states: Any, ply: Any, king: Any, by: Any, watched: Any) -> Any:
    """Whether a small piece of side ``by`` could step onto a small square and capture there.

    With ``watched``, a constant, the squares that the answer depends on go into the sets of
    `checks_and_pins`.
    """
    smalls = small_count(states)
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        piece = U(states.cells[ply, U(0), there])
        under = smalls + (there >> U(2))
        if watched:
            add_to_set(states, ply, LEAVE, under)
            add_to_set(states, ply, ENTER, under)
        if piece == U(0) and states.cells[ply, U(0), under] != 0:
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if piece != U(0):
            if piece & U(1) == by:
                if attacks_along(step, piece):
                    return True
            elif watched and _uncovers(ways, states, ply, i + U(1), following, by):
                add_to_set(states, ply, LEAVE, there)
        i = following
    return False


@inlined
def _uncovers(ways: Any, states: Any, ply: Any, i: Any, end: Any, by: Any) -> Any:
    """Whether an enemy behind the piece that blocks an attack line would attack along it without that piece.

    If that piece leaves together with the big piece under it, the sets have it anyway.
    """
    smalls = small_count(states)
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        piece = U(states.cells[ply, U(0), there])
        if piece != U(0):
            return piece & U(1) == by and attacks_along(step, piece)
        if states.cells[ply, U(0), smalls + (there >> U(2))] == 0:
            return False
        i += U(1)
    return False


@inlined
def carrier_attacked(ways: Any, terms: Any, states: Any, ply: Any, king: Any, by: Any, watched: Any) -> Any:
    """Whether the big piece under a small square could be captured, and so threatens what stands on it.

    ``watched`` is as in `attacked_by_step`.
    """
    smalls = small_count(states)
    under = smalls + (king >> U(2))
    colour = U(states.cells[ply, U(0), under]) & U(1)
    pilot_side = by if terms.enemy_only[U(0)] != U(0) else BOTH
    i, end = U(ways.attack_start[under]), U(ways.attack_start[under + U(1)])
    near = True
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        piece = U(states.cells[ply, U(0), there])
        skip = (step >> SKIP_SHIFT) & SKIP_MASK
        if watched:
            add_to_set(states, ply, LEAVE, there)
            add_to_set(states, ply, ENTER, there)
        if piece == U(0):
            near = skip == U(1)
            i += U(1)
            continue
        if piece & U(1) != colour and attacks_along(step, piece):
            if may_pilot(ways, terms, states, ply, there, under, near, pilot_side):
                return True
            if watched:  # a piece that steps onto its back may pilot it here
                base = (there - smalls) << U(2)
                states.bits[ply, ENTER, base >> U(6)] |= U(0xF) << (base & U(63))
        near = True
        i += skip
    return False


@inlined
def king_attacked(ways: Any, terms: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether a king of ``side`` on a small square could be captured, as the row's cells stand."""
    by = U(1) - side
    return attacked_by_step(ways, states, ply, king, by, False) or carrier_attacked(
        ways, terms, states, ply, king, by, False
    )


@compiled
def king_carrier_attacked(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether the big piece under a side's king could be captured if it were the other side's move."""
    king = states.info[ply, KING + side]
    return carrier_attacked(tables.ways, tables.parts[0], states, ply, king, U(1) - side, False)


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``in_check``: whether the mover's king could be captured."""
    side = states.info[ply, SIDE]
    return king_attacked(tables.ways, tables.parts[0], states, ply, side, states.info[ply, KING + side])


@inlined
def checks_and_pins(ways: Any, terms: Any, states: Any, ply: Any) -> Any:
    """Whether the mover is in check; if not, fill the sets LEAVE and ENTER.

    The king's safety depends on the squares that are looked at here. So a move keeps it safe unless its start
    is in LEAVE (like the king's own square, and the big one under it) or its goal in ENTER. Such moves have
    to be tried.
    """
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LEAVE, word] = U(0)
        states.bits[ply, ENTER, word] = U(0)
    side = states.info[ply, SIDE]
    by = U(1) - side
    king = states.info[ply, KING + side]
    add_to_set(states, ply, LEAVE, king)
    add_to_set(states, ply, LEAVE, small_count(states) + (king >> U(2)))
    return attacked_by_step(ways, states, ply, king, by, True) or carrier_attacked(
        ways, terms, states, ply, king, by, True
    )
