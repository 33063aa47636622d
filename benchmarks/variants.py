"""Perft of the games that Fairy-Stockfish has, too, beside it in the same run, on one core.

    python benchmarks/variants.py [--rounds N] [--keep]

The counts must be equal. Nodes a second are by processor time; both programs count the last ply in bulk.
"""

from __future__ import annotations

import argparse
import shutil
import sys

from _measure import Spread, in_turn, keep, ratio
from perft import engine, ours

import fairyring

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


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    path = shutil.which(PEER) or shutil.which(PEER, path="/usr/games")
    if path is None:
        sys.exit(f"{PEER} is missing: apt-get install {PEER}")
    lines = ["| game | depth | nodes | million nodes/s | times Fairy-Stockfish |", "|---|---|---|---|---|"]
    for name, depth in GAMES.items():
        text = str(fairyring.load(name).start())
        count = fairyring.perft(fairyring.load(name).start(), depth)
        speeds = {"ours": ours(name, None, depth), "peer": engine(path, text, depth, name, count)}
        figures = in_turn(speeds, chosen.rounds)
        speed = Spread.of([figure / 1e6 for figure in figures["ours"]])
        times = ratio(figures, "ours", "peer")
        lines.append(f"| {name} | {depth} | {count:,} | {speed:.1f} | {times:.1f} |")
    keep("Perft beside Fairy-Stockfish", lines, chosen.keep)


if __name__ == "__main__":
    main()
