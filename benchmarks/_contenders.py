"""Who can play in a match: versions of the search in source folders, and engines that speak UCI or CECP.

A contender is written as a source folder, or as ``uci:`` or ``xboard:`` and a command, followed by its limits
and options with commas between::

    src,nodes=5000
    ../old/src,seconds=0.2,threads=2
    uci:/usr/games/fairy-stockfish,nodes=20000,UCI_LimitStrength=true,UCI_Elo=2100
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
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


class Contender(Protocol):
    """Who plays one side."""

    def answer(self, start: Position, moves: list[str]) -> Answer:
        """Its move after some moves from a start position."""

    def processor_seconds(self) -> float:
        """How long it has used the processor."""

    def close(self) -> None:
        """End it."""


def opened(text: str) -> Contender:
    """The contender that is written so.

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
        return Engine(kind, command, options)
    return Version(name, options)


def _used(process: int) -> float:
    """The processor seconds that a process has used, by its number."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Version:
    """The search of the fairyring in a source folder, in a process of its own."""

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

    def answer(self, start: Position, moves: list[str]) -> Answer:
        """See `Contender`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\t".join((start.variant.name, str(start), *moves)) + "\n")
        self._process.stdin.flush()
        move, *numbers = self._process.stdout.readline().strip().split("\t")
        return Answer(move, *map(int, numbers))

    def processor_seconds(self) -> float:
        """See `Contender`."""
        return _used(self._process.pid)

    def close(self) -> None:
        """See `Contender`."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=60)


class Engine:
    """A program that speaks UCI or CECP, in games that python-chess knows by the same names."""

    def __init__(self, kind: str, command: str, options: dict[str, str]) -> None:
        """Start it.

        Args:
            kind: ``uci`` or ``xboard``.
            command: the command with its arguments.
            options: limits (`LIMITS`), and the engine's own options.
        """
        opener = {
            "uci": chess.engine.SimpleEngine.popen_uci,
            "xboard": chess.engine.SimpleEngine.popen_xboard,
        }
        self._engine = opener[kind](shlex.split(command), timeout=60)
        limits = {name: LIMITS[name](options[name]) for name in LIMITS if name in options}
        if "seconds" in limits:
            limits["time"] = limits.pop("seconds")
        self._limit = chess.engine.Limit(**limits)
        self._engine.configure({name: value for name, value in options.items() if name not in LIMITS})
        self._game: Position | None = None
        self._used = 0.0

    def answer(self, start: Position, moves: list[str]) -> Answer:
        """See `Contender`."""
        board = chess.variant.find_variant(start.variant.name)(str(start))
        for move in moves:
            board.push_uci(move.replace("-", "").replace("=", "").lower())
        before = self.processor_seconds()
        found = self._engine.play(board, self._limit, game=id(start), info=chess.engine.INFO_ALL)
        self._used += self.processor_seconds() - before
        assert found.move is not None
        score = found.info.get("score")
        return Answer(
            found.move.uci(),
            score.relative.score(mate_score=32000) or 0 if score else 0,
            found.info.get("depth", 0),
            found.info.get("nodes", 0),
        )

    def processor_seconds(self) -> float:
        """See `Contender`."""
        return _used(self._engine.transport.get_pid())

    def close(self) -> None:
        """See `Contender`."""
        self._engine.quit()
