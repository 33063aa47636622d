"""For many games: the search against a one-ply material player, and against itself with half the nodes.

    python benchmarks/strength.py [--games N] [--keep] GAME…

With ``--keep``, the rows of these games are added to the table in results.md, or replaced there.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

from _games import openings
from _measure import RESULTS, keep, rows
from match import engine, match, material, told

import fairyring
from fairyring import Position

TITLE = "Strength, game by game"
LADDER = 1000, 2000, 4000  # nodes
MATERIAL = (
    1000,
    10_000,
)  # nodes against the one-ply player; the more only where the fewer do not win every game
HEADER = [
    (
        f"100 games against a player that looks one ply ahead and counts material ({MATERIAL[0]:,} nodes a"
        f" move for the search, and {MATERIAL[1]:,} where it did not win them all), and 60 games against"
        " itself with half the nodes, from random openings, each played with both colours:"
    ),
    "",
    "| game | one ply | "
    + " | ".join(f"{more:,} : {fewer:,} nodes" for fewer, more in pairwise(LADDER))
    + " |",
    "|---|---|" + "---|" * (len(LADDER) - 1),
]


def main() -> None:
    """Play the matches, and keep each row as soon as it is there."""
    options = argparse.ArgumentParser()
    options.add_argument("game", nargs="+")
    options.add_argument("--material", type=int, default=100, help="games")
    options.add_argument("--doubling", type=int, default=60, help="games")
    options.add_argument("--keep", action="store_true", help="keep the table in results.md")
    chosen = options.parse_args()
    for name in chosen.game:
        starts = openings(fairyring.load(name), max(chosen.material, chosen.doubling) // 2)
        halves = [(engine(more), engine(fewer)) for fewer, more in pairwise(LADDER)]
        cells = [against_material(starts[: chosen.material // 2])]
        cells += [told(match(starts[: chosen.doubling // 2], *players)) for players in halves]
        row = f"| {name} | {' | '.join(cells)} |"
        print(row, flush=True)
        if chosen.keep:
            _, _, section = RESULTS.read_text(encoding="utf-8").partition(f"## {TITLE}\n")
            kept = rows(section.partition("\n## ")[0]) | {name: row}
            keep(TITLE, [*HEADER, *sorted(kept.values())], wanted=True)


def against_material(starts: list[Position]) -> str:
    """What became of the games against the one-ply player."""
    found = list[str]()
    for nodes in MATERIAL:
        tally = match(starts, engine(nodes), material(1))
        found.append(told(tally) if nodes == MATERIAL[0] else f"{nodes:,} nodes: {told(tally)}")
        if tally[0] == 2 * len(starts):
            break
    return "; ".join(found)


if __name__ == "__main__":
    main()
