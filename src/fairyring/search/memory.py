"""What a search writes to: one set of arrays, made once and handed into the compiled code."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U, internal

MAX_HEIGHT = 120  # plies below the root, quiescence and extensions included
PLACES = 8  # in the room for moves, the most that one position may have; a path that needs more is cut off

# Scores are hundredths of a pawn from the mover's view; a mate in n plies is MATE - n. All fit 16 bits.
DRAW, MATE, INFINITE = I(0), I(32000), I(32100)
MATED_BELOW = I(31000)  # no evaluation reaches this: beyond it there is a mate

# The places of `Memory.shared`, and the fields of `Memory.path`.
STOP, NODES, LIMIT, SELECTIVE, AGE, ROOM = (U(place) for place in range(6))
KILLER, SECOND, PLAYED, LEAN, LENGTH, LINE = (U(field) for field in range(6))

# An entry of the transposition table: four words, of which the third is packed.
KEY, MOVE, PACKED, WORDS = U(0), U(1), U(2), 4
CACHE_LINE = 64  # bytes
SCORE_SHIFT, STATIC_SHIFT, DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT = U(0), U(16), U(32), U(40), U(48)
HALF, BYTE = U(0xFFFF), U(0xFF)
OFFSET = I(0x8000)
AT_LEAST, AT_MOST, EXACT = U(1), U(2), U(3)
UNKNOWN = I(-32768)  # a static evaluation that was not made: the mover is in check
SKIPPED = U(0xFFFFFFFFFFFFFFFF)  # in the place of a move: a null move
NO_SLOT = U(0xFFFFFFFFFFFFFFFF)

HISTORY, REPLY = U(0), U(1)  # the columns of `Memory.habits`
HISTORY_SIDE = U(1 << 14)  # places of a side's habits
HISTORY_LIMIT = I(16384)

DEEPEST, LATEST = 64, 64


def _reduction(depth: int, number: int) -> int:
    return int(0.4 + math.log(depth) * math.log(number) / 2.0) if depth and number else 0


# By depth and by the number of the move, how many plies less a late move is searched.
REDUCTIONS = np.array(
    [[_reduction(depth, number) for number in range(LATEST)] for depth in range(DEEPEST)], np.int8
)


class Memory(NamedTuple):
    """The arrays of one search. Height is the number of plies below the root.

    Attributes:
        table: uint64[entry, word]; the transposition table: key, move, packed score and so on. Two
            entries that lie together, in one line of the processor's cache, serve the same keys. The
            number of entries is a power of two.
        moves: uint64[place]; the moves of the positions on the path, one position after the other.
        orders: int64[place]; what they are ordered by.
        path: uint64[height, field]; what belongs to a height: two killers (quiet moves that refuted a
            sibling, the latest first), the move that leads on from there (`SKIPPED` for a null move), how
            much more than guessed the position was worth to the mover when last evaluated (signed), the
            length of the best line from there, and that line.
        habits: int64[place, column]; by side and move, how well a quiet move did of late, and the quiet
            move that last refuted it.
        shared: int64[6]; what the other threads see and set: stop (not 0), nodes so far, limit of
            nodes, whether to prune and reduce, and the iteration's age; and where in ``moves`` there is
            still room for a position's.
    """

    table: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.uint64]
    orders: npt.NDArray[np.int64]
    path: npt.NDArray[np.uint64]
    habits: npt.NDArray[np.int64]
    shared: npt.NDArray[np.int64]


def new_memory(entries: int, most: int) -> Memory:
    """Fresh arrays.

    Args:
        entries: how many the transposition table has at least (32 bytes each).
        most: how many moves one position may have.
    """
    size = 1 << max(1, (entries - 1).bit_length())
    words = np.zeros(size * WORDS + CACHE_LINE // 8, np.uint64)
    words = words[-words.ctypes.data % CACHE_LINE // 8 :][: size * WORDS]
    shared = np.zeros(6, np.int64)
    shared[ROOM] = (PLACES - 1) * most
    return Memory(
        table=words.reshape(size, WORDS),
        moves=np.zeros(PLACES * most, np.uint64),
        orders=np.zeros(PLACES * most, np.int64),
        path=np.zeros((MAX_HEIGHT + 2, int(LINE) + MAX_HEIGHT + 2), np.uint64),
        habits=np.zeros((int(2 * HISTORY_SIDE), 2), np.int64),
        shared=shared,
    )


@internal
def first_slot(memory: Any, key: Any) -> Any:
    """The first of a position's two places in the transposition table."""
    return key & (U(memory.table.shape[0]) - U(2))


@internal
def find(memory: Any, key: Any) -> Any:
    """The entry of a position in the transposition table, or `NO_SLOT`."""
    slot = first_slot(memory, key)
    if memory.table[slot, KEY] == key:
        return slot
    if memory.table[slot + U(1), KEY] == key:
        return slot + U(1)
    return NO_SLOT


@internal
def keep(
    memory: Any, key: Any, move: Any, score: Any, static: Any, depth: Any, bound: Any, height: Any
) -> None:
    """Write a position into the transposition table.

    Of its two places the first goes to whoever was searched deeper in this iteration, the second to
    whoever comes. Mates are kept by their distance from this position.
    """
    slot = first_slot(memory, key)
    age = U(memory.shared[AGE]) & BYTE
    there = memory.table[slot, PACKED]
    if (
        memory.table[slot, KEY] != key
        and (there >> AGE_SHIFT) == age
        and I((there >> DEPTH_SHIFT) & BYTE) > depth
    ):
        slot += U(1)
    if score > MATED_BELOW:
        score += I(height)
    elif score < -MATED_BELOW:
        score -= I(height)
    if move == U(0) and memory.table[slot, KEY] == key:
        move = memory.table[slot, MOVE]
    memory.table[slot, KEY] = key
    memory.table[slot, MOVE] = move
    memory.table[slot, PACKED] = (
        U(score + OFFSET) << SCORE_SHIFT
        | U(static + OFFSET) << STATIC_SHIFT
        | U(depth) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | age << AGE_SHIFT
    )


@internal
def kept_score(packed: Any, height: Any) -> Any:
    """The score of an entry, its mates counted from the root again."""
    score = I((packed >> SCORE_SHIFT) & HALF) - OFFSET
    if score > MATED_BELOW:
        return score - I(height)
    if score < -MATED_BELOW:
        return score + I(height)
    return score


@internal
def kept_static(packed: Any) -> Any:
    """The static evaluation of an entry, or `UNKNOWN`."""
    return I((packed >> STATIC_SHIFT) & HALF) - OFFSET


@internal
def decides(bound: Any, score: Any, alpha: Any, beta: Any) -> Any:
    """Whether an entry says all that a search between alpha and beta is to find out."""
    return bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha)


@internal
def place(move: Any, side: Any) -> Any:
    """A move's place among the habits; moves that share one are taken for the same."""
    folded = move ^ move >> U(32)
    folded ^= folded >> U(9)
    return (folded & (HISTORY_SIDE - U(1))) | (side & U(1)) * HISTORY_SIDE


@internal
def remember(memory: Any, at: Any, bonus: Any) -> None:
    """Add to a move's history; the farther it is from 0, the less."""
    before = memory.habits[at, HISTORY]
    memory.habits[at, HISTORY] = before + bonus - before * abs(bonus) // HISTORY_LIMIT
