"""Programs that make a request now and then, instead of keeping a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fairyring.board import Side
from fairyring.web.match import Sides
from fairyring.web.work import asking

LINGER = 30.0  # seconds; a program that waits for the computer asks at least as often


class Calls:
    """Which sides' holders have made a request recently; callers without a side do not count.

    Attributes:
        visitor: the last caller, as far as the address tells.
    """

    def __init__(self, hung_up: Callable[[], None]) -> None:
        """``hung_up`` is called when a caller has been silent for too long."""
        self._hung_up = hung_up
        self._timers: dict[Sides, asyncio.TimerHandle] = {}
        self.visitor = ""

    @property
    def sides(self) -> frozenset[Side]:
        """The sides whose holders have called."""
        return frozenset().union(*self._timers)

    def note(self, sides: Sides) -> bool:
        """Note a call from a holder of these sides; returns whether it is the first for a while."""
        if not sides:
            return False
        self.visitor = asking.get()
        before = self._timers.pop(sides, None)
        if before:
            before.cancel()
        self._timers[sides] = asyncio.get_running_loop().call_later(LINGER, self._over, sides)
        return before is None

    def close(self) -> None:
        """Forget all callers, without calling ``hung_up``."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _over(self, sides: Sides) -> None:
        del self._timers[sides]
        self._hung_up()
