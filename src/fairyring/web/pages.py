"""A page that is connected: what is sent to it goes through a queue, so that a slow one delays nobody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from fairyring.board import Side
from fairyring.web.limits import visitor

MAX_WAITING = 200  # messages; a page that is so far behind is gone, and will be given the whole state anew

# Codes to close with: WebSocket's own, and one of ours that docs/protocol.md names.
GOING_AWAY, FAILED, TRY_AGAIN, NO_SUCH_GAME = 1001, 1011, 1013, 4404


@asynccontextmanager
async def connected(socket: WebSocket) -> AsyncIterator[Page]:
    """A page, from when its line is accepted until it is closed from either end."""
    await socket.accept()
    page = Page(socket, visitor(socket.scope) or "")
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
    """What a page says, until it is gone."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        text = message.get("text")
        if text is None:
            page.error("messages are text")
        else:
            yield text


class Page:
    """One connected page.

    `send` never waits. `closing` holds the code and reason once somebody decided to close, `sides` those that
    its visitor plays: none for somebody who watches. `visitor` is who it is, as far as an address tells.
    """

    def __init__(self, socket: WebSocket, visitor: str = "") -> None:
        self.visitor = visitor
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

    def error(self, text: str) -> None:
        """Queue the refusal of a message."""
        self.send({"type": "error", "message": text})

    def close(self, code: int, reason: str) -> None:
        """Close once the queue is sent; the first call counts."""
        if not self.closing:
            self.closing = (code, reason)
            self._queue.put_nowait(None)

    async def deliver(self) -> None:
        """Send what is queued, until the page is closed from either end."""
        try:
            while (text := await self._queue.get()) is not None:
                await self._socket.send_text(text)
            assert self.closing is not None
            await self._socket.close(*self.closing)
        except (WebSocketDisconnect, RuntimeError):  # the other end is gone; whoever receives hears it too
            self.closing = self.closing or (GOING_AWAY, "")
