"""Attacks on two levels: along the ground, and along the backs of pieces.

A piece that carries a rider neither moves nor attacks. Its rider acts along the ground if it sits on a
piece of its own side, and along the backs in any case.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import add_to_set
from fairyring.kernels.orthodox.codes import ATTACKER_SHIFT, PAWN, ROYAL, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.riding.tables import FILL, GROUND, KING_LEVEL, LEAVE, TOP


@inlined
def attacks_along(step: Any, piece: Any, by: Any) -> Any:
    """Whether a piece belongs to side ``by`` and attacks along the line from this step of it."""
    return piece != U(0) and piece & U(1) == by and (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0)


@inlined
def actor(states: Any, ply: Any, site: Any) -> Any:
    """The piece on an occupied site that acts along the ground: alone there, or on its own side's piece."""
    piece, rider = U(states.cells[ply, GROUND, site]), U(states.cells[ply, TOP, site])
    if rider == U(0):
        return piece
    return rider if (rider ^ piece) & U(1) == U(0) else U(0)


@inlined
def open_back(ways: Any, states: Any, ply: Any, site: Any) -> Any:
    """Whether there is a back to cross or to sit on: a piece on the ground that is not a king."""
    piece = states.cells[ply, GROUND, site]
    return piece != 0 and ways.kinds[piece] != ROYAL


@internal
def attacked_on_ground(ways: Any, states: Any, ply: Any, site: Any, by: Any, non_pawns: Any) -> Any:
    """Whether side ``by`` attacks a site along the ground; if ``non_pawns`` is 1, pawns do not count."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        if states.cells[ply, GROUND, there] == 0:
            i += U(1)
            continue
        piece = actor(states, ply, there)
        if attacks_along(step, piece, by) and (non_pawns == U(0) or ways.kinds[piece] != PAWN):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def attacked_on_top(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a rider of side ``by`` attacks a site's back along the backs."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        rider = U(states.cells[ply, TOP, there])
        if rider == U(0) and open_back(ways, states, ply, there):
            i += U(1)
            continue
        if attacks_along(step, rider, by):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def king_attacked(ways: Any, states: Any, ply: Any, side: Any, king: Any, level: Any, fall: Any) -> Any:
    """Whether a king of ``side`` could be captured at a place, as the row's cells stand.

    ``fall``: 1 if the rider of a captured piece is captured with it, else 0.
    """
    by = U(1) - side
    if king == NOWHERE:
        return False
    if level == GROUND:
        return attacked_on_ground(ways, states, ply, king, by, U(0))
    if attacked_on_top(ways, states, ply, king, by):
        return True
    carrier = U(states.cells[ply, GROUND, king])
    if carrier & U(1) == by:  # they can come to the back of their own piece
        return attacked_on_ground(ways, states, ply, king, by, U(1))
    # Where riders fall, they can capture the piece under the king, and the king with it.
    return fall != U(0) and attacked_on_ground(ways, states, ply, king, by, U(0))


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``in_check``: whether the mover's king could be captured."""
    side = states.info[ply, SIDE]
    king, level = states.info[ply, KING + side], states.info[ply, KING_LEVEL + side]
    return king_attacked(tables.ground.ways, states, ply, side, king, level, tables.riders_fall[U(0)])


@internal
def checks_and_pins(ways: Any, states: Any, ply: Any, fall: Any) -> Any:
    """Whether the mover is in check; if not, fill the sets LEAVE and FILL.

    A move of any piece but the king leaves the king safe unless it leaves a site of LEAVE, arrives along the
    ground at a site of FILL, or changes more than its two ends. Such moves have to be tried.
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
        return _ground_checks_and_pins(ways, states, ply, king, by)
    add_to_set(states, ply, FILL, king)  # the side of its carrier decides which enemies can come there
    if _top_checks_and_pins(ways, states, ply, king, by):
        return True
    carrier = U(states.cells[ply, GROUND, king])
    if carrier & U(1) != by and fall == U(0):
        return False
    # Pawns cannot come to a back. If only a pawn seems to give check, ask again; LEAVE is then a little too
    # large.
    check = _ground_checks_and_pins(ways, states, ply, king, by)
    return check and king_attacked(ways, states, ply, side, king, level, fall)


@internal
def _ground_checks_and_pins(ways: Any, states: Any, ply: Any, king: Any, by: Any) -> Any:
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    check = False
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        piece = U(states.cells[ply, GROUND, there])
        if piece == U(0):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        rider = U(states.cells[ply, TOP, there])
        if attacks_along(step, actor(states, ply, there), by):
            check = True
        elif rider != U(0):
            # An enemy piece under my rider attacks again as soon as the rider leaves.
            if rider & U(1) != by and attacks_along(step, piece, by):
                add_to_set(states, ply, LEAVE, there)
        elif piece & U(1) != by:
            j = i + U(1)
            while j < following:
                beyond = ways.attacks[j]
                if states.cells[ply, GROUND, beyond & SITE_MASK] != 0:
                    if attacks_along(beyond, actor(states, ply, beyond & SITE_MASK), by):
                        add_to_set(states, ply, LEAVE, there)
                    break
                j += U(1)
        i = following
    return check


@internal
def _top_checks_and_pins(ways: Any, states: Any, ply: Any, king: Any, by: Any) -> Any:
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        rider = U(states.cells[ply, TOP, there])
        if rider == U(0) and open_back(ways, states, ply, there):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if attacks_along(step, rider, by):
            return True
        if rider & U(1) != by or rider == U(0):
            # My rider or a hole stops the line here: what if the rider leaves, or the hole is filled?
            # One of each counts as one: the rider may leave and fill the hole.
            leaver = there if rider != U(0) else NOWHERE
            hole = rider == U(0)
            j = i + U(1)
            while j < following:
                beyond = ways.attacks[j] & SITE_MASK
                other = U(states.cells[ply, TOP, beyond])
                if other != U(0) or not open_back(ways, states, ply, beyond):
                    if attacks_along(ways.attacks[j], other, by):
                        if leaver == NOWHERE:
                            add_to_set(states, ply, FILL, there)
                        else:
                            add_to_set(states, ply, LEAVE, leaver)
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
