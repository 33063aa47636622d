"""Fuzzing: texts from strangers that are almost right, each read, or refused by a typed error, soon.

    python benchmarks/fuzz.py [READER …] [--minutes MINUTES] [--seed SEED] [--keep]

The readers are those of game files (``toml``), of ``variants.ini`` (``ini``), of rule files of Zillions
(``zillions``), of position and move texts (``positions``) and of records (``records``); all of them, a minute
each, unless told otherwise. Tables of games are left out: they are built of what was read, and take their own
time. What would be wrong goes to the standard error: the text, its seconds and its error.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
from _measure import keep

from tests.game.test_strange_texts import POSITIONS, RECORDS
from tests.gamefiles import test_fuzz, test_ini_fuzz, test_zillions_fuzz
from tests.gamefiles.fuzzing import SECONDS, Reader, Trial, trial, without_tables

READERS = {
    "toml": test_fuzz.READER,
    "ini": test_ini_fuzz.READER,
    "zillions": test_zillions_fuzz.READER,
    "positions": POSITIONS,
    "records": RECORDS,
}
TEXTS = ("positions", "records")  # which are read by compiled rules, tables and all
WARM_UP = 500  # cases, until everything is compiled, loaded and cached


def resident() -> float:
    """The memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def fuzzed(name: str, reader: Reader, seconds: float, lots: random.Random) -> str:
    """Try texts for some time; a line about what came of them."""
    for _ in range(WARM_UP):
        trial(reader, lots)
    ends, worst, before, until = Counter[str](), 0.0, resident(), time.monotonic() + seconds
    while time.monotonic() < until:
        found = trial(reader, lots)
        worst = max(worst, found.seconds)
        ends["read" if found.read else "refused"] += 1
        if found.fault or found.seconds > SECONDS:
            ends["faults"] += 1
            tell(name, found)
    cases = ends["read"] + ends["refused"]
    return (
        f"- {name}: {cases:,} texts in {seconds / 60:g} minutes, {ends['read']:,} of them read;"
        f" {ends['faults']} faults; worst {worst:.2f} s;"
        f" memory {before:.0f} MiB, and {resident() - before:+.1f} MiB at the end"
    )


def tell(name: str, found: Trial) -> None:
    """Say what is wrong with a trial."""
    sys.stderr.write(f"{name}: {found.seconds:.2f} s, {found.data!r}\n")
    if found.fault:
        sys.stderr.write("".join(traceback.format_exception(found.fault)))
    sys.stderr.flush()


def main() -> None:
    """Try and report."""
    options = argparse.ArgumentParser()
    options.add_argument("readers", nargs="*", metavar="READER", help=", ".join(READERS))
    options.add_argument("--minutes", type=float, default=1)
    options.add_argument("--seed", type=int)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    if unknown := [name for name in asked.readers if name not in READERS]:
        options.error(f"there is no reader {unknown[0]}; there are {', '.join(READERS)}")
    lots, lines = random.Random(asked.seed), []
    for name in asked.readers or READERS:
        with pytest.MonkeyPatch.context() as patch:
            if name not in TEXTS:
                without_tables(patch)
            lines.append(fuzzed(name, READERS[name], 60 * asked.minutes, lots))
    keep("Fuzzing the readers", lines, asked.keep)


if __name__ == "__main__":
    main()
