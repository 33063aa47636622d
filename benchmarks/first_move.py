"""From `make play` to the computer's first move: with nothing compiled, and with everything kept.

The server runs as its own process, as `make play` starts it. A page comes at once, begins Ravioli Chess
against the weakest level, and moves as soon as it sees the board.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, report

ROUNDS = 5
SERVE = "from fairyring.web import serve; serve(port=0, open_browser=False)"


@contextmanager
def server(cache: str) -> Iterator[str]:
    """The address of a server that keeps its compiled code in a folder."""
    database = f"FAIRYRING_DATABASE=sqlite:///{cache}/games.sqlite3"
    command = ["env", f"FAIRYRING_CACHE={cache}", database, sys.executable, "-c", SERVE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
        finally:
            process.terminate()


def ask(address: str, path: str, body: object = None) -> Any:
    """A JSON answer."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address + path, data)) as answer:
        return json.load(answer)


def wait_for(page: ClientConnection, ply: int) -> dict[str, Any]:
    """The state after so many plies."""
    while True:
        message: dict[str, Any] = json.loads(page.recv())
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] == "state" and message["ply"] == ply:
            return message


def visit(cache: str) -> tuple[float, float, float, float]:
    """Seconds until the page, the board and the computer's move are there, and the processor's for all."""
    begun, worked = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with server(cache) as address:
        with urlopen(address) as answer:
            answer.read()
        page_there = time.perf_counter()
        level = ask(address, "api/variants/ravioli")["levels"][0]["name"]
        order = {"variant": "ravioli", "white": "human", "black": level}
        game = ask(address, "api/games", order)
        line = f"{address.replace('http', 'ws')}api/games/{game['id']}/live"
        with connect(line, additional_headers={"Authorization": f"Bearer {game['token']}"}) as page:
            turns = wait_for(page, 0)["turns"]
            board_there = time.perf_counter()
            page.send(json.dumps({"type": "move", "ply": 0, "text": turns[0]["text"]}))
            wait_for(page, 2)
            moved = time.perf_counter()
    work = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = work.ru_utime + work.ru_stime - worked.ru_utime - worked.ru_stime
    return page_there - begun, board_there - begun, moved - begun, processor


def main() -> None:
    """Measure and report."""
    with tempfile.TemporaryDirectory() as cache:
        cold = visit(cache)
        warm = [visit(cache) for _ in range(ROUNDS)]
    lines = ["| seconds until | nothing compiled | everything kept |", "|---|---|---|"]
    for number, what in enumerate(("the page", "the board", "the computer's move", "(processor time)")):
        lines.append(f"| {what} | {cold[number]:.1f} | {Spread.of([times[number] for times in warm]):.1f} |")
    report("The first move in the browser", lines)


if __name__ == "__main__":
    main()
