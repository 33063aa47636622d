"""Compiling a game's rules and search while the server goes on answering.

The first compile of a rule family takes many seconds; after it, everything is loaded from the cache.
It runs in a thread of this process: Numba compiles in small steps of Python and leaves the
interpreter to others in between. While Ravioli's rules were compiled from nothing (14 s, two cores), a
coroutine that wanted to run every 10 ms was late by 0.3 ms in the median and by 0.13 s at worst; with the
search too, on a machine with four times the work it can do, by 2 ms and 0.9 s. So it needs no process of
its own, with a cache to share and a failure to pass on.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from fairyring.errors import FairyringError
from fairyring.messages import Message

Report = Callable[[str, int, int], None]
"""Called before each step with its name, its number from 0, and how many steps there are."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Step:
    """Where a preparation stands."""

    name: str
    done: int
    total: int


class PreparationError(FairyringError):
    """A game could not be prepared. Why is in the log: players can do nothing about it."""


class Preparation:
    """One piece of work that takes long the first time, and who waits for it. Use it in one event loop.

    The thread is a daemon: Numba cannot be interrupted, and a server that is told to stop must not
    wait for it.
    """

    def __init__(self, name: str, work: Callable[[Report], None]) -> None:
        """Begin the work; ``name`` says what is prepared, for people."""
        self._name = name
        self._work = work
        self._loop = asyncio.get_running_loop()
        self._listeners: set[Callable[[Step], None]] = set()
        self._finished = asyncio.Event()
        self._failed = False
        self.step: Step | None = None
        threading.Thread(target=self._run, name=f"compile {name}", daemon=True).start()

    @property
    def failed(self) -> bool:
        """Whether it has gone wrong."""
        return self._failed

    async def follow(self, listen: Callable[[Step], None] | None = None) -> None:
        """Wait until it is done; ``listen`` is called with the step it is at, and with each that follows.

        Raises:
            PreparationError: the work failed.
        """
        if listen and not self._finished.is_set():
            self._listeners.add(listen)
            if self.step:
                listen(self.step)
        try:
            await self._finished.wait()
        finally:
            if listen:
                self._listeners.discard(listen)
        if self._failed:
            raise PreparationError(
                Message("{what} could not be prepared; try again later", what=Message(self._name))
            )

    def _run(self) -> None:
        failed = False
        try:
            self._work(lambda name, done, total: self._tell(self._reached, Step(name, done, total)))
        except Exception:  # whatever it is, those who wait must hear of it
            logger.exception("preparing %s", self._name)
            failed = True
        self._tell(self._finish, failed)

    def _tell(self, function: Callable[..., None], argument: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, argument)
        except RuntimeError:  # the server has stopped, and nobody waits any more
            logger.debug("%s: the event loop is closed", self._name)

    def _reached(self, step: Step) -> None:
        self.step = step
        for listen in tuple(self._listeners):
            listen(step)

    def _finish(self, failed: bool) -> None:
        self._failed = failed
        self._finished.set()


class Preparations:
    """Preparations by what they are for; each is begun when it is first asked for, once."""

    def __init__(self) -> None:
        self._begun: dict[Hashable, Preparation] = {}

    def of(self, key: Hashable, name: str, work: Callable[[Report], None]) -> Preparation:
        """The preparation called ``key``; one that failed is begun again."""
        found = self._begun.get(key)
        if found is None or found.failed:
            found = self._begun[key] = Preparation(name, work)
        return found
