"""Legal moves of the orthodox family: to list, to count, and the noisy ones alone.

A move is 64 bits: from, goal, the kind's number that a pawn becomes, a tag, and by the tag the site
that a double step passes, the site of the pawn taken en passant, or the castling's number.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal, lowest_bit, opened
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import attacked, danger, holds
from fairyring.kernels.orthodox.tables import (
    ACTION_SHIFT,
    BLOCKS,
    CAPTURE,
    CASTLER,
    CASTLING_SITES,
    DOUBLE,
    EMPTIES,
    KING,
    KING_GOAL,
    KING_START,
    MOVE,
    NOWHERE,
    ORDINAL_MASK,
    ORDINAL_SHIFT,
    PASSED,
    PINNED,
    PROMOTE,
    RETEST,
    RIGHTS,
    ROOK_GOAL,
    ROOK_START,
    SAFES,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VICTIM,
)

GOAL_SHIFT, PROMOTION_SHIFT, TAG_SHIFT, EXTRA_SHIFT = U(16), U(32), U(40), U(48)
FIELD_MASK, BYTE_MASK = U(0xFFFF), U(0xFF)
PLAIN, DOUBLE_STEP, EN_PASSANT, CASTLE = U(0), U(1), U(2), U(3)
OFFICER, PAWN, ROYAL = 0, 1, 2
MOVES, CAPTURES = U(1), U(2)  # what to generate; a step's flags from `ACTION_SHIFT` on


@inlined
def encode(start: Any, goal: Any, promotion: Any, tag: Any, extra: Any) -> Any:
    """The code of a move."""
    return start | goal << GOAL_SHIFT | promotion << PROMOTION_SHIFT | tag << TAG_SHIFT | extra << EXTRA_SHIFT


@internal
def exposes(ways: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a pseudo-legal move would leave the mover's king attacked: played on the row, and undone."""
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return False
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & BYTE_MASK, move >> EXTRA_SHIFT
    # A second site that changes: the pawn's that is taken en passant, or the castling rook's.
    second = extra if tag == EN_PASSANT else ways.castlings[extra, ROOK_START] if tag == CASTLE else start
    rook_goal = ways.castlings[extra, ROOK_GOAL] if tag == CASTLE else start
    cells = states.cells
    man, taken, other = cells[ply, U(0), start], cells[ply, U(0), goal], cells[ply, U(0), second]
    cells[ply, U(0), start] = 0
    if tag != PLAIN:
        cells[ply, U(0), second] = 0
        if tag == CASTLE:
            cells[ply, U(0), rook_goal] = other
    cells[ply, U(0), goal] = man
    seen = attacked(ways, states, ply, goal if start == king else king, U(1) - side)
    cells[ply, U(0), goal] = taken
    if tag != PLAIN:
        if tag == CASTLE:
            cells[ply, U(0), rook_goal] = 0
        cells[ply, U(0), second] = other
    cells[ply, U(0), start] = man
    return seen


@inlined
def officer_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append an officer's (or a king's) pseudo-legal moves; ``actions`` masks out moves or captures."""
    man = U(states.cells[ply, U(0), start])
    at = man * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    seen = U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        if other == U(0):
            action = U(1)
            i += U(1)
        else:
            action = U(2) - U(2) * U(other & U(1) == side)
            i += (step >> SKIP_SHIFT) & SKIP_MASK
        if action & actions & (step >> ACTION_SHIFT) == U(0):
            continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        moves[n] = start | goal << GOAL_SHIFT
        n += U(1)
    return n


@inlined
def pawn_moves(
    ways: Any, states: Any, ply: Any, side: Any, start: Any, noisy: Any, moves: Any, n: Any
) -> Any:
    """Append a pawn's pseudo-legal moves; where ``noisy``, captures and promotions only."""
    man = U(states.cells[ply, U(0), start])
    at = man * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    passed = states.info[ply, PASSED]
    seen = U(0)
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        tag, extra = PLAIN, U(0)
        if other == U(0):
            i += U(1)
            if step & CAPTURE != U(0) and goal == passed:
                tag, extra = EN_PASSANT, states.info[ply, VICTIM]
            elif step & MOVE == U(0) or (noisy and step & PROMOTE == U(0)):
                continue
            elif step & DOUBLE != U(0):
                tag, extra = DOUBLE_STEP, U(ways.rays[i - U(2)]) & SITE_MASK
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            if other & U(1) == side or step & CAPTURE == U(0):
                continue
        if step & SHARED != U(0):
            mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
            if seen & mark != U(0):
                continue
            seen |= mark
        if step & PROMOTE != U(0):
            for choice in range(U(ways.promotions.shape[0])):
                moves[n] = encode(start, goal, ways.promotions[choice], tag, extra)
                n += U(1)
            continue
        moves[n] = encode(start, goal, U(0), tag, extra)
        n += U(1)
    return n


@internal
def man_moves(ways: Any, states: Any, ply: Any, side: Any, start: Any, moves: Any, n: Any) -> Any:
    """Append the pseudo-legal moves of any man but the royal king."""
    if ways.kinds[states.cells[ply, U(0), start]] == PAWN:
        return pawn_moves(ways, states, ply, side, start, False, moves, n)
    return officer_moves(ways, states, ply, side, start, MOVES | CAPTURES, moves, n)


@internal
def king_moves(ways: Any, states: Any, ply: Any, side: Any, actions: Any, moves: Any, n: Any) -> Any:
    """Append the royal king's legal moves, castling excepted."""
    king = states.info[ply, KING + side]
    last = officer_moves(ways, states, ply, side, king, actions, moves, n)
    man = states.cells[ply, U(0), king]
    states.cells[ply, U(0), king] = 0
    for i in range(n, last):
        if not attacked(ways, states, ply, moves[i] >> GOAL_SHIFT, U(1) - side):
            moves[n] = moves[i]
            n += U(1)
    states.cells[ply, U(0), king] = man
    return n


@internal
def castling_moves(ways: Any, states: Any, ply: Any, side: Any, moves: Any, n: Any) -> Any:
    """Append the legal castlings of a side that is not in check."""
    rights = states.info[ply, RIGHTS]
    for number in range(U(ways.castlings.shape[0])):
        if (rights >> number) & U(1) == U(0) or ways.castlings[number, CASTLER] != side:
            continue
        i, end = CASTLING_SITES, CASTLING_SITES + ways.castlings[number, EMPTIES]
        while i < end and states.cells[ply, U(0), ways.castlings[number, i]] == 0:
            i += U(1)
        if i < end:
            continue
        start, goal = ways.castlings[number, KING_START], ways.castlings[number, KING_GOAL]
        man = states.cells[ply, U(0), start]
        states.cells[ply, U(0), start] = 0
        end += ways.castlings[number, SAFES]
        while i < end and not attacked(ways, states, ply, ways.castlings[number, i], U(1) - side):
            i += U(1)
        states.cells[ply, U(0), start] = man
        if i < end:
            continue
        move = encode(start, goal, U(0), CASTLE, number)
        if ways.castlings[number, RETEST] != U(0) and exposes(ways, states, ply, move):
            continue
        moves[n] = move
        n += U(1)
    return n


@internal
def _generate(ways: Any, states: Any, ply: Any, actions: Any, moves: Any, n: Any) -> Any:
    # One function for all moves and for the noisy ones: a literal True or False would make two of it.
    noisy = actions & MOVES == U(0)
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    checks = danger(ways, states, ply)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word]
        while men != U(0):
            bit = lowest_bit(men)
            men &= men - U(1)
            start = (word << U(6)) + bit
            if start == king:
                continue
            first = n
            passing = False
            if ways.kinds[states.cells[ply, U(0), start]] == PAWN:
                n = pawn_moves(ways, states, ply, side, start, noisy, moves, n)
                passing = states.info[ply, PASSED] != NOWHERE
            else:
                n = officer_moves(ways, states, ply, side, start, actions, moves, n)
            pinned = holds(states, ply, PINNED, start)
            if checks == U(0) and not pinned and not passing:
                continue
            last, n = n, first
            for i in range(first, last):
                move = moves[i]
                doubtful = pinned
                if (move >> TAG_SHIFT) & BYTE_MASK == EN_PASSANT:
                    doubtful = True  # it empties a second site
                elif checks != U(0) and not holds(states, ply, BLOCKS, (move >> GOAL_SHIFT) & FIELD_MASK):
                    continue
                if doubtful and exposes(ways, states, ply, move):
                    continue
                moves[n] = move
                n += U(1)
    if king != NOWHERE:
        n = king_moves(ways, states, ply, side, actions, moves, n)
        if checks == U(0) and not noisy:
            n = castling_moves(ways, states, ply, side, moves, n)
    return n


@opened
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append every legal move: the contract's ``legal``."""
    return _generate(tables.ways, states, ply, MOVES | CAPTURES, moves, n)


@inlined
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Append the legal captures and promotions: the contract's ``noisy``."""
    return _generate(tables.ways, states, ply, CAPTURES, moves, n)
