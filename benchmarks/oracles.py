"""How many positions of random games each mechanic's kernel and its oracle were seen to agree about.

    python benchmarks/oracles.py [--positions N] [--minutes M] [--keep] [GAME…]

At each position, the legal moves and their texts, what each of them leads to (as text), whether it gives
check, the result with the game's history, and the text of the position are compared. The game of a mechanic
stands for it alone where it has no other; a combination stands for all of its mechanics. With ``--keep``,
docs/oracles.md has the rows of these games, or of all, as they are now.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from _measure import rows  # noqa: E402
from _walks import NAMES, walks  # noqa: E402

import fairyring  # noqa: E402

DOCUMENT = ROOT / "docs" / "oracles.md"
HEADER = """\
# Kernels compared with their oracles

Each mechanic has an oracle under `tests/oracle`: slow, plain Python, written from the rules. `make test`
compares the kernel with it along some random games. Here are longer runs of the same comparison, with
other games each time. At each position, the legal moves, the text of the position after each move, whether
that is check, and the result were the same; otherwise the run would have stopped with an error. `python
benchmarks/oracles.py GAME… --keep` goes on with these games, and adds to their rows.

| game | positions | moves | what happened |
|---|---|---|---|
"""


class Row(NamedTuple):
    """What was compared of a game."""

    positions: int = 0
    moves: int = 0
    happened: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: str) -> Row:
        """A row as it is written, with the game's name."""
        positions, moves, happened = line.strip("| ").split(" | ")[1:]
        return cls(int(positions.replace(",", "")), int(moves.replace(",", "")), tuple(happened.split(", ")))

    def __str__(self) -> str:
        return f"{self.positions:,} | {self.moves:,} | {', '.join(self.happened)}"


def main() -> None:
    """Compare for as long as is allowed, and keep what was seen."""
    options = argparse.ArgumentParser()
    options.add_argument("game", nargs="*", help="names of games that have an oracle; all if there are none")
    options.add_argument("--positions", type=int, default=20_000, help="for each game, with those kept")
    options.add_argument("--minutes", type=float, default=60.0, help="at most, for each game")
    options.add_argument("--keep", action="store_true", help="keep the rows in docs/oracles.md")
    chosen = options.parse_args()
    if unknown := set(chosen.game).difference(NAMES):
        sys.exit(f"without an oracle here: {', '.join(sorted(unknown))}")
    for name in chosen.game or NAMES:
        row = kept().get(name, Row())
        until = time.monotonic() + 60 * chosen.minutes
        while row.positions < chosen.positions and time.monotonic() < until:
            row = longer(name, row, min(until, time.monotonic() + 60))
            if chosen.keep:
                keep(name, row)
        print(f"{name}: {row}", flush=True)


def longer(name: str, row: Row, until: float) -> Row:
    """A row after some time more."""
    chance = random.Random(row.positions)  # so that a run which goes on plays other games
    played, seen = walks(name), Counter[str]()
    variant = fairyring.load(name)
    positions, moves = row.positions, row.moves
    reasons: set[str] = set()
    while time.monotonic() < until:
        walk = list(played.game(chance, seen))
        first = variant.position(played.oracle.write(walk[0]))
        reasons.update(filter(None, played.follow(played.oracle, first, walk, chance)))
        positions += len(walk)
        moves += sum(len(played.oracle.legal(pos)) for pos in walk)
    return Row(positions, moves, tuple(sorted({*row.happened, *seen, *reasons} - {"end"})))


def kept() -> dict[str, Row]:
    """The rows that the document has."""
    if not DOCUMENT.exists():
        return {}
    return {name: Row.read(line) for name, line in rows(DOCUMENT.read_text(encoding="utf-8")).items()}


def keep(name: str, row: Row) -> None:
    """Write the document again, with this row; another process may keep rows at the same time."""
    all_rows = kept() | {name: row}
    new = DOCUMENT.with_suffix(f".{os.getpid()}")
    new.write_text(
        HEADER + "".join(f"| {each} | {all_rows[each]} |\n" for each in sorted(all_rows)), encoding="utf-8"
    )
    new.replace(DOCUMENT)


if __name__ == "__main__":
    main()
