"""The games of variants.csv beside Fairy-Stockfish: counts of positions, legal moves and checks, and results.

    python benchmarks/library.py [--games N] [--positions N] [--keep] [GAME…]

With ``--keep``, docs/library.md has the rows of these games, or of all, as they are now. A game takes some
minutes, because pyffish prepares the game again for every question. Built from sources in which
``buildPosition`` calls ``init_variant`` only for another game than before, it is a hundred times as fast.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from _measure import rows as measured  # noqa: E402

import fairyring  # noqa: E402
from tests.library import judge, partners  # noqa: E402

DOCUMENT = ROOT / "docs" / "library.md"
DEPTH, MOST = 3, 10_000_000  # of perft; and move sequences that are not too many to count at a depth
EARLY, PLIES = 60, 120  # plies of a random game: to a position for perft, and in all
HEADER = """\
# The library compared with Fairy-Stockfish

These are the variants that the library should have: those that Fairy-Stockfish plays, and others that it can
be configured to play. `pyffish`, its Python module, is the reference. Of each game that is there, the columns
say whether perft to depth 3 from the start is equal; for how many positions of random games, at most 60 plies
from the start, perft is equal; in how many random games of at most 120 plies the legal moves, as texts, and
the checks are equal; and in how many of these games the result is equal, too, and comes at the same ply.

If more than about ten million move sequences are to be expected from a position at the next depth, counting
stops before it, and the row says at which depth. On two boards, `pyffish` plays each of them, and there the
limit is about ten thousand. `python benchmarks/library.py GAME… --keep` writes the rows of these games.

| game | there | perft 3 | positions | games | results |
|---|---|---|---|---|---|
"""
OTHERWISE = """
## Judged otherwise

What Fairy-Stockfish judges differently by design. The columns leave out these results and these checks, but
no moves:

"""
MISSING = """
## Not there

"""


def main() -> None:
    """Compare, print the rows, and keep them."""
    options = argparse.ArgumentParser()
    options.add_argument("game", nargs="*", help="names as in variants.csv; all if there are none")
    options.add_argument("--games", type=int, default=50)
    options.add_argument("--positions", type=int, default=20)
    options.add_argument("--keep", action="store_true", help="keep the rows in docs/library.md")
    chosen = options.parse_args()
    if unknown := set(chosen.game) - set(judge.VARIANTS):
        sys.exit(f"not in variants.csv: {', '.join(sorted(unknown))}")
    rows = kept()
    for name in judge.VARIANTS:
        if name in (chosen.game or judge.VARIANTS) and judge.ours(name) in fairyring.variants():
            rows[name] = row(name, chosen.games, chosen.positions)
            print(rows[name], flush=True)
        if chosen.keep:
            DOCUMENT.write_text(document(rows), encoding="utf-8")


def kept() -> dict[str, str]:
    """The rows of the document by their games; empty but for the name where there is none."""
    there = {name for name in judge.VARIANTS if judge.ours(name) in fairyring.variants()}
    rows = {name: f"| {name} | {'yes' * (name in there)} |  |  |  |  |" for name in judge.VARIANTS}
    table = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else ""
    known = {name: line for name, line in measured(table).items() if " of " in line}
    return rows | {name: known[name] for name in there & known.keys()}


def row(name: str, games: int, positions: int) -> str:
    """A game's row of the table; what differs goes to the terminal."""
    chance = random.Random(name)
    start = fairyring.load(judge.ours(name)).start()
    paired = name in partners.GAMES
    asked: Any = partners if paired else judge
    begin, most = (partners.Tandem(name), partners.MOST) if paired else (judge.Line(name).text, MOST)
    first = asked.counted(name, start, begin, DEPTH, most)
    wrong, right, depths = [*first.wrong], 0, Counter[int]()
    for position, text in asked.positions(name, chance, positions, EARLY):
        counted = asked.counted(name, position, text, DEPTH, most)
        depths[counted.depth] += 1
        right += not counted.wrong
        wrong += counted.wrong
    same = as_well = 0
    for _ in range(games):
        found = judge.Found()
        asked.play(name, chance, PLIES, found)
        same += not found.moves
        as_well += not found.moves + found.results
        wrong += found.moves + found.results
    for line in wrong[:5]:
        print(f"  {name}: {line}", file=sys.stderr)
    perft = "differs" if first.wrong else "equal" + f" to {first.depth}" * (first.depth < DEPTH)
    less = "".join(
        f", {number} to depth {depth}" for depth, number in sorted(depths.items()) if depth < DEPTH
    )
    cells = (
        name,
        "yes",
        perft,
        f"{right} of {positions}{less}",
        f"{same} of {games}",
        f"{as_well} of {games}",
    )
    return f"| {' | '.join(cells)} |"


def document(rows: dict[str, str]) -> str:
    """The whole document."""
    text = HEADER + "".join(f"{line}\n" for line in rows.values())
    reasons = [
        f"- {name}, {'none of ours' if end == 'none' else end}: {why}\n"
        for name, ends in judge.BY_DESIGN.items()
        for end, why in ends.items()
    ]
    missing = [f"- {name}: {why}\n" for name, why in judge.MISSING.items()]
    text += OTHERWISE + "".join(reasons) if reasons else ""
    return text + (MISSING + "".join(missing) if missing else "")


if __name__ == "__main__":
    main()
