"""The one process in which all games of the workshop are played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from fairyring.messages import Message
from fairyring.web.own.keeper import BLAME, REST, Keeper


class House(Keeper):
    """The process of all games of the workshop. It starts when it is first needed.

    A game file over which it has ended three times is left alone for a while; the others are played on as
    soon as it has started again.
    """

    def __init__(self, database: str, shared: Path | None, now: Callable[[], float]) -> None:
        """Start nothing yet; see `Keeper`."""
        super().__init__(None, "the workshop", database, shared, now)
        self._started = False

    def wake(self) -> None:
        """Start the process, unless it has been started: a game will soon be played."""
        if not self._started:
            self._started = True
            self.start()

    async def connect(self, subject: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the process; see `Keeper.connect`."""
        self.wake()
        return await super().connect(subject)

    async def stop(self) -> None:
        """End the process, if it has been started."""
        if self._started:
            await super().stop()

    @property
    def resting(self) -> bool:
        """Never: what a file did to the process is no reason to keep others waiting."""
        return False

    def why(self, subject: str) -> Message:
        """What to tell players when the process does not run."""
        if self.is_blamed(subject):
            return Message(
                "this game has crashed the workshop {times} times; try again in {minutes} minutes",
                times=BLAME,
                minutes=round(REST / 60),
            )
        return Message("the workshop's games are starting up; try again in a moment")
