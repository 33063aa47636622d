"""The memory of a search: one set of arrays, made once and handed to the compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U
from fairyring.kernels.packed import packed
from fairyring.search.settings import usual
from fairyring.search.transposition import new_table

MAX_HEIGHT = 120  # plies below the root, quiescence and extensions included
MOVE_LISTS = (
    8  # room for moves, in the longest move lists a position may have; a search stops going deeper there
)

# Scores are hundredths of a pawn from the mover's view; a mate in n plies is MATE - n. All fit in 16 bits.
DRAW, MATE, INFINITE = I(0), I(32000), I(32100)
MATED_BELOW = I(31000)  # evaluations stay below it: any score beyond is a mate

# The indices of `Memory.shared` and the fields of `Memory.stack`.
STOP, NODES, NODE_LIMIT, SELECTIVE, ROOT_DEPTH, MOVES_LIMIT, AGE, SELDEPTH = (U(index) for index in range(8))
KILLER, SECOND_KILLER, PLAYED, AFTER_NULL, LAZY_ERROR, STATIC_EVAL, PV_LENGTH, PV = (
    U(field) for field in range(8)
)
NULL_MOVE = U(0xFFFFFFFFFFFFFFFF)  # stands for a null move in the field PLAYED

HISTORY, CAPTURE_HISTORY = U(0), U(1)  # the columns of `Memory.history`
HISTORY_BITS = U(14)  # 2 ** 14 entries for each side
CONTINUATION_BITS = U(17)


@packed
class Memory(NamedTuple):
    """The arrays of one search. Height is the number of plies below the root.

    Attributes:
        table: uint64[word]; the transposition table, see `fairyring.search.transposition`.
        moves: uint64[index]; the moves of the positions on the current path, one list after the other.
        orders: int64[index]; the moves' scores for move ordering.
        stack: uint64[height, field]; what belongs to a height: two killer moves (the latest first), the
            move played there (`NULL_MOVE` for a null move), the height of the position after the last null
            move (0 where there was none), by how much the last full evaluation there
            exceeded the lazy one (signed), the static evaluation less `NO_EVAL` (0 where there was none),
            the length of the principal variation, and its moves.
        history: int16[index, column]; by side and move, its history as a quiet move, and as a capture.
        continuation: int16[index]; the history of quiet moves after the one before, and after the one
            before that.
        counter_moves: uint64[index]; by side and move, the quiet move that last refuted it.
        shared: int64[8]; what other threads see and set: whether to stop (not 0), nodes so far, the limit
            of nodes, whether to prune, reduce and extend, the depth of the iteration, the index in
            ``moves`` beyond which there may be no room for another position's moves, the number of
            the search among those that have used the table, and the greatest height visited.
        settings: int64[2, setting]; the search's own numbers, see `fairyring.search.settings.usual`.
    """

    table: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.uint64]
    orders: npt.NDArray[np.int64]
    stack: npt.NDArray[np.uint64]
    history: npt.NDArray[np.int16]
    continuation: npt.NDArray[np.int16]
    counter_moves: npt.NDArray[np.uint64]
    shared: npt.NDArray[np.int64]
    settings: npt.NDArray[np.int64]


def new_memory(entries: int, most_moves: int) -> Memory:
    """Empty arrays for a search.

    Args:
        entries: how many entries the transposition table has at least.
        most_moves: how many moves one position may have.
    """
    shared = np.zeros(8, np.int64)
    shared[AGE] = 1
    shared[MOVES_LIMIT] = (MOVE_LISTS - 1) * most_moves
    return Memory(
        table=new_table(entries),
        moves=np.zeros(MOVE_LISTS * most_moves, np.uint64),
        orders=np.zeros(MOVE_LISTS * most_moves, np.int64),
        stack=np.zeros((MAX_HEIGHT + 2, int(PV) + MAX_HEIGHT + 2), np.uint64),
        history=np.zeros((2 << int(HISTORY_BITS), 2), np.int16),
        continuation=np.zeros(1 << int(CONTINUATION_BITS), np.int16),
        counter_moves=np.zeros(2 << int(HISTORY_BITS), np.uint64),
        shared=shared,
        settings=usual(),
    )


def begin_again(memory: Memory) -> None:
    """Make the arrays of an earlier search ready for another: its table stays, and half its histories."""
    memory.stack[:] = 0
    memory.history[:] //= 2
    memory.continuation[:] //= 2
    memory.shared[[STOP, NODES, SELDEPTH]] = 0
    memory.shared[AGE] += 1


def memory_beside(memory: Memory) -> Memory:
    """Arrays for another thread of a search that has not begun: with its settings, histories and table."""
    return Memory(
        table=memory.table,
        moves=np.zeros_like(memory.moves),
        orders=np.zeros_like(memory.orders),
        stack=np.zeros_like(memory.stack),
        history=memory.history.copy(),
        continuation=memory.continuation.copy(),
        counter_moves=memory.counter_moves.copy(),
        shared=memory.shared.copy(),
        settings=memory.settings.copy(),
    )
