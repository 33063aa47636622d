"""Making turns, and how a game ends."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, composed, inlined, lowest_bit
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    ONGOING,
    PLIES,
    SIDE,
    STALEMATE,
)
from fairyring.kernels.drifting.attacks import in_check, leaves_king_attacked
from fairyring.kernels.drifting.drift import (
    EN_PASSANT,
    PASS,
    copy,
    drift_from,
    encode,
    make_part,
    make_turn,
    renumber,
)
from fairyring.kernels.drifting.tables import (
    CAPTURE,
    GIVES_MASK,
    GIVES_SHIFT,
    MOVING,
    PIECE,
    PLACE,
    SITE_MASK,
    VECTOR,
)
from fairyring.kernels.orthodox.codes import NON_PAWN, PAWN
from fairyring.kernels.orthodox.play import CLOCK_LIMIT
from fairyring.kernels.orthodox.tables import (
    EP_PAWN,
    EP_SQUARE,
    NOWHERE,
    RIGHTS,
)


@compiled
def rekey(tables: Any, states: Any, ply: Any) -> None:
    """Compute the key from the sets, the cells and the fields."""
    keys, ways = tables.keys, tables.ways
    sites = U(states.cells.shape[2])
    codes, vectors = U(ways.kinds.shape[0]), U(tables.motion.courses.shape[1])
    key = keys.to_move[states.info[ply, RIGHTS], states.info[ply, SIDE]]
    for side in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                key ^= keys.zobrist[states.cells[ply, PIECE, site], site]
            pieces = states.bits[ply, MOVING + side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                vector, place = U(states.cells[ply, VECTOR, site]), U(states.cells[ply, PLACE, site])
                key ^= keys.zobrist[codes + vector, site] ^ keys.zobrist[codes + vectors + place, site]
    states.key[ply] = key
    ep_square, ep_pawn = states.info[ply, EP_SQUARE], states.info[ply, EP_PAWN]
    if ep_square == NOWHERE:
        return
    # The en passant square counts for repetition only if the mover has a legal capture there.
    side = states.info[ply, SIDE]
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = U(states.cells[ply, PIECE, site])
            if ways.kinds[piece] != PAWN:
                continue
            at = piece * sites + site
            for i in range(U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])):
                step = U(ways.rays[i])
                if step & SITE_MASK != ep_square or step & CAPTURE == U(0):
                    continue
                given = (step >> GIVES_SHIFT) & GIVES_MASK
                move = encode(site, ep_square, U(0), EN_PASSANT, given, ep_pawn)
                if not leaves_king_attacked(ways, tables.motion, states, ply, move):
                    states.key[ply] = key ^ keys.zobrist[U(0), ep_square]
                    return


@composed
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a turn into row ply + 1."""
    make_turn(tables.ways, tables.motion, states, ply, ply + U(1), move)
    rekey(tables, states, ply + U(1))


# ---- for showing a turn part by part ----


@compiled
def begin(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a turn's voluntary part into row ply + 1, without its key."""
    copy(states, ply, ply + U(1))
    make_part(tables.ways, tables.motion, states, ply + U(1), move)
    for side in range(U(2)):
        renumber(states, ply + U(1), side)


@compiled
def go_on(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Make one piece's automatic move on a row; whether it is in motion after that."""
    side = states.info[ply, SIDE]
    piece, vector = U(states.cells[ply, PIECE, site]), U(states.cells[ply, VECTOR, site])
    goes_on = drift_from(tables.ways, tables.motion, states, ply, side, site, piece, vector)
    for owner in range(U(2)):
        renumber(states, ply, owner)
    return goes_on


@inlined
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    The pieces in motion drift as in any turn. Refused in check, if the king could be captured after it, and
    if
    no non-pawn piece at rest is left: then having to move may be a disadvantage.
    """
    ways, motion = tables.ways, tables.motion
    side = states.info[ply, SIDE]
    non_pawns = False
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if ways.kinds[states.cells[ply, PIECE, site]] == NON_PAWN:
                non_pawns = True
    if not non_pawns or in_check(tables, states, ply):
        return False
    if leaves_king_attacked(ways, motion, states, ply, PASS):
        return False
    copy(states, U(states.key.shape[0]) - U(2), ply + U(1))  # `leaves_king_attacked` played it out there
    rekey(tables, states, ply + U(1))
    return True


@composed
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """The contract's ``outcome``."""
    if moves == U(0):
        return CHECKMATE | MOVER_LOSES if in_check(tables, states, ply) else STALEMATE
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING
