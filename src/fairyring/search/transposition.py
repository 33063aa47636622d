"""The transposition table: what earlier visits found out about positions, looked up by their keys."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U, internal

# A table is an array of words, and a bucket fills a line of the processor's cache: two entries with a move
# for positions that were searched, and one without for quiescence, so that neither displaces the other. An
# entry is its position's key, what is packed, and the move; an index into the table is where it begins. The
# key is written XOR what is packed, so no position finds an entry that is half by one thread and half by
# another (Hyatt and Mann, "A Lockless Transposition-Table Implementation for Parallel Search", ICGA Journal,
# 2002). A move may be another position's: it only orders moves.
BUCKET, BUCKET_SHIFT = 8, U(3)  # words, and the shift that multiplies by it
KEY, PACKED, MOVE = U(0), U(1), U(2)
FIRST, SECOND, QUIESCENCE = U(0), U(3), U(6)  # where a bucket's entries begin
IN_BUCKET = U(BUCKET - 1)
SCORE_SHIFT, EVAL_SHIFT, DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT = U(0), U(16), U(32), U(40), U(48)
LOW_16, LOW_8, LOW_2 = U(0xFFFF), U(0xFF), U(3)
OFFSET = I(0x8000)
LOWER, UPPER, EXACT = U(1), U(2), U(3)  # what an entry's score is: a bound, or exact
NO_EVAL = I(-32768)  # in place of a static evaluation that was not made
NO_ENTRY = U(0xFFFFFFFFFFFFFFFF)
AGE_PLIES, KEPT_PLIES = I(4), I(3)

# Scores beyond it are mates, which are stored by their distance from the entry's position.
MATED_BELOW = I(31000)
SAMPLED = 500  # buckets, which have a thousand entries


def new_table(entries: int) -> npt.NDArray[np.uint64]:
    """An empty table, aligned to cache lines. It serves the threads of one search.

    Args:
        entries: how many entries it has at least, beside those for quiescence; the number is rounded up to
            a power of two.

    Returns:
        uint64[word].
    """
    words = BUCKET << max(0, (entries - 1).bit_length() - 1)
    spare = np.zeros(words + BUCKET, np.uint64)
    return spare[-spare.ctypes.data // 8 % BUCKET :][:words]


def permille(table: npt.NDArray[np.uint64], age: int) -> int:
    """How many of a thousand entries were written in the search with a number, by the first thousand."""
    entries = table[: SAMPLED * BUCKET].reshape(-1, BUCKET)[:, [int(FIRST + PACKED), int(SECOND + PACKED)]]
    return int(np.count_nonzero(entries >> AGE_SHIFT == U(age) & LOW_16) * 1000 // entries.size)


@internal
def bucket_of(table: Any, key: Any) -> Any:
    """The index of the bucket in which a key may be."""
    return (key << BUCKET_SHIFT) & (U(table.shape[0]) - U(1))


@internal
def probe(table: Any, key: Any) -> Any:
    """A position's entry, what is packed there and its move; not that of quiescence where there is another.

    Returns:
        The index, or `NO_ENTRY`; the word; and the move, or 0 where there is none.
    """
    bucket = bucket_of(table, key)
    entry = bucket + FIRST
    packed, move = table[entry + PACKED], table[entry + MOVE]
    if table[entry + KEY] ^ packed ^ move == key:
        return entry, packed, move
    entry = bucket + SECOND
    packed, move = table[entry + PACKED], table[entry + MOVE]
    if table[entry + KEY] ^ packed ^ move == key:
        return entry, packed, move
    entry = bucket + QUIESCENCE
    packed = table[entry + PACKED]
    if table[entry + KEY] ^ packed == key:
        return entry, packed, U(0)
    return NO_ENTRY, U(0), U(0)


@internal
def store(
    table: Any,
    age: Any,
    key: Any,
    move: Any,
    score: Any,
    static_eval: Any,
    depth: Any,
    bound: Any,
    height: Any,
) -> None:
    """Write a position's entry.

    Quiescence has an entry of its own. Of the two others, the one that is worth less gives way: each search
    since it was written counts as `AGE_PLIES` plies less of depth. A position has one entry; what a much
    shallower search found about it in the same search, and not exactly, does not replace it. Without a
    move of its own, a position keeps the one that its entry had.

    Args:
        table: the table.
        age: the number of the search.
        key: the position's key.
        move: the best move, or 0; not kept in quiescence, where it would save nothing.
        score: its score from the root.
        static_eval: its static evaluation, or `NO_EVAL`.
        depth: plies searched; 0 in quiescence.
        bound: what the score is: `LOWER`, `UPPER` or `EXACT`.
        height: plies below the root.
    """
    bucket = bucket_of(table, key)
    if depth == I(0):
        entry, move = bucket + QUIESCENCE, U(0)
    else:
        entry, second = bucket + FIRST, bucket + SECOND
        packed, known = table[entry + PACKED], table[entry + MOVE]
        same = table[entry + KEY] ^ packed ^ known == key
        if not same:
            other, others = table[second + PACKED], table[second + MOVE]
            same = table[second + KEY] ^ other ^ others == key
            if same or _worth(other, age) <= _worth(packed, age):
                entry, packed, known = second, other, others
        if move == U(0) and same:
            move = known
        table[entry + MOVE] = move
        if (
            same
            and bound != EXACT
            and depth_of(packed) > depth + KEPT_PLIES
            and (packed >> AGE_SHIFT) == (U(age) & LOW_16)
        ):
            table[entry + KEY] = key ^ packed ^ move
            return
    if score > MATED_BELOW:
        score += I(height)
    elif score < -MATED_BELOW:
        score -= I(height)
    packed = (
        U(score + OFFSET) << SCORE_SHIFT
        | U(static_eval + OFFSET) << EVAL_SHIFT
        | U(depth) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | (U(age) & LOW_16) << AGE_SHIFT
    )
    table[entry + KEY] = key ^ packed ^ move
    table[entry + PACKED] = packed


@internal
def _worth(packed: Any, age: Any) -> Any:
    """What keeping an entry is worth, in plies; nothing is worth less than an entry never written."""
    return depth_of(packed) - AGE_PLIES * I((U(age) - (packed >> AGE_SHIFT)) & LOW_16)


@internal
def score_of(packed: Any, height: Any) -> Any:
    """An entry's score, with mates counted from the root."""
    score = I((packed >> SCORE_SHIFT) & LOW_16) - OFFSET
    if score > MATED_BELOW:
        return score - I(height)
    if score < -MATED_BELOW:
        return score + I(height)
    return score


@internal
def eval_of(packed: Any) -> Any:
    """An entry's static evaluation, or `NO_EVAL`."""
    return I((packed >> EVAL_SHIFT) & LOW_16) - OFFSET


@internal
def depth_of(packed: Any) -> Any:
    """The depth to which an entry's position was searched; 0 for quiescence."""
    return I((packed >> DEPTH_SHIFT) & LOW_8)


@internal
def bound_of(packed: Any) -> Any:
    """What an entry's score is: `LOWER`, `UPPER` or `EXACT`."""
    return (packed >> BOUND_SHIFT) & LOW_2


@internal
def decides(bound: Any, score: Any, alpha: Any, beta: Any) -> Any:
    """Whether an entry's score settles a search between alpha and beta."""
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
