"""A real server is killed in the middle of a game, and goes on where it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import fairyring
from fairyring.web.rooms import BEAT
from fairyring.web.store.store import MISSED
from tests import lanes
from tests.web.databases import database
from tests.web.shapes import checked

__all__ = ["database"]  # a fixture

pytestmark = [pytest.mark.slow, pytest.mark.long]

SERVING = "from fairyring.web import serve; serve(port=0, open_browser=False)"
KILLS = lanes.samples(2, 1, usual=1)  # here; benchmarks/kills.py has a hundred times as many, under load
LONG = 6  # turns that are chosen so make a long game


class Killable:
    """A server, and what its players say to it, as programs do: with their tokens in a header."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self._begun = time.monotonic()
        self.url = process.stdout.readline().split()[3]

    def ask(self, path: str, body: object = None, token: str = "") -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with urlopen(Request(self.url + path, data, headers), timeout=60) as answer:
            return json.load(answer)

    def sit(self, game: str, token: str) -> ClientConnection:
        address = f"{self.url.replace('http', 'ws')}api/games/{game}/live"
        return connect(address, additional_headers={"Authorization": f"Bearer {token}"})

    @property
    def age(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self._begun

    def kill(self) -> None:
        self.process.kill()  # SIGKILL: nothing is tidied up
        self.process.wait(60)


@contextmanager
def running(database: str) -> Iterator[Killable]:
    environment = os.environ | {"FAIRYRING_DATABASE": database}
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", SERVING], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        yield Killable(process)
    finally:
        process.kill()
        process.communicate()


def hear(page: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind. Others before it are passed over, except an error."""
    while True:
        message: dict[str, Any] = checked(json.loads(page.recv(300)))  # a step may be a compile
        if message["type"] == kind:
            return message
        assert message["type"] != "error", message


def play(white: ClientConnection, black: ClientConnection, state: dict[str, Any], killer: Timer) -> list[str]:
    """Play the turns of a game until the server is gone; those that it acknowledged."""
    acknowledged: list[str] = state["moves"]
    position = fairyring.load(state["variant"]).position(state["view"]["text"])
    with suppress(ConnectionClosed):
        while True:
            mover = white if position.side == "white" else black
            moves = sorted(map(str, position.legal_moves()))
            text = moves[(len(acknowledged) * 7 + LONG) % len(moves)]
            mover.send(json.dumps({"type": "move", "ply": len(acknowledged), "text": text}))
            while len((said := hear(mover, "state"))["moves"]) == len(acknowledged):
                pass
            acknowledged, position = said["moves"], position.play(text)
            if len(acknowledged) == state["ply"] + 3:
                killer.start()
    return acknowledged


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)], indirect=True
)
def test_a_killed_server_goes_on_where_it_was(database: str) -> None:
    order = {
        "variant": "chess",
        "white": "human",
        "black": "open",
        "clock": {"kind": "game", "seconds": 3000, "increment": 0},
    }
    acknowledged: list[str] = []
    left: dict[str, float] = {}
    for kill in range(KILLS):
        with running(database) as server:
            if not kill:
                begun = server.ask("api/games", order)
                game, white = begun["id"], begun["token"]
                invitation = server.ask(f"api/games/{game}/seat", token=white)["invitation"]
                black = server.ask(f"api/games/{game}/seat", {"token": invitation})["token"]
            with server.sit(game, white) as one, server.sit(game, black) as other:
                states = [hear(page, "state") for page in (one, other)]
                assert [state["you"] for state in states] == [["white"], ["black"]]
                moves = states[0]["moves"]
                clock = states[0]["clock"]
                assert clock["running"] == (states[0]["view"]["side"] if moves else None)
                for side, seconds in left.items():
                    # The time without a server, which was longer than this, counts for nobody.
                    assert seconds - server.age - 0.5 < clock["left"][side] <= seconds + BEAT + 0.5
                acknowledged = play(one, other, states[0], Timer(0.1 + kill / 4, server.kill))
                assert len(acknowledged) > len(moves) + 2
        with running(database) as server, server.sit(game, "") as watching:
            state = hear(watching, "state")
        assert state["moves"][: len(acknowledged)] == acknowledged
        # What was on its way may have come as far as the disk.
        assert len(state["moves"]) <= len(acknowledged) + 1
        left = state["clock"]["left"]
        if kill + 1 < KILLS:
            time.sleep(MISSED * BEAT + 1)
