"""Work that takes a while, in threads: a few for each kind, and in fair turns between visitors.

Python runs one thread at a time, so every thread that is busy delays the event loop and with it everybody.
Therefore there are few, long work is done in pieces, and after each piece the visitor who has used least is
next.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import TypeVar

from starlette.types import ASGIApp, Receive, Scope, Send

from fairyring.errors import FairyringError
from fairyring.web.importing import imported
from fairyring.web.limits import visitor
from fairyring.web.turns import Turns

T = TypeVar("T")
Steps = Generator[None, None, T]
"""Work that can pause at each step, and its result."""

PIECE = 0.03  # seconds of steps in one turn
MAX_WAITING = 40  # turns of one kind that one visitor waits for

asking: ContextVar[str] = ContextVar("asking", default="")
"""The visitor whose request or connection is being served; "" for this machine itself."""


class BusyError(FairyringError):
    """Too much is asked for, by one visitor or by all together; later it may be possible."""


class Asking:
    """ASGI middleware that notes who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] in ("http", "websocket"):
            asking.set(visitor(scope) or "")
        await self._app(scope, receive, send)


class Desk:
    """A kind of work: some threads, and a turn at one of them for each piece of work."""

    def __init__(self, name: str, threads: int) -> None:
        self._turns = Turns(threads)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a turn."""
        return self._turns.waiting

    async def do(self, function: Callable[..., T], *given: object) -> T:
        """Call a function in a thread, when it is the turn of the visitor who asks.

        Raises:
            BusyError: this visitor has too much work waiting.
        """
        who = asking.get()
        if who and self._turns.in_line(who) >= MAX_WAITING:
            raise BusyError("the server is already busy with requests from your address; try again later")
        async with self._turns.turn(who):
            loop = asyncio.get_running_loop()
            made: T = await loop.run_in_executor(self._pool, functools.partial(_called, function, *given))
            return made

    async def through(self, steps: Steps[T]) -> T:
        """Take all steps of some work, a few in each turn; returns its result.

        Raises:
            BusyError: as `do`.
        """
        done: list[T] = []
        while not done:
            await self.do(_piece, steps, done)
        return done[0]

    def close(self) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _called(function: Callable[..., T], *given: object) -> T:
    imported()
    return function(*given)


class Work:
    """The kinds of work of a server.

    Attributes:
        pages: what pages show before anybody plays: lists, games, rules, cards.
        moves: games that are opened again.
        analysis: positions of analysis boards.
        records: records that are read and written.
    """

    def __init__(self) -> None:
        self.pages = Desk("pages", 2)
        self.moves = Desk("moves", 2)
        self.analysis = Desk("analysis", 1)
        self.records = Desk("records", 1)

    def close(self) -> None:
        """Take no more work."""
        for desk in (self.pages, self.moves, self.analysis, self.records):
            desk.close()


def _piece(steps: Steps[T], done: list[T]) -> None:
    """Take steps for a while; ``done`` gets the result, once there is one."""
    until = time.monotonic() + PIECE
    try:
        while time.monotonic() < until:
            next(steps)
    except StopIteration as end:
        done.append(end.value)
