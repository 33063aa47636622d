"""Walks through the tree of moves, for every family: perft and random playouts."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, internal
from fairyring.kernels.contract import (
    ONGOING,
    SIDE,
    WINNER_SHIFT,
    alternates,
    count,
    legal,
    outcome,
    play,
    repetition_result,
    repetition_window,
    repetitions,
)


@compiled
def perft(tables: Any, states: Any, ply: Any, depth: Any, moves: Any, ends: Any) -> Any:
    """How many sequences of ``depth`` legal moves start at row ply; the last ply is only counted.

    ``states`` needs depth rows from ply on, ``moves`` room for the layout's ``moves`` for each ply, and
    ``ends``
    (uint64) two places for each ply and two more.
    """
    if depth == U(0):
        return U(1)
    if depth == U(1):
        return U(count(tables, states, ply, moves, U(0)))
    total = U(0)
    level = U(0)
    next_move, last_move = U(0), U(legal(tables, states, ply, moves, U(0)))
    while True:
        if next_move == last_move:
            if level == U(0):
                return total
            level -= U(1)
            next_move, last_move = ends[U(2) * level], ends[U(2) * level + U(1)]
            continue
        play(tables, states, ply + level, moves[next_move])
        next_move += U(1)
        if level + U(2) == depth:
            total += U(count(tables, states, ply + level + U(1), moves, last_move))
            continue
        ends[U(2) * level], ends[U(2) * level + U(1)] = next_move, last_move
        level += U(1)
        next_move = last_move
        last_move = U(legal(tables, states, ply + level, moves, next_move))


@internal
def playout(tables: Any, states: Any, plies: Any, seed: Any, moves: Any) -> Any:
    """Play uniformly random legal moves from row 0 until the game ends or ``plies`` are played.

    Returns the number of plies played, with the outcome's code in the bits from the 32nd on, in which White
    takes the place of the mover. ``states`` needs plies + 1 rows. ``seed`` is any uint64; the same seed plays
    the same game.
    """
    state = seed
    for ply in range(plies + U(1)):
        n = U(legal(tables, states, ply, moves, U(0)))
        code = U(outcome(tables, states, ply, n))
        back = U(0)
        if code == ONGOING:
            back = is_repetition(tables, states, ply, ply + U(1), repetition_window(tables, states, ply))
        if back != U(0):
            code = U(repetition_result(tables, states, ply, back))
        if code != ONGOING or ply == plies:
            break
        state, drawn = draw(state)
        play(tables, states, ply, moves[below(drawn, n)])
    winner = code >> WINNER_SHIFT
    if states.info[ply, SIDE] != U(0) and winner != U(0):
        code ^= U(3) << WINNER_SHIFT
    return ply | code << U(32)


@compiled
def playouts(tables: Any, states: Any, games: Any, plies: Any, seed: Any, moves: Any, results: Any) -> None:
    """Fill ``results`` (uint64[game]) with the results of playouts from row 0, each with its own seed."""
    state = seed
    for game in range(games):
        state, drawn = draw(state)
        results[game] = playout(tables, states, plies, drawn, moves)


@internal
def is_repetition(tables: Any, states: Any, ply: Any, base: Any, window: Any) -> Any:
    """How many plies ago row ply's position came before: once since row base, or often enough in all; else 0.

    ``window`` is how many plies back to look.
    """
    farthest = min(ply, window)
    times = U(1)
    stride = U(2) if alternates(tables) else U(1)  # the side to move is the same
    back = stride
    while back <= farthest:
        if states.key[ply - back] == states.key[ply]:
            times += U(1)
            if times == repetitions(tables) or ply - back >= base:
                return back
        back += stride
    return U(0)


@compiled
def draw(state: Any) -> Any:
    """One step of splitmix64: the next state, and a random uint64."""
    state += U(0x9E3779B97F4A7C15)
    mixed = (state ^ (state >> U(30))) * U(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> U(27))) * U(0x94D049BB133111EB)
    return state, mixed ^ (mixed >> U(31))


@compiled
def below(drawn: Any, bound: Any) -> Any:
    """A number below ``bound`` (under 2**32), uniform but for 1 part in 2**32."""
    return ((drawn >> U(32)) * bound) >> U(32)
