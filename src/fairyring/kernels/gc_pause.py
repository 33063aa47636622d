"""Python's garbage collector pauses while Numba compiles.

A compile makes millions of small objects, and most of them live until it ends. The collector goes through
them again and again and finds next to nothing, which took an eighth of the time. After the compile it makes
up for it at once; until then a compile takes some 90 MB more.
"""

from __future__ import annotations

import gc

from numba.core.event import Event, Listener, register


class _Pause(Listener):
    """Stops the collector when the outermost compile begins, and starts it when that compile ends.

    Numba compiles under one lock, so no two threads are here at once.
    """

    def __init__(self) -> None:
        self._within = 0
        self._was_on = False

    def on_start(self, event: Event) -> None:
        """A compile begins."""
        if not self._within:
            self._was_on = gc.isenabled()
            gc.disable()
        self._within += 1

    def on_end(self, event: Event) -> None:
        """A compile ends, with or without an error."""
        self._within -= 1
        if not self._within and self._was_on:
            gc.enable()


def pause_collector() -> None:
    """Keep the collector off during every compile of this process."""
    register("numba:compile", _Pause())  # type: ignore[no-untyped-call]  # Numba carries no types here
