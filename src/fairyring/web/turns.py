"""Fair turns at a scarce resource: a fixed number at once, and no visitor's long queue delays the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """A fixed number of turns at once. The next goes to the waiting visitor whose last turn is longest ago.

    So a visitor who wants many turns delays nobody else: between two of theirs, everyone else who waits has
    one. Use it in one event loop.

    Attributes:
        wanted: set while a visitor waits.
    """

    def __init__(self, number: int) -> None:
        self.wanted = asyncio.Event()
        self._free = number
        self._rows: dict[str, deque[asyncio.Future[None]]] = {}  # the next visitor is first

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._rows.values()))

    @property
    def free(self) -> int:
        """How many turns are free."""
        return self._free

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Take a turn, when it is available."""
        await self._wait(visitor)
        try:
            yield
        finally:
            self._next()

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
            visitor = next(iter(self._rows))
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
