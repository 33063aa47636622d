"""Somebody asks for as much as the limits allow: how long do others wait, and how large does the server grow?

    python benchmarks/attacks.py [--seconds N] [--addresses N ...] [--attacks NAME ...] [--keep]

Attackers and the others are clients with addresses of their own, behind a proxy as the server believes. One
visitor loads pages, another plays a friend, and a third plays the computer at its first level.
"""

# The folders of benchmarks and tests are on no path.
# ruff: noqa: E402

from __future__ import annotations

import argparse
import asyncio
import functools
import itertools
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
from _measure import keep
from _server import served

import fairyring
from tests.web.hostile import hostile

SERVER = (
    "-c",
    "from fairyring.web import serve; serve(port=0, open_browser=False, proxies=['127.0.0.1'])",
)
GAME, PLIES = "monster-bluff-4", 1_500
EACH = 300  # plies of the record of every game
KINDS = ("analyses", "records", "every_game", "computers")
PAUSE = 0.05  # seconds between two requests of a visitor
PERCENT = 0.99


def asked(server: str, address: str, path: str, body: object = None, token: str = "") -> Any:
    """The answer to a request from an address."""
    headers = {"X-Forwarded-For": address} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server + path, data, headers), timeout=120) as answer:
        text = answer.read().decode()
    return json.loads(text) if answer.headers.get_content_type() == "application/json" else text


def long_game(name: str = GAME, plies: int = PLIES) -> tuple[list[str], str]:
    """Moves of a long game, and its record."""
    dice, variant = random.Random(1), fairyring.load(name)
    for least in itertools.chain((plies // 10,) * 5, itertools.repeat(0)):
        game = fairyring.Game(variant)
        while game.result is None and len(game.moves) < plies:
            moves = game.position.legal_moves()
            quiet = [move for move in moves if "x" not in move.notation] or moves
            move = dice.choice(quiet)
            game.push(move, answer=False if game.position.question(move) else None)
        if len(game.moves) > least:
            return [move.text for move in game.moves], game.pgn()
    raise AssertionError("there is always a game")


class Attack:
    """What attackers do until they are told to stop."""

    def __init__(self, server: str, addresses: list[str]) -> None:
        self.server, self.addresses = server, addresses
        self.moves, self.record = long_game()
        self.records_of: dict[str, list[str]] = {}
        self.over = threading.Event()

    def run(self, kind: str) -> list[threading.Thread]:
        """Begin an attack."""
        work: Callable[[str], None] = getattr(self, kind)
        each = {"analyses": 1, "records": 8, "every_game": 8, "computers": 4}[kind]
        threads = [
            threading.Thread(target=work, args=(address,), daemon=True)
            for address in self.addresses
            for _ in range(max(1, each // (1 if len(self.addresses) == 1 else 2)))
        ]
        for thread in threads:
            thread.start()
        return threads

    def analyses(self, address: str) -> None:
        """Forty lines that ask for the ends of long games, none of which was asked for before."""
        asyncio.run(self._analyses(address))

    async def _analyses(self, address: str) -> None:
        lines = 40 if len(self.addresses) == 1 else 20
        await asyncio.gather(*(self._line(address, number) for number in range(lines)))

    async def _line(self, address: str, number: int) -> None:
        start = str(fairyring.load(GAME).start()).rsplit(" ", 1)[0]
        url = self.server.replace("http", "ws", 1) + f"api/analysis/{GAME}/live"
        fresh = number * 1000
        while not self.over.is_set():
            try:
                async with connect(url, additional_headers={"X-Forwarded-For": address}) as line:
                    while not self.over.is_set():
                        fresh += 1
                        place = {"position": f"{start} {fresh}", "moves": self.moves}
                        await line.send(json.dumps({"type": "look", "key": 1, "at": place}))
                        while not self.over.is_set():
                            try:
                                await asyncio.wait_for(line.recv(), 1)
                                break
                            except TimeoutError:
                                continue
            except (OSError, WebSocketException):
                await asyncio.sleep(1)

    def records(self, address: str) -> None:
        """Records of long games, to be gone on from and to be read as trees."""
        while not self.over.is_set():
            for path, body in (
                ("api/analysis/tree", {"variant": GAME, "pgn": self.record}),
                ("api/games", {"variant": GAME, "white": "human", "black": "human", "pgn": self.record}),
            ):
                try:
                    asked(self.server, address, path, body)
                except (urllib.error.HTTPError, OSError):
                    self.over.wait(0.2)

    def every_game(self, address: str) -> None:
        """Long and hostile records of every game, one game after the other."""
        names = list(fairyring.variants())
        random.Random(address).shuffle(names)
        for name in itertools.cycle(names):
            if name not in self.records_of:
                self.records_of[name] = list(hostile(long_game(name, EACH)[1]))
            for record in self.records_of[name]:
                for path, about in (
                    ("api/analysis/tree", {}),
                    ("api/games", {"white": "human", "black": "human"}),
                ):
                    if self.over.is_set():
                        return
                    try:
                        asked(self.server, address, path, {"variant": name, "pgn": record} | about)
                    except (urllib.error.HTTPError, OSError):
                        self.over.wait(0.02)

    def computers(self, address: str) -> None:
        """Games against the strongest computer, five at a time in each thread."""
        levels = [each["name"] for each in asked(self.server, address, "api/variants/chess")["levels"]]
        order = {"variant": "chess", "white": "human", "black": levels[-1]}
        try:
            games = [asked(self.server, address, "api/games", order) for _ in range(5)]
        except (urllib.error.HTTPError, OSError):
            return
        while not self.over.is_set():
            for game in games:
                try:
                    _moved(self.server, address, game)
                except (urllib.error.HTTPError, OSError):
                    self.over.wait(0.1)


def _moved(server: str, address: str, game: dict[str, Any]) -> bool:
    """Make the first legal move in a game, if it is one's turn; whether it was."""
    path = f"api/games/{game['id']}"
    state = asked(server, address, path, token=game["token"])
    if not state["turns"]:
        return False
    deed = {"type": "move", "ply": state["ply"], "text": state["turns"][0]["text"]}
    asked(server, address, f"{path}/acts", deed, game["token"])
    return True


class Visitor:
    """Somebody who waits: for pages, for a move to be taken, and for the computer's reply."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.took: dict[str, list[float]] = {"page": [], "move": [], "reply": []}

    def pages(self, over: threading.Event) -> None:
        """Look at pages."""
        while not over.is_set():
            for path in ("api/variants", "rules/chess", "api/variants/ravioli", ""):
                self._timed("page", functools.partial(asked, self.server, "10.9.9.1", path))
                over.wait(PAUSE)

    def moves(self, over: threading.Event) -> None:
        """Play a friend."""
        order, address = {"variant": "chess", "white": "human", "black": "human"}, "10.9.9.2"
        game = asked(self.server, address, "api/games", order)
        while not over.is_set():
            if not self._timed("move", functools.partial(_moved, self.server, address, game)):
                game = asked(self.server, address, "api/games", order)
            over.wait(PAUSE)

    def replies(self, over: threading.Event) -> None:
        """Play the computer."""
        address = "10.9.9.3"
        level = asked(self.server, address, "api/variants/chess")["levels"][0]["name"]
        order = {"variant": "chess", "white": "human", "black": level}
        game = asked(self.server, address, "api/games", order)
        while not over.is_set():
            if not _moved(self.server, address, game):
                game = asked(self.server, address, "api/games", order)
                continue
            before = time.monotonic()
            while True:
                state = asked(self.server, address, f"api/games/{game['id']}", token=game["token"])
                if state["turns"] or state["result"] or over.is_set():
                    break
                time.sleep(0.01)
            self.took["reply"].append(time.monotonic() - before)
            over.wait(PAUSE)

    def _timed(self, what: str, work: Callable[[], Any]) -> Any:
        before = time.monotonic()
        found = work()
        self.took[what].append(time.monotonic() - before)
        return found


def measured(kind: str, addresses: int, seconds: float) -> str:
    """A row of the table: what others waited while an attack went on, and how large the server was."""
    with served(*SERVER) as (server, process):
        visitor, over = Visitor(server), threading.Event()
        for game in ("chess", GAME):  # what is measured comes after what is compiled
            level = asked(server, "10.9.9.3", f"api/variants/{game}")["levels"][0]["name"]
            order = {"variant": game, "white": level, "black": "human"}
            begun = asked(server, "10.9.9.3", "api/games", order)
            while asked(server, "10.9.9.3", f"api/games/{begun['id']}", token=begun["token"])["ply"] == 0:
                time.sleep(0.2)
        attack = Attack(server, [f"10.0.{number}.1" for number in range(addresses)])
        threads = attack.run(kind) if kind != "none" else []
        time.sleep(2)
        watching = [
            threading.Thread(target=each, args=(over,), daemon=True)
            for each in (visitor.pages, visitor.moves, visitor.replies)
        ]
        for thread in watching:
            thread.start()
        most, until = 0.0, time.monotonic() + seconds
        while time.monotonic() < until:
            status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
            most = max(most, int(status.split("VmRSS:")[1].split()[0]) / 1024)
            time.sleep(0.5)
        over.set()
        attack.over.set()
        for thread in watching + threads:
            thread.join(20)
    waits = []
    for took in visitor.took.values():
        row = sorted(took)
        waits.append(
            f"{row[len(row) // 2] * 1000:.0f} / {row[int(len(row) * PERCENT)] * 1000:.0f} ({len(row)})"
            if row
            else "none"
        )
    return f"| {kind} | {addresses if kind != 'none' else 0} | {' | '.join(waits)} | {most:.0f} |"


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--addresses", type=int, nargs="+", default=[1, 10])
    options.add_argument("--attacks", nargs="+", default=KINDS, choices=KINDS)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    spent = f"in {chosen.seconds:.0f} s of each attack"
    before = f"Load of the machine before: {os.getloadavg()[0]:.1f}"
    lines = [
        f"Milliseconds that others waited, 50 % / 99 % (how many), {spent}. {before}.",
        "",
        "| attack | addresses | a page | a move | the computer's reply | server, MiB |",
        "|---|---|---|---|---|---|",
    ]
    for kind, addresses in [("none", 1)] + [
        (kind, number) for kind in chosen.attacks for number in chosen.addresses
    ]:
        lines.append(measured(kind, addresses, chosen.seconds))
        print(lines[-1], file=sys.stderr, flush=True)
    keep("Others while somebody asks for much", lines, chosen.keep)


if __name__ == "__main__":
    main()
