"""What a search leaves for the next one: its transposition table and its histories."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from fairyring.errors import SearchError
from fairyring.game import Position
from fairyring.search.memory import Memory, begin_again, new_memory

SAME_GAME = 8  # plies between two searches of one game, at most


class Kept:
    """What searches of one game keep from one move to the next.

    Pass the same object to each `fairyring.search` of a game. What an earlier search found out is then found
    at once, and moves are tried in a better order. In games with secrets nothing is kept, because
    what one side thinks must not reach the other.
    """

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._memory: Memory | None = None
        self._made_for: tuple[Any, int, int] | None = None
        self._searching = threading.Lock()

    def clear(self) -> None:
        """Forget everything, for a new game."""
        self._memory = self._made_for = None

    @contextmanager
    def searching(self) -> Iterator[None]:
        """While a search uses it.

        Raises:
            SearchError: another search does.
        """
        if not self._searching.acquire(blocking=False):
            raise SearchError(
                "kept: another search is using it; searches that run at the same time need one each"
            )
        try:
            yield
        finally:
            self._searching.release()

    def memory(self, tables: Any, entries: int, most_moves: int) -> Memory:
        """The arrays for a search: those of the search before, if they fit.

        Args:
            tables: the game's tables; what was kept for others is forgotten.
            entries: how many entries the transposition table has at least.
            most_moves: how many moves one position may have.
        """
        made_for = tables, entries, most_moves
        before = self._made_for
        if self._memory is None or before is None or before[0] is not tables or before[1:] != made_for[1:]:
            self._memory, self._made_for = new_memory(entries, most_moves), made_for
        else:
            begin_again(self._memory)
        return self._memory


class _Game(NamedTuple):
    """What was kept last of a game, with the keys of its positions up to the one that was searched."""

    tables: Any
    played: tuple[int, ...]
    kept: Kept


class KeptGames:
    """What searches of several games keep, where it is not said to which game a search belongs.

    A search belongs to a game if the game's last searched position led to the new one, within a few plies.
    """

    def __init__(self, most: int) -> None:
        """Keep nothing yet, and later what belongs to so many games; those searched least lately give way."""
        self._most = most
        self._games: deque[_Game] = deque()
        self._lock = threading.Lock()

    @contextmanager
    def of(self, position: Position) -> Iterator[Kept | None]:
        """What to pass to the search of a position; None in a game with secrets, where nothing is kept.

        No other search gets it before this one ends.
        """
        rules = position.variant.rules
        if rules.secrets is not None:
            yield None
            return
        played = (*position.earlier, position.key)
        kept = self._take(rules.tables, played)
        try:
            yield kept
        finally:
            with self._lock:
                self._games.append(_Game(rules.tables, played, kept))
                while len(self._games) > self._most:
                    self._games.popleft()

    def _take(self, tables: Any, played: tuple[int, ...]) -> Kept:
        with self._lock:
            for i, game in enumerate(self._games):
                since = len(played) - len(game.played)
                led_here = 0 <= since <= SAME_GAME and played[: len(game.played)] == game.played
                if game.tables is tables and led_here:
                    del self._games[i]
                    return game.kept
        return Kept()
