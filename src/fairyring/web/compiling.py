"""Games made ready while the server goes on answering: compiled in another process, and loaded in this one.

Compiling takes many seconds the first time, and a thread that compiles holds Numba's lock and, much of the
time, the interpreter. Whatever else needs code that is not loaded yet waits for that lock. So a game is
compiled by a process of its own (`preparing`), one after the other, which leaves the code on disk; afterwards
only loading is left to do here, one game at a time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web.turns import Turns
from fairyring.web.work import asking

if TYPE_CHECKING:
    from fairyring.variants.user_faults import Fault

T = TypeVar("T")
Report = Callable[[str, int, int], None]
"""Called before each step with its name, its number from 0, and how many steps there are."""

WAITING: Final = Message("waiting for another game")
STOP: Final = "stop"  # the key, in a server's state, of what to call when it begins to stop
MOMENT = 1.0  # seconds for which nobody needs to be told what they wait for
MOST = 1000  # preparations that are remembered: of games with options there are any number

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Step:
    """Where a preparation stands."""

    name: str
    done: int
    total: int


@dataclass(frozen=True)
class Job:
    """What is to be prepared.

    Attributes:
        name: what it is called, for people.
        load: makes it ready in this process. Called in a thread.
        lacking: whether `compile` is to come first. Called in a thread.
        compile: has it compiled elsewhere.
    """

    name: str
    load: Callable[[Report], None]
    lacking: Callable[[], bool] | None = None
    compile: Callable[[Report], Awaitable[None]] | None = None


class PreparationError(FairyringError):
    """A game could not be prepared. Why is in the log: players can do nothing about it.

    What is wrong with a user's file is said, too: its inventor plays it here.
    """


class StoppedError(PreparationError):
    """The server stops before a game is prepared."""


class Preparation:
    """One piece of work that takes long the first time, and who waits for it. Use it in one event loop.

    Each visitor who waits for it waits for a turn, too, and the first whose turn it is has it done. So nobody
    waits longer because somebody with a lot of other work asked for it before.
    """

    def __init__(self, job: Job, compiling: Turns, loading: Turns) -> None:
        """Prepare nothing yet; see `follow`.

        Args:
            job: what is to be done.
            compiling: turns at compiling, of which there is one at a time.
            loading: the same at loading.
        """
        self._job = job
        self._compiling, self._loading = compiling, loading
        self._compiled = self._loaded = False
        self._listeners: set[Callable[[Step], None]] = set()
        self._going: dict[str, asyncio.Task[None]] = {}  # by the visitor whose turn each waits for
        self._finished = asyncio.Event()
        self._failed = self._stopped = False
        self._fault: Fault | None = None  # of a user's file, where it failed by that
        self.step: Step | None = None

    @property
    def failed(self) -> bool:
        """Whether it has gone wrong."""
        return self._failed

    @property
    def finished(self) -> bool:
        """Whether it is over, one way or the other."""
        return self._finished.is_set()

    def begin(self) -> None:
        """Have it done, in the turn of the visitor who asks."""
        who = asking.get()
        if not self.finished and who not in self._going:
            self._going[who] = asyncio.create_task(self._go(who))

    async def follow(self, listen: Callable[[Step], None] | None = None) -> None:
        """Wait until it is done; ``listen`` is called with the step it is at, and with each that follows.

        Raises:
            PreparationError: the work failed.
            StoppedError: the server is shutting down.
        """
        self.begin()
        if listen and not self.finished:
            self._listeners.add(listen)
            if self.step:
                listen(self.step)
        try:
            await self._finished.wait()
        finally:
            if listen:
                self._listeners.discard(listen)
        if self._stopped:
            raise StoppedError("the server is shutting down; try again later")
        if self._failed:
            what = Message(self._job.name)
            if self._fault is None:
                raise PreparationError(Message("{what} could not be prepared; try again later", what=what))
            reason = self._fault.message
            raise PreparationError(
                Message("{what} could not be prepared: {reason}", what=what, reason=reason)
            )

    async def soon(self) -> bool:
        """Have it done, and wait a moment; whether it is over then."""
        self.begin()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._finished.wait(), MOMENT)
        return self.finished

    def stop(self) -> None:
        """Have it done no more, and let nobody wait for it."""
        if not self.finished:
            self._stopped = True
            self._end()

    def _end(self) -> None:
        """It is over: those who wait hear of it, and no more turns are waited for."""
        self._finished.set()
        for going in self._going.values():
            going.cancel()

    async def _go(self, who: str) -> None:
        """Do what is left to do, in this visitor's turns."""
        try:
            await self._compile(who)
            async with self._loading.turn(who):
                if not self._loaded:
                    await self._load()
                    self._loaded = True
        except Exception as error:  # whatever it is, those who wait must hear of it
            logger.exception("preparing %s", self._job.name)
            from fairyring.variants.user_faults import fault  # with the compiler, which a start does without

            self._failed, self._fault = True, fault(error)
        finally:
            self._going.pop(who, None)
        self._end()

    async def _compile(self, who: str) -> None:
        job = self._job
        if job.compile is None or job.lacking is None or self._compiled or not await _threaded(job.lacking):
            return
        if not self._compiling.free and self.step is None:
            self._reached(Step(WAITING, 0, 1))
        async with self._compiling.turn(who):
            if not self._compiled:
                await job.compile(lambda name, done, total: self._reached(Step(name, done, total)))
                self._compiled = True

    async def _load(self) -> None:
        loop = asyncio.get_running_loop()

        def report(name: str, done: int, total: int) -> None:
            if not self._compiled:  # those who wait have seen these steps
                _call(loop, self._reached, Step(name, done, total))

        await _threaded(lambda: self._job.load(report))

    def _reached(self, step: Step) -> None:
        self.step = step
        for listen in tuple(self._listeners):
            listen(step)


class Preparations:
    """Preparations by what they are for; each is begun when it is first asked for, once."""

    def __init__(self) -> None:
        self._begun: OrderedDict[Hashable, Preparation] = OrderedDict()
        self._compiling, self._loading = Turns(1), Turns(1)
        self._closed = False

    def of(self, key: Hashable, job: Callable[[], Job]) -> Preparation:
        """The preparation called ``key``; one that failed is begun again."""
        found = self._begun.get(key)
        if found is None or found.failed:
            found = self._begun[key] = Preparation(job(), self._compiling, self._loading)
            if self._closed:
                found.stop()
            found.begin()
        self._begun.move_to_end(key)
        if len(self._begun) > MOST:
            oldest = next(iter(self._begun))
            if self._begun[oldest].finished:
                del self._begun[oldest]
        return found

    def close(self) -> None:
        """Begin no more of the work, and let nobody wait for it. What a thread is loading goes on."""
        self._closed = True
        for each in self._begun.values():
            each.stop()


async def _threaded(function: Callable[[], T]) -> T:
    """What a function returns, which is called in a thread of its own.

    The thread is a daemon: Numba cannot be interrupted, and a server that is told to stop must not wait.
    """
    loop = asyncio.get_running_loop()
    made: asyncio.Future[T] = loop.create_future()

    def settle(found: T | None, error: Exception | None) -> None:
        if made.done():
            return
        if error is not None:
            made.set_exception(error)
        else:
            made.set_result(found)  # type: ignore[arg-type]

    def run() -> None:
        try:
            found = function()
        except Exception as error:  # noqa: BLE001 -- which is raised where it is waited for
            _call(loop, settle, None, error)
        else:
            _call(loop, settle, found, None)

    threading.Thread(target=run, name="prepare", daemon=True).start()
    return await made


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *given: object) -> None:
    try:
        loop.call_soon_threadsafe(function, *given)
    except RuntimeError:  # the server has stopped, and nobody waits any more
        logger.debug("the event loop is closed")
