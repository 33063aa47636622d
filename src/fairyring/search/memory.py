"""The memory of a search: one set of arrays, made once and handed to the compiled code."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U, internal
from fairyring.kernels.packed import packed
from fairyring.search.transposition import new_table

MAX_HEIGHT = 120  # plies below the root, quiescence and extensions included
MOVE_LISTS = (
    8  # room for moves, in the longest move lists a position may have; a search stops going deeper there
)

# Scores are hundredths of a pawn from the mover's view; a mate in n plies is MATE - n. All fit in 16 bits.
DRAW, MATE, INFINITE = I(0), I(32000), I(32100)
MATED_BELOW = I(31000)  # evaluations stay below it: any score beyond is a mate

# The indices of `Memory.shared` and the fields of `Memory.stack`.
STOP, NODES, NODE_LIMIT, SELECTIVE, ROOT_DEPTH, MOVES_LIMIT = (U(index) for index in range(6))
KILLER, SECOND_KILLER, PLAYED, AFTER_NULL, LAZY_ERROR, PV_LENGTH, PV = (U(field) for field in range(7))
NULL_MOVE = U(0xFFFFFFFFFFFFFFFF)  # stands for a null move in the field PLAYED

HISTORY, COUNTER_MOVE = U(0), U(1)  # the columns of `Memory.history`
HISTORY_SIZE = U(1 << 14)  # entries for each side
HISTORY_LIMIT = I(16384)

LMR_DEPTHS, LMR_MOVES = 64, 64


def _reduction(depth: int, number: int) -> int:
    return int(0.4 + math.log(depth) * math.log(number) / 2.0) if depth and number else 0


# Late move reductions in plies, by depth and by the number of the move.
REDUCTIONS = np.array(
    [[_reduction(depth, number) for number in range(LMR_MOVES)] for depth in range(LMR_DEPTHS)], np.int8
)


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
            exceeded the lazy one (signed), the length of the principal variation, and its moves.
        history: int64[index, column]; by side and move, the move's history score, and the counter-move:
            the quiet move that last refuted it.
        shared: int64[6]; what other threads see and set: whether to stop (not 0), nodes so far, the limit
            of nodes, whether to prune, reduce and extend, the depth of the iteration, and the index in
            ``moves`` beyond which there may be no room for another position's moves.
    """

    table: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.uint64]
    orders: npt.NDArray[np.int64]
    stack: npt.NDArray[np.uint64]
    history: npt.NDArray[np.int64]
    shared: npt.NDArray[np.int64]


def new_memory(entries: int, most_moves: int) -> Memory:
    """Empty arrays for a search.

    Args:
        entries: how many entries the transposition table has at least.
        most_moves: how many moves one position may have.
    """
    shared = np.zeros(6, np.int64)
    shared[MOVES_LIMIT] = (MOVE_LISTS - 1) * most_moves
    return Memory(
        table=new_table(entries),
        moves=np.zeros(MOVE_LISTS * most_moves, np.uint64),
        orders=np.zeros(MOVE_LISTS * most_moves, np.int64),
        stack=np.zeros((MAX_HEIGHT + 2, int(PV) + MAX_HEIGHT + 2), np.uint64),
        history=np.zeros((int(2 * HISTORY_SIZE), 2), np.int64),
        shared=shared,
    )


def memory_beside(memory: Memory) -> Memory:
    """Empty arrays for another thread of a search that has not begun: with its settings and its table."""
    return Memory(
        table=memory.table,
        moves=np.zeros_like(memory.moves),
        orders=np.zeros_like(memory.orders),
        stack=np.zeros_like(memory.stack),
        history=np.zeros_like(memory.history),
        shared=memory.shared.copy(),
    )


@internal
def history_index(move: Any, side: Any) -> Any:
    """A move's row in the history table; moves with the same row share their history."""
    folded = move ^ move >> U(32)
    folded ^= folded >> U(9)
    return (folded & (HISTORY_SIZE - U(1))) | (side & U(1)) * HISTORY_SIZE


@internal
def add_history(memory: Any, index: Any, bonus: Any) -> None:
    """Add to a history score; the farther it is from 0, the less is added."""
    before = memory.history[index, HISTORY]
    memory.history[index, HISTORY] = before + bonus - before * abs(bonus) // HISTORY_LIMIT
