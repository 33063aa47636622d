"""How strong the computer plays: levels from a beginner's to the maximum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from fairyring.errors import SearchError, shown, whole_number
from fairyring.search.deepening import MAX_DEPTH

MAX_SECONDS, MAX_NUMBER = 10**9, 1 << 62  # of nodes, and of lines


@dataclass(frozen=True)
class Limits:
    """Where a search ends: at the limit reached first. None: no such limit.

    Attributes:
        seconds: of elapsed time.
        aim: of elapsed time, on average: less if the best move is clear, more if it is not.
        nodes: positions visited.
        depth: plies searched completely.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    aim: float | None = None


def checked(limits: Limits) -> Limits:
    """The limits as the search takes them, whatever kinds of numbers they are.

    Raises:
        SearchError: one is not a number, or out of range.
    """
    seconds, aim = limits.seconds, limits.aim
    nodes, depth = limits.nodes, limits.depth
    return Limits(
        seconds=None if seconds is None else _timed("seconds", seconds),
        nodes=None if nodes is None else whole_number("nodes", nodes, 1, MAX_NUMBER, SearchError),
        depth=None if depth is None else whole_number("depth", depth, 1, MAX_DEPTH, SearchError),
        aim=None if aim is None else _timed("aim", aim),
    )


def _timed(name: str, value: Any) -> float:
    """Some seconds."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise SearchError(f"{name}: a number, not {value!r}")
    if not 0 < value <= MAX_SECONDS:
        raise SearchError(f"{name}: a number above 0, up to {MAX_SECONDS}, not {value!r}")
    return float(value)


@dataclass(frozen=True)
class Level:
    """A playing strength of the computer.

    Attributes:
        name: its name in programs.
        title: its name for people.
        limits: where its search ends.
        eval_noise: the standard deviation of the noise that is added to each move's score before it
            chooses, in hundredths of a pawn. 0: it always plays the best move it found.
    """

    name: str
    title: str
    limits: Limits
    eval_noise: int = 0


_LEVELS = (
    Level("beginner", "Beginner", Limits(nodes=50_000, depth=1), 160),
    Level("casual", "Casual player", Limits(nodes=100_000, depth=2), 70),
    Level("club", "Club player", Limits(nodes=300_000, depth=4), 25),
    Level("strong", "Strong player", Limits(nodes=150_000)),
    Level("master", "Master", Limits(seconds=1.8)),
    Level("limitless", "Maximum", Limits(seconds=20.0)),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.name: level for level in _LEVELS})
"""The levels by name, the weakest first."""


def level_of(name: str | Level) -> Level:
    """The level of a name, or the level itself.

    Raises:
        SearchError: there is no level of that name.
    """
    if isinstance(name, Level):
        return name
    try:
        return LEVELS[name]
    except (KeyError, TypeError):
        raise SearchError(f"there is no level {shown(str(name))}; there are {', '.join(LEVELS)}") from None
