"""Move generation of the drifting family.

Most turns are legal by one look around the king; see `attacks`. The king's own moves, those of pieces that
this look finds pinned, and en passant captures are looked at one by one; castlings, and whatever is still
in doubt, are played out.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import ONGOING, SIDE
from fairyring.kernels.drifting.attacks import (
    DOUBTFUL,
    OPEN,
    SAFE,
    attacked_by_drift,
    castling,
    exposure,
    find_pins,
    in_check,
    loses_king,
    mark_landings,
    may_castle,
)
from fairyring.kernels.drifting.drift import STOP, launch
from fairyring.kernels.drifting.motion import CARRIED
from fairyring.kernels.drifting.tables import LANDINGS, MOVING, PIECE, PINNED, VECTOR
from fairyring.kernels.orthodox.attacks import in_set
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    BYTE_MASK,
    CAPTURE,
    CAPTURES,
    CASTLE,
    DOUBLE,
    DOUBLE_STEP,
    DROP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    MOVES,
    PAWN,
    PLAIN,
    PROMOTE,
    PROMOTION_SHIFT,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    captures,
    encode,
    extra_of,
)
from fairyring.kernels.orthodox.tables import (
    CASTLING_SITES,
    EMPTIES,
    EP_PAWN,
    EP_SQUARE,
    KING,
    NOWHERE,
    SAFES,
)
from fairyring.kernels.stages import ALL_MOVES, NO_MOVES, completed, filtered, generated, over, probing, twin


@inlined
def piece_parts(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append the parts that a non-pawn piece or king at rest may play, legal or not."""
    at = U(states.cells[ply, PIECE, start]) * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    first, seen = i, U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, PIECE, goal])
        number = i - first
        if other == U(0):
            action = MOVES
            i += U(1)
        else:
            action = CAPTURES * U(other & U(1) != side)
            i += (step >> SKIP_SHIFT) & SKIP_MASK
        if action & actions & (step >> ACTION_SHIFT) != U(0):
            mark = twin(ways, first + number)
            if seen & mark == U(0):
                seen |= mark
                moves[n] = start | goal << GOAL_SHIFT | launch(number)
                n += U(1)
    return n


@inlined
def pawn_parts(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append the parts that a pawn at rest may play, legal or not; a promotion counts as a capture."""
    at = U(states.cells[ply, PIECE, start]) * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    first, seen = i, U(0)
    ep_square = states.info[ply, EP_SQUARE]
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, PIECE, goal])
        tag, extra = PLAIN, U(0)
        number = i - first
        if other == U(0):
            i += U(1)
            if step & CAPTURE != U(0) and goal == ep_square:
                tag, extra = EN_PASSANT, states.info[ply, EP_PAWN]
            elif step & MOVE == U(0) or (step & PROMOTE == U(0) and actions & MOVES == U(0)):
                continue
            elif step & DOUBLE != U(0):
                tag, extra = DOUBLE_STEP, U(ways.rays[i - U(2)]) & SITE_MASK
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            if other & U(1) == side or step & CAPTURE == U(0):
                continue
        mark = twin(ways, first + number)
        if seen & mark != U(0):
            continue
        seen |= mark
        if step & PROMOTE != U(0):
            for choice in range(U(ways.promotions.shape[1])):
                moves[n] = encode(start, goal, ways.promotions[side, choice], tag, extra)
                n += U(1)
            continue
        moves[n] = encode(start, goal, U(0), tag, extra) | launch(number)
        n += U(1)
    return n


@inlined
def parts(ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any) -> Any:
    """Append the parts that a piece at rest may play, legal or not, except castling."""
    if ways.kinds[states.cells[ply, PIECE, start]] == PAWN:
        return pawn_parts(ways, states, ply, side, start, actions, moves, n)
    return piece_parts(ways, states, ply, side, start, actions, moves, n)


@internal
def keep_legal(tables: Any, states: Any, ply: Any, moves: Any, first: Any, last: Any) -> Any:
    """Keep the legal turns from ``first`` on, castlings too; returns the new end.

    They are judged by a look with their own part made on the row, and played out if in doubt; castlings are
    always played out, and the king may not be in check on any other site that it crosses.
    """
    ways, motion = tables.ways, tables.parts[0]
    cells, info = states.cells, states.info
    side = info[ply, SIDE]
    king = info[ply, KING + side]
    if king == NOWHERE:
        return last
    probed = probing(tables)
    made = probed == ALL_MOVES or (probed != NO_MOVES and drift_may_capture(states, ply, side))
    n = first
    for j in range(first, last):
        move = moves[j]
        start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
        tag, extra = (move >> TAG_SHIFT) & TAG_MASK, extra_of(move)
        found = DOUBTFUL
        if tag == CASTLE:
            piece = cells[ply, PIECE, start]
            i = CASTLING_SITES + ways.castlings[extra, EMPTIES]
            end = i + ways.castlings[extra, SAFES]
            while i < end and found != OPEN:
                site = ways.castlings[extra, i]
                i += U(1)
                if site == goal:
                    continue
                cells[ply, PIECE, start] = 0
                cells[ply, PIECE, site] = piece
                info[ply, KING + side] = site
                if in_check(tables, states, ply):
                    found = OPEN
                info[ply, KING + side] = start
                cells[ply, PIECE, site] = 0
                cells[ply, PIECE, start] = piece
        elif not (made or (probed != NO_MOVES and captures(states, ply, move))):
            # The second site that changes: that of the pawn captured en passant.
            second = extra if tag == EN_PASSANT else start
            there = U(motion.sites[side, goal if start == king else king, CARRIED])
            piece, captured, other = (
                cells[ply, PIECE, start],
                cells[ply, PIECE, goal],
                cells[ply, PIECE, second],
            )
            cells[ply, PIECE, start] = 0
            cells[ply, PIECE, second] = 0
            cells[ply, PIECE, goal] = piece
            if tag == DROP:
                cells[ply, PIECE, goal] = ((move >> PROMOTION_SHIFT) & BYTE_MASK) << U(1) | side
            found = exposure(ways, motion, states, ply, side, there)
            cells[ply, PIECE, goal] = captured
            cells[ply, PIECE, second] = other
            cells[ply, PIECE, start] = piece
            if found == SAFE and attacked_by_drift(motion, states, ply, side, there):
                found = DOUBTFUL
            if probed != NO_MOVES and found == OPEN:
                found = DOUBTFUL  # the king may be sheltered
        if found == SAFE or (found == DOUBTFUL and not loses_king(tables, states, ply, move)):
            moves[n] = move
            n += U(1)
    return n


@inlined
def drift_may_capture(states: Any, ply: Any, side: Any) -> Any:
    """Whether a piece in motion may come to where an enemy stands; LANDINGS is filled."""
    found = U(0)
    for word in range(U(states.bits.shape[2])):
        found |= states.bits[ply, LANDINGS, word] & states.bits[ply, U(1) - side, word]
    return found != U(0)


@inlined
def castlings(ways: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    """Append the castlings that the side has the right to, with empty sites in between, legal or not."""
    for number in range(U(ways.castlings.shape[0])):
        if may_castle(ways, states, ply, side, number):
            moves[n] = castling(ways, number)
            n += U(1)
    return n


@inlined
def doubtful(ways: Any, motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether any turn at all might leave the king in danger; fills PINNED and LANDINGS."""
    there = U(motion.sites[side, king, CARRIED])
    mark_landings(motion, states, ply, side)
    return find_pins(ways, motion, states, ply, side, there) or attacked_by_drift(
        motion, states, ply, side, there
    )


@compiled
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``legal``."""
    if over(tables, states, ply) != ONGOING:
        return n
    ways = tables.ways
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    ep_open = states.info[ply, EP_SQUARE] != NOWHERE
    doubt = king != NOWHERE and doubtful(ways, tables.parts[0], states, ply, side, king)
    if probing(tables) != NO_MOVES:
        doubt = True
    begin = n
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            first = n
            if states.cells[ply, VECTOR, start] != 0:
                moves[n] = encode(start, start, U(0), STOP, U(0))
                n += U(1)
            else:
                n = parts(ways, states, ply, side, start, MOVES | CAPTURES, moves, n)
            if start == king:
                n = castlings(ways, states, ply, side, moves, n)
            elif king == NOWHERE or not (
                doubt
                or in_set(states, ply, PINNED, start)
                or (ep_open and ways.kinds[states.cells[ply, PIECE, start]] == PAWN)
            ):
                continue
            n = keep_legal(tables, states, ply, moves, first, n)
    if king == NOWHERE:
        n = castlings(ways, states, ply, side, moves, n)
    first = n
    n = U(generated(tables, states, ply, U(0), moves, n))
    if doubt:
        n = keep_legal(tables, states, ply, moves, first, n)
    n = U(filtered(tables, states, ply, moves, begin, n))
    return completed(tables, states, ply, False, moves, begin, n)


@inlined
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``: turns whose voluntary part captures or promotes."""
    if over(tables, states, ply) != ONGOING:
        return n
    end = U(filtered(tables, states, ply, moves, n, _noisy(tables, states, ply, moves, n)))
    return completed(tables, states, ply, True, moves, n, end)


@inlined
def _noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append the legal turns whose voluntary part captures or promotes."""
    ways = tables.ways
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    first = n
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            n = parts(ways, states, ply, side, start, CAPTURES, moves, n)
    # Look at the king only if there is something to judge.
    if n == first or king == NOWHERE:
        return n
    doubt = doubtful(ways, tables.parts[0], states, ply, side, king)
    if doubt or probing(tables) != NO_MOVES:
        return keep_legal(tables, states, ply, moves, first, n)
    last = n
    n = first
    for i in range(first, last):
        move = moves[i]
        start = move & FIELD_MASK
        if (
            start == king
            or in_set(states, ply, PINNED, start)
            or (move >> TAG_SHIFT) & TAG_MASK == EN_PASSANT
        ):
            moves[n] = move
            n = keep_legal(tables, states, ply, moves, n, n + U(1))
        else:
            moves[n] = move
            n += U(1)
    return n
