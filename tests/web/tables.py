"""A page's end of the line, for tests: what it says and hears, every message held against the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from fairyring.web import create_app
from fairyring.web.thinking import Engine
from tests.web.shapes import checked

Json = dict[str, Any]


@contextmanager
def serving(engine: Engine) -> Iterator[TestClient]:
    """A client of a server on which this engine plays."""
    with TestClient(create_app(engine, eager=False)) as client:
        yield client


def another(client: TestClient, /, **visitor: Any) -> TestClient:
    """One more client of the same server, without its cookies; ``visitor``: as for `TestClient`.

    It asks from the server's own event loop. In a loop of its own, it could wait for what another loop does
    for good, for nothing would wake it.
    """
    found = TestClient(client.app, **visitor)
    found.portal = client.portal
    return found


def begin(client: TestClient, **order: Any) -> str:
    """The id of a new game: chess between two humans, where nothing else is said."""
    answer = client.post("/api/games", json={"variant": "chess", "white": "human", "black": "human"} | order)
    assert answer.status_code == 201, answer.text
    key = answer.json()["id"]
    assert isinstance(key, str)
    return key


class Table:
    """A page at a game."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self.ply = 0

    def say(self, **message: Any) -> None:
        self._socket.send_json(message)

    def say_text(self, text: str) -> None:
        self._socket.send_text(text)

    def say_bytes(self, message: bytes) -> None:
        self._socket.send_bytes(message)

    def hear(self) -> Json:
        """The next message but a sign of life, which comes where compiling takes long."""
        while (message := checked(self._socket.receive_json()))["type"] == "alive":
            pass
        return message

    def until(self, kind: str, **wanted: Any) -> Json:
        """The next message of a kind that has what is wanted; only progress may come before it."""
        while True:
            message = self.hear()
            if message["type"] == kind and all(message[name] == value for name, value in wanted.items()):
                return message
            assert message["type"] in ("progress", kind), message

    def refused(self) -> str:
        message = self.until("error")["error"]
        assert isinstance(message, str)
        assert "\n" not in message
        return message

    def play(self, *texts: str) -> Json:
        """Play moves of both sides; the state after them."""
        state: Json = {}
        for text in texts:
            self.say(type="move", ply=self.ply, text=text)
            state = self.until("state")
            self.ply = state["ply"]
        return state


@contextmanager
def seated(client: TestClient, key: str) -> Iterator[tuple[Table, Json]]:
    """A page at a game, and the state that it was greeted with."""
    with client.websocket_connect(f"/api/games/{key}/live") as socket:
        table = Table(socket)
        state = table.until("state")
        table.ply = state["ply"]
        yield table, state
