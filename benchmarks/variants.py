"""Perft of the games that Fairy-Stockfish has, too, beside it in the same run, on one core.

    python benchmarks/variants.py [--rounds N] [--all] [--keep]

With ``--all`` every game of variants.csv that the program has, to the first depth with three million move
sequences; those that it counts otherwise, mostly by rules of an earlier version, are named and left out. Of
the others the counts must be equal. Nodes a second are by processor time; both programs count the last ply
in bulk.
"""

from __future__ import annotations

import argparse
import itertools
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from _measure import Spread, in_turn, keep, ratio
from perft import ENOUGH, engine, ours

sys.path.insert(0, str(Path(__file__).parents[1]))
import fairyring
from tests.library import judge
from tests.oracle.composed.judge import ITS_NAMES

PEER = "fairy-stockfish"
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


def both(path: str) -> tuple[dict[str, int], list[str]]:
    """The games of variants.csv that both have, by depths to count; and those that it counts otherwise."""
    games, otherwise = dict[str, int](), list[str]()
    for theirs in judge.VARIANTS:
        name = judge.ours(theirs)
        if theirs not in has(path) or name not in fairyring.variants():
            continue
        start = fairyring.load(name).start()
        depth = next(
            each
            for each in itertools.count(1)
            if fairyring.perft(start, each) >= ENOUGH or not fairyring.perft(start, each + 1)
        )
        if counted(path, theirs, str(start), depth) == fairyring.perft(start, depth):
            games[name] = depth
        else:
            otherwise.append(name)
    return games, otherwise


def counted(path: str, game: str, text: str, depth: int) -> int:
    """How many move sequences the program has."""
    orders = f"setoption name UCI_Variant value {game}\nposition fen {text}\ngo perft {depth}\nquit\n"
    said = subprocess.run([path], input=orders, capture_output=True, text=True, check=False).stdout
    found = re.search(r"Nodes searched: (\d+)", said)
    return int(found[1]) if found else 0


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
    games, otherwise = both(path) if chosen.all else (GAMES, [])
    middles = dict[str, float]()
    for name, depth in games.items():
        text = str(fairyring.load(name).start())
        count = fairyring.perft(fairyring.load(name).start(), depth)
        theirs = ITS_NAMES.get(name, name)
        speeds = {"ours": ours(name, None, depth), "peer": engine(path, text, depth, theirs, count)}
        figures = in_turn(speeds, chosen.rounds)
        speed = Spread.of([figure / 1e6 for figure in figures["ours"]])
        times = ratio(figures, "ours", "peer")
        middles[name] = times.middle
        lines.append(f"| {name} | {depth} | {count:,} | {speed:.1f} | {times:.1f} |")
        print(lines[-1], file=sys.stderr, flush=True)
    if chosen.all:
        lines[:0] = [summary(middles, otherwise), ""]
    title = (
        "Perft of every game that Fairy-Stockfish has, too" if chosen.all else "Perft beside Fairy-Stockfish"
    )
    keep(title, lines, chosen.keep)


def summary(times: dict[str, float], otherwise: list[str]) -> str:
    """What the table says in a few words."""
    slow = [name for name in sorted(times, key=lambda name: times[name]) if times[name] < 1]
    return (
        f"{len(times)} games, {statistics.median(times.values()):.1f} times as fast in the median, "
        f"{min(times.values()):.1f} times in the least; slower in {', '.join(slow) or 'none'}. "
        f"Left out, since it counts them otherwise: {', '.join(otherwise) or 'none'}."
    )


if __name__ == "__main__":
    main()
