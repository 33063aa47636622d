"""From `make play` to the computer's first move: with nothing compiled, and with everything kept.

    python benchmarks/first_move.py [GAME ...] [--keep]

The server runs as its own process, as `make play` starts it. A page comes at once, begins a game against
the weakest level, chooses what is to be chosen, and moves as soon as it sees the board.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, keep
from _server import ask, served

GAMES = ("ravioli", "metachess-4", "mini-meta", "meta-chess", "minigolf", "momentum", "monster-bluff")
ROUNDS = 5


def turn_to_move(page: ClientConnection) -> dict[str, Any]:
    """The next state in which it is the page's turn."""
    while True:
        message: dict[str, Any] = json.loads(page.recv())
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] == "state" and message["turns"]:
            return message


def visit(game: str, cache: str) -> tuple[float, float, float, float]:
    """Seconds until the page, the board and the computer's move are there, and the processor's for all."""
    begun, worked = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    with served(FAIRYRING_CACHE=cache) as (address, _):
        with urlopen(address) as answer:
            answer.read()
        page_there = time.perf_counter()
        level = ask(f"{address}api/variants/{game}")["levels"][0]["name"]
        order = {"variant": game, "white": "human", "black": level}
        room = ask(f"{address}api/games", order)
        line = f"{address.replace('http', 'ws')}api/games/{room['id']}/live"
        with connect(line, additional_headers={"Authorization": f"Bearer {room['token']}"}) as page:
            state = turn_to_move(page)
            board_there = time.perf_counter()
            choosing = True
            while choosing:
                choosing = state["choosing"]
                page.send(
                    json.dumps({"type": "move", "ply": state["ply"], "text": state["turns"][0]["text"]})
                )
                state = turn_to_move(page)
            moved = time.perf_counter()
    work = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = work.ru_utime + work.ru_stime - worked.ru_utime - worked.ru_stime
    return page_there - begun, board_there - begun, moved - begun, processor


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    lines = [
        "| seconds until | the page | the board | the computer's move | processor time |",
        "|---|---|---|---|---|",
    ]
    for game in asked.games:
        with tempfile.TemporaryDirectory() as cache:
            cold = visit(game, cache)
            warm = [visit(game, cache) for _ in range(ROUNDS)]
        lines.append(
            f"| {game}, nothing compiled | " + " | ".join(f"{seconds:.1f}" for seconds in cold) + " |"
        )
        spreads = (Spread.of(seconds) for seconds in zip(*warm, strict=True))
        lines.append(
            f"| {game}, everything kept | " + " | ".join(f"{spread:.1f}" for spread in spreads) + " |"
        )
    keep("The first move in the browser", lines, asked.keep)


if __name__ == "__main__":
    main()
