"""An engine for tests: it plays the first turn in the order of texts, at once, or when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairyring.game import Move, Position, Variant
from fairyring.web.compiling import Report
from fairyring.web.thinking import Analysis, Level


@dataclass(frozen=True)
class Found:
    move: Move | None
    line: tuple[Move, ...]
    score: int = 25
    mate: int | None = None
    depth: int = 3
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
