"""The garbage collector of a server, which never looks at all objects at once while people play.

A full collection looks at every object, and everybody waits for it: 68 ms with a hundred games, and so
perhaps 0.7 s with a thousand. So what has outlived one is set aside here, and the next looks at what came
later: some 100,000 objects. What is set aside is freed as ever once nothing refers to it; only circles of
such objects stay, such as a room and its computer, and rooms break theirs when they are closed. Where much
is set aside all the same, everything is looked at, but rarely: with a thousand games that takes 0.3 s.
"""

from __future__ import annotations

import gc
import time

EACH = 5_000, 10, 2  # objects after which the young ones are looked at, and how often before older ones are
MORE = 1_000_000  # objects set aside, beyond twice as many as last time, after which all are looked at
RARELY = 3600.0  # seconds between two looks at all of them, at least


class Collector:
    """Sets aside what outlives a full collection."""

    def __init__(self) -> None:
        """Set aside all that is there, and go on so in this process."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*EACH)
        self._known = gc.get_freeze_count()
        self._looked = time.monotonic()
        gc.callbacks.append(self._collected)

    def close(self) -> None:
        """Set aside nothing more."""
        gc.callbacks.remove(self._collected)
        gc.unfreeze()

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase != "stop" or info["generation"] < 2:
            return
        gc.freeze()
        found = gc.get_freeze_count()
        now = time.monotonic()
        if found > 2 * self._known + MORE and now > self._looked + RARELY:
            gc.unfreeze()  # the next full collection looks at everything
            self._known, self._looked = found, now
