"""Passes requests about users' games on to the processes that run them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress

from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent
from starlette.websockets import WebSocket, WebSocketState

from fairyring.messages import Message
from fairyring.web.own import wire
from fairyring.web.own.keeper import Keeper, StoppedError
from fairyring.web.pages import NO_SUCH_GAME, TRY_AGAIN, Page
from fairyring.web.requests import PATIENCE, refusal
from fairyring.web.store import Store, StoreError
from fairyring.web.workshop.files import digest_in

MAX_KNOWN = 10_000  # games of which it is remembered what they are
MAX_BODY = 600_000  # bytes; longer requests are refused where they are answered
MAX_KEY = 40  # characters of a game's id

logger = logging.getLogger(__name__)


class Passing:
    """ASGI middleware.

    ``keepers`` has the processes of users' games by the games' names, and ``house`` is that of all games of
    the workshop; None where there are none.
    """

    def __init__(
        self, app: ASGIApp, keepers: Mapping[str, Keeper], house: Keeper | None, store: Store
    ) -> None:
        self._app = app
        self._keepers = keepers
        self._house = house
        self._store = store
        self._known: OrderedDict[str, str] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the process that it is for, or to the application."""
        name, subject = None, ""
        if (self._keepers or self._house) and scope["type"] in ("http", "websocket"):
            name, subject, receive = await self._meant(scope, receive)
        inside = name is not None and digest_in(name)
        keeper = self._house if inside else self._keepers.get(name or "")
        if keeper is None or name is None:
            await self._app(scope, receive, send)
            return
        _note_route(scope)
        # A process that ends over a game of the workshop ends over the file, however often it is played.
        await _Passed(scope, receive, send, keeper, name, name if inside else subject).pass_on()

    async def _meant(self, scope: Scope, receive: Receive) -> tuple[str | None, str, Receive]:
        """The game that a request is for, if any; what it is about; and where its messages come from."""
        name: str | None = None
        subject = scope["path"]
        match scope["path"].strip("/").split("/"):
            case ["api", "variants", name, *_] | ["rules" | "analysis" | "puzzles" | "learn" | "embed", name]:
                pass
            case ["api", "analysis", name, "live"]:
                pass
            case ["rules", name, "pieces", _]:
                pass
            case ["play", key] | ["api", "games", key, *_] | ["embed", "game", key]:
                name, subject = await self._name(key), key
            case ["api", "games" | "lobby"] | ["api", "analysis", "tree" | "pgn"] if (
                scope.get("method") == "POST"
            ):
                body, receive = await _peeked(receive)
                name = _named(body)
        return name, subject, receive

    async def _name(self, key: str) -> str | None:
        """Of which variant a game is."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        try:
            name = await self._store.variant(key) if len(key) <= MAX_KEY else None
        except StoreError:  # the application will find out, and say so
            return None
        if name is not None:
            self._known[key] = name
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
        return name


class _Passed:
    """One request on its way to another process."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, keeper: Keeper, name: str, subject: str
    ) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._keeper = keeper
        self._name = name
        self._subject = subject
        self._started = False  # whether the answer, or the connection, has begun

    async def pass_on(self) -> None:
        """Let the process answer; where it ends before it has, say that."""
        try:
            reader, writer = await self._keeper.connect(self._subject)
        except StoppedError as error:
            await self._refuse(error)
            return
        onward = asyncio.create_task(self._forward(writer))
        try:
            answered = await self._answer(reader)
        finally:
            onward.cancel()
            writer.close()
            await asyncio.gather(onward, return_exceptions=True)
        if not answered:
            ended = await self._keeper.has_ended()
            why = self._keeper.why(self._subject) if ended else Message("the game's process did not respond")
            await self._refuse(StoppedError(why))

    async def _forward(self, writer: asyncio.StreamWriter) -> None:
        """Send the request, and what else comes from the visitor, to the process."""
        scope = {name: value for name, value in self._scope.items() if name in wire.SCOPE}
        with suppress(OSError):  # the process has ended, or has answered without all of it
            self._keeper.note(self._subject)
            await wire.write(writer, {**scope, "key": self._keeper.key, "variant": self._name})
            while True:
                message = await self._receive()
                over = message["type"].endswith(".disconnect")
                if not over:
                    self._keeper.note(self._subject)
                await wire.write(writer, message)
                if over:
                    return

    async def _answer(self, reader: asyncio.StreamReader) -> bool:
        """Send the process's answer to the visitor; whether it came to its end."""
        while True:
            try:
                message = await wire.read(reader)
            except (OSError, asyncio.IncompleteReadError, wire.WireError):
                return False
            if message is None:
                return True
            self._started = True
            try:
                await self._send(message)
            except (OSError, RuntimeError):  # the visitor is gone
                return True

    async def _refuse(self, error: StoppedError) -> None:
        """Say that the process has ended, in whatever way still can be."""
        if self._scope["type"] == "http":
            if not self._started:
                answer = refusal(error.message, 503, {"Retry-After": "5"})
                await answer(self._scope, self._receive, self._send)
            return
        socket = WebSocket(self._scope, self._receive, self._send)
        if self._started:
            socket.client_state = socket.application_state = WebSocketState.CONNECTED
        else:
            await socket.accept()
        page = Page(socket)
        page.error(error.message)
        if self._keeper.resting or self._keeper.is_blamed(self._subject):
            page.close(NO_SUCH_GAME, "the game is stopped")
        else:
            page.close(TRY_AGAIN, "the game is being started again")
        await page.deliver()


async def _peeked(receive: Receive) -> tuple[bytes, Receive]:
    """A request's body, as far and as long as anybody would read it, and the same messages once more."""
    messages: list[Sent] = []
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while size <= MAX_BODY:
                message = await receive()
                messages.append(message)
                size += len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body"):
                    break

    async def again() -> Sent:
        return messages.pop(0) if messages else await receive()

    return b"".join(message.get("body", b"") for message in messages), again


def _named(body: bytes) -> str | None:
    """The variant that a request's body names."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        return None
    name = asked.get("variant") if isinstance(asked, dict) else None
    return name if isinstance(name, str) else None


def _note_route(scope: Scope) -> None:
    """Leave the route where logs and metrics look for it."""
    for route in scope["app"].routes:
        if route.matches(scope)[0] is Match.FULL:
            scope["route"] = route
            return
