"""The clocks of a game, in seconds. Everything follows from the times at which things happened."""

from __future__ import annotations

import time
from collections.abc import Sequence

from fairyring.board import Side
from fairyring.web.events import Terms

SPENT = 0.7  # of the time until a player loses, or of an increment
COMING = 30  # moves for which what is left should last


class Steady:
    """The time of a server: what the machine's clock said when it began, and then by the monotonic clock.

    Nobody loses on time because the machine's clock is set. Processes on one machine have the same time if
    they have the same offset.

    Attributes:
        offset: the seconds from the monotonic clock to seconds since 1970.
    """

    def __init__(self, offset: float | None = None) -> None:
        self.offset = time.time() - time.monotonic() if offset is None else offset

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self.offset + time.monotonic()

    def not_before(self, at: float) -> None:
        """Be no earlier than a time when a server is known to have been there."""
        self.offset = max(self.offset, at - time.monotonic())


class Clock:
    """Two clocks, of which one runs at most.

    Time during which no server was there counts for nobody.

    Attributes:
        running: the side whose time runs.
    """

    def __init__(self, terms: Terms, outages: Sequence[tuple[float, float]] = ()) -> None:
        self.terms = terms
        self.running: Side | None = None
        self._outages = outages
        self._left = dict.fromkeys(Side, float(terms.seconds))
        self._since = 0.0

    def left(self, side: Side, now: float) -> float:
        """The seconds that a side has left, 0 at least."""
        gone = self._gone(now) if side is self.running else 0.0
        return max(0.0, self._left[side] - gone)

    def expired(self, now: float) -> Side | None:
        """The side whose time is over."""
        return self.running if self.running is not None and self.left(self.running, now) <= 0 else None

    def allowance(self, side: Side, now: float) -> float:
        """The seconds that a side may think about a move and have enough left for those to come."""
        left = self.left(side, now)
        if self.terms.kind == "move":
            return left * SPENT
        return min(left * SPENT, left / COMING + self.terms.increment * SPENT)

    def halt(self, now: float) -> None:
        """Let no time run."""
        if self.running is not None:
            self._left[self.running] = self.left(self.running, now)
        self.running = None

    def run(self, side: Side, now: float) -> None:
        """Let a side's time run, and the other's no longer."""
        self.halt(now)
        self.running, self._since = side, now

    def pressed(self, side: Side, now: float) -> None:
        """A side has moved: it is given what a move is worth, and nobody's time runs."""
        was_running = self.running is side
        self.halt(now)
        if self.terms.kind == "move":
            self._left[side] = float(self.terms.seconds)
        elif was_running:
            self._left[side] += self.terms.increment

    def anew(self) -> None:
        """A turn begins again: where moves are timed one by one, everybody has a move's time."""
        if self.terms.kind == "move":
            self._left = dict.fromkeys(Side, float(self.terms.seconds))

    def _gone(self, now: float) -> float:
        out = sum(max(0.0, min(now, until) - max(self._since, since)) for since, until in self._outages)
        return max(0.0, now - self._since - out)
