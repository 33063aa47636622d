"""Perft with bulk counting on one core: chess beside other programs, our games beside chess.

    python benchmarks/perft.py [GAME ...] [--rounds N] [--keep]

Without names, chess among the engines and then every game of ours. With names only these games, each
measured in turn with chess in the same run; their section is kept under their names. Nodes a second
are by processor time.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, in_turn, keep, ratio, timed

import fairyring
from fairyring import Position

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 5
PATIENCE = 120  # seconds for another program
ENOUGH = 3_000_000  # nodes of the perft that is measured, at least


def engine(
    path: str, text: str, depth: int, variant: str = "", count: int | None = None
) -> Callable[[], float]:
    """Nodes a second, by processor time, of a UCI engine's ``go perft``; its start is taken off.

    It must find ``count`` nodes, if that is given, and answer within `PATIENCE`.
    """
    chosen = f"setoption name UCI_Variant value {variant}\n" if variant else ""

    def run(orders: str) -> tuple[float, str]:
        start = os.times()
        try:
            done = subprocess.run(
                [path], input=orders, capture_output=True, text=True, check=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            sys.exit(f"{path} did not count {variant} within {PATIENCE} s")
        end = os.times()
        return (
            end.children_user + end.children_system - start.children_user - start.children_system,
            done.stdout,
        )

    def measure() -> float:
        idle, _ = run(f"{chosen}position fen {text}\ngo perft 1\nquit\n")
        busy, said = run(f"{chosen}position fen {text}\ngo perft {depth}\nquit\n")
        nodes = int(said.rsplit("Nodes searched:", 1)[1].split()[0])
        if count is not None and nodes != count:
            sys.exit(f"{path} counts {nodes} in {variant}, not {count}")
        return nodes / (busy - idle)

    return measure


def ours(name: str, text: str | None, depth: int) -> Callable[[], float]:
    """Nodes a second of our perft."""
    variant = fairyring.load(name)
    position = variant.position(text) if text else variant.start()
    return lambda: timed(lambda: fairyring.perft(position, depth))


def deep_enough(position: Position, nodes: int) -> int:
    """The first depth of perft with so many nodes, or with none because the game always ends before."""
    return next(
        depth
        for depth in itertools.count(1)
        if (found := fairyring.perft(position, depth)) >= nodes or not found
    )


def from_the_start(name: str) -> Callable[[], float]:
    """Nodes a second of our perft from a game's start, to the first depth that has nodes enough."""
    return ours(name, None, deep_enough(fairyring.load(name).start(), ENOUGH))


def python_chess(text: str, depth: int) -> Callable[[], float]:
    """Nodes a second of python-chess, counting the last ply in bulk as well."""

    def walk(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += walk(board, left - 1)
            board.pop()
        return total

    return lambda: timed(lambda: walk(chess.Board(text), depth))


def among_engines(rounds: int) -> list[str]:
    """A table of chess's perft beside that of other programs."""
    lines = [
        "| position | program | nodes/s, millions | fairyring is … times as fast |",
        "|---|---|---|---|",
    ]
    start = fairyring.load("chess").definition.start
    engines = {
        name: path
        for name in ("fairy-stockfish", "stockfish")
        if (path := shutil.which(name) or shutil.which(f"/usr/games/{name}"))
    }
    for title, text, depth in (("start", start, 6), ("Kiwipete", KIWIPETE, 5)):
        contenders = {"fairyring": ours("chess", text, depth)}
        contenders |= {f"{name} (Debian)": engine(path, text, depth) for name, path in engines.items()}
        contenders["python-chess"] = python_chess(text, depth - 2)
        figures = in_turn(contenders, rounds)
        for name, values in figures.items():
            millions = Spread.of([value / 1e6 for value in values])
            lines.append(f"| {title} | {name} | {millions:.2f} | {ratio(figures, 'fairyring', name):.2f} |")
    return lines


def among_ours(games: Sequence[str], rounds: int) -> list[str]:
    """A table of our games' perft from the start beside chess's."""
    figures = in_turn({name: from_the_start(name) for name in ("chess", *games)}, rounds)
    lines = ["| our own games, from the start | nodes/s, millions | to chess |", "|---|---|---|"]
    for name, values in figures.items():
        millions = Spread.of([value / 1e6 for value in values])
        lines.append(f"| {name} | {millions:.2f} | {ratio(figures, name, 'chess'):.2f} |")
    return lines


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("games", nargs="*", metavar="GAME", choices=[[], *fairyring.variants()])
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    if chosen.games:
        games = [name for name in chosen.games if name != "chess"]
        keep(f"Perft: {', '.join(games)}", among_ours(games, chosen.rounds), chosen.keep)
        return
    others = [name for name in fairyring.variants() if name != "chess"]
    lines = [*among_engines(chosen.rounds), "", *among_ours(others, chosen.rounds)]
    keep("Perft", lines, chosen.keep)


if __name__ == "__main__":
    main()
