"""How much one address may ask for, so that none takes what is there for all.

Requests beyond it are refused in words (429) with the time after which to come again; messages on an open
line are taken no faster, and nothing of them is lost. An address is one of IPv4, or a network of IPv6
(/64), of which every household has one. Who asks from this machine itself is not limited: behind a proxy, the
proxy's word on who asks must be taken for anybody to be.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairyring.errors import FairyringError, shown

MAX_KNOWN = 50_000  # addresses of which one kind of limit knows something at once
BEGIN = ("POST", "/api/games")


class LimitError(FairyringError):
    """A limit is set in words that mean none."""


class Rate(NamedTuple):
    """So many within so many seconds: all of them at once, or evenly."""

    number: int
    seconds: int


class Limits(NamedTuple):
    """What one address may do.

    Attributes:
        requests: all there are, the page's own files among them, of which it loads about a hundred.
        games: begun.
        messages: on all its lines together.
        sockets: lines that are open at once.
        everybody: lines that are open at once for all addresses together, this machine's among them.
    """

    requests: Rate = Rate(1_200, 60)
    games: Rate = Rate(60, 600)
    messages: Rate = Rate(300, 30)
    sockets: int = 60
    everybody: int = 5_000

    def changed(self, words: Iterable[str]) -> Limits:
        """These limits with some set otherwise, by words such as ``games=20/600`` and ``sockets=10``.

        Raises:
            LimitError: there is no such limit, or not of that form.
        """
        known: dict[str, Any] = self._asdict()
        for word in words:
            name, _, value = word.partition("=")
            if name not in known:
                raise LimitError(f"there is no limit {shown(name)}; there are {', '.join(known)}")
            wanted = value.split("/")
            rated = isinstance(known[name], Rate)
            if len(wanted) != 1 + rated or not all(_is_number(part) for part in wanted):
                form = "600/60, so many in so many seconds" if rated else "60"
                raise LimitError(f"a limit is set as {name}={form}, not {shown(word)}")
            numbers = list(map(int, wanted))
            known[name] = Rate(*numbers) if rated else numbers[0]
        return Limits(**known)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text[:10]) > 0 and len(text) < 10


class Budget:
    """How much of a rate each address has used, as the time at which it will have all of it again."""

    def __init__(self, rate: Rate) -> None:
        self._each = rate.seconds / rate.number
        self._all = rate.seconds
        self._until: dict[str, float] = {}

    def take(self, address: str, now: float) -> float:
        """Use one: 0 if it may, else the seconds after which it may."""
        until = max(self._until.pop(address, now), now)
        wait = until + self._each - now - self._all
        self._until[address] = until if wait > 1e-9 else until + self._each
        if len(self._until) > MAX_KNOWN:
            self._forget(now)
        return max(0.0, wait) if wait > 1e-9 else 0.0

    def _forget(self, now: float) -> None:
        """Drop those who have all again; and if that is not half, those who came first."""
        self._until = {address: until for address, until in self._until.items() if until > now}
        for address in list(self._until)[: max(0, len(self._until) - MAX_KNOWN // 2)]:
            del self._until[address]


class Limiter:
    """ASGI middleware that keeps addresses to their limits."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._requests = Budget(limits.requests)
        self._games = Budget(limits.games)
        self._messages = Budget(limits.messages)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is too much, and pass on the rest."""
        if scope["type"] == "http":
            wait, what = self._asked(scope)
            answer = _refusal(what, wait) if what else self._app
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._line(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _asked(self, scope: Scope) -> tuple[float, str]:
        """How long a request must wait, and what there are too many of; 0 and "" if it need not."""
        address = visitor(scope)
        if address is None:
            return 0.0, ""
        now = time.monotonic()
        if wait := self._requests.take(address, now):
            return wait, "too many requests from your address"
        begins = scope["type"] == "http" and (scope["method"], scope["path"]) == BEGIN
        if begins and (wait := self._games.take(address, now)):
            return wait, "too many games begun from your address"
        return 0.0, ""

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = visitor(scope)
        wait, what = self._asked(scope)
        if not what and self._sockets.total() >= self._limits.everybody:
            wait, what = 30.0, "too many play and watch here just now"
        if not what and address is not None and self._sockets[address] >= self._limits.sockets:
            wait, what = 30.0, "too many open lines from your address"
        if what:
            await receive()
            if "websocket.http.response" in scope.get("extensions", {}):
                await _refusal(what, wait)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013, "reason": what})
            return

        async def in_time() -> Message:
            message = await receive()
            while True:
                pause = 0.0 if address is None else self._messages.take(address, time.monotonic())
                if not pause:
                    return message
                await asyncio.sleep(pause)

        self._sockets[address or ""] += 1
        try:
            await self._app(scope, in_time, send)
        finally:
            self._sockets[address or ""] -= 1
            if not self._sockets[address or ""]:
                del self._sockets[address or ""]


def visitor(scope: Scope) -> str | None:
    """Who asks, as limits tell one from another; None for this machine itself."""
    client = scope.get("client")
    if not client:
        return None
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return None if address.is_loopback else str(ipaddress.ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return None if address.is_loopback else str(address)


def _refusal(what: str, wait: float) -> JSONResponse:
    seconds = math.ceil(wait)
    words = f"{what}; try again in {seconds} seconds" if seconds != 1 else f"{what}; try again in a second"
    return JSONResponse({"error": words}, 429, {"Retry-After": str(seconds)})
