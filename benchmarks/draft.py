"""From *Try it here* in the workshop to the first move, and to the computer's answer, in a game made of data.

    python benchmarks/draft.py [TEMPLATE ...] [--keep]

The server has been used before, as an inventor's has: its processes for drafts and for their games run. Each
round sends a file that the server does not know, does what the page does, moves at once, and waits for the
weakest level.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from uuid import uuid4

from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, keep
from _server import ask, served
from first_move import turn_to_move

from fairyring.web.workshop import starts

GAMES = ("small", "atomic", "glinski")
ROUNDS = 7
WARMING = 2  # rounds that start processes, and compile


def tried(address: str, text: str) -> tuple[float, float, float, float]:
    """Seconds until the file is accepted, the game begun, a move possible, and the move answered."""
    begun = time.perf_counter()
    variant = ask(f"{address}api/workshop/drafts", {"text": f"{text}\n# {uuid4()}\n"})["variant"]
    accepted = time.perf_counter()
    level = ask(f"{address}api/variants/{variant}")["levels"][0]["name"]
    room = ask(f"{address}api/games", {"variant": variant, "white": "human", "black": level})
    there = time.perf_counter()
    line = f"{address.replace('http', 'ws')}api/games/{room['id']}/live"
    with connect(line, additional_headers={"Authorization": f"Bearer {room['token']}"}) as page:
        state = turn_to_move(page)
        movable = time.perf_counter()
        page.send(json.dumps({"type": "move", "ply": state["ply"], "text": state["turns"][0]["text"]}))
        turn_to_move(page)
        answered = time.perf_counter()
    return accepted - begun, there - begun, movable - begun, answered - begun


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = options.parse_args()
    lines = [
        "| seconds until | the file is accepted | the game is begun | the first move | its answer |",
        "|---|---|---|---|---|",
    ]
    with served() as (address, _):
        for game in asked.games:
            text = starts.start(game)
            rounds = [tried(address, text) for _ in range(WARMING + ROUNDS)][WARMING:]
            spreads = (Spread.of(seconds) for seconds in zip(*rounds, strict=True))
            lines.append(f"| {game} | " + " | ".join(f"{spread:.2f}" for spread in spreads) + " |")
    keep("The first move of a draft", lines, asked.keep)


if __name__ == "__main__":
    main()
