"""Count perft for Ravioli Chess and its form with nothing but the oracle.

    python -m tests.oracle.make_perft FOLDER

Writes FOLDER/ravioli.txt and FOLDER/ravioli-bero.txt in about five minutes: the start, and positions
from random games and with pieces set up at random; the seed below determines them.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from . import samples
from .orthodox import Oracle, Position

SEED = 11
VARIANTS = ("ravioli", "ravioli-bero")
HEADER = """\
# Perft of {name}: a position's text, TAB, and the counts from depth 1 on, spaces between.
# Counted by tests/oracle/make_perft.py with the oracle alone.
"""


def positions(oracle: Oracle) -> Iterator[tuple[Position, int]]:
    """Positions, each with the depth to count to."""
    yield oracle.start(), 4
    chance = random.Random(SEED)
    for plies in (20, 45, 70):
        *_, last = samples.game(oracle, oracle.start(), chance, plies)
        yield last, 3
    for _ in range(4):
        yield samples.scattered(oracle, chance), 3


def main(folder: Path) -> None:
    for name in VARIANTS:
        oracle = Oracle(name)
        lines = [HEADER.format(name=name)]
        for pos, depth in positions(oracle):
            counts = " ".join(str(oracle.perft(pos, d)) for d in range(1, depth + 1))
            lines.append(f"{oracle.write(pos)}\t{counts}\n")
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
