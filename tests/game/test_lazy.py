"""Attributes that are computed when they are first asked for."""

from __future__ import annotations

import threading

from fairyring.game.lazy import lazy


class Slow:
    def __init__(self, computing: threading.Event, go_on: threading.Event) -> None:
        self.computing, self.go_on = computing, go_on

    @lazy
    def found(self) -> int:
        """What is found."""
        self.computing.set()
        self.go_on.wait(10)
        return id(self)


def test_one_object_does_not_wait_for_another() -> None:
    """As `functools.cached_property` has it do before Python 3.12."""
    computing, go_on, free = threading.Event(), threading.Event(), threading.Event()
    free.set()
    slow, quick = Slow(computing, go_on), Slow(threading.Event(), free)
    thread = threading.Thread(target=lambda: slow.found)
    thread.start()
    computing.wait(10)
    assert quick.found == id(quick)
    assert "found" not in vars(slow)
    go_on.set()
    thread.join()
    assert vars(slow)["found"] == slow.found == id(slow)
    assert Slow.found.__doc__ == "What is found."
