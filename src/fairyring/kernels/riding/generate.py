"""Move generation of the riding family, and what a move does to the cells.

Moves are coded as in the orthodox family, but from place to place: a place is a site with its level.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import add_to_set, in_set
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    CAPTURE,
    CASTLE,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    PAWN,
    PROMOTION_SHIFT,
    ROYAL,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.generate import pawn_moves
from fairyring.kernels.orthodox.tables import (
    CASTLER,
    CASTLING_SITES,
    EMPTIES,
    KING,
    KING_GOAL,
    KING_START,
    NOWHERE,
    RIGHTS,
    ROOK_GOAL,
    ROOK_START,
    SAFES,
)
from fairyring.kernels.riding.attacks import attacked_on_ground, checks_and_pins, king_attacked, open_back
from fairyring.kernels.riding.tables import (
    FILL,
    GROUND,
    KING_LEVEL,
    LEAVE,
    LEVEL_SHIFT,
    LISTED,
    RIDERS,
    TOP,
)


@internal
def move_pieces(ways: Any, states: Any, ply: Any, move: Any, fall: Any) -> None:
    """Make a move on a row's cells, and change nothing else."""
    cells = states.cells
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    tag, extra = (move >> TAG_SHIFT) & BYTE_MASK, move >> EXTRA_SHIFT
    piece = U(cells[ply, start >> LEVEL_SHIFT, start & SITE_MASK])
    cells[ply, start >> LEVEL_SHIFT, start & SITE_MASK] = 0
    if goal >> LEVEL_SHIFT == GROUND and cells[ply, GROUND, goal] != 0 and fall != U(0):
        cells[ply, TOP, goal] = 0
    if promotion != U(0):
        piece = promotion << U(1) | piece & U(1)
    cells[ply, goal >> LEVEL_SHIFT, goal & SITE_MASK] = piece
    if tag == EN_PASSANT:
        cells[ply, GROUND, extra] = 0
    elif tag == CASTLE:
        rook = ways.castlings[extra, ROOK_START]
        cells[ply, GROUND, ways.castlings[extra, ROOK_GOAL]] = cells[ply, GROUND, rook]
        cells[ply, GROUND, rook] = 0


@inlined
def third_site(ways: Any, move: Any) -> Any:
    """The third site that a move changes: of the en passant pawn or the castling rook; else the start."""
    tag, extra = (move >> TAG_SHIFT) & BYTE_MASK, move >> EXTRA_SHIFT
    if tag == EN_PASSANT:
        return extra
    if tag == CASTLE:
        return ways.castlings[extra, ROOK_START]
    return move & SITE_MASK


@inlined
def fourth_site(ways: Any, move: Any) -> Any:
    """The fourth site that a move changes: the castling rook's goal; else the start."""
    if (move >> TAG_SHIFT) & BYTE_MASK == CASTLE:
        return ways.castlings[move >> EXTRA_SHIFT, ROOK_GOAL]
    return move & SITE_MASK


@internal
def leaves_king_attacked(ways: Any, states: Any, ply: Any, move: Any, fall: Any) -> Any:
    """Whether a pseudo-legal move would leave the mover's king attacked: made on the cells, and unmade."""
    side = states.info[ply, SIDE]
    king, level = states.info[ply, KING + side], states.info[ply, KING_LEVEL + side]
    if king == NOWHERE:
        return False
    cells = states.cells
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    one, two = start & SITE_MASK, goal & SITE_MASK
    three, four = third_site(ways, move), fourth_site(ways, move)
    piece, rider = cells[ply, GROUND, one], cells[ply, TOP, one]
    other_man, other_rider = cells[ply, GROUND, two], cells[ply, TOP, two]
    third, fourth = cells[ply, GROUND, three], cells[ply, GROUND, four]
    move_pieces(ways, states, ply, move, fall)
    if start == (king | level << LEVEL_SHIFT):
        king, level = two, goal >> LEVEL_SHIFT
    fallen = cells[ply, level, king] == 0  # the king rode on the captured piece, and riders fall
    exposed = fallen or king_attacked(ways, states, ply, side, king, level, fall)
    cells[ply, GROUND, four] = fourth
    cells[ply, GROUND, three] = third
    cells[ply, GROUND, two], cells[ply, TOP, two] = other_man, other_rider
    cells[ply, GROUND, one], cells[ply, TOP, one] = piece, rider
    return exposed


@internal
def _ground_moves(
    ways: Any, states: Any, ply: Any, side: Any, place: Any, actions: Any, fall: Any, moves: Any, n: Any
) -> Any:
    """Append a non-pawn piece's pseudo-legal moves along the ground; backs it comes to are LISTED."""
    site = place & SITE_MASK
    piece = U(states.cells[ply, place >> LEVEL_SHIFT, site])
    royal = ways.kinds[piece] == ROYAL
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        there = U(states.cells[ply, GROUND, goal])
        if there == U(0):
            i += U(1)
            if step & actions & MOVE != U(0):
                moves[n] = place | goal << GOAL_SHIFT
                n += U(1)
            continue
        i += (step >> SKIP_SHIFT) & SKIP_MASK
        rider = U(states.cells[ply, TOP, goal])
        if there & U(1) != side:
            # Nobody may sit on a king, so it captures no piece whose rider would stay.
            if step & CAPTURE != U(0) and not (royal and rider != U(0) and fall == U(0)):
                moves[n] = place | goal << GOAL_SHIFT
                n += U(1)
        elif ways.kinds[there] != ROYAL:
            if rider == U(0):
                reached = step & actions & MOVE != U(0)
            else:
                reached = rider & U(1) != side and step & CAPTURE != U(0)
            if reached:
                add_to_set(states, ply, LISTED, goal)
                moves[n] = place | (goal | TOP << LEVEL_SHIFT) << GOAL_SHIFT
                n += U(1)
    return n


@internal
def _top_moves(
    ways: Any, states: Any, ply: Any, side: Any, site: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append a rider's pseudo-legal moves along the backs, except to those that are LISTED."""
    piece = U(states.cells[ply, TOP, site])
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        rider = U(states.cells[ply, TOP, goal])
        if not open_back(ways, states, ply, goal):
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            continue
        if rider == U(0):
            i += U(1)
            reached = step & actions & MOVE != U(0)
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            reached = rider & U(1) != side and step & CAPTURE != U(0)
        if reached and not in_set(states, ply, LISTED, goal):
            moves[n] = site | TOP << LEVEL_SHIFT | (goal | TOP << LEVEL_SHIFT) << GOAL_SHIFT
            n += U(1)
    return n


@internal
def _castling_moves(ways: Any, states: Any, ply: Any, side: Any, fall: Any, moves: Any, n: Any) -> Any:
    """Append the castlings of a king that is not in check."""
    rights = states.info[ply, RIGHTS]
    for number in range(U(ways.castlings.shape[0])):
        if (rights >> number) & U(1) == U(0) or ways.castlings[number, CASTLER] != side:
            continue
        if states.cells[ply, TOP, ways.castlings[number, ROOK_START]] != 0:
            continue
        i, end = CASTLING_SITES, CASTLING_SITES + ways.castlings[number, EMPTIES]
        while i < end and states.cells[ply, GROUND, ways.castlings[number, i]] == 0:
            i += U(1)
        if i < end:
            continue
        start, goal = ways.castlings[number, KING_START], ways.castlings[number, KING_GOAL]
        piece = states.cells[ply, GROUND, start]
        states.cells[ply, GROUND, start] = 0
        end += ways.castlings[number, SAFES]
        while i < end and not attacked_on_ground(
            ways, states, ply, ways.castlings[number, i], U(1) - side, U(0)
        ):
            i += U(1)
        states.cells[ply, GROUND, start] = piece
        if i < end:
            continue
        move = encode(start, goal, U(0), CASTLE, number)
        if not leaves_king_attacked(ways, states, ply, move, fall):
            moves[n] = move
            n += U(1)
    return n


@internal
def _generate(ways: Any, states: Any, ply: Any, actions: Any, fall: Any, moves: Any, n: Any) -> Any:
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side] | states.info[ply, KING_LEVEL + side] << LEVEL_SHIFT
    check = checks_and_pins(ways, states, ply, fall)
    noisy = actions & MOVE == U(0)
    words = U(states.bits.shape[2])
    for level in range(U(2)):
        for word in range(words):
            pieces = states.bits[ply, side + RIDERS * level, word]
            if level == GROUND:
                pieces &= ~(states.bits[ply, RIDERS, word] | states.bits[ply, RIDERS + U(1), word])
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                first = n
                place = site | level << LEVEL_SHIFT
                piece = states.cells[ply, level, site]
                if ways.kinds[piece] == PAWN:
                    n = pawn_moves(ways, states, ply, side, site, noisy, moves, n)
                else:
                    for other in range(words):
                        states.bits[ply, LISTED, other] = U(0)
                    if level == GROUND or U(states.cells[ply, GROUND, site] ^ piece) & U(1) == U(0):
                        n = _ground_moves(ways, states, ply, side, place, actions, fall, moves, n)
                    if level == TOP:
                        n = _top_moves(ways, states, ply, side, site, actions, moves, n)
                n = _keep_legal(ways, states, ply, check or place == king, fall, moves, first, n)
    if not check and not noisy and king >> LEVEL_SHIFT == GROUND:
        n = _castling_moves(ways, states, ply, side, fall, moves, n)
    return n


@inlined
def _keep_legal(
    ways: Any, states: Any, ply: Any, all_tried: Any, fall: Any, moves: Any, first: Any, last: Any
) -> Any:
    """Keep those moves of one piece that leave the king safe."""
    if first == last:
        return last
    tried = all_tried or in_set(states, ply, LEAVE, moves[first] & SITE_MASK)
    n = first
    for i in range(first, last):
        move = moves[i]
        goal = (move >> GOAL_SHIFT) & FIELD_MASK
        doubtful = (
            tried
            or (move >> TAG_SHIFT) & BYTE_MASK == EN_PASSANT
            or (
                goal >> LEVEL_SHIFT == GROUND
                and (in_set(states, ply, FILL, goal) or (fall != U(0) and states.cells[ply, TOP, goal] != 0))
            )
        )
        if doubtful and leaves_king_attacked(ways, states, ply, move, fall):
            continue
        moves[n] = move
        n += U(1)
    return n


@compiled
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``legal``."""
    return _generate(tables.ground.ways, states, ply, MOVE | CAPTURE, tables.riders_fall[U(0)], moves, n)


@inlined
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``: captures and promotions."""
    return _generate(tables.ground.ways, states, ply, CAPTURE, tables.riders_fall[U(0)], moves, n)


@compiled
def count(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``count``."""
    return _generate(tables.ground.ways, states, ply, MOVE | CAPTURE, tables.riders_fall[U(0)], moves, n) - n
