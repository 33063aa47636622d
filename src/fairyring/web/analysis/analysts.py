"""The computer for analysis boards: a few searches at once, and fair turns for those who wait.

Games have their own threads (`Thinker`); the threads here yield to them if the system allows it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from fairyring.messages import Message
from fairyring.web.turns import Turns
from fairyring.web.work import BusyError, asking

if TYPE_CHECKING:
    from fairyring.game import Position
    from fairyring.web.thinking import Analysis, Engine

WORKERS = max(1, min(8, (os.cpu_count() or 2) // 2))  # searches at once
TURN = 1.0  # seconds after which a search gives way to one that waits, for the first time; then twice as many
MAX_WAITING = 100  # searches in line
MAX_EACH = 3  # searches of one visitor, under way or in line
NICENESS = 10  # how far a search here stands behind all else that the machine does


class Analysts:
    """Searches for analysis boards. All but the searches themselves happens in the event loop.

    Attributes:
        searches: how many were taken on.
    """

    def __init__(self, engine: Engine) -> None:
        self.searches = 0
        self._engine = engine
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="analyse", initializer=_yield_to_others)
        self._turns = Turns(WORKERS)
        self._visitors: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many searches wait for their turn."""
        return self._turns.waiting

    async def analyse(
        self,
        position: Position,
        lines: int,
        seconds: float,
        report: Callable[[Analysis], None],
    ) -> None:
        """Search a position, in turns where others wait; cancelling ends it.

        A search that gives way starts from the beginning at its next turn, with more time. So its first
        reports then may be less deep than the last ones.

        Args:
            position: a position that has moves.
            lines: how many to find.
            seconds: how long the computer may be at work.
            report: called in the event loop as the search goes deeper, and at its end.

        Raises:
            BusyError: the visitor who asks, or all visitors together, have too many searches.
        """
        visitor = asking.get()
        if self._visitors[visitor] >= MAX_EACH:
            raise BusyError(
                Message("the computer is already analysing {number} positions for you", number=MAX_EACH)
            )
        if self.waiting >= MAX_WAITING:
            raise BusyError("too many positions are being analysed; try again later")
        self.searches += 1
        self._visitors[visitor] += 1
        turn, left = TURN, seconds
        try:
            while left > 0:
                async with self._turns.turn(visitor):
                    began = time.monotonic()
                    if await self._search(position, lines, left, report, began + turn):
                        return
                left -= time.monotonic() - began
                turn *= 2
        finally:
            self._visitors[visitor] -= 1
            self._visitors += Counter()  # forget visitors without searches

    async def _search(
        self,
        position: Position,
        lines: int,
        seconds: float,
        report: Callable[[Analysis], None],
        until: float,
    ) -> bool:
        """Search for one turn; whether it came to its end."""
        loop = asyncio.get_running_loop()
        halt = _Halt(until, self._turns.wanted.is_set)

        def pass_on(analysis: Analysis) -> None:
            if not halt.left.is_set():
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(report, analysis)

        try:
            found = await loop.run_in_executor(
                self._pool, self._engine.analyse, position, lines, seconds, pass_on, halt
            )
        finally:
            halt.left.set()
        report(found)
        return not halt.gave_way

    def close(self) -> None:
        """Take no more searches. Those under way belong to pages, which end them."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Halt:
    """Ends a search that nobody waits for, or whose turn is over while others wait."""

    def __init__(self, until: float, others_wait: Callable[[], bool]) -> None:
        self.left = threading.Event()
        self.gave_way = False
        self._until = until
        self._others_wait = others_wait

    def is_set(self) -> bool:
        if not self.gave_way and time.monotonic() >= self._until and self._others_wait():
            self.gave_way = True
        return self.gave_way or self.left.is_set()


def _yield_to_others() -> None:
    """Lower the priority of this thread and those that it starts; only Linux does so for threads."""
    if sys.platform == "linux":
        with suppress(OSError):  # not essential
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
