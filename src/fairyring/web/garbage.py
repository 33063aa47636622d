"""The garbage collector of a server, which never looks at many objects at once while people play.

A move leaves some thousand new objects behind, and as many old ones go. Python counts new objects less those
that have gone, so by itself it would look at new ones rarely: at some 100,000 at a time, at each of them
three times, and in the end at all that there are. With a thousand games that takes 0.3 s, for which everybody
waits. So a thread looks at new objects before they are many; its pause follows from how long the last look
took. What is still there a few looks later is set aside and not looked at again. It is freed as usual once
nothing refers to it; only circles of such objects stay, such as a room and its computer, and rooms break
theirs when they are closed. Where much is set aside all the same, everything is looked at, but rarely.

A game that is loaded makes hundreds of thousands of objects in a second, far more than one pause should let
come together: Python then looks at new ones by itself, at a few thousand each time, and after some such looks
the thread sets aside what is left of them at once.
"""

from __future__ import annotations

import gc
import threading
import time
from itertools import count
from queue import Empty, SimpleQueue

YOUNG = 5_000  # more objects after which Python looks at new ones by itself, as when games are loaded
NEVER = 1_000_000  # looks at new objects after which Python looks at older ones by itself
WANTED = 0.003  # seconds of the processor that a look at new objects should take
LEAST, MOST = 0.05, 1.0  # seconds between two of them
LOOKS = 4  # of them, the last of which is at all that is still new and not set aside
OWN_LOOKS = 6  # of Python's own, after which the thread does not wait any longer
MORE = 1_000_000  # objects set aside, beyond twice as many as last time, after which all are looked at
RARELY = 3600.0  # seconds between two looks at all of them, at least


class Collector:
    """Sets aside what has been looked at twice, in a thread."""

    def __init__(self) -> None:
        """Set aside all that is there, and go on so in this process."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._known = gc.get_freeze_count()
        self._looked = time.monotonic()
        self._over = False
        self._own_looks = 0
        self._wake: SimpleQueue[None] = SimpleQueue()  # unlike an event, safe within a collection
        gc.callbacks.append(self._count)
        self._thread = threading.Thread(target=self._collect, name="garbage", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Set aside nothing more."""
        self._over = True
        self._wake.put(None)
        self._thread.join()
        gc.callbacks.remove(self._count)
        gc.unfreeze()

    def _count(self, phase: str, info: dict[str, int]) -> None:
        """Count Python's own looks at new objects; called before and after each, in any thread."""
        if phase == "stop" and info["generation"] == 0:
            self._own_looks += 1
            if self._own_looks == OWN_LOOKS:
                self._wake.put(None)

    def _collect(self) -> None:
        pause = LEAST
        for number in count(1):
            last = self._woken(pause) or number % LOOKS == 0
            if self._over:
                return
            wanted = WANTED * (LOOKS if last else 1)
            began = time.thread_time()
            if last:
                self.set_aside()
            else:
                gc.collect(0)
            taken = time.thread_time() - began
            pause = min(max(LEAST, pause * wanted / max(taken, wanted / 2)), MOST)
            if time.monotonic() > self._looked + RARELY:
                self.look_at_all()

    def _woken(self, pause: float) -> bool:
        """Wait, unless Python's own looks are too many; whether they were."""
        try:
            self._wake.get(timeout=pause)
        except Empty:
            return False
        return True

    def set_aside(self) -> None:
        """Look at what is not set aside yet, and set aside what is left."""
        gc.collect(1)
        gc.freeze()
        self._own_looks = 0

    def look_at_all(self) -> None:
        """Look at everything, if far more is set aside than when that was done last."""
        self._looked = time.monotonic()
        found = gc.get_freeze_count()  # which counts them one by one
        if found > 2 * self._known + MORE:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._known = found
