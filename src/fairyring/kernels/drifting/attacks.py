"""Attacks on kings: quick looks that are never too hopeful, and the exact answer behind them.

A turn is legal unless some part of the opponent's next turn could capture the mover's king. Which of the
mover's pieces will have drifted by then, where to, and what they captured, is not known before the turn is
played. But a site with an enemy on it, or with a piece of the mover's that neither moves nor drifts, is
occupied afterwards in any case: by that piece, or by the piece that captured it and has moved by then. And
where an enemy in motion will go next does not depend on anybody. So a king is safe whatever drifts if no
enemy in motion heads for it and every line to an enemy has such a site on it. Only if that fails is a turn
played out.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE, copy_row
from fairyring.kernels.drifting.drift import (
    STOP,
    glide_of,
    launch,
    make_turn,
    renumber,
    stop_at_edges,
)
from fairyring.kernels.drifting.motion import (
    CARRIED,
    FIRST_SHIFT,
    GLIDE_GOAL,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_CAPTURE,
    OFF,
    ORIGIN,
    ROW_MASK,
)
from fairyring.kernels.drifting.tables import LANDINGS, MOVING, PIECE, PINNED, VECTOR
from fairyring.kernels.orthodox.attacks import add_to_set, in_set
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    CAPTURE,
    CASTLE,
    DOUBLE,
    DOUBLE_STEP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    PAWN,
    PLAIN,
    PROMOTE,
    ROYAL,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.tables import (
    CASTLER,
    CASTLING_SITES,
    EMPTIES,
    EP_PAWN,
    EP_SQUARE,
    KING,
    KING_GOAL,
    KING_START,
    NOWHERE,
    RIGHTS,
)
from fairyring.kernels.stages import NO_MOVES, probing, sheltered

# What `exposure` returns.
SAFE, DOUBTFUL, OPEN = U(0), U(1), U(2)


@inlined
def _attacks_along(motion: Any, states: Any, row: Any, side: Any, step: Any, site: Any, piece: Any) -> Any:
    """Whether an enemy attacks along a line when its turn comes: it stands still by then, and moves that way.

    ``side`` is whose turn comes before that, ``site`` where the enemy is now.
    """
    if (step >> (ATTACKER_SHIFT + piece)) & U(1) == U(0):
        return False
    vector = U(states.cells[row, VECTOR, site])
    if vector == U(0):
        return True
    there = U(motion.sites[side, site, CARRIED])
    turned = U(motion.courses[U(there != site), vector])
    return glide_of(motion, piece, turned, there) & GLIDE_GOAL == OFF


@inlined
def find_pins(ways: Any, motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether lines to the side's king may be open after its turn whichever piece moves; fills PINNED.

    PINNED: pieces at rest that are the only ones certain to block a line. ``king`` is where the king is then.
    """
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, PINNED, word] = U(0)
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        site = U(motion.sites[side, step & SITE_MASK, ORIGIN])
        piece = U(states.cells[ply, PIECE, site])
        if piece == U(0):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if piece & U(1) == side:
            guard = site if states.cells[ply, VECTOR, site] == 0 else NOWHERE
            i += U(1)
            while i < following:
                step = ways.attacks[i]
                site = U(motion.sites[side, step & SITE_MASK, ORIGIN])
                piece = U(states.cells[ply, PIECE, site])
                i += U(1)
                if piece == U(0):
                    continue
                if piece & U(1) != side:
                    if _attacks_along(motion, states, ply, side, step, site, piece):
                        if guard == NOWHERE:
                            return True
                        add_to_set(states, ply, PINNED, guard)
                    break
                if states.cells[ply, VECTOR, site] == 0:
                    if guard != NOWHERE:
                        break
                    guard = site
        elif _attacks_along(motion, states, ply, side, step, site, piece):
            return True
        i = following
    return False


@inlined
def mark_landings(motion: Any, states: Any, ply: Any, side: Any) -> None:
    """Fill LANDINGS: where pieces of the side may drift to in its turn."""
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LANDINGS, word] = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, MOVING + side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece, vector = U(states.cells[ply, PIECE, site]), U(states.cells[ply, VECTOR, site])
            goal = glide_of(motion, piece, vector, site) & GLIDE_GOAL
            if goal != OFF:
                add_to_set(states, ply, LANDINGS, goal)


@inlined
def exposure(ways: Any, motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """How open the lines to the side's king are after its turn, whose own part has been made on the row.

    SAFE: every line is blocked. OPEN: on some line nothing stands in between, and nothing may drift there.
    """
    found = SAFE
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    clear = True
    while i < end:
        step = ways.attacks[i]
        skip = (step >> SKIP_SHIFT) & SKIP_MASK
        site = U(motion.sites[side, step & SITE_MASK, ORIGIN])
        piece = U(states.cells[ply, PIECE, site])
        if in_set(states, ply, LANDINGS, site):
            clear = False
        if piece == U(0) or (piece & U(1) == side and states.cells[ply, VECTOR, site] != 0):
            clear = clear and piece == U(0)
            i += U(1)
            if skip == U(1):
                clear = True
            continue
        if piece & U(1) != side and _attacks_along(motion, states, ply, side, step, site, piece):
            if clear:
                return OPEN
            found = DOUBTFUL
        i += skip
        clear = True
    return found


@inlined
def attacked_by_drift(motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether an enemy in motion heads for where the side's king is after its turn."""
    enemy = U(1) - side
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, MOVING + enemy, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            there = U(motion.sites[side, site, CARRIED])
            vector = U(motion.courses[U(there != site), states.cells[ply, VECTOR, site]])
            course = U(motion.courses[U(states.cells[ply, PIECE, site]), vector])
            if motion.glides[course & ROW_MASK, there] & GLIDE_GOAL == king and course & MAY_CAPTURE != U(0):
                return True
    return False


# ---- the exact answer ----


@inlined
def attacked(ways: Any, motion: Any, states: Any, row: Any, site: Any, by: Any) -> Any:
    """Whether a piece of ``by`` attacks a site: one at rest, or one that stops at an edge."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        piece = U(states.cells[row, PIECE, there])
        if piece == U(0):
            i += U(1)
            continue
        if piece & U(1) == by and (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0):
            vector = U(states.cells[row, VECTOR, there])
            if vector == U(0) or glide_of(motion, piece, vector, there) & GLIDE_GOAL == OFF:
                return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def _next_part(ways: Any, states: Any, row: Any, side: Any, after: Any) -> Any:
    """The voluntary parts of a side's turn, one by one: of promotions one each, and no castlings.

    ``after`` is 0, or what was returned first with the part before. Returns where to continue, and a part;
    NOWHERE if there is none.
    """
    sites = U(states.cells.shape[2])
    site, number = after & FIELD_MASK, after >> GOAL_SHIFT
    while site < sites:
        piece = U(states.cells[row, PIECE, site])
        if piece != U(0) and piece & U(1) == side:
            if states.cells[row, VECTOR, site] != 0:
                if number == U(0):
                    return site | U(1) << GOAL_SHIFT, encode(site, site, U(0), STOP, U(0))
            else:
                at = piece * sites + site
                i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
                first = i
                i += number
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[row, PIECE, goal])
                    number = i - first
                    i += U(1) if other == U(0) else (step >> SKIP_SHIFT) & SKIP_MASK
                    found = PLAIN if step & DOUBLE == U(0) else DOUBLE_STEP
                    extra = U(0)
                    if other == U(0):
                        if step & MOVE == U(0):
                            if (
                                goal != states.info[row, EP_SQUARE]
                                or step & CAPTURE == U(0)
                                or ways.kinds[piece] != PAWN
                            ):
                                continue
                            found, extra = EN_PASSANT, states.info[row, EP_PAWN]
                    elif other & U(1) == side or step & CAPTURE == U(0):
                        continue
                    promotion = ways.promotions[side, U(0)] if step & PROMOTE != U(0) else U(0)
                    part = encode(site, goal, promotion, found, extra)
                    if promotion == U(0):
                        part |= launch(number)
                    return site | (i - first) << GOAL_SHIFT, part
        site += U(1)
        number = U(0)
    return NOWHERE, U(0)


@internal
def can_capture_king(tables: Any, states: Any, row: Any, spare: Any) -> Any:
    """Whether any part of a turn of the row's mover, voluntary or drift, could capture the enemy's king.

    The mover's pieces at the edges have stopped. The row ``spare`` is overwritten.
    """
    ways, motion = tables.ways, tables.parts[0]
    by = states.info[row, SIDE]
    king = states.info[row, KING + (U(1) - by)]
    if king == NOWHERE or sheltered(tables, states, row, U(1) - by, king):
        return False
    royal = states.cells[row, PIECE, king]
    own = states.info[row, KING + by]
    if own != NOWHERE and ways.kinds[states.cells[row, PIECE, own]] != ROYAL:
        return False  # it was taken: where captures explode, a game can end so
    if attacked(ways, motion, states, row, king, by):
        return True
    # A piece in motion captures the king only if its way is free by then. A piece of the king's side on the
    # way stays there during this turn, or its captor does; except a pawn captured en passant, and where a
    # capture changes more than that.
    aiming = False
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[row, MOVING + by, word]
        while pieces != U(0) and not aiming:
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            course = U(motion.courses[U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])])
            glide = U(motion.glides[course & ROW_MASK, site])
            if glide & GLIDE_GOAL != king or course & MAY_CAPTURE == U(0):
                continue
            aiming = True
            first = glide >> FIRST_SHIFT
            for i in range(first, first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)):
                crossed = U(motion.through[i])
                piece = U(states.cells[row, PIECE, crossed])
                if piece != U(0) and piece & U(1) != by and crossed != states.info[row, EP_PAWN]:
                    aiming = probing(tables) != NO_MOVES
    if not aiming:
        return False
    # What remains are turns in which a piece in motion captures: each is played out.
    cursor, number = U(0), U(0)
    while True:
        if cursor != NOWHERE:
            cursor, part = _next_part(ways, states, row, by, cursor)
        if cursor == NOWHERE:
            while number < U(ways.castlings.shape[0]) and not may_castle(ways, states, row, by, number):
                number += U(1)
            if number == U(ways.castlings.shape[0]):
                return False
            part = castling(ways, number)
            number += U(1)
        make_turn(tables, states, row, spare, part, U(0))
        there = states.info[spare, KING + (U(1) - by)]
        if there != NOWHERE and states.cells[spare, PIECE, there] != royal:
            return True  # captured: one that left the board otherwise is nowhere


@inlined
def castling(ways: Any, number: Any) -> Any:
    """The code of a castling."""
    start, goal = ways.castlings[number, KING_START], ways.castlings[number, KING_GOAL]
    return encode(start, goal, U(0), CASTLE, number)


@inlined
def may_castle(ways: Any, states: Any, row: Any, side: Any, number: Any) -> Any:
    """Whether a side still has the right to a castling, and the sites in between are empty."""
    if (states.info[row, RIGHTS] >> number) & U(1) == U(0) or ways.castlings[number, CASTLER] != side:
        return False
    i, end = CASTLING_SITES, CASTLING_SITES + ways.castlings[number, EMPTIES]
    while i < end and states.cells[row, PIECE, ways.castlings[number, i]] == 0:
        i += U(1)
    return i == end


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``in_check``: whether the opponent could capture the king if it were their turn."""
    ways, motion = tables.ways, tables.parts[0]
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE or sheltered(tables, states, ply, side, king):
        return False
    if attacked(ways, motion, states, ply, king, U(1) - side):
        return True
    heading = False
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, MOVING + (U(1) - side), word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece, vector = U(states.cells[ply, PIECE, site]), U(states.cells[ply, VECTOR, site])
            if glide_of(motion, piece, vector, site) & GLIDE_GOAL == king:
                heading = True
    if not heading:
        return False
    spare = U(states.key.shape[0]) - U(1)
    row = spare - U(1)
    copy_row(states, ply, row)
    states.info[row, SIDE] = U(1) - side
    ep_pawn = states.info[row, EP_PAWN]
    if ep_pawn != NOWHERE and U(states.cells[row, PIECE, ep_pawn]) & U(1) != side:
        states.info[row, EP_SQUARE] = NOWHERE  # it is not the opponent that may capture en passant
    stop_at_edges(motion, states, row, U(1) - side)
    renumber(states, row, U(1) - side)
    return can_capture_king(tables, states, row, spare)


@internal
def loses_king(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a turn takes the mover's king off the board, or leaves it where it can be captured: played out.

    That is, by any part of the opponent's next turn. The position after the turn is left on the first of the
    two spare rows, as `make_turn` writes it.
    """
    side = states.info[ply, SIDE]
    spare = U(states.key.shape[0]) - U(1)
    row = spare - U(1)
    make_turn(tables, states, ply, row, move, U(0))
    if states.info[row, KING + side] == NOWHERE:
        return states.info[ply, KING + side] != NOWHERE
    return can_capture_king(tables, states, row, spare)
