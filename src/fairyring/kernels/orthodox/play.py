"""Making moves, and how a game ends."""

from __future__ import annotations

from typing import Any

from fairyring.kernels import contract
from fairyring.kernels.compiling import U, called, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MATERIAL,
    MOVER_LOSES,
    NO_PROGRESS,
    NUMBER,
    ONGOING,
    PLIES,
    SIDE,
    STALEMATE,
    copy_row,
)
from fairyring.kernels.network import begin_count
from fairyring.kernels.orthodox.attacks import is_in_check
from fairyring.kernels.orthodox.codes import (
    BLOCKER,
    BYTE_MASK,
    DOUBLE_STEP,
    FIELD_MASK,
    GOAL_SHIFT,
    NON_PAWN,
    PROMOTION_SHIFT,
    ROYAL,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.orthodox.edit import put_piece
from fairyring.kernels.orthodox.effects import make_changes
from fairyring.kernels.orthodox.en_passant import NO_CAPTURE, next_ep_capture
from fairyring.kernels.orthodox.generate import unsafe
from fairyring.kernels.orthodox.tables import (
    BALANCE,
    EP_PAWN,
    EP_SQUARE,
    KING,
    NOWHERE,
    PAWNS,
    PHASE,
    RIGHTS,
    SHADE,
)
from fairyring.kernels.orthodox.worth import MINOR
from fairyring.kernels.stages import (
    awaiting,
    chosen,
    continues,
    counted,
    derived,
    ended,
    movable,
    no_pass,
    obliged,
    occurrences,
    over,
    plies,
    repeating,
    set_down,
    settled,
    several,
    stuck,
    turned,
    window,
)

CLOCK_LIMIT = U(100)


@inlined
def switch_side(keys: Any, states: Any, ply: Any, kept: Any, reset: Any) -> None:
    """Pass the move to the other side, keeping the castling rights ``kept``; ``reset`` restarts the clock."""
    side = states.info[ply, SIDE]
    end_move(keys, states, ply, kept, reset)
    states.info[ply, NUMBER] += side
    states.info[ply, SIDE] = U(1) - side
    states.key[ply] ^= keys.to_move[kept, side] ^ keys.to_move[kept, U(1) - side]


@inlined
def end_move(keys: Any, states: Any, ply: Any, kept: Any, reset: Any) -> None:
    """Keep the castling rights ``kept``, and count the ply; ``reset`` restarts the clock."""
    info = states.info
    side, rights = info[ply, SIDE], info[ply, RIGHTS]
    info[ply, RIGHTS] = kept
    info[ply, CLOCK] = U(0) if reset else info[ply, CLOCK] + U(1)
    states.key[ply] ^= keys.to_move[rights, side] ^ keys.to_move[kept, side]


@inlined
def finish_move(tables: Any, states: Any, ply: Any, move: Any, kept: Any, reset: Any) -> Any:
    """End a move that has been made on the row; returns whether its player moves again.

    It leaves the castling rights ``kept``; ``reset`` restarts the clock. If the other side is to move, an en
    passant square and the stage `turned` are still to come.
    """
    set_down(tables, states, ply, move)
    again = continues(tables, states, ply, move)
    counted(tables, states, ply, move, again)
    if again:
        end_move(tables.keys, states, ply, kept, reset)
    else:
        switch_side(tables.keys, states, ply, kept, reset)
    return again


@inlined
def _hash_ep(tables: Any, states: Any, ply: Any) -> None:
    """Add the en passant square to the key, or remove it; it counts only if a capture there is legal."""
    if states.info[ply, EP_SQUARE] != NOWHERE and ep_possible(tables, states, ply):
        states.key[ply] ^= tables.keys.zobrist[U(0), states.info[ply, EP_SQUARE]]


@internal
def _clear_ep(tables: Any, states: Any, ply: Any) -> None:
    _hash_ep(tables, states, ply)
    states.info[ply, EP_SQUARE] = NOWHERE
    states.info[ply, EP_PAWN] = NOWHERE


@internal
def ep_possible(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover has a legal en passant capture."""
    i, move = next_ep_capture(tables.ways, states, ply, U(0))
    while move != NO_CAPTURE:
        start = move & FIELD_MASK
        free = movable(tables, states, ply, start >> U(6), U(1) << (start & U(63))) != U(0)
        if free and not unsafe(tables, states, ply, move):
            return True
        i, move = next_ep_capture(tables.ways, states, ply, i)
    return False


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a move into row ply + 1."""
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    info = states.info
    tag, goal = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    _clear_ep(tables, states, ply)
    if chosen(tables, states, ply, move):
        return
    reset, kept = make_changes(tables, states, ply, move)
    if finish_move(tables, states, ply, move, kept, reset):
        return
    # It is still a pawn, nothing has moved it on, and nothing has come behind it.
    if (
        tag == DOUBLE_STEP
        and (move >> PROMOTION_SHIFT) & BYTE_MASK == U(0)
        and states.cells[ply, U(0), goal] != 0
        and states.cells[ply, U(0), extra_of(move)] == 0
    ):
        info[ply, EP_SQUARE] = extra_of(move)
        info[ply, EP_PAWN] = goal
        _hash_ep(tables, states, ply)
    turned(tables, states, ply)


@inlined
def has_non_pawn(ways: Any, states: Any, ply: Any, word: Any, pieces: Any) -> Any:
    """Whether one of the pieces in a word of a set is neither a pawn nor royal."""
    while pieces != U(0):
        if ways.kinds[states.cells[ply, U(0), (word << U(6)) + lowest_bit(pieces)]] == NON_PAWN:
            return True
        pieces &= pieces - U(1)
    return False


@called
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    Refused in check, and if the mover has only pawns and a king: then having to move may be a disadvantage.
    """
    side = states.info[ply, SIDE]
    non_pawns = False
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word]
        non_pawns = non_pawns or has_non_pawn(tables.ways, states, ply, word, pieces)
    if not non_pawns or is_in_check(tables, states, ply, side) or no_pass(tables, states, ply):
        return False
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    _clear_ep(tables, states, ply)
    switch_side(tables.keys, states, ply, states.info[ply, RIGHTS], False)
    return True


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Compute the sets, the kings' sites, the sums and the key from the cells and the other fields."""
    set_up(tables, states, ply)
    _hash_ep(tables, states, ply)


@inlined
def set_up(tables: Any, states: Any, ply: Any) -> None:
    """The same, except that the key does not count an en passant square."""
    states.key[ply] = U(0)
    for side in range(U(2)):
        states.info[ply, KING + side] = NOWHERE
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, side, word] = U(0)
            states.bits[ply, PAWNS, word] = U(0)
    states.info[ply, BALANCE] = U(0)
    states.info[ply, PHASE] = U(0)
    begin_count(tables.worth.network, states.info, ply)
    for site in range(U(states.cells.shape[2])):
        piece = U(states.cells[ply, U(0), site])
        if piece != U(0) and tables.ways.kinds[piece] != BLOCKER:
            put_piece(tables, states, ply, site, piece)
            if tables.ways.kinds[piece] == ROYAL:
                states.info[ply, KING + (piece & U(1))] = site
    states.key[ply] ^= tables.keys.to_move[states.info[ply, RIGHTS], states.info[ply, SIDE]]
    derived(tables, states, ply)


@compiled
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """The contract's ``outcome``."""
    code = over(tables, states, ply)
    if code != ONGOING:
        return settled(tables, states, ply, U(0), code)
    if moves == U(0):
        checked = contract.in_check(tables, states, ply)  # of another family, if it asks here
        code = stuck(tables, states, ply, checked)
        if code != ONGOING:
            return code
        return CHECKMATE | MOVER_LOSES if checked else STALEMATE
    code = ended(tables, states, ply)
    if code != ONGOING:
        return settled(tables, states, ply, U(0), code)
    if _insufficient_material(tables, states, ply) and not awaiting(tables, states, ply):
        return settled(tables, states, ply, U(0), MATERIAL)
    limit = plies(tables, states, ply, CLOCK_LIMIT)
    if states.info[ply, CLOCK] >= limit:
        return settled(tables, states, ply, U(0), PLIES if limit == CLOCK_LIMIT else NO_PROGRESS)
    return ONGOING


@internal
def _insufficient_material(tables: Any, states: Any, ply: Any) -> Any:
    """FIDE's insufficient material: one minor piece, or only pieces bound to the same shade."""
    if tables.worth.pieces[U(0), MINOR] == 0:
        return False
    light, shades, others = U(0), U(0), U(0)
    for side in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[ply, side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                piece = U(states.cells[ply, U(0), site])
                if tables.ways.kinds[piece] == ROYAL:
                    continue
                if tables.worth.pieces[piece, MINOR] == 0:
                    return False
                if tables.worth.pieces[piece, MINOR] == 1:
                    others += U(1)
                light += U(1)
                shades |= U(1) << tables.sites[site, SHADE]
    return light < U(2) or (others == U(0) and shades != U(3))


@inlined
def alternates(tables: Any) -> Any:
    """The contract's ``alternates``."""
    return not several(tables)


@inlined
def obliges(tables: Any) -> Any:
    """The contract's ``obliges``."""
    return obliged(tables)


@inlined
def repetition_window(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``repetition_window``."""
    return window(tables, states, ply, states.info[ply, CLOCK])


@compiled
def repetitions(tables: Any) -> Any:
    """The contract's ``repetitions``."""
    return occurrences(tables, U(3))


@compiled
def repetition_result(tables: Any, states: Any, ply: Any, back: Any) -> Any:
    """The contract's ``repetition_result``."""
    return settled(tables, states, ply, back, repeating(tables, states, ply, back))
