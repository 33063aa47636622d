"""An engine for tests: it plays the first turn in the order of texts, at once, or when it is told to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairyring.game import Move, Position, Variant
from fairyring.web.compiling import Report
from fairyring.web.thinking import Analysis, Level, Stop


@dataclass(frozen=True)
class FoundLine:
    moves: tuple[Move, ...]
    score: int = 25
    mate: int | None = None


@dataclass(frozen=True)
class Found:
    move: Move | None
    line: tuple[Move, ...]
    score: int = 25
    mate: int | None = None
    depth: int = 3
    lines: tuple[FoundLine, ...] = ()
    nodes: int = 1000
    speed: float = 12345.6


class Stub:
    """``patient``: it thinks until it is stopped. ``broken``: it fails."""

    def __init__(self, patient: bool = False, broken: bool = False, mate: int | None = None) -> None:
        self.patient = patient
        self.broken = broken
        self.mate = mate
        self.asked: list[tuple[str, str | None]] = []
        self.stopped = threading.Event()

    def levels(self) -> Sequence[Level]:
        return [Level("easy", "Easy"), Level("hard", "Hard")]

    def prepare(self, variant: Variant, report: Report) -> None:
        report("search", 0, 1)

    def analyse(
        self,
        position: Position,
        lines: int,
        seconds: float,
        report: Callable[[Analysis], None],
        stop: Stop,
    ) -> Analysis:
        """The first turns in the order of texts, each deeper than the last, until it is stopped."""
        self.asked.append((str(position), f"{lines} lines"))
        if self.broken:
            raise RuntimeError("the stub is broken")
        found = tuple(FoundLine((move,)) for move in sorted(position.legal_moves(), key=str)[:lines])
        depth, until = 1, time.monotonic() + seconds
        while True:
            analysis = Found(found[0].moves[0], found[0].moves, depth=depth, lines=found)
            report(analysis)
            if stop.is_set() or not self.patient or time.monotonic() > until:
                return analysis
            depth += 1
            time.sleep(0.01)

    def search(
        self,
        position: Position,
        level: str | None,
        report: Callable[[Analysis], None],
        stop: threading.Event,
    ) -> Analysis:
        self.asked.append((str(position), level))
        if self.broken:
            raise RuntimeError("the stub is broken")
        move = min(position.legal_moves(), key=str)
        found = Found(move, (move,), mate=self.mate)
        report(found)
        if self.patient:
            stop.wait(60)
            self.stopped.set()
        return found
