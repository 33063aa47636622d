"""Attack on two levels: along the ground, and along the backs of men.

A man who carries a rider neither moves nor attacks. His rider acts along the ground if he sits on
a man of his own side, and along the backs in any case.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import put
from fairyring.kernels.orthodox.generate import PAWN, ROYAL
from fairyring.kernels.orthodox.tables import ATTACKER_SHIFT, KING, NOWHERE, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.riding.tables import FILL, GROUND, KING_LEVEL, LEAVE, TOP


@inlined
def strikes(step: Any, man: Any, by: Any) -> Any:
    """Whether a man is one of side ``by`` who attacks along the line from this step of it."""
    return man != U(0) and man & U(1) == by and (step >> (ATTACKER_SHIFT + man)) & U(1) != U(0)


@inlined
def actor(states: Any, ply: Any, site: Any) -> Any:
    """The man who acts along the ground from an occupied site: who stands there alone, or rides his own."""
    man, rider = U(states.cells[ply, GROUND, site]), U(states.cells[ply, TOP, site])
    if rider == U(0):
        return man
    return rider if (rider ^ man) & U(1) == U(0) else U(0)


@inlined
def open_back(ways: Any, states: Any, ply: Any, site: Any) -> Any:
    """Whether there is a back to pass over or to sit on: a man on the ground who is no king."""
    man = states.cells[ply, GROUND, site]
    return man != 0 and ways.kinds[man] != ROYAL


@internal
def struck_on_ground(ways: Any, states: Any, ply: Any, site: Any, by: Any, officers: Any) -> Any:
    """Whether side ``by`` attacks a site along the ground; where ``officers`` is 1, pawns do not count."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        if states.cells[ply, GROUND, there] == 0:
            i += U(1)
            continue
        man = actor(states, ply, there)
        if strikes(step, man, by) and (officers == U(0) or ways.kinds[man] != PAWN):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def struck_on_top(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a rider of side ``by`` attacks a site's back along the backs."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        rider = U(states.cells[ply, TOP, there])
        if rider == U(0) and open_back(ways, states, ply, there):
            i += U(1)
            continue
        if strikes(step, rider, by):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def king_struck(ways: Any, states: Any, ply: Any, side: Any, king: Any, level: Any, fall: Any) -> Any:
    """Whether a king of ``side`` at a place could be taken, as the row's cells stand.

    ``fall``: 1 where the rider of a captured man is taken with him, else 0.
    """
    by = U(1) - side
    if king == NOWHERE:
        return False
    if level == GROUND:
        return struck_on_ground(ways, states, ply, king, by, U(0))
    if struck_on_top(ways, states, ply, king, by):
        return True
    carrier = U(states.cells[ply, GROUND, king])
    if carrier & U(1) == by:  # they may come to the back of their own man
        return struck_on_ground(ways, states, ply, king, by, U(1))
    # Where riders fall, they may take the man under him, and him with that man.
    return fall != U(0) and struck_on_ground(ways, states, ply, king, by, U(0))


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover's king could be taken: the contract's ``in_check``."""
    side = states.info[ply, SIDE]
    king, level = states.info[ply, KING + side], states.info[ply, KING_LEVEL + side]
    return king_struck(tables.ground.ways, states, ply, side, king, level, tables.riders_fall[U(0)])


@internal
def danger(ways: Any, states: Any, ply: Any, fall: Any) -> Any:
    """Whether the mover is in check; if he is not, fill the sets LEAVE and FILL.

    A move of any man but the king leaves him safe unless it leaves a site of LEAVE, comes along the
    ground to a site of FILL, or changes more than its two ends. Moves that do are to be tried.
    """
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LEAVE, word] = U(0)
        states.bits[ply, FILL, word] = U(0)
    side = states.info[ply, SIDE]
    by = U(1) - side
    king, level = states.info[ply, KING + side], states.info[ply, KING_LEVEL + side]
    if king == NOWHERE:
        return False
    if level == GROUND:
        return _ground_danger(ways, states, ply, king, by)
    put(states, ply, FILL, king)  # whose man carries him decides who may come to him
    if _top_danger(ways, states, ply, king, by):
        return True
    carrier = U(states.cells[ply, GROUND, king])
    if carrier & U(1) != by and fall == U(0):
        return False
    # Pawns cannot come to a back: where they seem to, it is asked again, and LEAVE is a little too large.
    struck = _ground_danger(ways, states, ply, king, by)
    return struck and king_struck(ways, states, ply, side, king, level, fall)


@internal
def _ground_danger(ways: Any, states: Any, ply: Any, king: Any, by: Any) -> Any:
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    check = False
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        man = U(states.cells[ply, GROUND, there])
        if man == U(0):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        rider = U(states.cells[ply, TOP, there])
        if strikes(step, actor(states, ply, there), by):
            check = True
        elif rider != U(0):
            # An annexed enemy attacks again as soon as my rider leaves his back.
            if rider & U(1) != by and strikes(step, man, by):
                put(states, ply, LEAVE, there)
        elif man & U(1) != by:
            j = i + U(1)
            while j < following:
                beyond = ways.attacks[j]
                if states.cells[ply, GROUND, beyond & SITE_MASK] != 0:
                    if strikes(beyond, actor(states, ply, beyond & SITE_MASK), by):
                        put(states, ply, LEAVE, there)
                    break
                j += U(1)
        i = following
    return check


@internal
def _top_danger(ways: Any, states: Any, ply: Any, king: Any, by: Any) -> Any:
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        rider = U(states.cells[ply, TOP, there])
        if rider == U(0) and open_back(ways, states, ply, there):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if strikes(step, rider, by):
            return True
        if rider & U(1) != by or rider == U(0):
            # My rider or a hole stops the line here: what if he leaves, or it is filled? One of each is no
            # more than one: he may leave and fill it.
            leaver = there if rider != U(0) else NOWHERE
            hole = rider == U(0)
            j = i + U(1)
            while j < following:
                beyond = ways.attacks[j] & SITE_MASK
                other = U(states.cells[ply, TOP, beyond])
                if other != U(0) or not open_back(ways, states, ply, beyond):
                    if strikes(ways.attacks[j], other, by):
                        if leaver == NOWHERE:
                            put(states, ply, FILL, there)
                        else:
                            put(states, ply, LEAVE, leaver)
                        break
                    if other == U(0) and not hole:
                        hole = True
                    elif other != U(0) and other & U(1) != by and leaver == NOWHERE:
                        leaver = beyond
                    else:
                        break
                j += U(1)
        i = following
    return False
