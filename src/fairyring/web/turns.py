"""Fair turns at a scarce resource: a fixed number at once, and no visitor's work delays the others."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

HALF = 20.0  # seconds after which half of what a visitor has used counts no more
MAX_KNOWN = 10_000  # visitors whose use is remembered; beyond that, the half that has used least is forgotten


class Turns:
    """A fixed number of turns at once. The next goes to the waiting visitor who has used least lately.

    So newcomers come before those who have had a turn, and a visitor who wants many turns, or long ones,
    delays nobody else for longer than the turn that is under way. Among those who have used as little, the
    one who came first is next. Use it in one event loop.

    Attributes:
        wanted: set while a visitor waits.
    """

    def __init__(self, number: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.wanted = asyncio.Event()
        self._free = number
        self._clock = clock
        self._rows: dict[str, deque[asyncio.Future[None]]] = {}
        self._used: dict[str, tuple[float, float]] = {}  # seconds, as they counted at a time

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._rows.values()))

    @property
    def free(self) -> int:
        """How many turns are free."""
        return self._free

    def in_line(self, visitor: str) -> int:
        """How many turns a visitor waits for."""
        return len(self._rows.get(visitor, ()))

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Take a turn, when it is available."""
        await self._wait(visitor)
        began = self._clock()
        try:
            yield
        finally:
            self._charge(visitor, self._clock() - began)
            self._next()

    def used(self, visitor: str) -> float:
        """The seconds that a visitor has used, the older ones counted for less."""
        seconds, at = self._used.get(visitor, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - at) / HALF))

    def _charge(self, visitor: str, seconds: float) -> None:
        self._used[visitor] = self.used(visitor) + seconds, self._clock()
        if len(self._used) > MAX_KNOWN:
            most = sorted(self._used, key=self.used)[len(self._used) // 2 :]
            self._used = {each: self._used[each] for each in most}

    async def _wait(self, visitor: str) -> None:
        if self._free:
            self._free -= 1
            return
        ready = asyncio.get_running_loop().create_future()
        self._rows.setdefault(visitor, deque()).append(ready)
        self.wanted.set()
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():
                self._next()  # it was given to a visitor who no longer wants it
            elif visitor in self._rows and ready in self._rows[visitor]:
                self._rows[visitor].remove(ready)
                if not self._rows[visitor]:
                    del self._rows[visitor]
                self._look()
            raise

    def _next(self) -> None:
        """Pass a turn on, or keep it for the next visitor."""
        while self._rows:
            visitor = min(self._rows, key=self.used)
            row = self._rows.pop(visitor)
            ready = row.popleft()
            if row:
                self._rows[visitor] = row  # at the end
            self._look()
            if not ready.done():
                ready.set_result(None)
                return
        self._free += 1

    def _look(self) -> None:
        if not self._rows:
            self.wanted.clear()
