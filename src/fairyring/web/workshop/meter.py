"""Limits of the process that a task runs in, kept by the system: processor time and memory.

Where the system has no such limits (Windows), only the server's patience ends a task.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

COMPILING = 300.0  # seconds of the processor for compiling during one task


class Meter:
    """The limits of this process. There is one in a process, in its main thread."""

    def __init__(self, compiling: Callable[[], None]) -> None:
        """``compiling`` is called when our own code begins to be compiled, once in a task."""
        from numba.core import event

        self._compiling = compiling
        self._told = False
        self._depth = 0
        self._left = 0.0
        self._measuring = False
        meter = self

        class Listener(event.Listener):  # type: ignore[misc,unused-ignore]
            def on_start(self, event: object) -> None:
                meter._began()

            def on_end(self, event: object) -> None:
                meter._ended()

        event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]

    @contextmanager
    def seconds(self, number: float) -> Iterator[None]:
        """End this process if what is done here takes more seconds of the processor, compiling aside."""
        self._told, self._measuring = False, True
        _ending_after(number)
        try:
            yield
        finally:
            self._measuring = False
            _ending_after(0)

    def _began(self) -> None:
        if self._measuring and self._depth == 0:
            self._left = _ending_after(COMPILING)
            if not self._told:
                self._told = True
                self._compiling()
        self._depth += 1

    def _ended(self) -> None:
        self._depth -= 1
        if self._measuring and self._depth == 0:
            _ending_after(self._left)


def give_way(nice: int) -> None:
    """Let this process give way to the server, by so much, and leave no file behind when it ends."""
    if sys.platform != "win32":
        import resource

        os.nice(nice)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def bound(memory: int) -> None:
    """From now on, allow this process so many bytes of memory more than it has."""
    if sys.platform != "win32" and (now := used()):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (now + memory, now + memory))


def used() -> int:
    """The bytes of memory that this process has asked for; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _ending_after(seconds: float) -> float:
    """Let the system end this process after so many seconds of the processor; 0 for never.

    Returns:
        The seconds that were left.
    """
    if sys.platform == "win32":
        return 0.0
    return signal.setitimer(signal.ITIMER_PROF, seconds)[0]  # whose signal nobody catches
