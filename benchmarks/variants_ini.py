"""How long it takes to read a variants.ini of 150 games, which are made of the exports of our own.

    python benchmarks/variants_ini.py [--sections NUMBER] [--keep]

``read`` is what `fairyring uci` does with a file of VariantPath: every section becomes the data of a game
file, or is refused. ``played`` is the rest until each can be played, tables included, as for an import.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, keep

import fairyring
from fairyring.gamefiles.ini.reading import UnsaidError
from fairyring.gamefiles.ini.section import section_text
from fairyring.variants import of_file, section_data

ROUNDS = 5
CHANGES = (
    "nMoveRule = 40",
    "mustCapture = true",
    "stalemateValue = win",
    "checkmateValue = win",
    "nFoldRule = 5",
)


def sections(number: int, lots: random.Random) -> str:
    """The text of a file with so many sections: games of ours, and others that change something in them."""
    own: list[str] = []
    for name in fairyring.variants():
        game = fairyring.load(name)
        try:
            own.append(section_text(f"own-{name}", game.rules, game.definition.start))
        except UnsaidError:
            continue
    found = own[:number]
    for count in itertools.count():
        if len(found) >= number:
            return "\n".join(found)
        parent = lots.choice(own).partition("]")[0][1:]
        found.append(f"[changed-{count}:{parent}]\n" + "\n".join(lots.sample(CHANGES, 2)) + "\n")
    raise AssertionError


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--sections", type=int, default=150)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    text = sections(asked.sections, random.Random(1))
    read: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            path = Path(folder) / f"games-{number}.ini"  # what was read from another path is not known here
            path.write_text(f"# {number}\n{text}")
            begun = time.perf_counter()
            games, refused = of_file(path)
            read.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        playable = 0
        for name in games:
            try:
                section_data(path, name)
            except fairyring.VariantError:
                continue
            playable += 1
        played = time.perf_counter() - begun
    lines = [
        "| sections | read | seconds | played | seconds more |",
        "|---|---|---|---|---|",
        f"| {asked.sections} | {len(games)} | {Spread.of(read):.2f} | {playable} | {played:.1f} |",
        *([""] if refused else []),
        *(f"- refused: {error}" for error in refused),
    ]
    keep("Reading a variants.ini", lines, asked.keep)


if __name__ == "__main__":
    main()
