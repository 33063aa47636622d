"""The memory of a server that searches for eight visitors at once.

    python benchmarks/memory.py [--keep]

Each visitor has an address of its own and analyses another game; the server has eight threads for searches,
whatever the machine has.
Counted is the server's own process and all that it has started, each page that they share once (Linux).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent))
from _measure import report
from _server import served

GAMES = "chess ravioli mini-meta metachess-4 minigolf momentum billiards-halb monster-bluff".split()
EIGHT = """
from fairyring.web import serve, thinking
thinking.WORKERS = 8
serve(port=0, open_browser=False, proxies=["127.0.0.1"])
"""
SECONDS = 40.0


def mebibytes(process: int) -> float:
    """The memory of a process and of those that it has started, in MiB."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    own = re.search(r"^Pss:\s+(\d+) kB$", rollup, re.MULTILINE)
    assert own is not None
    called = ["ps", "-o", "pid=", "--ppid", str(process)]
    children = subprocess.run(called, capture_output=True, text=True, check=False).stdout.split()
    return int(own[1]) / 1024 + sum(map(mebibytes, map(int, children)))


def ask_for_analysis(line: ClientConnection) -> None:
    """Ask for as long an analysis as the server allows."""
    start = {"options": {}, "position": None, "moves": list[str]()}
    line.send(json.dumps({"type": "think", "key": 1, "at": start, "lines": 3, "seconds": 60}))


def wait_for_thought(line: ClientConnection) -> None:
    """Wait until the computer says something of its analysis."""
    while (message := json.loads(line.recv()))["type"] != "thought":
        if message["type"] == "error":
            raise RuntimeError(message["error"])


def main() -> None:
    """Measure and report."""
    with served("-c", EIGHT) as (address, process), ExitStack() as stack:
        before = mebibytes(process.pid)
        lines = [
            stack.enter_context(
                connect(
                    f"{address.replace('http', 'ws')}api/analysis/{game}/live",
                    additional_headers={"X-Forwarded-For": f"203.0.113.{number}"},
                    ping_interval=None,
                )
            )
            for number, game in enumerate(GAMES)
        ]
        for line in lines:
            ask_for_analysis(line)
        for line in lines:
            wait_for_thought(line)
        figures = []
        for _ in range(5):
            time.sleep(SECONDS / 5)
            figures.append(mebibytes(process.pid))
    report(
        "The memory of a server with eight searches",
        [
            "| MiB before | with eight searches, at most in 40 s |",
            "|---|---|",
            f"| {before:.0f} | {max(figures):.0f} |",
        ],
    )


if __name__ == "__main__":
    main()
