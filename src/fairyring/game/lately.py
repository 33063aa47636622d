"""Which positions keep what they have computed, and their board as it is: those that were asked lately.

The moves of a position take a hundred times as much memory as the position itself, and a long game has
thousands of positions, so only the last ones asked for keep theirs. Others compute them again when asked.
"""

from __future__ import annotations

import threading
import weakref
from collections import deque
from typing import Protocol

MAX_WEIGHT = 30_000  # moves of all positions that keep them; about 20 MB
OBJECTS = 1_800  # bytes of a position apart from its row, and of the move that led to it


class Forgetful(Protocol):
    """What can do without what it has computed."""

    def forget(self) -> None:
        """Take less room."""


class Lately:
    """The positions that keep what was computed, up to a weight. It may be used from many threads."""

    def __init__(self, most: int) -> None:
        """Keep up to ``most`` in all."""
        self._most = most
        self._kept = deque[tuple[weakref.ref[Forgetful], int]]()
        self._weight = 0
        self._lock = threading.Lock()

    def add(self, position: Forgetful, weight: int) -> None:
        """Note that a position computed something of this weight."""
        with self._lock:
            self._kept.append((weakref.ref(position), weight))
            self._weight += weight
            gone = []
            while self._weight > self._most and len(self._kept) > 1:
                reference, lost = self._kept.popleft()
                self._weight -= lost
                gone.append(reference())
        for old in gone:
            if old is not None and old is not position:
                old.forget()


lately = Lately(MAX_WEIGHT)
"""The positions of this process."""
