"""A connected page: messages to it go through a queue, so that a slow page delays nobody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from fairyring.board import Side
from fairyring.web import seats
from fairyring.web.languages import phrase
from fairyring.web.work import asking

SILENCE = 20.0  # seconds without a message; a page that hears nothing for longer connects again
ALIVE = json.dumps({"type": "alive"})
MAX_WAITING = 200  # messages; a page that is further behind is disconnected, and gets the whole state again

# Close codes: WebSocket's own, and one of ours that is in docs/protocol.md.
GOING_AWAY, FAILED, TRY_AGAIN, NO_SUCH_GAME = 1001, 1011, 1013, 4404


@asynccontextmanager
async def connected(socket: WebSocket) -> AsyncIterator[Page]:
    """A page, from when its connection is accepted until either end closes it."""
    await socket.accept()
    page = Page(socket, socket.scope.get(seats.BROWSER, ""))
    delivery = asyncio.create_task(page.deliver())
    try:
        yield page
    finally:
        # A page that is still there is one that something went wrong for. What was said last goes out,
        # but waits for nobody who does not take it.
        page.close(FAILED, "the server failed")
        await asyncio.wait((delivery,), timeout=5)
        delivery.cancel()


async def heard(socket: WebSocket, page: Page) -> AsyncIterator[str]:
    """A page's messages, until it disconnects."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        text = message.get("text")
        if text is None:
            page.error("messages must be text")
        else:
            yield text


class Page:
    """One connected page.

    `send` never waits. `closing` has the code and reason once the page is to be closed. `sides` are those of
    its visitor, none for a spectator. `visitor` identifies the visitor, as far as the address does, and
    `browser` the browser that holds the seat.
    """

    def __init__(self, socket: WebSocket, browser: str = "") -> None:
        self.visitor = asking.get()
        self.browser = browser
        self.sides: frozenset[Side] = frozenset()
        self._socket = socket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.closing: tuple[int, str] | None = None

    def send(self, message: Mapping[str, Any]) -> None:
        """Queue a message."""
        if self.closing:
            return
        if self._queue.qsize() >= MAX_WAITING:
            self.close(TRY_AGAIN, "this page is too far behind")
            return
        self._queue.put_nowait(json.dumps(message, separators=(",", ":")))

    def error(self, text: str, **about: int) -> None:
        """Queue the refusal of a message; ``about`` says which."""
        self.send({"type": "error", "error": str(text), "message": phrase(text), **about})

    def close(self, code: int, reason: str) -> None:
        """Close when the queue has been sent; only the first call counts."""
        if not self.closing:
            self.closing = (code, reason)
            self._queue.put_nowait(None)

    async def _next(self) -> str | None:
        """The next message: a sign of life if there is no other for a while, or None at the end."""
        try:
            async with asyncio.timeout(SILENCE):
                return await self._queue.get()
        except TimeoutError:
            return ALIVE

    async def deliver(self) -> None:
        """Send what is queued, until the page is closed from either end."""
        try:
            while (text := await self._next()) is not None:
                await self._socket.send_text(text)
            assert self.closing is not None
            await self._socket.close(*self.closing)
        except (
            WebSocketDisconnect,
            RuntimeError,
        ):  # the other end has closed; the receiving side notices, too
            self.closing = self.closing or (GOING_AWAY, "")
