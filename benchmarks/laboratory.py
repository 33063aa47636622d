"""How long a whole report of the laboratory takes, and what it says of fairness and of the pieces.

    python benchmarks/laboratory.py [GAME ...] [--keep] [-- OPTION ...]

Runs ``fairyring lab GAME`` in a new folder, with the options that follow ``--``: as it is, 400 games at 2,000
nodes a move, 200 for five doublings of the nodes, 1,000 with missing pieces and 2,000 at random.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from _measure import keep


def said(of: dict[str, Any], digits: int) -> str:
    """A number with its 95 % confidence interval."""
    return f"{of['value']:.{digits}f} ({of['low']:.{digits}f} to {of['high']:.{digits}f})"


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("games", nargs="*", metavar="GAME", default=["chess"])
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    asked, further = options.parse_args(sys.argv[1:cut]), sys.argv[cut + 1 :]
    lines = ["| game | seconds | White's points | pieces, in pawns |", "|---|---|---|---|"]
    for game in asked.games:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            command = [sys.executable, "-m", "fairyring", "lab", game, "--folder", folder, *further]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            took = time.perf_counter() - began
            report = json.loads(Path(folder, "report.json").read_text(encoding="utf-8"))
        pieces = ", ".join(
            f"{each['name']} {said(each['value'], 1)}" for each in report["pieces"] if each["value"]
        )
        lines.append(f"| {game} | {took:.0f} | {said(report['results']['points'], 3)} | {pieces} |")
    keep("Whole reports of the laboratory", lines, asked.keep)


if __name__ == "__main__":
    main()
