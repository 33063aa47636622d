"""A page that is connected: what is sent to it goes through a queue, so that a slow one delays nobody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from fairyring.board import Side

MAX_WAITING = 200  # messages; a page that is so far behind is gone, and will be given the whole state anew

# Codes to close with: WebSocket's own, and one of ours that docs/protocol.md names.
GOING_AWAY, FAILED, TRY_AGAIN, NO_SUCH_GAME = 1001, 1011, 1013, 4404


class Page:
    """One connected page.

    `send` never waits. `closing` holds the code and reason once somebody decided to close, `sides` those that
    its visitor plays: none for somebody who watches.
    """

    def __init__(self, socket: WebSocket) -> None:
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
