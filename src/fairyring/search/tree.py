"""The search itself, compiled: principal variation search with quiescence, for every rule family.

It is fail-soft alpha-beta. *Height* is the number of plies below the root, and ``base`` is the root's row;
the rows before it hold only the keys of the game's earlier positions.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, compiled, internal, prefetch
from fairyring.kernels.contract import (
    NO_LAZY_EVAL,
    ONGOING,
    RISK,
    SIDE,
    evaluate,
    foresees,
    in_check,
    in_check_apart,
    lazy_eval,
    legal,
    noisy,
    null_move,
    obliges,
    outcome,
    outlasts,
    play,
    play_apart,
    repetition_result,
    repetition_window,
)
from fairyring.kernels.walks import is_repetition
from fairyring.search.history import reward
from fairyring.search.memory import (
    AFTER_NULL,
    AGE,
    INFINITE,
    KILLER,
    LAZY_ERROR,
    MATE,
    MAX_HEIGHT,
    MOVES_LIMIT,
    NODE_LIMIT,
    NODES,
    NULL_MOVE,
    PLAYED,
    PV,
    PV_LENGTH,
    ROOT_DEPTH,
    SECOND_KILLER,
    SELDEPTH,
    SELECTIVE,
    STATIC_EVAL,
    STOP,
)
from fairyring.search.ordering import (
    BAD_CAPTURE_ORDER,
    COUNTER_MOVE_ORDER,
    GOOD_CAPTURE_ORDER,
    QUIET_ABOVE,
    QUIET_BELOW,
    SURE,
    TT_MOVE_ORDER,
    UNJUDGED,
    best_of,
    bring,
    judge_quiet,
    order_moves,
    remove_quiet,
    some_quiet,
)
from fairyring.search.path import goes_on, is_improving, terminal_score
from fairyring.search.settings import (
    DELTA,
    FUTILITY,
    FUTILITY_PLY,
    LATE,
    LATE_SQUARE,
    LAZY,
    LOGARITHMS,
    LOSING_CAPTURE,
    LOSING_QUIET,
    MOST_DEPTH,
    MOST_NUMBER,
    NULL,
    NULL_PLY,
    NULL_SURPLUS,
    REDUCTION,
    REDUCTION_LOGARITHM,
    REVERSE_FUTILITY_PLY,
    WELL_KNOWN,
    WHOLE,
)
from fairyring.search.transposition import (
    EXACT,
    LOWER,
    MATED_BELOW,
    NO_ENTRY,
    NO_EVAL,
    UPPER,
    bound_of,
    bucket_of,
    decides,
    depth_of,
    eval_of,
    probe,
    score_of,
    store,
)

# Limits of the shortcuts, whose margins are in `settings`. Some are other ones where exchanges are foreseen.
FUTILITY_DEPTH, LATE_DEPTH, LOSING_DEPTH = I(4), I(8), I(6)
REVERSE_FUTILITY_DEPTH, BOLD_FUTILITY_DEPTH = I(6), I(8)
NULL_DEPTH, NULL_MOST = I(3), I(3)
LOST = I(1000)
EVASIONS = I(2)  # that are tried in quiescence, if none is a capture and the mate is averted
LMR_DEPTH, LMR_MOVE = I(3), I(3)
FORCED_PLIES = I(4)  # of quiescence, in which forced captures are followed
IIR_DEPTH = I(5)  # internal iterative reduction: without a move from the table
NEAR_MATE = I(7)  # plies to a mate within which no move is pruned


@internal
def _count_node(memory: Any, height: Any) -> Any:
    """Count a node; whether the search goes on."""
    shared = memory.shared
    shared[NODES] += I(1)
    shared[SELDEPTH] = max(shared[SELDEPTH], I(height))
    if shared[NODES] >= shared[NODE_LIMIT]:
        shared[STOP] = I(1)
    return shared[STOP] == I(0)


@internal
def _update_pv(memory: Any, height: Any, move: Any) -> None:
    """Make a move, followed by the principal variation one ply below, the principal variation here."""
    stack = memory.stack
    length = stack[height + U(1), PV_LENGTH]
    stack[height, PV] = move
    for i in range(PV, PV + length):
        stack[height, i + U(1)] = stack[height + U(1), i]
    stack[height, PV_LENGTH] = length + U(1)


@compiled
def negamax(
    tables: Any,
    states: Any,
    ply: Any,
    base: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    start: Any,
    checked: Any,
    memory: Any,
) -> Any:
    """The score of a position searched to a depth: exact between alpha and beta, else a bound.

    ``start`` is the first free index in the memory's moves; ``checked``: whether the mover is in check.
    At depth 0 this is quiescence: only captures and promotions are tried (all moves in check), and the
    mover may also stop there, unless captures are forced and there is no other move. It is one function,
    which calls each of the family's from one place where possible: whatever it calls is compiled into it.
    """
    height = U(ply - base)
    memory.stack[height, PV_LENGTH] = U(0)
    if not _count_node(memory, height):
        return I(0)
    # No line of play holds a null move: what came before one is not repeated after it.
    after_null = memory.stack[height, AFTER_NULL]
    since = U(repetition_window(tables, states, ply))
    if after_null != U(0):
        since = min(since, height - after_null)
    back = is_repetition(tables, states, ply, base, since)
    if back != U(0):
        return terminal_score(repetition_result(tables, states, ply, back), height)
    memory.stack[height + U(1), AFTER_NULL] = after_null
    depth = max(depth, I(0))
    has_depth = depth > I(0)
    in_quiescence = not has_depth and not checked
    # Where captures are forced, the mover may not stop; but long series of them are many.
    may_stop = in_quiescence and (
        not obliges(tables) or I(height) >= memory.shared[ROOT_DEPTH] + FORCED_PLIES
    )
    selective = memory.shared[SELECTIVE] != I(0)
    pv_node = beta - alpha > I(1)
    foreseen = foresees(tables)
    settings, kind = memory.settings, U(foreseen)
    key = states.key[ply]
    tt_move, static_eval, evaluated = U(0), NO_EVAL, True
    lazy_error = I(memory.stack[height - U(1), LAZY_ERROR])
    if not goes_on(tables, states, ply):
        lazy_error = -lazy_error
    improving = I(0)
    game_over = U(outcome(tables, states, ply, U(1))) != ONGOING
    if not game_over:
        # No score from here is better than mating at once, or worse than being mated at once.
        alpha, beta = max(alpha, I(height) - MATE), min(beta, MATE - I(height) - I(1))
        if alpha >= beta:
            return alpha
        entry, packed, tt_move = probe(memory.table, key)
        tt_score = score_of(packed, height)
        if entry != NO_ENTRY:
            static_eval = eval_of(packed)
            tt_depth = depth_of(packed)
            usable = tt_depth == depth or (selective and tt_depth > depth)
            usable = usable and not (has_depth and pv_node)
            if usable and decides(bound_of(packed), tt_score, alpha, beta):
                return tt_score
        at_limit = height >= U(MAX_HEIGHT) or I(start) > memory.shared[MOVES_LIMIT]
        # Where all is lost anyway, the next thing to see is a mate: nothing is taken on trust.
        lost = foreseen and beta <= -LOST
        trusting = selective and has_depth and not pv_node and not checked
        trusting = trusting and abs(beta) < MATED_BELOW and not lost
        shallow = BOLD_FUTILITY_DEPTH if foreseen else REVERSE_FUTILITY_DEPTH
        lazy = I(lazy_eval(tables, states, ply))
        if static_eval == NO_EVAL and (at_limit or not checked):
            if lazy != NO_LAZY_EVAL and selective and not at_limit:
                # What a lazy evaluation leaves out has hardly changed since the ply before.
                estimate = max(-MATED_BELOW, min(MATED_BELOW, lazy + lazy_error))
                surely = estimate - settings[kind, LAZY]
                margin = settings[kind, REVERSE_FUTILITY_PLY] * depth  # none in quiescence
                if (may_stop or (trusting and depth <= shallow)) and surely - margin >= beta:
                    return surely
                if may_stop or (trusting and depth <= FUTILITY_DEPTH):
                    hope = settings[kind, FUTILITY] + settings[kind, FUTILITY_PLY] * depth
                    evaluated = estimate + settings[kind, LAZY] + hope * I(has_depth) > alpha
                    static_eval = estimate
            if evaluated:
                static_eval = max(-MATED_BELOW, min(MATED_BELOW, I(evaluate(tables, states, ply))))
        if static_eval != NO_EVAL and evaluated and lazy != NO_LAZY_EVAL:
            lazy_error = static_eval - lazy
        memory.stack[height, LAZY_ERROR] = U(lazy_error)
        if at_limit:
            return static_eval
        if may_stop and static_eval >= beta:
            if entry == NO_ENTRY:
                store(
                    memory.table,
                    memory.shared[AGE],
                    key,
                    U(0),
                    static_eval,
                    static_eval,
                    I(0),
                    LOWER,
                    height,
                )
            return static_eval
        memory.stack[height, STATIC_EVAL] = U(static_eval - NO_EVAL)
        if foreseen:
            improving = is_improving(states, ply, height, memory)
        # What an earlier search found there says more than the static evaluation, if it is on the other side.
        foretold = static_eval
        known = foreseen and entry != NO_ENTRY and abs(tt_score) < MATED_BELOW
        if known and decides(bound_of(packed), tt_score, static_eval, static_eval):
            foretold = tt_score
        if trusting:
            margin = settings[kind, REVERSE_FUTILITY_PLY] * (depth - improving)
            if depth <= shallow and foretold - margin >= beta:
                return foretold
            if (
                height != after_null
                and depth >= NULL_DEPTH
                and foretold >= beta
                and null_move(tables, states, ply)
            ):
                memory.stack[height, PLAYED] = NULL_MOVE
                memory.stack[height + U(1), AFTER_NULL] = height + U(1)
                reduced = depth - I(1) - (settings[kind, NULL] + settings[kind, NULL_PLY] * depth) // I(WHOLE)
                reduced -= max(I(0), min((static_eval - beta) // settings[kind, NULL_SURPLUS], NULL_MOST))
                score = -negamax(
                    tables, states, ply + U(1), base, reduced, -beta, I(1) - beta, start, checked, memory
                )
                memory.stack[height + U(1), AFTER_NULL] = after_null
                if memory.shared[STOP] != I(0):
                    return I(0)
                if score >= beta:
                    return score if score < MATED_BELOW else beta
        if may_stop:
            tt_move = U(0)
        if selective and tt_move == U(0) and depth >= IIR_DEPTH:
            depth -= I(1)
        if has_depth:
            memory.stack[height + U(1), KILLER] = U(0)
            memory.stack[height + U(1), SECOND_KILLER] = U(0)

    best, best_move = -INFINITE, U(0)
    if may_stop:
        best = static_eval
    alpha = max(alpha, best)
    i, end, generated, removed = start, start, False, U(0)
    while True:
        if i == end:
            if generated:
                break
            if i == start and tt_move != U(0):
                # The table's move may cut off at once: the others are generated after it.
                memory.moves[start] = tt_move
                end = start + U(1)
            else:
                generated = True
                if game_over or not may_stop:
                    end = U(legal(tables, states, ply, memory.moves, start))
                    if game_over or end == start:
                        return terminal_score(outcome(tables, states, ply, end - start), height)
                else:
                    end = U(noisy(tables, states, ply, memory.moves, start))
            order_moves(tables, states, ply, height, tt_move, start, end, not has_depth, memory)
            if in_quiescence and not may_stop and some_quiet(memory, start, end):
                return static_eval
            if i > start:
                bring(memory, best_of(memory, start, end), start)
            continue
        chosen = best_of(memory, i, end)
        order = memory.orders[chosen]
        number = I(i - start + removed)
        quiet = order > QUIET_ABOVE and order < QUIET_BELOW
        # With a mate found, every move that could mate sooner is searched, unless the mate is far away.
        near_mate = alpha > MATED_BELOW and MATE - alpha - I(height) <= NEAR_MATE
        prunable = selective and has_depth and not checked and best > -MATED_BELOW and not near_mate
        if may_stop and selective:
            if order <= QUIET_ABOVE:
                break
            futility_value = (
                static_eval + settings[kind, DELTA] + (I(0) if quiet else order - GOOD_CAPTURE_ORDER)
            )
            if futility_value <= alpha:
                best = max(best, futility_value)
                break
        elif foreseen and checked and not has_depth and selective and best > -MATED_BELOW:
            if number >= EVASIONS and order < QUIET_BELOW:
                break
        elif prunable and quiet and not pv_node and depth <= LATE_DEPTH:
            futility_value, enough = INFINITE, INFINITE
            if depth <= FUTILITY_DEPTH:
                futility_value = static_eval + settings[kind, FUTILITY] + settings[kind, FUTILITY_PLY] * depth
            if foreseen or depth <= FUTILITY_DEPTH:
                enough = (settings[kind, LATE] + settings[kind, LATE_SQUARE] * depth * depth) // I(WHOLE)
            if foreseen:
                enough = enough // (I(2) - improving)
            if futility_value <= alpha or number > enough:
                # What holds for this quiet move holds for all that follow.
                if futility_value <= alpha:
                    best = max(best, futility_value)
                shorter = remove_quiet(memory, i, end)
                removed += end - shorter
                end = shorter
                continue
        if order == UNJUDGED:
            judge_quiet(states, ply, height, i, end, memory)
            continue
        bring(memory, chosen, i)
        move = memory.moves[i]
        if foreseen:
            hopeful = order >= QUIET_BELOW and order < GOOD_CAPTURE_ORDER + SURE
            most = INFINITE
            if hopeful:
                most = RISK
            elif order < QUIET_BELOW and prunable and not pv_node and depth <= LOSING_DEPTH:
                most = (settings[kind, LOSING_QUIET] if quiet else settings[kind, LOSING_CAPTURE]) * depth
            if most != INFINITE and not outlasts(tables, states, ply, move, -most):
                if hopeful:
                    memory.orders[i] += BAD_CAPTURE_ORDER - GOOD_CAPTURE_ORDER
                else:
                    i += U(1)
                continue
        memory.stack[height, PLAYED] = move
        play(tables, states, ply, move)
        prefetch(memory.table, bucket_of(memory.table, states.key[ply + U(1)]))
        gives_check = in_check(tables, states, ply + U(1))
        # Checks are extended to twice the depth of the iteration, so that no series of them goes on for long.
        extended = selective and gives_check and I(height) < memory.shared[ROOT_DEPTH] * I(2)
        new_depth = depth if extended else depth - I(1)
        reduced = new_depth
        if prunable and not gives_check and depth >= LMR_DEPTH and number >= LMR_MOVE and order < QUIET_BELOW:
            growth = I(LOGARITHMS[min(depth, I(MOST_DEPTH - 1)), min(number, I(MOST_NUMBER - 1))])
            reduction = settings[kind, REDUCTION] + settings[kind, REDUCTION_LOGARITHM] * growth // I(WHOLE)
            reduction = reduction // I(WHOLE)
            if pv_node or order >= COUNTER_MOVE_ORDER:
                reduction -= I(1)
            elif quiet and foreseen:
                reduction -= max(I(-1), min(I(1), order // settings[kind, WELL_KNOWN]))
            reduced = max(I(1), new_depth - max(reduction, I(0)))
        window = I(1) if has_depth and number != I(0) else beta - alpha
        same = goes_on(tables, states, ply + U(1))
        while True:
            low = alpha if same else -alpha - window
            score = negamax(
                tables, states, ply + U(1), base, reduced, low, low + window, end, gives_check, memory
            )
            if memory.shared[STOP] != I(0):
                return I(0)
            if not same:
                score = -score
            if score <= alpha or (reduced == new_depth and window == beta - alpha):
                break
            # A reduced move is searched in full before its score is asked for.
            if reduced == new_depth or not foreseen:
                window = beta - alpha
            reduced = new_depth
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                if has_depth and pv_node:
                    _update_pv(memory, height, move)
                if alpha >= beta:
                    if has_depth:
                        silent = quiet or order == TT_MOVE_ORDER
                        limits = QUIET_ABOVE, QUIET_BELOW
                        reward(memory, states.info[ply, SIDE], height, depth, start, i, silent, limits)
                    break
        i += U(1)
    bound = LOWER if best >= beta else (EXACT if best_move != U(0) else UPPER)
    static_eval = static_eval if evaluated else NO_EVAL
    store(memory.table, memory.shared[AGE], key, best_move, best, static_eval, depth, bound, height)
    return best


@compiled
def root(
    tables: Any,
    states: Any,
    base: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    first: Any,
    moves: Any,
    biases: Any,
    efforts: Any,
    memory: Any,
) -> Any:
    """Search the root's moves from number ``first`` on.

    Where STOP is set on return, not every move has been searched, but the variation found stands.

    Args:
        tables: the game's tables.
        states: the rows; the root's is ``base``.
        base: the root's row.
        depth: plies to search.
        alpha: scores up to it are bounds.
        beta: scores from it on are bounds.
        first: the number of the first move to search.
        moves: uint64[number]; the root's moves. Each that raises alpha is brought to number ``first``.
        biases: int64[number]; how much better a move counts than its score, unless it mates or is mated.
        efforts: int64[number]; how many nodes the latest search of each has taken; is written to.
        memory: the search's memory; the variation is found at height 0 of its stack, and empty where no move
            raised alpha.

    Returns:
        The best score, exact between alpha and beta.
    """
    best = -INFINITE
    memory.stack[0, PV_LENGTH] = U(0)
    memory.stack[1, AFTER_NULL] = U(0)
    below = base + U(1)
    for i in range(first, U(moves.shape[0])):
        move = moves[i]
        memory.stack[0, PLAYED] = move
        play_apart(tables, states, base, move)
        gives_check = in_check_apart(tables, states, below)
        same = goes_on(tables, states, below)
        # Biases do not count when the score to beat is a mate.
        bias = I(0)
        if alpha == -INFINITE or abs(alpha) < MATED_BELOW:
            bias = biases[i]
        # Every move but the first is searched with a null window, and again only if it is better.
        window, earlier = beta - alpha if i == first else I(1), memory.shared[NODES]
        while True:
            low = alpha - bias if same else bias - alpha - window
            score = negamax(
                tables, states, below, base, depth - I(1), low, low + window, U(0), gives_check, memory
            )
            if memory.shared[STOP] != I(0):
                return best
            if not same:
                score = -score
            if abs(score) < MATED_BELOW:
                score += bias
            if score <= alpha or window == beta - alpha:
                break
            window = beta - alpha
        effort = memory.shared[NODES] - earlier
        efforts[i] = effort
        best = max(best, score)
        if score > alpha:
            alpha = score
            bias = biases[i]
            for j in range(i, first, -1):
                moves[j], biases[j], efforts[j] = moves[j - 1], biases[j - 1], efforts[j - 1]
            moves[first], biases[first], efforts[first] = move, bias, effort
            _update_pv(memory, U(0), move)
            if alpha >= beta:
                break
    return best
