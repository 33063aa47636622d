"""Figures of a running server for Prometheus, kept by its own client library.

Where several processes serve at one address they write their figures to files in a folder that they share
(the library's multi-process mode), and the process that is asked reads the files of all. The library decides
as it is imported whether to do so, by the environment's ``PROMETHEUS_MULTIPROC_DIR``: `server.serve` sets it
before it starts the processes.
"""

from __future__ import annotations

import asyncio
import os
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fairyring.web import logs

__all__ = ["CONTENT_TYPE_LATEST", "FOLDER", "Metrics", "Watch"]

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # in the environment
PAUSE = 2.0  # seconds between two times that the figures of others are brought up to date
TRIES, PAUSE_BETWEEN = 20, 0.01  # to read the files of processes, and seconds between
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # of seconds
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each series began is of no use here


class Metrics:
    """The figures of one process, and of those that it shares a folder with.

    Args:
        folder: shared with the other processes; None where one process serves alone.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._registry = registry = CollectorRegistry()
        self._reads: list[Callable[[], None]] = []
        self.requests = Counter(
            "fairyring_requests", "Requests answered.", ["method", "route", "status"], registry=registry
        )
        self.times = Histogram(
            "fairyring_request_seconds", "Time until an answer began.", buckets=BOUNDS, registry=registry
        )
        self.connections = Gauge(
            "fairyring_connections", "Open WebSockets.", registry=registry, multiprocess_mode="liveall"
        )
        self.received = Counter("fairyring_received", "Messages from pages.", registry=registry)
        self.sent = Counter("fairyring_sent", "Messages to pages.", registry=registry)
        self.count("process_cpu_seconds", "Processor time.", time.process_time)
        self.watch("process_resident_memory_bytes", "Memory in use.", _memory)

    def watch(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Add a figure that goes up and down, and is read when somebody asks."""
        gauge = Gauge(name, words, registry=self._registry, multiprocess_mode="liveall")
        self._reads.append(lambda: gauge.set(read()))

    def count(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Add a figure that only grows, from 0, and is read when asked for; its name gets ``_total``."""
        counter = Counter(name, words, registry=self._registry)
        before = 0.0

        def refresh() -> None:
            nonlocal before
            now = read()
            counter.inc(now - before)
            before = now

        self._reads.append(refresh)

    def text(self) -> bytes:
        """All figures in Prometheus' text format, `CONTENT_TYPE_LATEST`."""
        self._refresh()
        if self._folder is None:
            return generate_latest(self._registry)
        _forget_the_dead(self._folder)
        shared = CollectorRegistry()
        MultiProcessCollector(shared, str(self._folder))  # type: ignore[no-untyped-call]
        for _ in range(TRIES):
            with suppress(struct.error):  # a process that starts has made its file, and not filled it yet
                return generate_latest(shared)
            time.sleep(PAUSE_BETWEEN)
        return generate_latest(shared)

    async def keep_fresh(self) -> None:
        """Bring this process's figures up to date every `PAUSE` seconds, for others to read."""
        while self._folder is not None:
            self._refresh()
            await asyncio.sleep(PAUSE)

    def _refresh(self) -> None:
        for read in self._reads:
            read()


class Watch:
    """ASGI middleware that counts requests and messages, and logs each request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connection(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._count(scope, message["status"], time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, counted)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = _route(scope)
        self._metrics.requests.labels(method, route, status).inc()
        if "wait=" not in scope["query_string"].decode("latin-1"):  # a program that waits for news means to
            self._metrics.times.observe(seconds)
        logs.request(method, route, status, seconds)

    async def _connection(self, scope: Scope, receive: Receive, send: Send) -> None:
        metrics = self._metrics

        async def received() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                metrics.received.inc()
            return message

        async def counted(message: Message) -> None:
            if message["type"] == "websocket.send":
                metrics.sent.inc()
            await send(message)

        with metrics.connections.track_inprogress():
            await self._app(scope, received, counted)


def _route(scope: Scope) -> str:
    """The route by its pattern; never the path, which names a game."""
    path = getattr(scope.get("route"), "path", None)
    return str(path) if path else "/static" if scope["path"].startswith("/static/") else ""


def _forget_the_dead(folder: Path) -> None:
    """Drop the gauges of processes that have ended. What they counted stays."""
    for pid in {path.stem.rpartition("_")[2] for path in folder.glob("gauge_live*.db")}:
        if not _alive(int(pid)):
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


def _alive(pid: int) -> bool:
    """Whether a process runs; on Windows, where asking would end it, it is taken to."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        return True
    return True


def _memory() -> float:
    """Bytes that the process has in memory; 0 where the system does not say."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return float(pages * os.sysconf("SC_PAGE_SIZE"))
    return 0.0
