"""Figures of a running server, in the text format that Prometheus reads.

Where several processes serve at one address, each leaves its figures in a folder that they share, and
whichever is asked tells those of all.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from bisect import bisect_left
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairyring.web import logs

Kind = Literal["counter", "gauge", "histogram"]
Sample = tuple[str, float]
"""A sample's suffix and labels, as they are written, and its value."""

PAUSE, STALE = 2.0, 10.0  # seconds between two times that figures are left, and after which they are nobody's
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # of seconds

logger = logging.getLogger(__name__)


class Family(NamedTuple):
    """A metric and all its samples."""

    name: str
    kind: Kind
    words: str
    samples: list[Sample]


class Times:
    """How long something took, by bounds."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def note(self, seconds: float) -> None:
        """It took so long."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def samples(self) -> list[Sample]:
        """The samples of a histogram."""
        found: list[Sample] = []
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            found.append((_labelled("_bucket", le=bound), total))
        return [*found, ("_sum", self._sum), ("_count", total)]


class Metrics:
    """The figures of one process, and of those that it shares a folder with."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._gauges: list[tuple[str, Kind, str, Callable[[], float]]] = []
        self.requests: dict[tuple[str, str, int], int] = {}
        self.times = Times()
        self.lines = self.received = self.sent = 0
        self.watch("process_cpu_seconds_total", "counter", "Processor time.", time.process_time)
        self.watch("process_resident_memory_bytes", "gauge", "Memory in use.", _memory)
        self.watch("fairyring_lines", "gauge", "WebSockets that are open.", lambda: self.lines)
        self.watch("fairyring_received_total", "counter", "Messages from pages.", lambda: self.received)
        self.watch("fairyring_sent_total", "counter", "Messages to pages.", lambda: self.sent)

    def watch(self, name: str, kind: Kind, words: str, read: Callable[[], float]) -> None:
        """Tell of a figure that can be read at any time."""
        self._gauges.append((name, kind, words, read))

    def text(self) -> str:
        """All figures, a line each."""
        found = {family.name: family for family in self._families()}
        for family in self._others():
            known = found.setdefault(family.name, family._replace(samples=[]))
            known.samples.extend(family.samples)
        lines = []
        for family in found.values():
            lines += [f"# HELP {family.name} {family.words}", f"# TYPE {family.name} {family.kind}"]
            lines += [f"{family.name}{labels} {value:.10g}" for labels, value in family.samples]
        return "\n".join(lines) + "\n"

    async def leave(self) -> None:
        """Leave the figures in the folder again and again, where there is one."""
        while self._folder is not None:
            with suppress(OSError):
                await asyncio.to_thread(self._leave, self._folder, self._families())
            await asyncio.sleep(PAUSE)

    @staticmethod
    def _leave(folder: Path, families: list[Family]) -> None:
        fresh = folder / f"{os.getpid()}.new"
        fresh.write_text(json.dumps(families), encoding="utf-8")
        fresh.replace(folder / f"{os.getpid()}.json")

    def _others(self) -> list[Family]:
        found = []
        for path in sorted(self._folder.glob("*.json")) if self._folder else ():
            if path.stem != str(os.getpid()):
                with suppress(OSError, ValueError):  # it is just being replaced, or its process has ended
                    if path.stat().st_mtime > time.time() - STALE:
                        found += [Family(*family) for family in json.loads(path.read_text(encoding="utf-8"))]
        return found

    def _families(self) -> list[Family]:
        requests = [
            (_labelled("", method=method, route=route, status=status), float(count))
            for (method, route, status), count in self.requests.items()
        ]
        own = [
            Family("fairyring_requests_total", "counter", "Requests that were answered.", requests),
            Family("fairyring_request_seconds", "histogram", "Until an answer began.", self.times.samples()),
        ]
        own += [Family(name, kind, words, [("", float(read()))]) for name, kind, words, read in self._gauges]
        if self._folder is None:
            return own
        return [
            family._replace(samples=[(_of_process(labels), value) for labels, value in family.samples])
            for family in own
        ]


class Watch:
    """ASGI middleware that counts, and tells the log of each request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._line(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._note(scope, status, time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, noted)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = _route(scope)
        key = (method, route, status)
        self._metrics.requests[key] = self._metrics.requests.get(key, 0) + 1
        if "wait=" not in scope["query_string"].decode("latin-1"):  # whoever waits for news means to
            self._metrics.times.note(seconds)
        logs.request(method, route, status, seconds)

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        metrics = self._metrics

        async def received() -> Message:
            message = await receive()
            metrics.received += message["type"] == "websocket.receive"
            return message

        async def noted(message: Message) -> None:
            metrics.sent += message["type"] == "websocket.send"
            await send(message)

        metrics.lines += 1
        try:
            await self._app(scope, received, noted)
        finally:
            metrics.lines -= 1


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _route(scope: Scope) -> str:
    """The route by its pattern; never the path, which names a game."""
    path = getattr(scope.get("route"), "path", None)
    return str(path) if path else "/static" if scope["path"].startswith("/static/") else ""


def _labelled(suffix: str, **labels: object) -> str:
    return f"{suffix}{{{','.join(f'{name}={json.dumps(str(value))}' for name, value in labels.items())}}}"


def _of_process(labels: str) -> str:
    own = f'process="{os.getpid()}"'
    suffix, brace, rest = labels.partition("{")
    return f"{suffix}{{{own},{rest}" if brace else f"{suffix}{{{own}}}"


def _memory() -> float:
    """Bytes that the process has in memory; 0 where the system does not say."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return float(pages * os.sysconf("SC_PAGE_SIZE"))
    return 0.0
