"""Programs that call now and then, in place of a line that stands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fairyring.board import Side
from fairyring.web.match import Sides

LINGER = 30.0  # seconds; a program that waits for the computer asks at least as often


class Calls:
    """Who has called lately, by the sides that they hold; those who hold none count for nothing.

    Attributes:
        visitor: who called last, as far as an address tells.
    """

    def __init__(self, hung_up: Callable[[], None]) -> None:
        """``hung_up`` is called whenever somebody has not called for long."""
        self._hung_up = hung_up
        self._timers: dict[Sides, asyncio.TimerHandle] = {}
        self.visitor = ""

    @property
    def sides(self) -> frozenset[Side]:
        """The sides for which somebody has called."""
        return frozenset().union(*self._timers)

    def note(self, sides: Sides, visitor: str) -> bool:
        """Somebody calls who holds these sides; whether he has not for a while."""
        if not sides:
            return False
        self.visitor = visitor
        before = self._timers.pop(sides, None)
        if before:
            before.cancel()
        self._timers[sides] = asyncio.get_running_loop().call_later(LINGER, self._over, sides)
        return before is None

    def close(self) -> None:
        """Forget everybody, without a word."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _over(self, sides: Sides) -> None:
        del self._timers[sides]
        self._hung_up()
