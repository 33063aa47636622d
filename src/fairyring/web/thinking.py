"""The computer as the rooms use it: any engine, a bounded pool of threads, and an end to every search."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from fairyring.messages import Message
from fairyring.web.compiling import Job, Preparation, Preparations, Report
from fairyring.web.turns import Turns
from fairyring.web.work import Work, asking

if TYPE_CHECKING:
    from fairyring.game import Move, Position, Variant

POLL = 0.01  # seconds between two looks whether a move is due
PAUSE = 0.1  # seconds between two reports of one search: a page need not draw the first ten depths
# Seconds after which a search ends with what it has, if others wait; all searches of its visitor share them.
SHARE = 0.3
WORKERS = max(1, min(8, (os.cpu_count() or 2) - 1))  # searches at once; one core stays for the server
# Seconds that a move of the computer takes in a game with secrets, if its level says none: always as many,
# because how soon a search ends depends on what the computer hides.
SECRETIVE = 0.5


class Level(NamedTuple):
    """A strength of the computer: its name, its title for people, and its seconds for a move; 0: any."""

    name: str
    title: str
    seconds: float = 0.0


class Scored(Protocol):
    """What something is worth to the side to move."""

    @property
    def score(self) -> int:
        """Hundredths of a pawn."""

    @property
    def mate(self) -> int | None:
        """Plies to a forced mate, negative when it is suffered, or None."""


class Line(Scored, Protocol):
    """A line of play and what it is worth."""

    @property
    def moves(self) -> Sequence[Move]:
        """The moves expected, from the position searched."""


class Analysis(Scored, Protocol):
    """What a search has found; scores are for the side to move."""

    @property
    def move(self) -> Move | None:
        """The best move, or None where there is none."""

    @property
    def lines(self) -> Sequence[Line]:
        """The best lines, each with another first move, the best first."""

    @property
    def line(self) -> Sequence[Move]:
        """The moves expected, the best one first."""

    @property
    def depth(self) -> int:
        """Plies searched."""

    @property
    def nodes(self) -> int:
        """Positions visited."""

    @property
    def speed(self) -> float:
        """Positions visited in a second."""


class Stop(Protocol):
    """What ends a search from outside: a `threading.Event`, say."""

    def is_set(self) -> bool:
        """Whether the search shall end."""


class Engine(Protocol):
    """What can play. All of it is called in threads."""

    def levels(self) -> Sequence[Level]:
        """The strengths there are, the weakest first."""

    def prepare(self, variant: Variant, report: Report) -> None:
        """Make ready to search a game, step by step."""

    def analyse(
        self,
        position: Position,
        lines: int,
        seconds: float,
        report: Callable[[Analysis], None],
        stop: Stop,
    ) -> Analysis:
        """Find the best lines of a position that has moves, deeper and deeper.

        Args:
            position: the position.
            lines: how many.
            seconds: how long it may take.
            report: to be called as the search goes deeper.
            stop: once it is set, the search comes back soon with what it has.
        """

    def search(
        self,
        position: Position,
        level: str | None,
        report: Callable[[Analysis], None],
        stop: threading.Event,
    ) -> Analysis:
        """Find a move in a position that has one.

        Args:
            position: the position.
            level: one of `levels`, or None for a hint.
            report: to be called as the search goes deeper.
            stop: when it is set, the search comes back soon with what it has.
        """


class Compiler(Protocol):
    """What compiles games in another process, and leaves the code where this one finds it."""

    def lacking(self, variant: Variant, search: bool) -> bool:
        """Whether it has to compile a game's rules, or the search for them, too. Called in a thread."""

    async def compile(self, variant: Variant, search: bool, report: Report) -> None:
        """Do so, step by step.

        Raises:
            FairyringError: it cannot be done.
        """


def prepare_rules(variant: Variant, report: Report) -> None:
    """Compile a game's rules, or load them."""
    # First all that the search adds to Numba's table of types: it must not grow while a thread uses it.
    from fairyring.game import prepare
    from fairyring.search.preparing import helped

    with helped(variant):
        prepare(variant, report)


class Thinker:
    """Prepares games and searches positions, a few at a time, in turns between visitors.

    Attributes:
        searches: how many have been begun.
        work: all else that takes a while, in other threads.
    """

    def __init__(self, engine: Engine, compiler: Compiler | None = None) -> None:
        """``compiler`` compiles games in another process; None to compile them in this one."""
        self.engine = engine
        self._compiler = compiler
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="think")
        self._turns = Turns(WORKERS)
        self.searches = 0
        self._preparations = Preparations()
        self.work = Work()

    @property
    def waiting(self) -> int:
        """How many searches wait for their turn."""
        return self._turns.waiting

    def rules(self, variant: Variant) -> Preparation:
        """What must be done before a game can be played."""

        def job() -> Job:
            return self._job(variant, variant.title, False, lambda report: prepare_rules(variant, report))

        return self._preparations.of(("rules", repr(variant)), job)

    def opponent(self, variant: Variant) -> Preparation:
        """What must be done, after the rules, before the computer can play a game."""

        def job() -> Job:
            name = Message("the computer's play in {game}", game=Message(variant.title))
            return self._job(variant, name, True, lambda report: self.engine.prepare(variant, report))

        return self._preparations.of(("opponent", repr(variant)), job)

    def _job(self, variant: Variant, name: str, search: bool, load: Callable[[Report], None]) -> Job:
        compiler = self._compiler
        if compiler is None:
            return Job(name, load)
        return Job(
            name,
            load,
            lambda: compiler.lacking(variant, search),
            lambda report: compiler.compile(variant, search, report),
        )

    async def search(
        self,
        position: Position,
        level: str | None,
        report: Callable[[Analysis], None],
        stop: threading.Event,
    ) -> Analysis:
        """Search when it is the turn of the visitor who asks.

        ``report`` is called in the event loop, and not too often. ``stop`` makes the search come back with
        what it has; where others wait, it comes back in `SHARE` seconds. Cancelling ends it too, with
        nothing. A move in a game with secrets takes as long whatever is found, and so does the turn.
        """
        async with self._turns.turn(asking.get()):
            self.searches += 1
            return await self._search(position, level, report, stop)

    def _steady(self, position: Position, level: str | None) -> float | None:
        """The seconds that a search is to take, no more and no less; None where that tells nobody anything.

        A hint is for the player who knows the secret.
        """
        if level is None or position.variant.rules.secrets is None:
            return None
        limits = {each.name: each.seconds for each in self.engine.levels()}
        return limits.get(level) or SECRETIVE

    async def _search(
        self,
        position: Position,
        level: str | None,
        report: Callable[[Analysis], None],
        stop: threading.Event,
    ) -> Analysis:
        loop = asyncio.get_running_loop()
        next_report = 0.0

        def pass_on(analysis: Analysis) -> None:
            nonlocal next_report
            if time.monotonic() >= next_report and not abandoned.is_set():
                next_report = time.monotonic() + PAUSE
                _call(loop, report, analysis)

        abandoned = threading.Event()
        sharing = asyncio.create_task(self._share(stop))
        steady = self._steady(position, level)
        end = None if steady is None else loop.call_later(steady, stop.set)
        try:
            found = await loop.run_in_executor(self._pool, self.engine.search, position, level, pass_on, stop)
            while end is not None and not stop.is_set():  # noqa: ASYNC110 -- the event is one for threads
                await asyncio.sleep(POLL)
            return found
        finally:
            sharing.cancel()
            if end is not None:
                end.cancel()
            abandoned.set()
            stop.set()  # a search that nobody waits for need not go on

    async def _share(self, stop: threading.Event) -> None:
        """End a search that has had its share when another visitor waits."""
        await asyncio.sleep(SHARE / (1 + self._turns.in_line(asking.get())))
        await self._turns.wanted.wait()
        stop.set()

    def stop(self) -> None:
        """Prepare no more games: the server is about to stop, and those who wait would delay that."""
        self._preparations.close()

    def close(self) -> None:
        """Take no more searches, and prepare no more. Searches under way belong to rooms, which end them."""
        self.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.work.close()


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], argument: Any) -> None:
    try:
        loop.call_soon_threadsafe(function, argument)
    except RuntimeError:
        return  # the loop has ended while the search went on: nobody listens any more
