"""Perft of the games that Fairy-Stockfish has, too, beside it in the same run, on one core.

    python benchmarks/variants.py [--rounds N] [--all] [--keep]

With ``--all`` one run each of every game of variants.csv that the program has, to the first depth with a
million move sequences; those that it counts otherwise, by rules of an earlier version, or not at all in two
minutes, are named and left out. Of the others the counts must be equal. Nodes a second are by processor
time; both programs count the last ply in bulk.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from _measure import Spread, in_turn, keep, ratio
from perft import deep_enough, engine, ours

sys.path.insert(0, str(Path(__file__).parents[1]))
import fairyring
from tests.library import judge
from tests.oracle.composed.judge import ITS_NAMES

PEER = "fairy-stockfish"
MANY = 1_000_000  # move sequences to count with --all
# A depth at which both take a second or so.
GAMES = {
    "3check": 5,
    "antichess": 6,
    "capablanca": 5,
    "crazyhouse": 5,
    "grand": 4,
    "horde": 6,
    "kingofthehill": 5,
    "makruk": 5,
    "racingkings": 5,
    "shatranj": 6,
    "xiangqi": 4,
    "shogi": 4,
}


def has(path: str) -> set[str]:
    """The games that the program has."""
    said = subprocess.run([path], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    return set(re.findall(r" var (\S+)", said.split("UCI_Variant", 1)[1].split("\n", 1)[0]))


def both(path: str) -> dict[str, int]:
    """The games of variants.csv that both have, with depths to count to."""
    games, known = dict[str, int](), has(path)
    for theirs in judge.VARIANTS:
        name = judge.ours(theirs)
        if theirs in known and name in fairyring.variants():
            games[name] = deep_enough(fairyring.load(name).start(), MANY)
    return games


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--all", action="store_true", help="every game that the program has")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    path = shutil.which(PEER) or shutil.which(PEER, path="/usr/games")
    if path is None:
        sys.exit(f"{PEER} is missing: apt-get install {PEER}")
    lines = ["| game | depth | nodes | million nodes/s | times Fairy-Stockfish |", "|---|---|---|---|---|"]
    games, otherwise = both(path) if chosen.all else GAMES, list[str]()
    middles = dict[str, float]()
    for name, depth in games.items():
        text = str(fairyring.load(name).start())
        count = fairyring.perft(fairyring.load(name).start(), depth)
        theirs = ITS_NAMES.get(name, name)
        speeds = {"ours": ours(name, None, depth), "peer": engine(path, text, depth, theirs, count)}
        try:
            figures = once(speeds) if chosen.all else in_turn(speeds, chosen.rounds)
        except SystemExit:
            if not chosen.all:
                raise
            otherwise.append(name)
            continue
        speed = Spread.of([figure / 1e6 for figure in figures["ours"]])
        times = ratio(figures, "ours", "peer")
        middles[name] = times.middle
        shown = (
            (f"{speed.middle:.1f}", f"{times.middle:.1f}") if chosen.all else (f"{speed:.1f}", f"{times:.1f}")
        )
        lines.append(f"| {name} | {depth} | {count:,} | {shown[0]} | {shown[1]} |")
        print(lines[-1], file=sys.stderr, flush=True)
    if chosen.all:
        lines[:0] = [summary(middles, otherwise), ""]
    title = (
        "Perft of every game that Fairy-Stockfish has, too" if chosen.all else "Perft beside Fairy-Stockfish"
    )
    keep(title, lines, chosen.keep)


def once(contenders: Mapping[str, Callable[[], float]]) -> dict[str, list[float]]:
    """What each contender measures in one run."""
    return {name: [contender()] for name, contender in contenders.items()}


def summary(times: dict[str, float], otherwise: list[str]) -> str:
    """What the table says in a few words."""
    slow = [name for name in sorted(times, key=lambda name: times[name]) if times[name] < 1]
    middle = statistics.median(times.values())
    return (
        f"One run each of {len(times)} games: {middle:.1f} times as fast in the median, "
        f"{min(times.values()):.1f} to {max(times.values()):.1f}; slower in {', '.join(slow) or 'none'}. "
        f"Left out, since it counts them otherwise or not at all: {', '.join(otherwise) or 'none'}."
    )


if __name__ == "__main__":
    main()
