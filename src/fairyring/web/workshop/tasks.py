"""What can be asked about a game file: functions that run in a limited process, and their limits."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Report = Callable[[str, int, int], None]
"""Tells who waits of each step: its name, its number from 0, and how many steps there are."""

Function = Callable[..., Any]
"""Called with the file's text, a `Report`, and what else is given, by name; returns what JSON can say.

It may raise any `FairyringError`.
"""


class Task(NamedTuple):
    """A function of a file's text, and what it may use.

    Attributes:
        function: where it is, as ``module:name``; imported only by the process that calls it.
        seconds: of the processor; compiling our own code, which is done once for all games, does not count.
        patience: seconds by the clock, which count from when it begins.
        answer: bytes of its answer.
    """

    function: str
    seconds: float
    patience: float
    answer: int = 1_000_000

    def resolved(self) -> Function:
        """The function itself."""
        found: Function = pkgutil.resolve_name(self.function)
        return found


TASKS: Mapping[str, Task] = {
    "look": Task("fairyring.web.workshop.look:look", seconds=8, patience=20),
    "rules": Task("fairyring.web.workshop.look:rules_of", seconds=8, patience=20, answer=4_000_000),
    "fits": Task("fairyring.web.workshop.look:fits", seconds=12, patience=30),
    "movement": Task("fairyring.web.workshop.pieces:movement", seconds=3, patience=10),
    "picture": Task("fairyring.web.workshop.cleaning:cleaned", seconds=3, patience=10, answer=20_000),
    "check": Task("fairyring.web.workshop.checking:check", seconds=20, patience=120, answer=10_000),
    "games": Task("fairyring.web.workshop.laboratory:games", seconds=12, patience=60, answer=20_000),
    "playable": Task("fairyring.web.workshop.playable:playable", seconds=8, patience=60),
    "prepare": Task("fairyring.web.preparing:prepare", seconds=300, patience=600),
    "import": Task("fairyring.web.workshop.importing:read", seconds=20, patience=120, answer=4_000_000),
}
"""By the names by which they are asked for."""
