"""fairyring's own search as the rooms' engine. The search is imported when it is first needed."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fairyring.web.compiling import Report
from fairyring.web.thinking import Analysis, Level, Stop

if TYPE_CHECKING:
    from fairyring.game import Position, Variant
    from fairyring.search import KeptGames

HINT_SECONDS = 1.5
KEPT_GAMES = 4  # of which the computer keeps what it has found out, some 17 MiB each


class SearchEngine:
    """fairyring's search. Levels without noise keep from move to move what they have found out."""

    def __init__(self) -> None:
        """Import nothing yet."""
        self._games: KeptGames | None = None

    def levels(self) -> Sequence[Level]:
        """The search's levels."""
        from fairyring.search import LEVELS

        return [Level(level.name, level.title, level.limits.seconds or 0.0) for level in LEVELS.values()]

    def prepare(self, variant: Variant, report: Report) -> None:
        """Compile the search for a game's rules, or load it."""
        from fairyring.search import prepare

        prepare(variant, report)

    def analyse(
        self,
        position: Position,
        lines: int,
        seconds: float,
        report: Callable[[Analysis], None],
        stop: Stop,
    ) -> Analysis:
        """Search for so many lines, in so much time."""
        from fairyring.search import search

        return search(position, seconds=seconds, lines=lines, report=report, stop=stop)

    def search(
        self,
        position: Position,
        level: str | None,
        report: Callable[[Analysis], None],
        stop: threading.Event,
    ) -> Analysis:
        """Search by a level's limits, or for a hint all it can in a moment."""
        from fairyring.search import LEVELS, KeptGames, search

        if level is None:
            return search(position, seconds=HINT_SECONDS, report=report, stop=stop)
        seed = secrets.randbits(32)
        if LEVELS[level].eval_noise:
            return search(position, level=level, report=report, stop=stop, seed=seed)
        if self._games is None:
            self._games = KeptGames(KEPT_GAMES)
        with self._games.of(position) as kept:
            return search(position, level=level, report=report, stop=stop, seed=seed, kept=kept)
