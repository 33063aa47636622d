"""The order in which the search tries moves, and what it learns for it."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, internal
from fairyring.kernels.contract import SIDE, capture_score
from fairyring.search.memory import (
    COUNTER_MOVE,
    HISTORY,
    KILLER,
    PLAYED,
    SECOND_KILLER,
    add_history,
    history_index,
)

# The table's move, good captures, killers, the counter-move, quiet moves by their history (which stays within
# HISTORY_LIMIT), and bad captures.
TT_MOVE_ORDER, GOOD_CAPTURE_ORDER, BAD_CAPTURE_ORDER = I(1 << 30), I(1 << 24), I(-1 << 24)
KILLER_ORDER, COUNTER_MOVE_ORDER = I(1 << 20), I(1 << 19)
QUIET_ABOVE, QUIET_BELOW = I(-1 << 20), I(1 << 23)


@internal
def pick_best(memory: Any, i: Any, end: Any) -> None:
    """Swap the best of the moves from i on with move i."""
    best = i
    for j in range(i + U(1), end):
        if memory.orders[j] > memory.orders[best]:
            best = j
    move, order = memory.moves[best], memory.orders[best]
    memory.moves[best], memory.orders[best] = memory.moves[i], memory.orders[i]
    memory.moves[i], memory.orders[i] = move, order


@internal
def order_moves(
    tables: Any, states: Any, ply: Any, height: Any, tt_move: Any, start: Any, end: Any, memory: Any
) -> None:
    """Score the moves from start to end for move ordering; ``tt_move`` is the table's move or 0."""
    side = states.info[ply, SIDE]
    killer, second = memory.stack[height, KILLER], memory.stack[height, SECOND_KILLER]
    before = history_index(memory.stack[height - U(1), PLAYED], side)
    counter_move = U(memory.history[before, COUNTER_MOVE])
    for i in range(start, end):
        move = memory.moves[i]
        gain = I(capture_score(tables, states, ply, move))
        if move == tt_move:
            memory.orders[i] = TT_MOVE_ORDER + I(gain != I(0))
        elif gain > I(0):
            memory.orders[i] = GOOD_CAPTURE_ORDER + gain
        elif gain < I(0):
            memory.orders[i] = BAD_CAPTURE_ORDER + gain
        elif move == killer:
            memory.orders[i] = KILLER_ORDER + I(1)
        elif move == second:
            memory.orders[i] = KILLER_ORDER
        elif move == counter_move:
            memory.orders[i] = COUNTER_MOVE_ORDER
        else:
            memory.orders[i] = memory.history[history_index(move, side), HISTORY]


@internal
def some_quiet(memory: Any, start: Any, end: Any) -> Any:
    """Whether some of the moves from start to end neither capture nor promote."""
    for i in range(start, end):
        order = memory.orders[i]
        if order == TT_MOVE_ORDER or (order > QUIET_ABOVE and order < QUIET_BELOW):
            return True
    return False


@internal
def remove_quiet(memory: Any, i: Any, end: Any) -> Any:
    """Remove the quiet moves from i on, after which only bad captures are left; the new end."""
    for j in range(i, end):
        if memory.orders[j] <= QUIET_ABOVE:
            memory.moves[i], memory.orders[i] = memory.moves[j], memory.orders[j]
            i += U(1)
    return i


@internal
def reward(memory: Any, side: Any, height: Any, depth: Any, start: Any, i: Any) -> None:
    """Remember that quiet move i caused a cutoff, and that the quiet moves before it did not."""
    move = memory.moves[i]
    stack = memory.stack
    if stack[height, KILLER] != move:
        stack[height, SECOND_KILLER] = stack[height, KILLER]
        stack[height, KILLER] = move
    memory.history[history_index(stack[height - U(1), PLAYED], side), COUNTER_MOVE] = I(move)
    bonus = min(depth * depth * I(16), I(1600))
    add_history(memory, history_index(move, side), bonus)
    for j in range(start, i):
        if memory.orders[j] > QUIET_ABOVE and memory.orders[j] < QUIET_BELOW:
            add_history(memory, history_index(memory.moves[j], side), -bonus)
