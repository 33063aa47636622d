"""Legal turns of the drifting family: to list, to count, and the noisy ones alone.

Most are legal by one look around the king, as `aim` has it. The king's own moves, those of men whom that look
finds pinned, and captures en passant are looked at one by one; castlings, and whatever
still is in doubt, are played out.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.drifting.aim import (
    OPEN,
    SAFE,
    aimed,
    castling,
    checked,
    exposes,
    mark_landings,
    may_castle,
    pin,
    seen,
)
from fairyring.kernels.drifting.drift import (
    DOUBLE_STEP,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PLAIN,
    STOP,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.drifting.motion import CARRIED
from fairyring.kernels.drifting.tables import (
    ACTION_SHIFT,
    CAPTURE,
    DOUBLE,
    GIVES_MASK,
    GIVES_SHIFT,
    MOVE,
    PIECE,
    PINNED,
    PROMOTE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VECTOR,
)
from fairyring.kernels.orthodox.attacks import holds
from fairyring.kernels.orthodox.generate import PAWN
from fairyring.kernels.orthodox.tables import (
    CASTLING_SITES,
    EMPTIES,
    KING,
    NOWHERE,
    PASSED,
    SAFES,
    VICTIM,
)

MOVES, CAPTURES = U(1), U(2)  # which parts are asked for; both bits for all


@inlined
def officer_parts(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append what an officer or king who stands still may do, legal or not."""
    at = U(states.cells[ply, PIECE, start]) * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, PIECE, goal])
        if other == U(0):
            action = MOVES
            i += U(1)
        else:
            action = CAPTURES * U(other & U(1) != side)
            i += (step >> SKIP_SHIFT) & SKIP_MASK
        if action & actions & (step >> ACTION_SHIFT) != U(0):
            moves[n] = encode(start, goal, U(0), PLAIN, (step >> GIVES_SHIFT) & GIVES_MASK, U(0))
            n += U(1)
    return n


@inlined
def pawn_parts(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append what a pawn who stands still may do, legal or not; a promotion counts as a capture."""
    at = U(states.cells[ply, PIECE, start]) * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    passed = states.info[ply, PASSED]
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, PIECE, goal])
        tag, extra = PLAIN, U(0)
        if other == U(0):
            i += U(1)
            if step & CAPTURE != U(0) and goal == passed:
                tag, extra = EN_PASSANT, states.info[ply, VICTIM]
            elif step & MOVE == U(0) or (step & PROMOTE == U(0) and actions & MOVES == U(0)):
                continue
            elif step & DOUBLE != U(0):
                tag, extra = DOUBLE_STEP, U(ways.rays[i - U(2)]) & SITE_MASK
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            if other & U(1) == side or step & CAPTURE == U(0):
                continue
        if step & PROMOTE != U(0):
            for choice in range(U(ways.promotions.shape[1])):
                moves[n] = encode(start, goal, ways.promotions[side, choice], tag, U(0), extra)
                n += U(1)
            continue
        moves[n] = encode(start, goal, U(0), tag, (step >> GIVES_SHIFT) & GIVES_MASK, extra)
        n += U(1)
    return n


@internal
def parts(ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any) -> Any:
    """Append what a man who stands still may do, legal or not, but for castling."""
    if ways.kinds[states.cells[ply, PIECE, start]] == PAWN:
        return pawn_parts(ways, states, ply, side, start, actions, moves, n)
    return officer_parts(ways, states, ply, side, start, actions, moves, n)


@internal
def refused(ways: Any, motion: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a turn is illegal: by a look with its own part made on the row, and if in doubt played out.

    Not for castlings, of which no such look is taken.
    """
    cells, info = states.cells, states.info
    side = info[ply, SIDE]
    king = info[ply, KING + side]
    if king == NOWHERE:
        return False
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    # A second site that changes: the pawn's that is taken en passant.
    second = move >> EXTRA_SHIFT if (move >> TAG_SHIFT) & TAG_MASK == EN_PASSANT else start
    there = U(motion.sites[side, goal if start == king else king, CARRIED])
    man, taken, other = cells[ply, PIECE, start], cells[ply, PIECE, goal], cells[ply, PIECE, second]
    cells[ply, PIECE, start] = 0
    cells[ply, PIECE, second] = 0
    cells[ply, PIECE, goal] = man
    found = seen(ways, motion, states, ply, side, there)
    cells[ply, PIECE, goal] = taken
    cells[ply, PIECE, second] = other
    cells[ply, PIECE, start] = man
    if found == OPEN:
        return True
    return (found != SAFE or aimed(motion, states, ply, side, there)) and exposes(
        ways, motion, states, ply, move
    )


@internal
def sift(ways: Any, motion: Any, states: Any, ply: Any, moves: Any, first: Any, last: Any) -> Any:
    """Keep the legal ones of the turns from ``first`` on; the new end."""
    n = first
    for i in range(first, last):
        move = moves[i]
        if not refused(ways, motion, states, ply, move):
            moves[n] = move
            n += U(1)
    return n


@internal
def castlings(ways: Any, motion: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    """Append the legal castlings."""
    for number in range(U(ways.castlings.shape[0])):
        if not may_castle(ways, states, ply, side, number):
            continue
        # The last of the safe sites is the goal, which is judged by playing the turn.
        i = CASTLING_SITES + ways.castlings[number, EMPTIES]
        goal = (castling(ways, number) >> GOAL_SHIFT) & FIELD_MASK
        end = i + ways.castlings[number, SAFES]
        king = states.info[ply, KING + side]
        man = states.cells[ply, PIECE, king]
        safe = True
        while safe and i < end:
            site = ways.castlings[number, i]
            i += U(1)
            if site == goal:
                continue
            states.cells[ply, PIECE, king] = 0
            states.cells[ply, PIECE, site] = man
            states.info[ply, KING + side] = site
            safe = not checked(ways, motion, states, ply)
            states.info[ply, KING + side] = king
            states.cells[ply, PIECE, site] = 0
            states.cells[ply, PIECE, king] = man
        if safe and not exposes(ways, motion, states, ply, castling(ways, number)):
            moves[n] = castling(ways, number)
            n += U(1)
    return n


@inlined
def doubtful(ways: Any, motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether any turn at all might leave the king to be taken; fills PINNED and LANDINGS."""
    there = U(motion.sites[side, king, CARRIED])
    mark_landings(motion, states, ply, side)
    return pin(ways, motion, states, ply, side, there) or aimed(motion, states, ply, side, there)


@internal
def _generate(ways: Any, motion: Any, states: Any, ply: Any, actions: Any, moves: Any, n: Any) -> Any:
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    doubt = king != NOWHERE and doubtful(ways, motion, states, ply, side, king)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word]
        while men != U(0):
            start = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            first = n
            passing = False
            if states.cells[ply, VECTOR, start] != 0:
                if actions & MOVES == U(0):
                    continue
                moves[n] = encode(start, start, U(0), STOP, U(0), U(0))
                n += U(1)
            else:
                n = parts(ways, states, ply, side, start, actions, moves, n)
                passing = states.info[ply, PASSED] != NOWHERE
                passing = passing and ways.kinds[states.cells[ply, PIECE, start]] == PAWN
            if doubt or passing or start == king or (king != NOWHERE and holds(states, ply, PINNED, start)):
                n = sift(ways, motion, states, ply, moves, first, n)
    if king != NOWHERE and actions & MOVES != U(0):
        n = castlings(ways, motion, states, ply, side, moves, n)
    return n


@compiled
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append every legal turn: the contract's ``legal``."""
    return _generate(tables.ways, tables.motion, states, ply, MOVES | CAPTURES, moves, n)


@inlined
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append the legal turns whose voluntary part takes or promotes: the contract's ``noisy``."""
    return _generate(tables.ways, tables.motion, states, ply, CAPTURES, moves, n)
