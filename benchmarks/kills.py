"""A server that is killed again and again in mid-game: is every acknowledged move there afterwards?

Several pairs of programs play as fast as the server answers; it is killed (SIGKILL) at a random moment and
started again. Then each game is compared with what its players were told: nothing acknowledged may be
missing, and beyond it there may be one move at most, the one that was on its way. ``--database`` names
another database than a fresh SQLite file; Ctrl-C ends it early, with a report of what was seen.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, keep
from _server import ask, served

GAMES = 6
LONGEST = 120  # plies; then the pair begins another game


class Pair(NamedTuple):
    """A game and the tokens of both its seats."""

    game: str
    white: str
    black: str


def begin(address: str) -> Pair:
    """Two who play each other."""
    begun = ask(f"{address}api/games", {"variant": "chess", "white": "human", "black": "open"})
    game, white = begun["id"], begun["token"]
    invitation = ask(f"{address}api/games/{game}/seat", token=white)["invitation"]
    return Pair(game, white, ask(f"{address}api/games/{game}/seat", {"token": invitation})["token"])


def sit(address: str, game: str, token: str) -> ClientConnection:
    """A page's line to a game."""
    line = f"{address.replace('http', 'ws')}api/games/{game}/live"
    return connect(line, additional_headers={"Authorization": f"Bearer {token}"})


def state(page: ClientConnection) -> dict[str, Any]:
    """The next state."""
    while True:
        message: dict[str, Any] = json.loads(page.recv())
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] == "state":
            return message


def play(address: str, pair: Pair, dice: random.Random) -> list[str]:
    """Play until the server is gone or the game is over; the moves that were acknowledged."""
    acknowledged: list[str] = []
    with (
        suppress(ConnectionClosed, InvalidHandshake, OSError),
        sit(address, pair.game, pair.white) as white,
        sit(address, pair.game, pair.black) as black,
    ):
        pages = {"white": white, "black": black}
        states = {side: state(page) for side, page in pages.items()}
        side = states["white"]["view"]["side"]
        acknowledged = states["white"]["moves"]
        while not states[side]["result"]:
            text = dice.choice(states[side]["turns"])["text"]
            ply = len(acknowledged)
            pages[side].send(json.dumps({"type": "move", "ply": ply, "text": text}))
            states[side] = state(pages[side])
            acknowledged = states[side]["moves"]
            side = "black" if side == "white" else "white"
            while len(states[side]["moves"]) <= ply:
                states[side] = state(pages[side])
    return acknowledged


def kept(address: str, game: str) -> tuple[list[str], bool]:
    """The moves of a game, and whether it is over."""
    with sit(address, game, "") as page:
        found = state(page)
    return found["moves"], bool(found["result"])


def main() -> None:
    """Kill, look, and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--database", default="")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    wanted = options.parse_args()
    dice = random.Random(wanted.seed)
    lost = twice = moves = late = 0
    starts = []
    with (
        tempfile.TemporaryDirectory() as folder,
        ThreadPoolExecutor(GAMES) as pool,
        suppress(KeyboardInterrupt),
    ):
        database = wanted.database or f"sqlite:///{folder}/games.sqlite3"
        pairs: list[Pair] = []
        told: dict[str, list[str]] = {}
        for _ in range(wanted.kills + 1):
            begun = time.perf_counter()
            with served(FAIRYRING_DATABASE=database) as (address, process):
                starts.append(time.perf_counter() - begun)
                for pair in tuple(pairs):
                    found, over = kept(address, pair.game)
                    known = told[pair.game]
                    lost += found[: len(known)] != known
                    twice += len(found) > len(known) + 1
                    late += len(found) > len(known)
                    if over or len(found) > LONGEST:
                        pairs.remove(pair)
                pairs += [begin(address) for _ in range(GAMES - len(pairs))]
                before = {pair.game: len(told.get(pair.game, ())) for pair in pairs}
                Timer(dice.uniform(0.2, 2.5), process.kill).start()
                seeds = [random.Random(dice.random()) for _ in pairs]
                played = list(pool.map(lambda pair, own, at=address: play(at, pair, own), pairs, seeds))
                process.wait()
            for pair, acknowledged in zip(pairs, played, strict=True):
                # A player who was cut off before any answer knows no more than before.
                if len(acknowledged) >= before[pair.game]:
                    moves += len(acknowledged) - before[pair.game]
                    told[pair.game] = acknowledged
                else:
                    told.setdefault(pair.game, [])
    kind = database.partition(":")[0]
    lines = [
        f"{len(starts) - 1} kills while {GAMES} games were played, {moves:,} moves acknowledged:",
        "",
        f"- acknowledged and lost: {lost}",
        f"- more than the one that was on its way: {twice}",
        f"- on disk, but not acknowledged any more: {late}",
        f"- seconds until the server answers again: {Spread.of(starts):.1f}",
    ]
    keep(f"Killed servers, {kind}", lines, wanted.keep)
    if lost or twice:
        sys.exit(1)


if __name__ == "__main__":
    main()
