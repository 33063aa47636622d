"""Python's garbage collector pauses while Numba compiles and while tables are built.

Both make many small objects, most of which live until the end. The collector goes through them again and
again and finds next to nothing: that took an eighth of a compile's time, and a quarter of a table's.
Afterwards it makes up for it; until then a compile takes some 90 MB more.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class _Pause:
    """Keeps the collector off in the whole process, from the first to begin to the last to end."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._within = 0
        self._was_on = False

    def begin(self) -> None:
        """Somebody needs the pause; several threads may."""
        with self._lock:
            if not self._within:
                self._was_on = gc.isenabled()
                gc.disable()
            self._within += 1

    def end(self) -> None:
        """Somebody needs it no longer."""
        with self._lock:
            self._within -= 1
            if not self._within and self._was_on:
                gc.enable()


PAUSE = _Pause()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the collector off meanwhile."""
    PAUSE.begin()
    try:
        yield
    finally:
        PAUSE.end()
