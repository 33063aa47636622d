"""What a move changes on the board, apart from what comes with the end of a turn."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, called, inlined
from fairyring.kernels.contract import SIDE, copy_row
from fairyring.kernels.orthodox.attacks import add_to_set, is_in_check, occupied
from fairyring.kernels.orthodox.codes import (
    BESIDE,
    BYTE_MASK,
    CASTLE,
    DOUBTFUL,
    DROP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    LOCUST,
    PAWN,
    PROMOTION_SHIFT,
    SECOND_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    UNLOAD,
    captures,
    extra_of,
    put_where_it_began,
)
from fairyring.kernels.orthodox.edit import put_piece, remove_piece
from fairyring.kernels.orthodox.tables import (
    KEEP,
    KING,
    KING_KEEP,
    LINE,
    NOWHERE,
    RIGHTS,
    ROOK_GOAL,
    ROOK_START,
)
from fairyring.kernels.stages import (
    ALL_MOVES,
    NO_MOVES,
    alone,
    arrived,
    became,
    carried,
    displaced,
    landed,
    lost,
    probing,
    spared,
    stage,
    unloading,
)


@inlined
def make_changes(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Make a move's changes of the board on a row.

    Returns whether the move restarts the clock, and the castling rights that it leaves.
    """
    info = states.info
    side = info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    tag, extra = (move >> TAG_SHIFT) & TAG_MASK, extra_of(move)
    load = U(carried(tables, states, ply, start, U(0)))
    taken = U(0)
    reset = True  # by a drop
    piece = promotion << U(1) | side
    left = ~U(0)
    if tag != DROP:
        moved = remove_piece(tables, states, ply, start)
        reset = tables.ways.kinds[moved] == PAWN or promotion != U(0)
        piece = moved if promotion == U(0) else promotion << U(1) | moved & U(1)
        left = displaced(tables.ways, tables, states, ply, move, left)
    if tag == CASTLE:
        rook = remove_piece(tables, states, ply, tables.ways.castlings[extra, ROOK_START])
        put_piece(tables, states, ply, tables.ways.castlings[extra, ROOK_GOAL], rook)
    else:
        site = extra if tag & BESIDE == EN_PASSANT else goal
        if states.cells[ply, U(0), site] != 0:
            lost(tables, states, ply, site, U(states.cells[ply, U(0), site]))
            taken = remove_piece(tables, states, ply, site)
            reset = True
        if tag == LOCUST and states.cells[ply, U(0), goal] != 0:
            lost(tables, states, ply, goal, U(states.cells[ply, U(0), goal]))
            taken |= remove_piece(tables, states, ply, goal) << SECOND_SHIFT
    put_piece(tables, states, ply, goal, piece)
    landed(tables, states, ply, goal, load)
    if promotion != U(0) and tag != DROP:
        became(tables, states, ply, goal)
    kept = info[ply, RIGHTS] & tables.sites[start, KEEP] & tables.sites[goal, KEEP] & left
    if tag == LOCUST:
        kept &= tables.sites[extra, KEEP]
    if info[ply, KING + side] == start:
        info[ply, KING + side] = goal
        kept &= tables.sites[start, KING_KEEP + side]
    return reset, arrived(tables, states, ply, move, taken, kept)


@stage(alone)
def standing_after(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Fill the set LINE: on which sites anything stands after a move. Walls stand where they are.

    A capture that may change more than start and goal is made on the spare row.
    """
    if probing(tables) != NO_MOVES and captures(states, ply, move):
        spare = tried(tables, states, ply, move)
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, LINE, word] = occupied(states, spare, word)
        return
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & TAG_MASK, extra_of(move)
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LINE, word] = occupied(states, ply, word)
    leave(states, ply, start)
    if tag & BESIDE == EN_PASSANT:
        leave(states, ply, extra)
    elif unloading(tables.ways) and tag == UNLOAD:
        back = put_where_it_began(states, ply, move)
        if back:
            leave(states, ply, extra)
        add_to_set(states, ply, LINE, start if back else extra)
    elif tag == CASTLE:
        leave(states, ply, tables.ways.castlings[extra, ROOK_START])
        add_to_set(states, ply, LINE, tables.ways.castlings[extra, ROOK_GOAL])
    add_to_set(states, ply, LINE, goal)


@inlined
def leave(states: Any, ply: Any, site: Any) -> None:
    """Take a site out of the set LINE."""
    states.bits[ply, LINE, site >> U(6)] &= ~(U(1) << (site & U(63)))


@called
def tried(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The number of the spare row, with a move's changes made on it."""
    spare = U(states.key.shape[0]) - U(1)
    copy_row(states, ply, spare)
    make_changes(tables, states, spare, move)
    return spare


@inlined
def _safe_anyway(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover has nothing that could be lost."""
    return states.info[ply, KING + states.info[ply, SIDE]] == NOWHERE and probing(tables) != ALL_MOVES


@inlined
def _lost(tables: Any, states: Any, ply: Any, spare: Any, move: Any) -> Any:
    """Whether the mover is in check, or its king gone, on the row on which a move has been tried."""
    side = states.info[ply, SIDE]
    if states.info[spare, KING + side] == NOWHERE and states.info[ply, KING + side] != NOWHERE:
        return True
    return spared(tables, states, ply, spare, move, is_in_check(tables, states, spare, side))


@called
def loses_king(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a move leaves its player in check, or takes the king off the board."""
    if _safe_anyway(tables, states, ply):
        return False
    return _lost(tables, states, ply, tried(tables, states, ply, move), move)


@called
def settle_doubts(tables: Any, states: Any, ply: Any, moves: Any, begin: Any, n: Any) -> Any:
    """Of the moves from ``begin``, drop those marked `DOUBTFUL` that lose the king, and unmark the others."""
    safe = _safe_anyway(tables, states, ply)
    end = begin
    for i in range(begin, n):
        move = moves[i] & ~DOUBTFUL
        doubtful = move != moves[i] and not safe
        if doubtful and _lost(tables, states, ply, tried(tables, states, ply, move), move):
            continue
        moves[end] = move
        end += U(1)
    return end
