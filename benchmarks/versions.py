"""Perft and search of another version of fairyring beside this one, game by game.

    python benchmarks/versions.py OLD [GAME …] [--rounds N] [--nodes N] [--keep]

OLD is the other version's ``src`` folder, say of a Git worktree. Each round starts a process of either
version for each game, which loads its machine code from the cache: code that has just been compiled is a
little faster. The positions are the start and two of a random game; of all of them perft must count the
same in both. Without names, all games that OLD has. By processor time, on one core.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
from pathlib import Path

from _measure import Spread, in_turn, keep, ratio
from perft import deep_enough

import fairyring
from fairyring import Position

HERE = Path(__file__).resolve().parents[1] / "src"
ENOUGH = 100_000  # nodes of perft from the start, at least
PLIES = 24, 48  # of the random game


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("old", type=Path, help="the other version's src folder")
    options.add_argument("game", nargs="*", help="names of games; all that the other version has if none")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--nodes", type=int, default=100_000, help="of the search from each position")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    games = chosen.game or run(chosen.old, "-c", "import fairyring; print(*fairyring.variants())").split()
    lines = ["| game | perft, times the old | search, times the old |", "|---|---|---|"]
    perfts, searches = list[float](), list[float]()
    for name in games:
        perft, search = beside(chosen.old, name, chosen.rounds, chosen.nodes)
        perfts.append(perft.middle)
        searches.append(search.middle)
        lines.append(f"| {name} | {perft:.2f} | {search:.2f} |")
        print(lines[-1], file=sys.stderr, flush=True)
    middles = f"{statistics.median(perfts):.2f} in perft and {statistics.median(searches):.2f} in search"
    least = f"the least {min(perfts):.2f} and {min(searches):.2f}"
    what = f"{chosen.rounds} rounds; nodes a second by processor time: in the median {middles}, {least}."
    keep(f"Speed beside {version(chosen.old)}", [what, "", *lines], chosen.keep)


def beside(old: Path, name: str, rounds: int, nodes: int) -> tuple[Spread, Spread]:
    """How many times the old version's speed, of perft and of search.

    Raises:
        SystemExit: the versions count different numbers.
    """
    texts = positions(name)
    start = fairyring.load(name).start()
    depth = deep_enough(start, ENOUGH)
    said: dict[str, list[list[float]]] = {"old": [], "new": []}

    def measure(which: str, source: Path) -> float:
        own = str(Path(__file__).with_name("_speed.py"))
        text = run(source, own, name, str(depth), str(nodes), lines="\n".join(texts))
        said[which].append([float(word) for word in text.split()])
        return said[which][-1][1]

    figures = in_turn({"old": lambda: measure("old", old), "new": lambda: measure("new", HERE)}, rounds)
    counts = {figures[0] for each in said.values() for figures in each}
    if len(counts) > 1:
        sys.exit(f"{name}: perft to depth {depth} is different: {counts}")
    searches = {which: [figures[2] for figures in each[1:]] for which, each in said.items()}
    return ratio(figures, "new", "old"), ratio(searches, "new", "old")


def positions(name: str) -> list[str]:
    """The start, and positions of a random game that has not ended."""
    chance = random.Random(name)
    found = [fairyring.load(name).start()]
    while len(found) <= len(PLIES):
        position: Position | None = fairyring.load(name).start()
        for _ in range(PLIES[len(found) - 1]):
            position = position and position.play(chance.choice(position.legal_moves()))
            position = position if position and not position.result else None
        found += [position] if position else []
    return [str(position) for position in found]


def run(source: Path, *arguments: str, lines: str = "") -> str:
    """What Python prints with the fairyring of a folder."""
    environment = os.environ | {"PYTHONPATH": str(source.resolve(strict=True))}
    orders = [sys.executable, *arguments]
    done = subprocess.run(orders, input=lines, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        sys.exit(f"{source}: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def version(source: Path) -> str:
    """A folder's commit."""
    asked = ["git", "-C", str(source), "rev-parse", "--short=7", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main()
