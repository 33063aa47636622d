"""How much one address may do, so that nobody uses up what is there for everyone.

Requests beyond a limit are refused (429) with the time after which to try again; messages on an open
connection are only delayed, and none is lost. An address is an IPv4 address or an IPv6 network (/64), of
which every household has one. Requests from this machine are not limited, so behind a proxy limits work only
if the proxy's headers are believed.

A `Budget` is a token bucket that keeps one number for each of at most `MAX_KNOWN` addresses. The library
`limits` (5.8) does not fit: it has no token bucket, and its moving window keeps an entry for each request of
any number of addresses, all of which a thread of its own looks through every 10 ms.
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
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Received

from fairyring.errors import FairyringError, shown
from fairyring.messages import Message
from fairyring.web.requests import refusal

MAX_KNOWN = 50_000  # addresses that each kind of limit keeps track of
BEGIN, CHALLENGE = ("POST", "/api/games"), ("POST", "/api/lobby")
PUBLISH = ("POST", "/api/gallery")
# What keeps a file, or reads many; questions about drafts are short, take turns, and count as requests.
CHECK = {("POST", f"/api/workshop/{what}") for what in ("drafts", "import")} | {PUBLISH}


class LimitError(FairyringError):
    """A text that does not set a limit."""


class Rate(NamedTuple):
    """A number in a number of seconds: all at once, or spread out."""

    number: int
    seconds: int


class Limits(NamedTuple):
    """What one address may do.

    Attributes:
        requests: including the page's own files, of which it loads about a hundred.
        games: games started.
        challenges: those among them that anybody may join.
        checks: game files played for the first time, imported or published.
        published: those among them that are published.
        messages: on all its connections together.
        sockets: connections at once.
        everybody: connections at once from all addresses together, including this machine.
    """

    requests: Rate = Rate(1_200, 60)
    games: Rate = Rate(60, 600)
    challenges: Rate = Rate(12, 600)
    checks: Rate = Rate(60, 600)
    published: Rate = Rate(20, 3_600)
    messages: Rate = Rate(300, 30)
    sockets: int = 60
    everybody: int = 5_000

    def changed(self, words: Iterable[str]) -> Limits:
        """These limits with some changed, by texts such as ``games=20/600`` and ``sockets=10``.

        Raises:
            LimitError: there is no such limit, or the text is malformed.
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
    """How much of a rate each address has used, as the time when all of it is available again."""

    def __init__(self, rate: Rate) -> None:
        self._each = rate.seconds / rate.number
        self._all = rate.seconds
        self._until: dict[str, float] = {}

    def take(self, address: str, now: float) -> float:
        """Use one: 0 if allowed, otherwise the seconds until it is."""
        until = max(self._until.pop(address, now), now)
        wait = until + self._each - now - self._all
        self._until[address] = until if wait > 1e-9 else until + self._each
        if len(self._until) > MAX_KNOWN:
            self._forget(now)
        return max(0.0, wait) if wait > 1e-9 else 0.0

    def _forget(self, now: float) -> None:
        """Drop addresses that have used nothing; if that is not half of them, drop the oldest, too."""
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
        self._challenges = Budget(limits.challenges)
        self._checks = Budget(limits.checks)
        self._published = Budget(limits.published)
        self._messages = Budget(limits.messages)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse requests beyond the limits, and pass on the rest."""
        if scope["type"] == "http":
            wait, what = self._asked(scope)
            answer = _refusal(what, wait) if what else self._app
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._line(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _asked(self, scope: Scope) -> tuple[float, Message | None]:
        """How long a request must wait, and because of which limit; 0 and None if it need not."""
        address = visitor(scope)
        if address is None:
            return 0.0, None
        now = time.monotonic()
        if wait := self._requests.take(address, now):
            return wait, Message("too many requests from your address")
        door = (scope["method"], scope["path"]) if scope["type"] == "http" else None
        if door == CHALLENGE and (wait := self._challenges.take(address, now)):
            return wait, Message("too many challenges from your address")
        if door in (BEGIN, CHALLENGE) and (wait := self._games.take(address, now)):
            return wait, Message("too many games started from your address")
        if door in CHECK and (wait := self._checks.take(address, now)):
            return wait, Message("too many game files from your address")
        if door == PUBLISH and (wait := self._published.take(address, now)):
            return wait, Message("too many games published from your address")
        return 0.0, None

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = visitor(scope)
        wait, what = self._asked(scope)
        if not what and self._sockets.total() >= self._limits.everybody:
            wait, what = 30.0, Message("too many people are playing and watching here")
        if not what and address is not None and self._sockets[address] >= self._limits.sockets:
            wait, what = 30.0, Message("too many open connections from your address")
        if what:
            await receive()
            if "websocket.http.response" in scope.get("extensions", {}):
                await _refusal(what, wait)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013, "reason": what})
            return

        async def in_time() -> Received:
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
    """The client as the limits identify it; None for this machine itself."""
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


def _refusal(what: Message, wait: float) -> JSONResponse:
    seconds = math.ceil(wait)
    words = (
        Message("{what}; try again in {seconds} seconds", what=what, seconds=seconds)
        if seconds != 1
        else Message("{what}; try again in a second", what=what)
    )
    return refusal(words, 429, {"Retry-After": str(seconds)})
