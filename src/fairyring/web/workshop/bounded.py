"""Questions about files of strangers, each answered in a separate process with limits.

The limits are seconds of the processor, seconds by the clock, memory, and the size of the answer; `tasks` has
them for each question. A process that exceeds one is ended, and another takes its place. There are few of
them, and visitors take fair turns (`web/turns.py`): one visitor has one question answered at a time, and
waits for the process that takes the place of one that their file has ended.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web import child
from fairyring.web.languages import unphrased
from fairyring.web.turns import Turns
from fairyring.web.work import BusyError, asking
from fairyring.web.workshop.tasks import TASKS, Report, Task

MEMORY = 1 << 30  # bytes that a process may have beside what it needs anyway
GAMES = ("chess",)  # whose code is that of most others
NUMBER = max(2, min(4, (os.cpu_count() or 2) // 2))  # processes: more than one visitor can have at once
MOST_WAITING = 5  # questions of one visitor that wait
STARTING = 120.0  # seconds that a process may take to start
COMPILING = 600.0  # seconds by the clock for compiling, which is done once for all games
COMPILES = "compiling"  # the step that is reported when our own code is compiled
MOST_ANSWER = 1 << 23  # bytes of a line

logger = logging.getLogger(__name__)


class ExceededError(FairyringError):
    """A file asks for more than a question about it may use, or has ended the process that looked at it.

    Attributes:
        what: ``time``, ``memory``, ``answer``, or ``process`` where it ended otherwise.
    """

    def __init__(self, what: str, task: Task) -> None:
        seconds = round(task.seconds)
        said = {
            "time": Message("checking this game takes more than {seconds} seconds", seconds=seconds),
            "memory": Message("this game needs too much memory to be checked here"),
            "answer": Message("the texts of this game are too long"),
            "process": Message("this game crashed the process that checked it"),
        }
        super().__init__(said[what])
        self.what = what


class FileError(FairyringError):
    """A file describes no game, or a question about it has no answer.

    Attributes:
        faults: the places that are wrong, each with ``line``, ``column``, ``reason`` and ``text``.
    """

    def __init__(self, said: Message | str, faults: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(said)
        self.faults = faults


class BrokenError(FairyringError):
    """A question could not be answered, by a fault of ours; what it is is in the log."""

    def __init__(self) -> None:
        super().__init__(Message("this game cannot be shown, because of a bug in fairyring"))


class _EndedError(Exception):
    """The process has ended, or must be."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Bounded:
    """Limited processes that answer questions about files. They start when they are first needed.

    Use it in one event loop.
    """

    def __init__(self, number: int = NUMBER, memory: int = MEMORY, games: Sequence[str] = GAMES) -> None:
        """Start nothing yet.

        Args:
            number: how many processes, and so questions at once.
            memory: the bytes that each may have beside what it needs anyway.
            games: those whose code each loads as it starts.
        """
        self._number = number
        self._orders = {"memory": memory, "games": list(games)}
        self._turns = Turns(number)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._going: set[asyncio.Task[Any]] = set()
        self._queues: dict[str, asyncio.Lock] = {}
        self._asked: Counter[str] = Counter()
        self._starting = asyncio.Lock()
        self._expected = False
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait or are answered."""
        return self._asked.total()

    async def do(self, task: str, text: str, report: Report | None = None, **given: object) -> Any:
        """The answer of a task about a file.

        Args:
            task: one of `tasks.TASKS`.
            text: the file's text.
            report: called with each step of it; also while our own code is compiled, as ``compiling``.
            given: what the function is given besides; JSON can say it.

        Raises:
            FileError: the function raised an error.
            ExceededError: a limit was exceeded, or the process ended.
            BusyError: this visitor has too many questions waiting.
            BrokenError: there is a fault in the function.
        """
        who = asking.get()
        if who and self._asked[who] >= MOST_WAITING:
            raise BusyError("the server is already busy with requests from your address; try again later")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        going = asyncio.create_task(self._answered(who, TASKS[task], text, given, report, answer))
        self._going.add(going)
        going.add_done_callback(self._going.discard)
        return await answer

    async def _answered(
        self,
        who: str,
        task: Task,
        text: str,
        given: Mapping[str, object],
        report: Report | None,
        answer: asyncio.Future[Any],
    ) -> None:
        """Answer a question; the turn is over when there is a process for the next one."""
        self._asked[who] += 1
        # Questions of this machine itself are those of one user, whom nobody has to wait for.
        queue = self._queues.setdefault(who, asyncio.Lock()) if who else asyncio.Lock()
        try:
            async with queue, self._turns.turn(who):
                if answer.done():  # nobody waits for it any more
                    return
                worker = await self._free()
                try:
                    said = await worker.asked(task, {"text": text, "given": given}, report)
                except _EndedError as end:
                    _refuse(answer, ExceededError(end.what, task))
                    await self._replace(worker)
                    return
                _settle(answer, said, task)
                if said.get("last"):
                    await self._replace(worker)
                else:
                    self._idle.append(worker)
        except Exception as error:
            if not isinstance(error, FairyringError):
                logger.exception("answering a question about a file")
            _refuse(answer, error if isinstance(error, FairyringError) else BrokenError())
        finally:
            _refuse(answer, BusyError("the server is shutting down"))
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]
                self._queues.pop(who, None)

    def expect(self) -> None:
        """Start all processes in the background: there will soon be questions."""
        if not self._expected:
            self._expected = True
            going = asyncio.create_task(self.warm())
            self._going.add(going)
            going.add_done_callback(self._over)

    def _over(self, going: asyncio.Task[Any]) -> None:
        self._going.discard(going)
        if not going.cancelled() and going.exception():
            logger.error("processes for questions about files do not start")

    async def warm(self) -> None:
        """Start all processes, so that the first questions are answered at once."""
        while len(self._all) < self._number and not self._closed:
            async with self._starting:
                if len(self._all) < self._number:
                    self._idle.append(await self._started())

    async def _free(self) -> _Worker:
        """A process that does nothing."""
        async with self._starting:
            while self._idle:
                worker = self._idle.pop()
                if worker.lives:
                    return worker
                self._all.discard(worker)
            return await self._started()

    async def _started(self) -> _Worker:
        birth = asyncio.create_task(_Worker.start(self._orders))
        try:
            worker = await asyncio.shield(birth)
        except asyncio.CancelledError:
            await (await birth).end()
            raise
        self._all.add(worker)
        try:
            await worker.ready()
        except BaseException:
            await self._end(worker)
            raise
        return worker

    async def _replace(self, worker: _Worker) -> None:
        await self._end(worker)
        if not self._closed:
            self._idle.append(await self._started())

    async def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        await worker.end()

    async def rest(self) -> None:
        """End the processes that do nothing; others start when they are needed."""
        idle, self._idle = self._idle, []
        await asyncio.gather(*map(self._end, idle))

    async def close(self) -> None:
        """End all processes; questions that are not answered are refused."""
        self._closed = True
        for going in tuple(self._going):
            going.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)
        await asyncio.gather(*(self._end(worker) for worker in tuple(self._all)))
        self._idle.clear()


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._in, self._out = process.stdin, process.stdout

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    @classmethod
    async def start(cls, orders: Mapping[str, object]) -> _Worker:
        """Start a process; it is not ready yet."""
        process = await asyncio.create_subprocess_exec(
            *child.command("fairyring.web.workshop.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=child.environment() | {"OPENBLAS_NUM_THREADS": "1"},
            limit=MOST_ANSWER,
        )
        worker = cls(process)
        with suppress(_EndedError):  # which `ready` finds out
            await worker._tell(orders)
        return worker

    async def ready(self) -> None:
        """Wait until it can be asked something.

        Raises:
            BrokenError: it does not start.
        """
        try:
            async with asyncio.timeout(STARTING):
                said = await self._hear()
        except (_EndedError, TimeoutError):
            said = {}
        if "ready" not in said:
            logger.error("a process for questions about files does not start")
            raise BrokenError

    async def asked(self, task: Task, order: Mapping[str, object], report: Report | None) -> dict[str, Any]:
        """What it says of a task.

        Raises:
            _EndedError: it has ended, or exceeded a limit.
        """
        try:
            async with asyncio.timeout(task.patience) as patience:
                await self._tell({"task": task, **order})
                while True:
                    said = await self._hear()
                    if "compiling" in said:
                        patience.reschedule(asyncio.get_running_loop().time() + COMPILING)
                        said = {"step": [COMPILES, 0, 1]}
                    if "step" not in said:
                        return said
                    if report:
                        report(*said["step"])
        except TimeoutError:
            raise _EndedError(what="time") from None

    async def _tell(self, words: Mapping[str, object]) -> None:
        try:
            self._in.write(json.dumps(words).encode() + b"\n")
            await self._in.drain()
        except OSError as error:
            raise _EndedError(what="process") from error

    async def _hear(self) -> dict[str, Any]:
        """A line that it says.

        Raises:
            _EndedError: it has ended, or said something else.
        """
        try:
            line = await self._out.readline()
        except ValueError as error:  # a line beyond all measure
            raise _EndedError(what="answer") from error
        said = child.heard(line)
        if said:
            return said
        code = await self._process.wait() if not line else None
        how = child.ending(code)
        logger.warning("a process for questions about files has ended (%s)", how)
        raise _EndedError(what="time" if how == "SIGPROF" else "process")

    async def end(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._in.close()
        await self._process.wait()


def _settle(answer: asyncio.Future[Any], said: Mapping[str, Any], task: Task) -> None:
    """Tell who waits what a process said."""
    if "made" in said:
        if not answer.done():
            answer.set_result(said["made"])
    elif "error" in said:
        _refuse(answer, FileError(unphrased(said["error"]), said["faults"]))
    elif "refused" in said:
        _refuse(answer, ExceededError(said["refused"], task))
    else:
        logger.error("a question about a file: %s", said.get("broken", "no answer"))
        _refuse(answer, BrokenError())


def _refuse(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
