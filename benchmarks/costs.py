"""Where the time goes: what each of a family's functions costs in positions of random games, on one core.

    python benchmarks/costs.py [GAME ...] [--keep]

Nanoseconds of processor time. Beside them stand what a node of perft and a node of the search cost in
all: perft lists and plays, and only counts at the last ply; the search lists, orders, plays, looks for
check and evaluates, with its own memory and bookkeeping.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from _measure import Spread, keep

import fairyring
from fairyring.kernels import contract
from fairyring.kernels.compiling import U, compiled

GAMES = ("chess", "metachess-4", "mini-meta", "meta-chess")
POSITIONS, PLIES = 200, 60  # drawn from random games of so many plies
TIMES, ROUNDS = 50, 5
NODES = 300_000
ENOUGH = 3_000_000  # nodes of the perft that is measured, at least


@compiled
def list_all(tables: Any, states: Any, rows: Any, times: Any, moves: Any) -> Any:
    """List the legal moves of every second row, so many times; how many there were."""
    total = U(0)
    for _ in range(times):
        for row in range(U(0), rows, U(2)):
            total += U(contract.legal(tables, states, row, moves, U(0)))
    return total


@compiled
def list_noisy(tables: Any, states: Any, rows: Any, times: Any, moves: Any) -> Any:
    """The same with the captures and promotions."""
    total = U(0)
    for _ in range(times):
        for row in range(U(0), rows, U(2)):
            total += U(contract.noisy(tables, states, row, moves, U(0)))
    return total


@compiled
def play_all(tables: Any, states: Any, rows: Any, times: Any, moves: Any) -> Any:
    """List the legal moves of every second row, and play each."""
    total = U(0)
    for _ in range(times):
        for row in range(U(0), rows, U(2)):
            n = U(contract.legal(tables, states, row, moves, U(0)))
            for i in range(n):
                contract.play(tables, states, row, moves[i])
            total += n
    return total


@compiled
def look_for_check(tables: Any, states: Any, rows: Any, times: Any) -> Any:
    """Count the rows, every second one, in which the mover is in check."""
    total = U(0)
    for _ in range(times):
        for row in range(U(0), rows, U(2)):
            total += U(contract.in_check(tables, states, row))
    return total


@compiled
def evaluate_all(tables: Any, states: Any, rows: Any, times: Any) -> Any:
    """Evaluate every second row; a sum that nobody needs."""
    total = U(0)
    for _ in range(times):
        for row in range(U(0), rows, U(2)):
            total += U(contract.evaluate(tables, states, row))
    return total


def sample(variant: fairyring.Variant) -> Any:
    """Rows with positions of random games, every second one free to play a move into."""
    chance = random.Random(1)
    found: list[fairyring.Position] = []
    while len(found) < POSITIONS:
        position = variant.start()
        for _ in range(PLIES):
            position = position.play(chance.choice(position.legal_moves()))
            if position.result:
                break
            found.append(position)
    states = variant.rules.layout.rows(len(variant.board), 2 * POSITIONS)
    for number, position in enumerate(chance.sample(found, POSITIONS)):
        for rows, own in zip(states, position.rows(1), strict=True):
            rows[2 * number] = own[0]
    return states


def nanoseconds(work: Callable[[], int], per: int) -> float:
    """What one of so many pieces of work costs, by processor time."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e9 / per


def measured(name: str) -> dict[str, list[float]]:
    """The costs of a game, round by round."""
    variant = fairyring.load(name)
    states, tables = sample(variant), variant.rules.tables
    moves = np.zeros(variant.rules.most_moves, np.uint64)
    rows, calls = U(2 * POSITIONS), POSITIONS * TIMES

    def cost(loop: Callable[..., Any], *room: Any) -> float:
        loop(tables, states, rows, U(1), *room)
        return nanoseconds(lambda: int(loop(tables, states, rows, U(TIMES), *room)), calls)

    turns = int(list_all(tables, states, rows, U(1), moves)) / POSITIONS
    start = variant.start()
    depth = next(depth for depth in itertools.count(1) if fairyring.perft(start, depth) >= ENOUGH)
    leaves = fairyring.perft(start, depth)
    fairyring.search(start, nodes=1000)
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        listing = cost(list_all, moves)
        figures = {
            "list all moves": listing,
            "list one": listing / turns,
            "play one": (cost(play_all, moves) - listing) / turns,
            "list captures": cost(list_noisy, moves),
            "check?": cost(look_for_check),
            "evaluate": cost(evaluate_all),
            "perft, a node": nanoseconds(lambda: fairyring.perft(start, depth), leaves),
            "search, a node": nanoseconds(lambda: fairyring.search(start, nodes=NODES).nodes, NODES),
        }
        for what, figure in figures.items():
            found.setdefault(what, []).append(figure)
    return found


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    table = {name: measured(name) for name in chosen.games}
    lines = [f"| nanoseconds | {' | '.join(table)} |", f"|---{'|---' * len(table)}|"]
    for what in next(iter(table.values())):
        spreads = (f"{Spread.of(found[what]):.0f}" for found in table.values())
        lines.append(f"| {what} | {' | '.join(spreads)} |")
    keep("Where the time goes", lines, chosen.keep)


if __name__ == "__main__":
    main()
