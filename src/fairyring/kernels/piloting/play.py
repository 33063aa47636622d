"""Making moves in the piloting family, and how a game ends."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, compiled, inlined, lowest_bit, opened
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    NO_TURN,
    NUMBER,
    ONGOING,
    PLIES,
    SIDE,
    copy_row,
)
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT, NON_PAWN, PAWN, PROMOTION_SHIFT, ROYAL
from fairyring.kernels.orthodox.edit import add
from fairyring.kernels.orthodox.play import CLOCK_LIMIT
from fairyring.kernels.orthodox.tables import NOWHERE
from fairyring.kernels.piloting.attacks import in_check, small_count
from fairyring.kernels.piloting.generate import king_after, move_pieces
from fairyring.kernels.piloting.tables import BALANCE, KING, PHASE


@inlined
def toggle(tables: Any, states: Any, ply: Any, site: Any, times: Any) -> None:
    """Add a site's piece to the key, the sets and the sums (``times`` 1), or remove it (-1)."""
    piece = U(states.cells[ply, U(0), site])
    if piece == U(0):
        return
    states.key[ply] ^= tables.keys.zobrist[piece, site]
    if site < small_count(states):
        states.bits[ply, piece & U(1), site >> U(6)] ^= U(1) << (site & U(63))
        add(tables.worth, states.info, ply, BALANCE, piece, site, times)


@inlined
def toggle_ends(tables: Any, states: Any, ply: Any, start: Any, goal: Any, times: Any) -> None:
    """`toggle` both ends of a move, and the riders there if they are big squares."""
    smalls = small_count(states)
    for number in range(U(2) if start < smalls else U(10)):
        site = goal if number & U(1) != U(0) else start
        if number >= U(2):
            site = ((site - smalls) << U(2)) + ((number - U(2)) >> U(1))
        toggle(tables, states, ply, site, times)


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a move into row ply + 1."""
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    info = states.info
    side = info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    reset = (
        tables.ways.kinds[states.cells[ply, U(0), start]] == PAWN
        or states.cells[ply, U(0), goal] != 0
        or move >> PROMOTION_SHIFT != U(0)
    )
    toggle_ends(tables, states, ply, start, goal, I(-1))
    move_pieces(states, ply, side, move)
    toggle_ends(tables, states, ply, start, goal, I(1))
    for owner in range(U(2)):
        info[ply, KING + owner] = king_after(info[ply, KING + owner], start, goal, small_count(states))
    info[ply, CLOCK] = U(0) if reset else info[ply, CLOCK] + U(1)
    info[ply, NUMBER] += side
    info[ply, SIDE] = U(1) - side
    states.key[ply] ^= tables.keys.to_move[U(0), U(1)]


@inlined
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    Refused in check, and if the mover has only small pawns and a king.
    """
    if in_check(tables, states, ply):
        return False
    side = states.info[ply, SIDE]
    non_pawns = False
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        while pieces != U(0):
            piece = states.cells[ply, U(0), (word << U(6)) + lowest_bit(pieces)]
            pieces &= pieces - U(1)
            non_pawns = non_pawns or tables.ways.kinds[piece] == NON_PAWN
    if not non_pawns:
        return False
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    states.info[ply, CLOCK] += U(1)
    states.info[ply, NUMBER] += side
    states.info[ply, SIDE] = U(1) - side
    states.key[ply] ^= tables.keys.to_move[U(0), U(1)]
    return True


@inlined
def repetition_window(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``repetition_window``: as far back as there are rows.

    What a small pawn's step does, the big pieces that carry it can undo, although it sets the clock to 0.
    """
    return ply


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Compute the sets, the kings' places, the sums and the key from the cells and the other fields."""
    info = states.info
    states.key[ply] = U(0)
    for side in range(U(2)):
        info[ply, KING + side] = NOWHERE
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, side, word] = U(0)
    info[ply, BALANCE] = info[ply, PHASE] = U(0)
    for site in range(U(states.cells.shape[2])):
        toggle(tables, states, ply, site, I(1))
    for site in range(small_count(states)):
        piece = U(states.cells[ply, U(0), site])
        if piece != U(0) and tables.ways.kinds[piece] == ROYAL:
            info[ply, KING + (piece & U(1))] = site
    if info[ply, SIDE] != U(0):
        states.key[ply] ^= tables.keys.to_move[U(0), U(1)]


@opened
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """The contract's ``outcome``."""
    if moves == U(0):
        return (CHECKMATE if in_check(tables, states, ply) else NO_TURN) | MOVER_LOSES
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING
