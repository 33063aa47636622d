"""For debugging: what keeps the event loop from its work is logged, by its place in the code.

It is on where the environment variable FAIRYRING_STALLS says after how many seconds, such as 0.1.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import threading
import time
import traceback
from pathlib import Path

VARIABLE = "FAIRYRING_STALLS"
PLACES = 6  # of the code, the innermost ones
PART = 4  # looks in the time after which a stall is logged

logger = logging.getLogger(__name__)


class Stalls:
    """Watches the running event loop from another thread, and the garbage collector."""

    def __init__(self, seconds: float) -> None:
        """Log what takes more than so many seconds."""
        self._seconds = seconds
        self._watched = threading.get_ident()
        self._beaten = self._collecting = time.monotonic()
        self._over = threading.Event()
        self._task = asyncio.create_task(self._beat())
        gc.callbacks.append(self._collected)
        threading.Thread(target=self._watch, name="stalls", daemon=True).start()

    @classmethod
    def wanted(cls) -> Stalls | None:
        """A watch of the running loop, if the environment asks for one."""
        said = os.environ.get(VARIABLE, "")
        try:
            return cls(float(said)) if said else None
        except ValueError:
            logger.warning("%s is a number of seconds", VARIABLE)
            return None

    def close(self) -> None:
        """Watch no longer."""
        self._over.set()
        self._task.cancel()
        gc.callbacks.remove(self._collected)

    async def _beat(self) -> None:
        while True:
            self._beaten = time.monotonic()
            await asyncio.sleep(self._seconds / PART)

    def _watch(self) -> None:
        told = 0.0
        while not self._over.wait(self._seconds / PART):
            beaten = self._beaten
            if beaten != told and time.monotonic() - beaten > self._seconds:
                told = beaten
                logger.warning("the event loop is held up at %s", _places(self._watched))
                while self._beaten == beaten and not self._over.wait(self._seconds / PART):
                    pass
                logger.warning("the event loop was held up for %.2f s", time.monotonic() - beaten)

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        now = time.monotonic()
        if phase == "start":
            self._collecting = now
        elif now - self._collecting > self._seconds / PART:
            taken = now - self._collecting
            logger.warning("a garbage collection of generation %d took %.2f s", info["generation"], taken)


def _places(thread: int) -> str:
    """Where a thread is in the code; no values, which may be secrets."""
    frame = sys._current_frames().get(thread)
    found = traceback.extract_stack(frame, PLACES) if frame else []
    return " > ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in found)
