"""Who can play in a match: versions of the search in source folders, and engines that speak UCI or CECP.

A contender is written as a source folder, or as ``uci:`` or ``xboard:`` and a command, followed by its limits
and options with commas between::

    src,nodes=5000
    ../old/src,seconds=0.2,threads=2
    uci:/usr/games/fairy-stockfish,nodes=20000,UCI_LimitStrength=true,UCI_Elo=2100
"""

from __future__ import annotations

import itertools
import os
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, Protocol

import chess.engine
import chess.variant

from fairyring import Position

LIMITS = {"nodes": int, "seconds": float, "depth": int}
TICKS = os.sysconf("SC_CLK_TCK")


class Answer(NamedTuple):
    """A contender's move in a position.

    Attributes:
        move: its text, as the contender writes it.
        score: in hundredths of a pawn for the side to move.
        depth: plies searched.
        nodes: positions visited.
    """

    move: str
    score: int
    depth: int
    nodes: int


class Seat(Protocol):
    """Who plays one side in one game."""

    def answer(self, start: Position, moves: list[str]) -> Answer:
        """Its move after some moves from a start position."""


class Contender(Protocol):
    """Who plays in a match, several games at the same time."""

    def seat(self) -> AbstractContextManager[Seat]:
        """A place in one game, for as long as it lasts."""

    def processor_seconds(self) -> float:
        """How long it has used the processor."""

    def close(self) -> None:
        """End it."""


def is_engine(text: str) -> bool:
    """Whether a contender is a program that speaks UCI or CECP."""
    return text.startswith(("uci:", "xboard:"))


def opened(text: str, games: int = 1) -> Contender:
    """The contender that is written so; an engine plays so many games at the same time.

    Raises:
        ValueError: an option has no value.
    """
    name, *words = text.split(",")
    options = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f"{text}: {word!r} is no option; write NAME=VALUE")
        options[key] = value
    kind, _, command = name.partition(":")
    if kind in ("uci", "xboard"):
        return Engines(kind, command, options, games)
    return Version(name, options)


def _used(process: int) -> float:
    """The processor seconds that a process has used, by its number."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Version:
    """The search of the fairyring in a source folder, in a process that plays many games at the same time.

    On a busy machine, a process that waits for its opponent after each move gets little of the processor.
    """

    def __init__(self, source: str, options: dict[str, str]) -> None:
        """Start it.

        Args:
            source: its ``src`` folder.
            options: those of `_player.py`.
        """
        player = Path(__file__).with_name("_player.py")
        environment = os.environ | {"PYTHONPATH": str(Path(source).resolve(strict=True))}
        self._process = subprocess.Popen(
            [sys.executable, str(player), *(f"{name}={value}" for name, value in options.items())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self._lock = threading.Lock()
        self._asked: SimpleQueue[Future[Answer]] = SimpleQueue()
        self._games = itertools.count()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            move, *numbers = line.strip().split("\t")
            self._asked.get().set_result(Answer(move, *map(int, numbers)))
        with self._lock:
            while not self._asked.empty():
                self._asked.get().set_exception(EOFError("the player has ended; see its error above"))

    @contextmanager
    def seat(self) -> Iterator[Seat]:
        """See `Contender`."""
        yield _VersionSeat(self, next(self._games))

    def ask(self, line: str) -> Answer:
        """What the process answers to a line."""
        assert self._process.stdin is not None
        future: Future[Answer] = Future()
        with self._lock:
            self._asked.put(future)
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        return future.result()

    def processor_seconds(self) -> float:
        """See `Contender`."""
        return _used(self._process.pid)

    def close(self) -> None:
        """See `Contender`."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)


class _VersionSeat(NamedTuple):
    version: Version
    number: int

    def answer(self, start: Position, moves: list[str]) -> Answer:
        """See `Seat`."""
        return self.version.ask("\t".join((str(self.number), start.variant.name, str(start), *moves)))


class Engines:
    """A program that speaks UCI or CECP, in games that python-chess knows by the same names."""

    def __init__(self, kind: str, command: str, options: dict[str, str], number: int) -> None:
        """Start it.

        Args:
            kind: ``uci`` or ``xboard``.
            command: the command with its arguments.
            options: limits (`LIMITS`), and the engine's own options.
            number: how many games it can play at the same time, each in a process.
        """
        opener = {
            "uci": chess.engine.SimpleEngine.popen_uci,
            "xboard": chess.engine.SimpleEngine.popen_xboard,
        }[kind]
        limits = {name: LIMITS[name](options[name]) for name in LIMITS if name in options}
        if "seconds" in limits:
            limits["time"] = limits.pop("seconds")
        limit = chess.engine.Limit(**limits)
        self._all = [opener(shlex.split(command), timeout=60) for _ in range(number)]
        self._free: SimpleQueue[_EngineSeat] = SimpleQueue()
        for engine in self._all:
            engine.configure({name: value for name, value in options.items() if name not in LIMITS})
            self._free.put(_EngineSeat(engine, limit))

    @contextmanager
    def seat(self) -> Iterator[Seat]:
        """See `Contender`."""
        free = self._free.get()
        try:
            yield free
        finally:
            self._free.put(free)

    def processor_seconds(self) -> float:
        """See `Contender`."""
        return sum(_used(engine.transport.get_pid()) for engine in self._all)

    def close(self) -> None:
        """See `Contender`."""
        for engine in self._all:
            engine.quit()


class _EngineSeat(NamedTuple):
    engine: chess.engine.SimpleEngine
    limit: chess.engine.Limit

    def answer(self, start: Position, moves: list[str]) -> Answer:
        """See `Seat`."""
        board = chess.variant.find_variant(start.variant.name)(str(start))
        for move in moves:
            board.push_uci(move.replace("-", "").replace("=", "").lower())
        found = self.engine.play(board, self.limit, game=id(start), info=chess.engine.INFO_ALL)
        assert found.move is not None
        score = found.info.get("score")
        return Answer(
            found.move.uci(),
            (score.relative.score(mate_score=32000) or 0) if score else 0,
            found.info.get("depth", 0),
            found.info.get("nodes", 0),
        )
