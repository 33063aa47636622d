"""Attacks on two levels: along the ground, and along the backs of pieces.

A piece that carries a rider neither moves nor attacks. Its rider acts along the ground if it sits on a
piece of its own side, and along the backs in any case.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import add_to_set, in_set
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    BYTE_MASK,
    CASTLE,
    DROP,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PAWN,
    PROMOTION_SHIFT,
    ROYAL,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import (
    BLOCKS,
    KING,
    LINE,
    NOWHERE,
    PINNED,
    ROOK_GOAL,
    ROOK_START,
)

FILL = LINE  # a set: sites at which no piece may arrive on the ground without a test


@inlined
def back(states: Any) -> Any:
    """How much larger the number of a site's back is than the site's."""
    return U(states.cells.shape[2]) >> U(1)


@inlined
def attacks_along(step: Any, piece: Any, by: Any) -> Any:
    """Whether a piece belongs to side ``by`` and attacks along the line from this step of it."""
    return piece != U(0) and piece & U(1) == by and (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0)


@inlined
def actor(states: Any, ply: Any, site: Any) -> Any:
    """The piece on an occupied site that acts along the ground: alone there, or on its own side's piece."""
    piece, rider = U(states.cells[ply, U(0), site]), U(states.cells[ply, U(0), site + back(states)])
    if rider == U(0):
        return piece
    return rider if (rider ^ piece) & U(1) == U(0) else U(0)


@inlined
def acting(states: Any, ply: Any, site: Any) -> Any:
    """The place of the piece that acts along the ground of a site once LINE has left, or `NOWHERE`."""
    above = site + back(states)
    piece, rider = U(states.cells[ply, U(0), site]), U(states.cells[ply, U(0), above])
    if rider == U(0) or in_set(states, ply, LINE, above):
        return site
    return above if (rider ^ piece) & U(1) == U(0) else NOWHERE


@inlined
def intricate(states: Any, ply: Any, move: Any) -> Any:
    """Whether a move goes to a back, or to a site with a rider on its back."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    return goal >= back(states) or states.cells[ply, U(0), goal + back(states)] != 0


@inlined
def open_back(ways: Any, states: Any, ply: Any, site: Any) -> Any:
    """Whether there is a back to cross or to sit on: a piece on the ground that is not a king."""
    piece = states.cells[ply, U(0), site]
    return piece != 0 and ways.kinds[piece] != ROYAL


@internal
def attacked_on_ground(ways: Any, states: Any, ply: Any, site: Any, by: Any, non_pawns: Any) -> Any:
    """Whether side ``by`` attacks a site along the ground; if ``non_pawns`` is 1, pawns do not count."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        if states.cells[ply, U(0), there] == 0:
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
        rider = U(states.cells[ply, U(0), there + back(states)])
        if rider == U(0) and open_back(ways, states, ply, there):
            i += U(1)
            continue
        if attacks_along(step, rider, by):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def attacked_at(ways: Any, states: Any, ply: Any, place: Any, by: Any, fall: Any) -> Any:
    """Whether side ``by`` could capture a piece at a place, as the row's cells stand.

    ``fall``: 1 if the rider of a captured piece is captured with it, else 0.
    """
    if place < back(states):
        return attacked_on_ground(ways, states, ply, place, by, U(0))
    site = place - back(states)
    if attacked_on_top(ways, states, ply, site, by):
        return True
    if U(states.cells[ply, U(0), site]) & U(1) == by:  # they can come to the back of their own piece
        return attacked_on_ground(ways, states, ply, site, by, U(1))
    # Where riders fall, they can capture the piece below, and the one on it with it.
    return fall != U(0) and attacked_on_ground(ways, states, ply, site, by, U(0))


@internal
def leaves_king_attacked(ways: Any, states: Any, ply: Any, move: Any, fall: Any) -> Any:
    """Whether a pseudo-legal move would leave the mover's king attacked: made on the row, and unmade."""
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return False
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & BYTE_MASK, move >> EXTRA_SHIFT
    second = extra if tag == EN_PASSANT else ways.castlings[extra, ROOK_START] if tag == CASTLE else start
    rook_goal = ways.castlings[extra, ROOK_GOAL] if tag == CASTLE else start
    cells = states.cells
    piece, captured, other = cells[ply, U(0), start], cells[ply, U(0), goal], cells[ply, U(0), second]
    falling = goal + back(states) if fall != U(0) and goal < back(states) and captured != 0 else goal
    fallen = cells[ply, U(0), falling]
    cells[ply, U(0), start] = 0
    cells[ply, U(0), second] = 0
    cells[ply, U(0), falling] = 0
    if tag == CASTLE:
        cells[ply, U(0), rook_goal] = other
    placed = U(piece) if tag != DROP else ((move >> PROMOTION_SHIFT) & BYTE_MASK) << U(1) | side
    cells[ply, U(0), goal] = placed
    here = goal if start == king else king
    exposed = cells[ply, U(0), here] == 0  # it rode on the captured piece, and riders fall
    exposed = exposed or attacked_at(ways, states, ply, here, U(1) - side, fall)
    if tag == CASTLE:
        cells[ply, U(0), rook_goal] = 0
    cells[ply, U(0), falling] = fallen
    cells[ply, U(0), goal] = captured
    cells[ply, U(0), second] = other
    cells[ply, U(0), start] = piece
    return exposed


@internal
def checks_and_pins(ways: Any, states: Any, ply: Any, fall: Any) -> Any:
    """Whether the mover is in check, as 1 or 0, with the sets PINNED and FILL if it is not.

    A move of any piece but the king leaves the king safe unless it leaves a place of PINNED, arrives along
    the ground at a site of FILL, or changes more than its two ends. Such moves have to be made to be judged,
    and in check all of them: BLOCKS is everything.
    """
    words = U(states.bits.shape[2])
    for word in range(words):
        states.bits[ply, PINNED, word] = U(0)
        states.bits[ply, FILL, word] = U(0)
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return U(0)
    if not _in_danger(ways, states, ply, king, U(1) - side, fall):
        return U(0)
    for word in range(words):
        states.bits[ply, BLOCKS, word] = ~U(0)
    return U(1)


@inlined
def _in_danger(ways: Any, states: Any, ply: Any, king: Any, by: Any, fall: Any) -> Any:
    if king < back(states):
        return _ground_checks_and_pins(ways, states, ply, king, by)
    site = king - back(states)
    add_to_set(states, ply, FILL, site)  # the side of its carrier decides which enemies can come there
    if _top_checks_and_pins(ways, states, ply, site, by):
        return True
    if U(states.cells[ply, U(0), site]) & U(1) != by and fall == U(0):
        return False
    # Pawns cannot come to a back. If only a pawn seems to give check, ask again; PINNED is then a little too
    # large.
    check = _ground_checks_and_pins(ways, states, ply, site, by)
    return check and attacked_at(ways, states, ply, king, by, fall)


@inlined
def pin(states: Any, ply: Any, site: Any) -> None:
    """Add both places at a site to PINNED."""
    add_to_set(states, ply, PINNED, site)
    add_to_set(states, ply, PINNED, site + back(states))


@internal
def _ground_checks_and_pins(ways: Any, states: Any, ply: Any, king: Any, by: Any) -> Any:
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    check = False
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        piece = U(states.cells[ply, U(0), there])
        if piece == U(0):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        rider = U(states.cells[ply, U(0), there + back(states)])
        if attacks_along(step, actor(states, ply, there), by):
            check = True
        elif rider != U(0):
            # An enemy piece under my rider attacks again as soon as the rider leaves.
            if rider & U(1) != by and attacks_along(step, piece, by):
                pin(states, ply, there)
        elif piece & U(1) != by:
            j = i + U(1)
            while j < following:
                beyond = ways.attacks[j]
                if states.cells[ply, U(0), beyond & SITE_MASK] != 0:
                    if attacks_along(beyond, actor(states, ply, beyond & SITE_MASK), by):
                        pin(states, ply, there)
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
        rider = U(states.cells[ply, U(0), there + back(states)])
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
                other = U(states.cells[ply, U(0), beyond + back(states)])
                if other != U(0) or not open_back(ways, states, ply, beyond):
                    if attacks_along(ways.attacks[j], other, by):
                        if leaver == NOWHERE:
                            add_to_set(states, ply, FILL, there)
                        else:
                            pin(states, ply, leaver)
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


@inlined
def risky(states: Any, ply: Any, checks: Any, move: Any, fall: Any) -> Any:
    """Whether a move has to be made to be judged, whatever it leaves: see `checks_and_pins`."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    if checks != U(0):
        return True
    if goal >= back(states):
        return False
    fallen = fall != U(0) and states.cells[ply, U(0), goal + back(states)] != 0
    return in_set(states, ply, FILL, goal) or fallen
