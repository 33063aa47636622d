"""What the search learns about moves: how often each turned out well, and after which others.

History scores stay within `HISTORY_LIMIT`. A quiet move has three: its own, and two that it has after the
move before, and after the one before that.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, internal, wrapped_product
from fairyring.search.memory import (
    CAPTURE_HISTORY,
    CONTINUATION_BITS,
    HISTORY,
    HISTORY_BITS,
    KILLER,
    NULL_MOVE,
    PLAYED,
    SECOND_KILLER,
)

HISTORY_LIMIT = I(16384)
FIRST_SALT, SECOND_SALT = U(0x9E3779B97F4A7C15), U(0xC2B2AE3D27D4EB4F)  # odd, and otherwise arbitrary


@internal
def history_index(move: Any, side: Any) -> Any:
    """A move's row in the history table; moves with the same row share their history."""
    folded = move ^ move >> U(32)
    folded ^= folded >> U(9)
    return (folded & ((U(1) << HISTORY_BITS) - U(1))) | (side & U(1)) << HISTORY_BITS


@internal
def after(memory: Any, height: Any, back: Any, salt: Any) -> Any:
    """What stands for the move so many plies back in the indices of continuation histories."""
    if height < back:
        return salt
    played = memory.stack[height - back, PLAYED]
    return U(0) if played == NULL_MOVE else wrapped_product(played + U(1), salt)


@internal
def continuation_index(before: Any, move: Any) -> Any:
    """The index of a move's history after what `after` returned; some pairs of moves share theirs."""
    return wrapped_product(before ^ move, FIRST_SALT) >> (U(64) - CONTINUATION_BITS)


@internal
def quiet_history(memory: Any, side: Any, move: Any, first: Any, second: Any) -> Any:
    """The sum of a quiet move's history scores; `first` and `second` are what `after` returned."""
    return (
        I(memory.history[history_index(move, side), HISTORY])
        + I(memory.continuation[continuation_index(first, move)])
        + I(memory.continuation[continuation_index(second, move)])
    )


@internal
def capture_history(memory: Any, side: Any, move: Any) -> Any:
    """A capture's history score."""
    return I(memory.history[history_index(move, side), CAPTURE_HISTORY])


@internal
def _changed(before: Any, bonus: Any) -> Any:
    """A history score with a bonus added; the farther it is from 0, the less is added."""
    return I(before) + bonus - I(before) * abs(bonus) // HISTORY_LIMIT


@internal
def _learn_quiet(memory: Any, side: Any, move: Any, first: Any, second: Any, bonus: Any) -> None:
    index = history_index(move, side)
    memory.history[index, HISTORY] = _changed(memory.history[index, HISTORY], bonus)
    for before in (first, second):
        at = continuation_index(before, move)
        memory.continuation[at] = _changed(memory.continuation[at], bonus)


@internal
def _learn_capture(memory: Any, side: Any, move: Any, bonus: Any) -> None:
    index = history_index(move, side)
    memory.history[index, CAPTURE_HISTORY] = _changed(memory.history[index, CAPTURE_HISTORY], bonus)


@internal
def reward(
    memory: Any, side: Any, height: Any, depth: Any, start: Any, i: Any, quiet: Any, limits: Any
) -> None:
    """Remember that move i caused a cutoff, and that those before it did not.

    Quiet moves are told from captures by their orders, which are between the two ``limits``; move i, which
    may be the table's, by ``quiet``.
    """
    stack, best = memory.stack, memory.moves[i]
    above, below = limits
    bonus = min(depth * depth * I(16) + I(32) * depth, I(1800))
    first, second = after(memory, height, U(1), FIRST_SALT), after(memory, height, U(2), SECOND_SALT)
    if quiet:
        if stack[height, KILLER] != best:
            stack[height, SECOND_KILLER] = stack[height, KILLER]
            stack[height, KILLER] = best
        memory.counter_moves[history_index(stack[height - U(1), PLAYED], side)] = best
        _learn_quiet(memory, side, best, first, second, bonus)
    else:
        _learn_capture(memory, side, best, bonus)
    for j in range(start, i):
        order = memory.orders[j]
        if order <= above or order >= below:
            _learn_capture(memory, side, memory.moves[j], -bonus)
        elif quiet:
            _learn_quiet(memory, side, memory.moves[j], first, second, -bonus)
