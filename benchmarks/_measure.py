"""What the benchmarks share: timing in turn, spread, and the report they print and keep."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

RESULTS = Path(__file__).with_name("results.md")
STRENGTH = Path(__file__).with_name("strength")


class Spread(NamedTuple):
    """The least, middle and greatest of several measurements."""

    least: float
    middle: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of some values."""
        return cls(min(values), statistics.median(values), max(values))

    def __format__(self, spec: str) -> str:
        return f"{self.middle:{spec}} ({self.least:{spec}} to {self.most:{spec}})"


def in_turn(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Measure each contender once a round, one after the other, so that drift hits all alike.

    A contender returns its figure (a speed); the first round is not counted where there are more.
    """
    figures: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, contender in contenders.items():
            figure = contender()
            if turn:
                figures[name].append(figure)
    return figures


def ratio(figures: Mapping[str, list[float]], one: str, other: str) -> Spread:
    """How many times ``other`` goes into ``one``, round by round."""
    return Spread.of([a / b for a, b in zip(figures[one], figures[other], strict=True)])


def timed(work: Callable[[], int]) -> float:
    """Units of work per second of processor time of this process."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def machine() -> str:
    """The processor and the versions that the figures belong to."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"model name\s*:\s*(.+)", info.read_text())
        cpu = found[1].strip() if found else cpu
    import numba

    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}, Numba {numba.__version__}"


def log(name: str | None, entry: Mapping[str, object]) -> None:
    """Append what came of an experiment, with the date and the machine, to a file in benchmarks/strength/.

    ``name`` is the file's, without its ending; None for none.
    """
    if name is None:
        return
    STRENGTH.mkdir(exist_ok=True)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    whole = {"date": today, "machine": machine(), **entry}
    with (STRENGTH / f"{name}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(whole, ensure_ascii=False) + "\n")


def report(title: str, lines: Sequence[str]) -> None:
    """Print a section of the results; with ``--keep`` put it into ``results.md`` in place of the old one."""
    options = argparse.ArgumentParser()
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    keep(title, lines, options.parse_args().keep)


def rows(table: str) -> dict[str, str]:
    """The rows of a Markdown table by the words in their first cells; the header is none."""
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return {line.split(" ")[1]: line for line in lines[1:]}


def keep(title: str, lines: Sequence[str], wanted: bool) -> None:
    """Print a section of the results, and where it is ``wanted`` put it into ``results.md``."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    section = "\n".join((f"## {title}", "", f"{today}; {machine()}.", "", *lines, ""))
    sys.stdout.write(section)
    if not wanted:
        return
    text = (
        RESULTS.read_text()
        if RESULTS.exists()
        else "# Results\n\nMiddle of the rounds, with the least and the most.\n"
    )
    old = re.search(rf"^## {re.escape(title)}$.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    text = text.replace(old[0], section + "\n") if old else f"{text.rstrip()}\n\n{section}"
    RESULTS.write_text(text.rstrip() + "\n")
