"""Making moves on two levels, and how a game ends."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    ONGOING,
    PLIES,
    SIDE,
    STALEMATE,
    copy_row,
)
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DOUBLE_STEP,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    NON_PAWN,
    PAWN,
    ROYAL,
    SITE_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.en_passant import NO_CAPTURE, next_ep_capture
from fairyring.kernels.orthodox.play import CLOCK_LIMIT, switch_side
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, KEEP, KING, NOWHERE, RIGHTS
from fairyring.kernels.riding.attacks import in_check
from fairyring.kernels.riding.generate import fourth_site, leaves_king_attacked, move_pieces, third_site
from fairyring.kernels.riding.tables import GROUND, KING_LEVEL, LEVEL_SHIFT, RIDERS, TOP


@inlined
def top_hash(keys: Any, piece: Any, site: Any) -> Any:
    """The Zobrist key of a piece on a back: that of the ground with its halves swapped."""
    number = keys.zobrist[piece, site]
    return number << U(32) | number >> U(32)


@internal
def unmark(keys: Any, states: Any, ply: Any, site: Any) -> None:
    """Remove a site's pieces from the key and the sets."""
    piece, rider = U(states.cells[ply, GROUND, site]), U(states.cells[ply, TOP, site])
    if piece != U(0):
        states.key[ply] ^= keys.zobrist[piece, site]
    if rider != U(0):
        states.key[ply] ^= top_hash(keys, rider, site)
    for chosen in range(U(4)):
        states.bits[ply, chosen, site >> U(6)] &= ~(U(1) << (site & U(63)))


@internal
def mark(keys: Any, states: Any, ply: Any, site: Any) -> None:
    """Add a site's pieces to the key and the sets."""
    piece, rider = U(states.cells[ply, GROUND, site]), U(states.cells[ply, TOP, site])
    bit = U(1) << (site & U(63))
    if piece != U(0):
        states.key[ply] ^= keys.zobrist[piece, site]
        states.bits[ply, piece & U(1), site >> U(6)] |= bit
    if rider != U(0):
        states.key[ply] ^= top_hash(keys, rider, site)
        states.bits[ply, RIDERS + (rider & U(1)), site >> U(6)] |= bit


@inlined
def _hash_ep(tables: Any, states: Any, ply: Any) -> None:
    """Add the en passant square to the key, or remove it; it counts only if a capture there is legal."""
    if states.info[ply, EP_SQUARE] != NOWHERE and _ep_possible(
        tables.ground.ways, states, ply, tables.riders_fall[U(0)]
    ):
        states.key[ply] ^= tables.ground.keys.zobrist[U(0), states.info[ply, EP_SQUARE]]


@internal
def _clear_ep(tables: Any, states: Any, ply: Any) -> None:
    _hash_ep(tables, states, ply)
    states.info[ply, EP_SQUARE] = NOWHERE
    states.info[ply, EP_PAWN] = NOWHERE


@internal
def _ep_possible(ways: Any, states: Any, ply: Any, fall: Any) -> Any:
    """Whether the mover has a legal en passant capture."""
    i, move = next_ep_capture(ways, states, ply, U(0))
    while move != NO_CAPTURE:
        frozen = states.cells[ply, TOP, move & FIELD_MASK] != 0  # the pawn carries a rider
        if not frozen and not leaves_king_attacked(ways, states, ply, move, fall):
            return True
        i, move = next_ep_capture(ways, states, ply, i)
    return False


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a move into row ply + 1."""
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    info = states.info
    side = info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    one, two = start & SITE_MASK, goal & SITE_MASK
    three, four = third_site(tables.ground.ways, move), fourth_site(tables.ground.ways, move)
    tag = (move >> TAG_SHIFT) & BYTE_MASK
    _clear_ep(tables, states, ply)
    reset = (
        tables.ground.ways.kinds[states.cells[ply, start >> LEVEL_SHIFT, one]] == PAWN
        or states.cells[ply, goal >> LEVEL_SHIFT, two] != 0
    )
    # A right is lost when a piece on the ground leaves a home square or arrives there, not when a rider does.
    kept = info[ply, RIGHTS]
    if start >> LEVEL_SHIFT == GROUND:
        kept &= tables.ground.sites[one, KEEP]
    if goal >> LEVEL_SHIFT == GROUND:
        kept &= tables.ground.sites[two, KEEP]
    unmark(tables.ground.keys, states, ply, one)
    unmark(tables.ground.keys, states, ply, two)
    if three != one:
        unmark(tables.ground.keys, states, ply, three)
    if four != one:
        unmark(tables.ground.keys, states, ply, four)
    move_pieces(tables.ground.ways, states, ply, move, tables.riders_fall[U(0)])
    mark(tables.ground.keys, states, ply, one)
    mark(tables.ground.keys, states, ply, two)
    if three != one:
        mark(tables.ground.keys, states, ply, three)
    if four != one:
        mark(tables.ground.keys, states, ply, four)
    if start == (info[ply, KING + side] | info[ply, KING_LEVEL + side] << LEVEL_SHIFT):
        info[ply, KING + side] = two
        info[ply, KING_LEVEL + side] = goal >> LEVEL_SHIFT
    switch_side(tables.ground.keys, states, ply, kept, reset)
    if tag == DOUBLE_STEP:
        info[ply, EP_SQUARE] = move >> EXTRA_SHIFT
        info[ply, EP_PAWN] = two
        _hash_ep(tables, states, ply)


@inlined
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    Refused in check, and if the mover has only pawns and a king.
    """
    side = states.info[ply, SIDE]
    if in_check(tables, states, ply):
        return False
    non_pawns = False
    for level in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side + RIDERS * level, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                if tables.ground.ways.kinds[states.cells[ply, level, site]] == NON_PAWN:
                    non_pawns = True
    if not non_pawns:
        return False
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    _clear_ep(tables, states, ply)
    switch_side(tables.ground.keys, states, ply, states.info[ply, RIGHTS], False)
    return True


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Compute the sets, the kings' places and the key from the cells and the other fields."""
    info = states.info
    states.key[ply] = U(0)
    for side in range(U(2)):
        info[ply, KING + side] = NOWHERE
        info[ply, KING_LEVEL + side] = GROUND
    for chosen in range(U(4)):
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, chosen, word] = U(0)
    for site in range(U(states.cells.shape[2])):
        mark(tables.ground.keys, states, ply, site)
        for level in range(U(2)):
            piece = U(states.cells[ply, level, site])
            if piece != U(0) and tables.ground.ways.kinds[piece] == ROYAL:
                info[ply, KING + (piece & U(1))] = site
                info[ply, KING_LEVEL + (piece & U(1))] = level
    states.key[ply] ^= tables.ground.keys.to_move[info[ply, RIGHTS], info[ply, SIDE]]
    _hash_ep(tables, states, ply)


@compiled
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """The contract's ``outcome``."""
    if moves == U(0):
        return CHECKMATE | MOVER_LOSES if in_check(tables, states, ply) else STALEMATE
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING
