"""Connections, below what an application sees of them.

How long a request may take to arrive, how many connections may wait for one, and of how many fragments a
message may be made.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from fairyring.web.compiling import STOP
from fairyring.web.limits import visitor
from fairyring.web.requests import PATIENCE

HEAD = 10.0  # seconds for the head of a request
BODY = PATIENCE + 10.0  # seconds for its body, longer than the application waits
MAX_UNFINISHED = 100  # connections of one address whose request has not yet arrived
MAX_UNFINISHED_ALL = 1_000  # of all addresses together
MAX_FRAGMENTS = 100  # of one message; browsers send a message of our size in one

LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Punctual(H11Protocol):
    """HTTP, on connections that are closed if a request takes too long to arrive.

    If an address has too many such connections, a further one is closed at once; if all together have, the
    one that has waited longest is. This machine and its proxies, whose connections are many visitors', have
    only the limit for all.
    """

    _unfinished: ClassVar[dict[Punctual, str | None]] = {}  # with their visitors, the oldest first
    _visitors: ClassVar[Counter[str | None]] = Counter()
    _timer: asyncio.TimerHandle | None = None
    _awaited = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        super().connection_made(transport)
        self._await("head")

    def data_received(self, data: bytes) -> None:
        """Read some of a request."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._await("")  # it is over, or a WebSocket now
        elif self.conn.their_state is h11.IDLE:
            self._await("head")
        else:
            self._await("body" if self.conn.their_state is h11.SEND_BODY else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._await("")
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Begin to stop."""
        super().shutdown()
        _stop(self.app_state)

    def _await(self, part: str) -> None:
        if part == self._awaited:
            return
        self._awaited = part
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self in self._unfinished:
            address = self._unfinished.pop(self)
            self._visitors[address] -= 1
            if not self._visitors[address]:
                del self._visitors[address]
        if part:
            self._timer = self.loop.call_later(HEAD if part == "head" else BODY, self._give_up)
            self._enter()

    def _enter(self) -> None:
        trusted = cast(Any, self.config.forwarded_allow_ips) or ()
        proxied = self.client is not None and (self.client[0] in trusted or "*" in trusted)
        address = None if proxied else visitor({"client": self.client})
        self._unfinished[self] = address
        self._visitors[address] += 1
        if address is not None and self._visitors[address] > MAX_UNFINISHED:
            self.transport.abort()
        elif len(self._unfinished) > MAX_UNFINISHED_ALL:
            next(iter(self._unfinished)).transport.abort()

    def _give_up(self) -> None:
        if self._awaited == "head":
            self.transport.write(LATE)
            self.transport.close()
        else:
            self.transport.abort()  # an answer may be under way


class Coherent(WebSocketsSansIOProtocol):
    """WebSockets, closed if somebody sends a message in too many fragments."""

    def handle_cont(self, event: Frame) -> None:
        """Read a fragment after the first."""
        if self.close_sent:
            return
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
            return
        self.frames = []
        self.conn.fail(1009, "too many fragments")
        self.handle_parser_exception()

    def shutdown(self) -> None:
        """Close, and begin to stop."""
        super().shutdown()
        _stop(self.app_state)


def _stop(state: dict[str, Any]) -> None:
    """Let nobody wait for what takes long. uvicorn itself tells the application after all connections."""
    if stop := state.get(STOP):
        stop()
