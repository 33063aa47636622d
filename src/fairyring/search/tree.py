"""The search itself, compiled: principal variation search with quiescence, for every rule family.

Fail-soft alpha-beta. A *height* is a number of plies below the root, `base` the root's row; the rows
before it hold only the keys of the game's earlier positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.kernels.compiling import I, U, compiled, internal, prefetch
from fairyring.kernels.contract import (
    MOVER_LOSES,
    MOVER_WINS,
    NO_GUESS,
    ONGOING,
    SIDE,
    evaluate,
    gain,
    guess,
    in_check,
    legal,
    noisy,
    outcome,
    play,
    reach,
    skip,
)
from fairyring.search.memory import (
    AT_LEAST,
    AT_MOST,
    BOUND_SHIFT,
    BYTE,
    DEEPEST,
    DEPTH_SHIFT,
    DRAW,
    EXACT,
    HISTORY,
    INFINITE,
    KILLER,
    LATEST,
    LEAN,
    LENGTH,
    LIMIT,
    LINE,
    MATE,
    MATED_BELOW,
    MAX_HEIGHT,
    MOVE,
    NO_SLOT,
    NODES,
    PACKED,
    PLAYED,
    REDUCTIONS,
    REPLY,
    ROOM,
    SECOND,
    SELECTIVE,
    SKIPPED,
    STOP,
    UNKNOWN,
    decides,
    find,
    first_slot,
    keep,
    kept_score,
    kept_static,
    place,
    remember,
)

# The order of moves: the table's, then captures that pay, killers, the known reply, quiet moves by
# history (which stays within HISTORY_LIMIT), and captures that lose.
FROM_TABLE, PAYING, REFUTING, ANSWERING, LOSING = I(1 << 30), I(1 << 24), I(1 << 20), I(1 << 19), I(-1 << 24)
QUIET_ABOVE, QUIET_BELOW = I(-1 << 20), I(1 << 23)

# Margins in hundredths of a pawn; what is hopeless by more than these is not looked into.
DELTA = I(150)
UNSURE = I(50)  # between an evaluation and what a guess and the last evaluation make of it
HOPELESS, HOPELESS_PLY, HOPELESS_DEPTH = I(80), I(110), I(4)
AHEAD_PLY, AHEAD_DEPTH = I(90), I(6)
NULL_DEPTH, NULL_REDUCTION = I(3), I(3)
LATE_DEPTH, LATE_FROM = I(3), I(3)
UNGUIDED_DEPTH = I(5)
NEAR = I(7)  # plies to a mate


@internal
def returns(states: Any, ply: Any, base: Any, plies: Any) -> Any:
    """Whether a row's position came before, so many plies back at most: once since the root, or twice."""
    farthest = min(ply, plies)
    times = 0
    back = U(2)
    while back <= farthest:
        if states.key[ply - back] == states.key[ply]:
            times += 1
            if times == 2 or ply - back >= base:
                return True
        back += U(2)
    return False


@internal
def settled(code: Any, height: Any) -> Any:
    """The score of a game that has ended."""
    if code & MOVER_WINS != U(0):
        return MATE - I(height)
    if code & MOVER_LOSES != U(0):
        return I(height) - MATE
    return DRAW


@internal
def _pick(memory: Any, i: Any, last: Any) -> None:
    """Bring the best of the moves from i on to i."""
    best = i
    for j in range(i + U(1), last):
        if memory.orders[j] > memory.orders[best]:
            best = j
    move, order = memory.moves[best], memory.orders[best]
    memory.moves[best], memory.orders[best] = memory.moves[i], memory.orders[i]
    memory.moves[i], memory.orders[i] = move, order


@internal
def _order(
    tables: Any, states: Any, ply: Any, height: Any, first: Any, n: Any, last: Any, memory: Any
) -> None:
    """Give every move its place in the order; ``first`` is the table's move or 0."""
    side = states.info[ply, SIDE]
    killer, second = memory.path[height, KILLER], memory.path[height, SECOND]
    reply = I(memory.habits[place(memory.path[height - U(1), PLAYED], side), REPLY])
    for i in range(n, last):
        move = memory.moves[i]
        worth = I(gain(tables, states, ply, move))
        if move == first:
            memory.orders[i] = FROM_TABLE + I(worth != I(0))
        elif worth > I(0):
            memory.orders[i] = PAYING + worth
        elif worth < I(0):
            memory.orders[i] = LOSING + worth
        elif move == killer:
            memory.orders[i] = REFUTING + I(1)
        elif move == second:
            memory.orders[i] = REFUTING
        elif I(move) == reply:
            memory.orders[i] = ANSWERING
        else:
            memory.orders[i] = memory.habits[place(move, side), HISTORY]


@internal
def _drop_quiet(memory: Any, i: Any, last: Any) -> Any:
    """Take the quiet moves out of those from i on, in which none but losing ones follow; the new end."""
    for j in range(i, last):
        if memory.orders[j] <= QUIET_ABOVE:
            memory.moves[i], memory.orders[i] = memory.moves[j], memory.orders[j]
            i += U(1)
    return i


@internal
def _enter(memory: Any) -> Any:
    """Count a node; whether the search goes on."""
    shared = memory.shared
    shared[NODES] += I(1)
    if shared[NODES] >= shared[LIMIT]:
        shared[STOP] = I(1)
    return shared[STOP] == I(0)


@internal
def _extend_line(memory: Any, height: Any, move: Any) -> None:
    """The best line from a height: a move, and the best line after it."""
    path = memory.path
    length = path[height + U(1), LENGTH]
    path[height, LINE] = move
    for i in range(LINE, LINE + length):
        path[height, i + U(1)] = path[height + U(1), i]
    path[height, LENGTH] = length + U(1)


@compiled
def visit(
    tables: Any,
    states: Any,
    ply: Any,
    base: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    n: Any,
    checked: Any,
    memory: Any,
) -> Any:
    """The score of a position searched to a depth, exact between alpha and beta, else a bound.

    ``n`` is where the moves' room is free; ``checked`` whether the mover is in check. Without depth the
    position is only brought to rest: captures and promotions (all moves in check) are played out, and
    the mover may leave off at any time. All in one function, and each of the family's called from one
    place if possible: whatever calls another is compiled together with it.
    """
    height = U(ply - base)
    memory.path[height, LENGTH] = U(0)
    if not _enter(memory):
        return I(0)
    if returns(states, ply, base, reach(tables, states, ply)):
        return DRAW
    depth = max(depth, I(0))
    deep = depth > I(0)
    resting = not deep and not checked
    selective = memory.shared[SELECTIVE] != I(0)
    principal = beta - alpha > I(1)
    key = states.key[ply]
    known, static, sure = U(0), UNKNOWN, True
    lean = -I(memory.path[height - U(1), LEAN])
    over = U(outcome(tables, states, ply, U(1))) != ONGOING
    if not over:
        # No line from here is better than to mate at once, or worse than to be mated at once.
        alpha, beta = max(alpha, I(height) - MATE), min(beta, MATE - I(height) - I(1))
        if alpha >= beta:
            return alpha
        slot = find(memory, key)
        if slot != NO_SLOT:
            packed = memory.table[slot, PACKED]
            known = memory.table[slot, MOVE]
            static = kept_static(packed)
            there = I((packed >> DEPTH_SHIFT) & BYTE)
            if not (deep and principal) and (there == depth or (selective and there > depth)):
                bound, score = (packed >> BOUND_SHIFT) & U(3), kept_score(packed, height)
                if decides(bound, score, alpha, beta):
                    return score
        full = height >= U(MAX_HEIGHT) or I(n) > memory.shared[ROOM]
        rough = I(guess(tables, states, ply))
        if static == UNKNOWN and (full or not checked):
            if rough != NO_GUESS and resting and selective and not full:
                # What is left out of a guess has hardly changed since the ply before.
                likely = max(-MATED_BELOW, min(MATED_BELOW, rough + lean))
                if likely - UNSURE >= beta:
                    return likely - UNSURE
                sure = likely + UNSURE > alpha
                static = likely
            if sure:
                static = max(-MATED_BELOW, min(MATED_BELOW, I(evaluate(tables, states, ply))))
        if static != UNKNOWN and sure and rough != NO_GUESS:
            lean = static - rough
        memory.path[height, LEAN] = U(lean)
        if full:
            return static
        if resting and static >= beta:
            if slot == NO_SLOT:
                keep(memory, key, U(0), static, static, I(0), AT_LEAST, height)
            return static
        if selective and deep and not principal and not checked and abs(beta) < MATED_BELOW:
            if depth <= AHEAD_DEPTH and static - AHEAD_PLY * depth >= beta:
                return static
            skipped = memory.path[height - U(1), PLAYED] == SKIPPED
            if not skipped and depth >= NULL_DEPTH and static >= beta and skip(tables, states, ply):
                memory.path[height, PLAYED] = SKIPPED
                less = depth - I(1) - NULL_REDUCTION - depth // I(6)
                score = -visit(tables, states, ply + U(1), base, less, -beta, I(1) - beta, n, checked, memory)
                if memory.shared[STOP] != I(0):
                    return I(0)
                if score >= beta:
                    return score if score < MATED_BELOW else beta
        if resting:
            known = U(0)
        if selective and known == U(0) and depth >= UNGUIDED_DEPTH:
            depth -= I(1)
        if deep:
            memory.path[height + U(1), KILLER] = U(0)
            memory.path[height + U(1), SECOND] = U(0)

    best, chosen = -INFINITE, U(0)
    if resting:
        best = static
    bar = max(alpha, best)
    i, last, listed, dropped = n, n, False, U(0)
    while True:
        if i == last:
            if listed:
                break
            if i == n and known != U(0):
                # The table's move may make all others needless: they are listed after it.
                memory.moves[n] = known
                last = n + U(1)
            else:
                listed = True
                if over or not resting:
                    last = U(legal(tables, states, ply, memory.moves, n))
                    if over or last == n:
                        return settled(outcome(tables, states, ply, last - n), height)
                else:
                    last = U(noisy(tables, states, ply, memory.moves, n))
            _order(tables, states, ply, height, known, n, last, memory)
            if i > n:
                _pick(memory, n, last)
            continue
        _pick(memory, i, last)
        move, order = memory.moves[i], memory.orders[i]
        number = I(i - n + dropped)
        quiet = order > QUIET_ABOVE and order < QUIET_BELOW
        # Where a mate is in hand, whatever could be a quicker one is looked at, unless that is too much.
        near = bar > MATED_BELOW and MATE - bar - I(height) <= NEAR
        prunable = selective and deep and not checked and best > -MATED_BELOW and not near
        if resting and selective:
            if order <= QUIET_ABOVE:
                break
            hope = static + DELTA + (I(0) if quiet else order - PAYING)
            if hope <= bar:
                best = max(best, hope)
                break
        elif prunable and quiet and not principal and depth <= HOPELESS_DEPTH:
            hope = static + HOPELESS + HOPELESS_PLY * depth
            if hope <= bar or number > I(4) + I(3) * depth * depth:
                # What holds of this quiet move holds of all that follow.
                if hope <= bar:
                    best = max(best, hope)
                end = _drop_quiet(memory, i, last)
                dropped += last - end
                last = end
                continue
        memory.path[height, PLAYED] = move
        play(tables, states, ply, move)
        prefetch(memory.table, first_slot(memory, states.key[ply + U(1)]))
        gives = in_check(tables, states, ply + U(1))
        after = depth if selective and gives else depth - I(1)
        reduced = after
        if prunable and not gives and depth >= LATE_DEPTH and number >= LATE_FROM and order < QUIET_BELOW:
            less = I(REDUCTIONS[min(depth, I(DEEPEST - 1)), min(number, I(LATEST - 1))])
            if principal or order >= ANSWERING:
                less -= I(1)
            reduced = max(I(1), after - max(less, I(0)))
        window = I(1) if deep and number != I(0) else beta - bar
        while True:
            score = -visit(
                tables, states, ply + U(1), base, reduced, -bar - window, -bar, last, gives, memory
            )
            if score <= bar or (reduced == after and window == beta - bar):
                break
            reduced, window = after, beta - bar
        if memory.shared[STOP] != I(0):
            return I(0)
        if score > best:
            best = score
            if score > bar:
                bar = score
                chosen = move
                if deep and principal:
                    _extend_line(memory, height, move)
                if bar >= beta:
                    if deep and (quiet or order == FROM_TABLE):
                        _credit(memory, states.info[ply, SIDE], height, depth, n, i)
                    break
        i += U(1)
    bound = AT_LEAST if best >= beta else (EXACT if chosen != U(0) else AT_MOST)
    keep(memory, key, chosen, best, static if sure else UNKNOWN, depth, bound, height)
    return best


@internal
def _credit(memory: Any, side: Any, height: Any, depth: Any, n: Any, i: Any) -> None:
    """Remember the quiet move i that was too good, and hold it against those tried before it."""
    move = memory.moves[i]
    path = memory.path
    if path[height, KILLER] != move:
        path[height, SECOND] = path[height, KILLER]
        path[height, KILLER] = move
    memory.habits[place(path[height - U(1), PLAYED], side), REPLY] = I(move)
    bonus = min(depth * depth * I(16), I(1600))
    remember(memory, place(move, side), bonus)
    for j in range(n, i):
        if memory.orders[j] > QUIET_ABOVE and memory.orders[j] < QUIET_BELOW:
            remember(memory, place(memory.moves[j], side), -bonus)


def root(
    tables: Any,
    states: Any,
    base: int,
    depth: int,
    alpha: int,
    beta: int,
    first: int,
    moves: list[int],
    biases: Mapping[int, int],
    memory: Any,
) -> tuple[int, list[int] | None]:
    """Search the root's moves from number ``first`` on: the best score, exact between alpha and beta.

    With it comes its line, or None where no move raised alpha; each that did is brought to number
    ``first``. Where STOP is set on return, not every move has been searched, but what was raised stands.
    A move of ``biases`` counts as better by so much than it looks, unless it mates or is mated.
    This runs in Python, for it calls `visit` only a few times a move.
    """
    best, bar, line = -int(INFINITE), alpha, None
    path, row = memory.path, U(base)
    below = row + U(1)
    for i in range(first, len(moves)):
        move = moves[i]
        path[0, PLAYED] = move
        play(tables, states, row, U(move))
        gives = in_check(tables, states, below)
        # The first move has the whole window; of any other it is first asked whether it is better.
        window = beta - bar if i == first else 1
        while True:
            # Where a mate is the measure, nothing less counts.
            bias = biases.get(move, 0) if bar == -INFINITE or abs(bar) < MATED_BELOW else 0
            limits = I(depth - 1), I(bias - bar - window), I(bias - bar), U(0)
            score = -int(visit(tables, states, below, row, *limits, gives, memory))
            if memory.shared[STOP]:
                return best, line
            if abs(score) < MATED_BELOW:
                score += bias
            if score <= bar or window == beta - bar:
                break
            window = beta - bar
        best = max(best, score)
        if score > bar:
            bar = score
            moves.insert(first, moves.pop(i))
            length = int(path[1, LENGTH])
            line = [move, *path[1, int(LINE) : int(LINE) + length].tolist()]
            if bar >= beta:
                break
    return best, line
