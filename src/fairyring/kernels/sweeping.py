"""No sweeping for garbage while Numba compiles.

A compile makes millions of small objects, most of which live until it ends. Python's collector goes through
them again and again meanwhile, and finds next to nothing: an eighth of the time. Once it may again, it does
at once what it left; until then a compile takes some 90 MB more.
"""

from __future__ import annotations

import gc

from numba.core.event import Event, Listener, register


class _Broom(Listener):
    """Puts the collector aside when the outermost compile begins, and takes it up when that ends.

    Numba compiles under one lock, so that no two threads come here at once.
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
        """A compile ends, well or not."""
        self._within -= 1
        if not self._within and self._was_on:
            gc.enable()


def sweep_between_compiles() -> None:
    """Leave the collector off during every compile of this process."""
    register("numba:compile", _Broom())  # type: ignore[no-untyped-call]  # Numba carries no types here
