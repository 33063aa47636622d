"""The search itself, compiled: principal variation search with quiescence, for every rule family.

Fail-soft alpha-beta. A *height* is a number of plies below the root, `base` the root's row; the rows
before it hold only the keys of the game's earlier positions.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, internal
from fairyring.kernels.contract import (
    CLOCK,
    MOVER_LOSES,
    MOVER_WINS,
    ONGOING,
    SIDE,
    evaluate,
    gain,
    in_check,
    legal,
    noisy,
    outcome,
    play,
    skip,
)
from fairyring.kernels.walks import MAX_MOVES
from fairyring.search.memory import (
    AT_LEAST,
    AT_MOST,
    BOUND_SHIFT,
    BYTE,
    DEEPEST,
    DEPTH_SHIFT,
    DRAW,
    EXACT,
    INFINITE,
    KILLER,
    LATEST,
    LENGTH,
    LIMIT,
    LINE,
    MATE,
    MATED_BELOW,
    MAX_HEIGHT,
    MOVE,
    MOVE_ROOM,
    NO_SLOT,
    NODES,
    PACKED,
    PLAYED,
    RAISED,
    ROOTS,
    SECOND,
    SELECTIVE,
    SKIPPED,
    STOP,
    UNKNOWN,
    I,
    decides,
    find,
    keep,
    kept_score,
    kept_static,
    place,
    remember,
)

# The order of moves: the table's, then captures that pay, killers, the known reply, quiet moves by
# history (which stays within HISTORY_LIMIT), and captures that lose.
FROM_TABLE, PAYING, REFUTING, REPLY, LOSING = I(1 << 30), I(1 << 24), I(1 << 20), I(1 << 19), I(-1 << 24)
QUIET_ABOVE, QUIET_BELOW = I(-1 << 20), I(1 << 23)

# Margins in hundredths of a pawn; what is hopeless by more than these is not looked into.
DELTA = I(150)
HOPELESS, HOPELESS_PLY, HOPELESS_DEPTH = I(80), I(110), I(4)
AHEAD_PLY, AHEAD_DEPTH = I(90), I(6)
NULL_DEPTH, NULL_REDUCTION = I(3), I(3)
LATE_DEPTH, LATE_FROM = I(3), I(3)
UNGUIDED_DEPTH = I(5)
NEAR = I(7)  # plies to a mate


@internal
def returns(states: Any, ply: Any, base: Any) -> Any:
    """Whether the position of a row came before: once since the root, or twice in all."""
    reach = min(ply, states.info[ply, CLOCK])
    times = 0
    back = U(2)
    while back <= reach:
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
def _static(tables: Any, states: Any, ply: Any) -> Any:
    return max(-MATED_BELOW, min(MATED_BELOW, I(evaluate(tables, states, ply))))


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
    reply = memory.replies[place(memory.path[height - U(1), PLAYED], side)]
    for i in range(n, last):
        move = memory.moves[i]
        if move == first:
            memory.orders[i] = FROM_TABLE
            continue
        worth = I(gain(tables, states, ply, move))
        if worth > I(0):
            memory.orders[i] = PAYING + worth
        elif worth < I(0):
            memory.orders[i] = LOSING + worth
        elif move == killer:
            memory.orders[i] = REFUTING + I(1)
        elif move == second:
            memory.orders[i] = REFUTING
        elif move == reply:
            memory.orders[i] = REPLY
        else:
            memory.orders[i] = memory.history[place(move, side)]


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


@internal
def quiesce(
    tables: Any, states: Any, ply: Any, base: Any, alpha: Any, beta: Any, n: Any, checked: Any, memory: Any
) -> Any:
    """The score of a position once captures and promotions (all moves in check) are played out."""
    if not _enter(memory):
        return I(0)
    height = U(ply - base)
    if returns(states, ply, base):
        return DRAW
    if outcome(tables, states, ply, U(1)) != ONGOING:
        last = U(legal(tables, states, ply, memory.moves, n))
        return settled(outcome(tables, states, ply, last - n), height)
    if height >= U(MAX_HEIGHT) or n + U(MAX_MOVES) > U(MOVE_ROOM):
        return _static(tables, states, ply)

    key = states.key[ply]
    slot = find(memory, key)
    known, static = U(0), UNKNOWN
    if slot != NO_SLOT:
        packed = memory.table[slot, PACKED]
        known = memory.table[slot, MOVE]
        static = kept_static(packed)
        bound, score = (packed >> BOUND_SHIFT) & U(3), kept_score(packed, height)
        usable = memory.shared[SELECTIVE] != I(0) or (packed >> DEPTH_SHIFT) & BYTE == U(0)
        if usable and decides(bound, score, alpha, beta):
            return score

    if checked:
        best = -INFINITE
        last = U(legal(tables, states, ply, memory.moves, n))
        if last == n:
            return settled(outcome(tables, states, ply, U(0)), height)
        _order(tables, states, ply, height, known, n, last, memory)
    else:
        if static == UNKNOWN:
            static = _static(tables, states, ply)
        best = static
        if best >= beta:
            if slot == NO_SLOT:
                keep(memory, key, U(0), best, static, I(0), AT_LEAST, height)
            return best
        last = U(noisy(tables, states, ply, memory.moves, n))
        for i in range(n, last):
            memory.orders[i] = I(gain(tables, states, ply, memory.moves[i]))

    bar = max(alpha, best)
    chosen = U(0)
    selective = memory.shared[SELECTIVE] != I(0) and not checked
    for i in range(n, last):
        _pick(memory, i, last)
        move = memory.moves[i]
        if selective:
            hope = static + memory.orders[i] + DELTA
            if memory.orders[i] < I(0):
                break
            if hope <= bar:
                best = max(best, hope)
                break
        memory.path[height, PLAYED] = move
        play(tables, states, ply, move)
        gives = in_check(tables, states, ply + U(1))
        score = -quiesce(tables, states, ply + U(1), base, -beta, -bar, last, gives, memory)
        if memory.shared[STOP] != I(0):
            return I(0)
        if score > best:
            best = score
            if score > bar:
                bar = score
                chosen = move
                if bar >= beta:
                    break
    bound = AT_LEAST if best >= beta else (EXACT if best > alpha and chosen != U(0) else AT_MOST)
    keep(memory, key, chosen, best, static, I(0), bound, height)
    return best


@internal
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

    ``n`` is where the moves' room is free; ``checked`` whether the mover is in check.
    """
    height = U(ply - base)
    memory.path[height, LENGTH] = U(0)
    if depth <= I(0):
        return quiesce(tables, states, ply, base, alpha, beta, n, checked, memory)
    if not _enter(memory):
        return I(0)
    if returns(states, ply, base):
        return DRAW
    if outcome(tables, states, ply, U(1)) != ONGOING:
        last = U(legal(tables, states, ply, memory.moves, n))
        return settled(outcome(tables, states, ply, last - n), height)
    if height >= U(MAX_HEIGHT) or n + U(MAX_MOVES) > U(MOVE_ROOM):
        return _static(tables, states, ply)
    # No line from here is better than to mate at once, or worse than to be mated at once.
    alpha, beta = max(alpha, I(height) - MATE), min(beta, MATE - I(height) - I(1))
    if alpha >= beta:
        return alpha

    selective = memory.shared[SELECTIVE] != I(0)
    principal = beta - alpha > I(1)
    key = states.key[ply]
    known, static = U(0), UNKNOWN
    slot = find(memory, key)
    if slot != NO_SLOT:
        packed = memory.table[slot, PACKED]
        known = memory.table[slot, MOVE]
        static = kept_static(packed)
        there = I((packed >> DEPTH_SHIFT) & BYTE)
        if not principal and (there == depth or (selective and there > depth)):
            bound, score = (packed >> BOUND_SHIFT) & U(3), kept_score(packed, height)
            if (
                bound == EXACT
                or (bound == AT_LEAST and score >= beta)
                or (bound == AT_MOST and score <= alpha)
            ):
                return score
    if static == UNKNOWN and not checked:
        static = _static(tables, states, ply)

    if selective and not principal and not checked and abs(beta) < MATED_BELOW:
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
    if selective and known == U(0) and depth >= UNGUIDED_DEPTH:
        depth -= I(1)

    last = U(legal(tables, states, ply, memory.moves, n))
    if last == n:
        return settled(outcome(tables, states, ply, U(0)), height)
    _order(tables, states, ply, height, known, n, last, memory)
    memory.path[height + U(1), KILLER] = U(0)
    memory.path[height + U(1), SECOND] = U(0)

    best, bar, chosen = -INFINITE, alpha, U(0)
    for i in range(n, last):
        _pick(memory, i, last)
        move, order = memory.moves[i], memory.orders[i]
        number = I(i - n)
        quiet = order > QUIET_ABOVE and order < QUIET_BELOW
        # Where a mate is in hand, whatever could be a quicker one is looked at, unless that is too much.
        near = bar > MATED_BELOW and MATE - bar - I(height) <= NEAR
        prunable = selective and not checked and best > -MATED_BELOW and not near
        if prunable and quiet and not principal and depth <= HOPELESS_DEPTH:
            hope = static + HOPELESS + HOPELESS_PLY * depth
            if hope <= bar:
                best = max(best, hope)
                continue
            if number > I(4) + I(3) * depth * depth:
                continue
        memory.path[height, PLAYED] = move
        play(tables, states, ply, move)
        gives = in_check(tables, states, ply + U(1))
        after = depth if selective and gives else depth - I(1)
        reduced = after
        if prunable and not gives and depth >= LATE_DEPTH and number >= LATE_FROM and order < QUIET_BELOW:
            less = memory.reductions[min(depth, I(DEEPEST - 1)), min(number, I(LATEST - 1))]
            if principal or order >= REPLY:
                less -= I(1)
            reduced = max(I(1), after - max(less, I(0)))
        window = beta - bar if number == I(0) else I(1)
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
                if principal:
                    _extend_line(memory, height, move)
                if bar >= beta:
                    _credit(tables, states, ply, height, depth, n, i, memory)
                    break
    bound = AT_LEAST if best >= beta else (EXACT if chosen != U(0) else AT_MOST)
    keep(memory, key, chosen, best, static, depth, bound, height)
    return best


@internal
def _credit(tables: Any, states: Any, ply: Any, height: Any, depth: Any, n: Any, i: Any, memory: Any) -> None:
    """Remember the quiet move i that was too good, and hold it against those tried before it."""
    move = memory.moves[i]
    if gain(tables, states, ply, move) != I(0):
        return
    path = memory.path
    if path[height, KILLER] != move:
        path[height, SECOND] = path[height, KILLER]
        path[height, KILLER] = move
    side = states.info[ply, SIDE]
    memory.replies[place(path[height - U(1), PLAYED], side)] = move
    bonus = min(depth * depth * I(16), I(1600))
    remember(memory, place(move, side), bonus)
    for j in range(n, i):
        if memory.orders[j] > QUIET_ABOVE and memory.orders[j] < QUIET_BELOW:
            remember(memory, place(memory.moves[j], side), -bonus)


@compiled
def root(
    tables: Any,
    states: Any,
    base: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    first: Any,
    roots: Any,
    line: Any,
    memory: Any,
) -> Any:
    """Search the root's moves from number ``first`` on; the best score, exact between alpha and beta.

    Each move that raises alpha is brought to number ``first`` of ``roots``, its line written to ``line``
    (its length first), and the mark RAISED set. Where STOP is set on return, not every move has been
    searched, but what was raised stands.
    """
    shared = memory.shared
    shared[RAISED] = I(0)
    best, bar = -INFINITE, alpha
    for i in range(first, U(shared[ROOTS])):
        move = roots[i]
        memory.path[U(0), PLAYED] = move
        play(tables, states, base, move)
        below = base + U(1)
        gives = in_check(tables, states, below)
        after = depth - I(1)
        # The first move has the whole window; of any other it is first asked whether it is better.
        window = I(1) if i != first else beta - bar
        while True:
            score = -visit(tables, states, below, base, after, -bar - window, -bar, U(0), gives, memory)
            if shared[STOP] != I(0):
                return best
            if score <= bar or window == beta - bar:
                break
            window = beta - bar
        best = max(best, score)
        if score > bar:
            bar = score
            j = U(i)
            while j > first:
                roots[j] = roots[j - U(1)]
                j -= U(1)
            roots[first] = move
            _extend_line(memory, U(0), move)
            for k in range(memory.path[U(0), LENGTH] + U(1)):
                line[k] = memory.path[U(0), LENGTH + k]
            shared[RAISED] = I(1)
            if bar >= beta:
                break
    return best
