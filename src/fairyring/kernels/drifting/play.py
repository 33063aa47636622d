"""Making turns, and how a game ends."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE, copy_row
from fairyring.kernels.drifting.attacks import in_check, loses_king
from fairyring.kernels.drifting.drift import (
    PASS,
    drift_from,
    launch,
    make_part,
    make_turn,
    renumber,
    settle,
)
from fairyring.kernels.drifting.tables import EP_HASH, MOTION_HASH, MOVING, PIECE, VECTOR
from fairyring.kernels.orthodox import play as orthodox
from fairyring.kernels.orthodox.attacks import add_to_set
from fairyring.kernels.orthodox.codes import CAPTURE, EN_PASSANT, PAWN, SITE_MASK, encode
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, KING, NOWHERE
from fairyring.kernels.stages import continues, counted, no_pass, several, turned


@internal
def _hash_ep(tables: Any, states: Any, ply: Any) -> None:
    """Add the en passant square to the key; it counts only if the mover has a legal capture there."""
    ways = tables.ways
    ep_square, ep_pawn = states.info[ply, EP_SQUARE], states.info[ply, EP_PAWN]
    side = states.info[ply, SIDE]
    sites = U(states.cells.shape[2])
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = U(states.cells[ply, PIECE, site])
            if ways.kinds[piece] != PAWN:
                continue
            at = piece * sites + site
            first = U(ways.ray_start[at])
            for i in range(first, U(ways.ray_start[at + U(1)])):
                step = U(ways.rays[i])
                if step & SITE_MASK != ep_square or step & CAPTURE == U(0):
                    continue
                taking = encode(site, ep_square, U(0), EN_PASSANT, ep_pawn)
                kingless = states.info[ply, KING + side] == NOWHERE
                if kingless or not loses_king(tables, states, ply, taking | launch(i - first)):
                    states.info[ply, EP_HASH] = tables.keys.zobrist[U(0), ep_square]
                    states.key[ply] ^= states.info[ply, EP_HASH]
                    return


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a turn into row ply + 1."""
    if not moves_again(tables, states, ply, move):
        make_turn(tables, states, ply, ply + U(1), move, U(0))
        finish(tables, states, ply + U(1))


@internal
def moves_again(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a turn's player moves again at once: then row ply + 1 has the position after it."""
    if not several(tables):
        return False
    make_turn(tables, states, ply, ply + U(1), move, U(1))
    if not continues(tables, states, ply + U(1), move):
        return False
    counted(tables, states, ply + U(1), move, True)
    return True


@internal
def finish(tables: Any, states: Any, ply: Any) -> None:
    """What follows a turn on a row that `make_turn` has written: its key, and what mechanics count."""
    if states.info[ply, EP_SQUARE] != NOWHERE:
        _hash_ep(tables, states, ply)
    turned(tables, states, ply)


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Compute the sets, the kings' sites, the sums and the key from the cells and the other fields."""
    for side in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, MOVING + side, word] = U(0)
    states.info[ply, MOTION_HASH] = U(0)
    states.info[ply, EP_HASH] = U(0)
    for site in range(U(states.cells.shape[2])):
        if states.cells[ply, VECTOR, site] != 0:
            add_to_set(states, ply, MOVING + (U(states.cells[ply, PIECE, site]) & U(1)), site)
    orthodox.set_up(tables, states, ply)
    settle(tables, states, ply)
    if states.info[ply, EP_SQUARE] != NOWHERE:
        _hash_ep(tables, states, ply)


# ---- for showing a turn part by part ----


@compiled
def begin(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a turn's voluntary part into row ply + 1, without its key."""
    copy_row(states, ply, ply + U(1))
    make_part(tables, states, ply + U(1), move)
    for side in range(U(2)):
        renumber(states, ply + U(1), side)


@compiled
def go_on(tables: Any, states: Any, ply: Any, site: Any) -> None:
    """Make one piece's automatic move on a row."""
    drift_from(tables, states, ply, states.info[ply, SIDE], site)
    for owner in range(U(2)):
        renumber(states, ply, owner)


@inlined
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    The pieces in motion drift as in any turn. Refused in check, if the king could be captured after it, and
    if no non-pawn piece at rest is left: then having to move may be a disadvantage.
    """
    side = states.info[ply, SIDE]
    non_pawns = False
    for word in range(U(states.bits.shape[2])):
        resting = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        non_pawns = non_pawns or orthodox.has_non_pawn(tables.ways, states, ply, word, resting)
    if not non_pawns or in_check(tables, states, ply) or no_pass(tables, states, ply):
        return False
    if loses_king(tables, states, ply, PASS):
        return False
    copy_row(states, U(states.key.shape[0]) - U(2), ply + U(1))  # `loses_king` played it out there
    return True
