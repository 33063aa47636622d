"""Somebody asks for as much as the limits allow: how long do others wait, and how large does the server grow?

    python benchmarks/attacks.py [--seconds N] [--addresses N ...] [--attacks NAME ...] [--keep]

Attackers and the others are clients with addresses of their own, behind a proxy as the server believes. One
visitor loads pages, another plays a friend, and a third plays the computer at its first level. What others
wait for must take less than half a second at p99, and the server at most 1.5 GiB; every game that is played
must have all the moves that its player has made. The records of every game take minutes to make; they are
kept in a file, which ``--prepare`` writes.
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
import tempfile
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
RECORDS = Path(tempfile.gettempdir()) / "fairyring-records.json"
KINDS = ("analyses", "records", "every_game", "computers")
PATHS = ("api/variants", "rules/chess", "api/variants/ravioli", "")  # of pages that a visitor looks at
PAUSE = 0.05  # seconds between two requests of a visitor
PERCENT = 0.99
MOST_WAIT, MOST_MEMORY = 0.5, 1.5 * 1024  # seconds at that percentage, and MiB


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
            moves = dice.sample(found := game.position.legal_moves(), len(found))
            move = next((each for each in moves if "x" not in each.notation), moves[0])
            game.push(move, answer=False if game.position.question(move) else None)
        if len(game.moves) > least:
            return [move.text for move in game.moves], game.pgn()
    raise AssertionError("there is always a game")


def prepared() -> dict[str, str]:
    """A long record of every game, from the file that has them, which is written where it is missing."""
    found: dict[str, str] = json.loads(RECORDS.read_text()) if RECORDS.exists() else {}
    for name in fairyring.variants():
        if name not in found:
            found[name] = long_game(name, EACH)[1]
            RECORDS.write_text(json.dumps(found))
            print(f"a record of {name}", file=sys.stderr, flush=True)
    return found


class Attack:
    """What attackers do until they are told to stop."""

    def __init__(self, server: str, addresses: list[str]) -> None:
        self.server, self.addresses = server, addresses
        self.moves, self.record = long_game()
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
        records = prepared()
        names = list(records)
        random.Random(f"{address} {threading.get_ident()}").shuffle(names)
        for name in itertools.cycle(names):
            for record in hostile(records[name]):
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


def _moved(server: str, address: str, game: dict[str, Any]) -> int:
    """Make the first legal move in a game, if it is one's turn; how many moves there are then, or 0."""
    path = f"api/games/{game['id']}"
    state = asked(server, address, path, token=game["token"])
    if not state["turns"]:
        return 0
    deed = {"type": "move", "ply": state["ply"], "text": state["turns"][0]["text"]}
    asked(server, address, f"{path}/acts", deed, game["token"])
    return int(state["ply"]) + 1


class Visitor:
    """Somebody who waits: for pages, for a move to be taken, and for the computer's reply."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.took: dict[str, list[float]] = {"page": [], "move": [], "reply": []}
        self.games: dict[str, tuple[str, int]] = {}  # the token of each game, and how many moves were made

    def begin(self, address: str, order: dict[str, str]) -> dict[str, Any]:
        """Begin a game."""
        game: dict[str, Any] = asked(self.server, address, "api/games", order)
        self.games[game["id"]] = game["token"], 0
        return game

    def lost(self) -> int:
        """The games of which a move that was made is missing."""
        found = 0
        for key, (token, plies) in self.games.items():
            found += asked(self.server, "10.9.9.4", f"api/games/{key}", token=token)["ply"] < plies
        return found

    def _moved(self, address: str, game: dict[str, Any]) -> bool:
        token, _ = self.games[game["id"]]
        ply = _moved(self.server, address, game)
        if ply:
            self.games[game["id"]] = token, ply
        return bool(ply)

    def pages(self, over: threading.Event) -> None:
        """Look at pages."""
        while not over.is_set():
            for path in PATHS:
                self._timed("page", functools.partial(asked, self.server, "10.9.9.1", path))
                over.wait(PAUSE)

    def moves(self, over: threading.Event) -> None:
        """Play a friend."""
        order, address = {"variant": "chess", "white": "human", "black": "human"}, "10.9.9.2"
        game = self.begin(address, order)
        while not over.is_set():
            if not self._timed("move", functools.partial(self._moved, address, game)):
                game = self.begin(address, order)
            over.wait(PAUSE)

    def replies(self, over: threading.Event) -> None:
        """Play the computer."""
        address = "10.9.9.3"
        level = asked(self.server, address, "api/variants/chess")["levels"][0]["name"]
        order = {"variant": "chess", "white": "human", "black": level}
        game = self.begin(address, order)
        while not over.is_set():
            if not self._moved(address, game):
                game = self.begin(address, order)
                continue
            before = time.monotonic()
            while True:
                state = asked(self.server, address, f"api/games/{game['id']}", token=game["token"])
                if state["turns"] or state["result"] or over.is_set():
                    break
                time.sleep(0.05)  # more often is more than one address may ask
            self.took["reply"].append(time.monotonic() - before)
            over.wait(PAUSE)

    def _timed(self, what: str, work: Callable[[], Any]) -> Any:
        before = time.monotonic()
        found = work()
        self.took[what].append(time.monotonic() - before)
        return found


def measured(kind: str, addresses: int, seconds: float) -> tuple[str, list[str]]:
    """A row of the table: what others waited while an attack went on, and how large the server was.

    And what was not as it should be.
    """
    with served(*SERVER) as (server, process):
        visitor, over = Visitor(server), threading.Event()
        for path in PATHS:  # what is measured comes after what is made once
            asked(server, "10.9.9.1", path)
        for game in ("chess", GAME):
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
        lost = visitor.lost()
    waits = []
    faults = [f"{kind}: {lost} games lost"] if lost else []
    if most > MOST_MEMORY:
        faults.append(f"{kind}: {most:.0f} MiB")
    for what, took in visitor.took.items():
        row = sorted(took)
        if not row or row[int(len(row) * PERCENT)] > MOST_WAIT:
            faults.append(f"{kind}: {what}")
        waits.append(
            f"{row[len(row) // 2] * 1000:.0f} / {row[int(len(row) * PERCENT)] * 1000:.0f} ({len(row)})"
            if row
            else "none"
        )
    line = f"| {kind} | {addresses if kind != 'none' else 0} | {' | '.join(waits)} | {most:.0f} | {lost} |"
    return line, faults


def main() -> None:
    """Measure and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--addresses", type=int, nargs="+", default=[1, 10])
    options.add_argument("--attacks", nargs="+", default=KINDS, choices=KINDS)
    options.add_argument("--prepare", action="store_true", help="only write the file of records")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    if chosen.prepare or "every_game" in chosen.attacks:
        prepared()
    if chosen.prepare:
        return
    spent = f"in {chosen.seconds:.0f} s of each attack"
    before = f"Load of the machine before: {os.getloadavg()[0]:.1f}"
    lines = [
        f"Milliseconds that others waited, 50 % / 99 % (how many), {spent}. {before}.",
        "",
        "| attack | addresses | a page | a move | the computer's reply | server, MiB | games lost |",
        "|---|---|---|---|---|---|---|",
    ]
    faults: list[str] = []
    for kind, addresses in [("none", 1)] + [
        (kind, number) for kind in chosen.attacks for number in chosen.addresses
    ]:
        line, wrong = measured(kind, addresses, chosen.seconds)
        lines.append(line)
        faults += wrong
        print(line, file=sys.stderr, flush=True)
    lines += ["", f"Beyond what is wanted: {', '.join(faults) or 'nothing'}."]
    keep("Others while somebody asks for much", lines, chosen.keep)
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
