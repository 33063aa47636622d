"""The order in which the search tries moves, and what it learns for it."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, internal
from fairyring.kernels.contract import SIDE, capture_score
from fairyring.search.history import (
    FIRST_SALT,
    SECOND_SALT,
    after,
    capture_history,
    history_index,
    quiet_history,
)
from fairyring.search.memory import KILLER, PLAYED, SECOND_KILLER

# The table's move, good captures, killers, the counter-move, quiet moves by their history (which stays within
# three times HISTORY_LIMIT), and bad captures.
TT_MOVE_ORDER, GOOD_CAPTURE_ORDER, BAD_CAPTURE_ORDER = I(1 << 30), I(1 << 24), I(-1 << 24)
KILLER_ORDER, COUNTER_MOVE_ORDER = I(1 << 20), I(1 << 19)
SURE = I(10_000)  # what wins the game is worth more
UNJUDGED = I(1 << 18)  # a quiet move, until one is about to be tried
QUIET_ABOVE, QUIET_BELOW = I(-1 << 20), I(1 << 23)
CAPTURE_SHARE = I(64)  # by this factor, a capture's history counts less than its value


@internal
def best_of(memory: Any, i: Any, end: Any) -> Any:
    """The number of the best of the moves from i on."""
    best, highest = i, memory.orders[i]
    for j in range(i + U(1), end):
        order = memory.orders[j]
        if order > highest:
            best, highest = j, order
    return best


@internal
def bring(memory: Any, chosen: Any, i: Any) -> None:
    """Swap a chosen move with move i."""
    move, order = memory.moves[chosen], memory.orders[chosen]
    memory.moves[chosen], memory.orders[chosen] = memory.moves[i], memory.orders[i]
    memory.moves[i], memory.orders[i] = move, order


@internal
def order_moves(
    tables: Any,
    states: Any,
    ply: Any,
    height: Any,
    tt_move: Any,
    start: Any,
    end: Any,
    in_quiescence: Any,
    memory: Any,
) -> None:
    """Score the moves from start to end for move ordering; ``tt_move`` is the table's move or 0.

    Most quiet moves are left to `judge_quiet`: captures before them often cut off. In quiescence,
    what a capture's score has above `GOOD_CAPTURE_ORDER` is its value alone.
    """
    side = states.info[ply, SIDE]
    killer, second = memory.stack[height, KILLER], memory.stack[height, SECOND_KILLER]
    counter_move = memory.counter_moves[history_index(memory.stack[height - U(1), PLAYED], side)]
    for i in range(start, end):
        move = memory.moves[i]
        gain = I(capture_score(tables, states, ply, move))
        if move == tt_move:
            memory.orders[i] = TT_MOVE_ORDER + I(gain != I(0))
        elif gain > I(0):
            learnt = I(0) if in_quiescence else capture_history(memory, side, move) // CAPTURE_SHARE
            memory.orders[i] = GOOD_CAPTURE_ORDER + gain + learnt
        elif gain < I(0):
            memory.orders[i] = BAD_CAPTURE_ORDER + gain
        elif move == killer:
            memory.orders[i] = KILLER_ORDER + I(1)
        elif move == second:
            memory.orders[i] = KILLER_ORDER
        elif move == counter_move:
            memory.orders[i] = COUNTER_MOVE_ORDER
        else:
            memory.orders[i] = UNJUDGED


@internal
def judge_quiet(states: Any, ply: Any, height: Any, i: Any, end: Any, memory: Any) -> None:
    """Score the quiet moves from i to end that `order_moves` has left."""
    side = states.info[ply, SIDE]
    # What was played one and two plies before.
    answered = after(memory, height, U(1), FIRST_SALT)
    continued = after(memory, height, U(2), SECOND_SALT)
    for j in range(i, end):
        if memory.orders[j] == UNJUDGED:
            memory.orders[j] = quiet_history(memory, side, memory.moves[j], answered, continued)


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
