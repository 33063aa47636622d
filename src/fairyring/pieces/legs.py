"""Movement that is no single straight line: several legs one after the other, curves, skis and jumps.

All of it is walked as the mover sees the board, and turns with the edges: where a vector is reflected, so are
those that follow it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fairyring.board import Board, Heading, Side
from fairyring.messages import Message
from fairyring.pieces.movement import Hurdle, Leap, Way, Whose, between, swapped

Vector = tuple[int, int]


class Leg(NamedTuple):
    """A part of a movement, on whose end the piece cannot stay.

    Attributes:
        vector: files to the right and ranks forward.
        limit: how many times the vector may be taken; 0 for any number.
        empty: whether it may end on an empty site.
        hop: whose piece it may end on and leave there; None if it may not.
        take: whose piece it may end on and capture; None if it may not.
    """

    vector: Vector
    limit: int = 1
    empty: bool = True
    hop: Whose | None = None
    take: Whose | None = None


class _Passed(NamedTuple):
    """What has been passed: the sites that must be empty, and the hurdles."""

    through: tuple[int, ...] = ()
    hurdles: tuple[Hurdle, ...] = ()

    def hurdle(self, site: int) -> Hurdle | None:
        return next((hurdle for hurdle in self.hurdles if hurdle.site == site), None)

    def over(self, site: int, start: int) -> _Passed | None:
        """With one more site that must be empty; None if it cannot be. The start is, and what was taken."""
        hurdle = self.hurdle(site)
        if site == start or (hurdle and hurdle.taken):
            return self
        return None if hurdle else self._replace(through=(*self.through, site))

    def at(self, site: int, whose: Whose, taken: bool, start: int) -> _Passed | None:
        """With a piece on one more site; None if there can be none."""
        known = self.hurdle(site)
        if site == start or site in self.through or (known and known.taken):
            return None
        if taken and any(hurdle.taken for hurdle in self.hurdles):
            return None
        if known is None:
            return self._replace(hurdles=(*self.hurdles, Hurdle(site, len(self.through), whose, taken)))
        if Whose.ANY not in (known.whose, whose) and known.whose is not whose:
            return None
        narrow = known._replace(whose=whose if known.whose is Whose.ANY else known.whose, taken=taken)
        return self._replace(hurdles=tuple(narrow if each is known else each for each in self.hurdles))


@dataclass(frozen=True)
class Legs:
    """Several legs one after the other, and a last leap, on whose end the piece stays.

    Its own start counts as empty. A path that ends there is a move only if it has captured on the way.

    Attributes:
        legs: the legs before the last.
        last: the last leap.
        unload: the number of a leg, from 0. What the move would capture is put down where that leg begins;
            a piece that is taken on the way only where the first leg begins.
    """

    legs: tuple[Leg, ...]
    last: Leap
    unload: int | None = None

    def __post_init__(self) -> None:
        """Refuse a leg that there is not.

        Raises:
            ValueError: ``unload`` is the number of no leg, or, after a capture, of another than the first.
        """
        if self.unload is None:
            return
        if not 0 <= self.unload <= len(self.legs):
            raise ValueError(
                Message(
                    "unload: a leg's number, from 0 to {number}, not {unload}",
                    number=len(self.legs),
                    unload=self.unload,
                )
            )
        if self.unload and any(leg.take for leg in self.legs):
            raise ValueError("unload: what is captured on the way is put down where the move began: 0")

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways along every path, the shortest legs first."""
        for place in board.places[site]:
            yield from self._on(board, side, site, Heading(place, 1, 1), _Passed(), (site,))

    def _on(
        self, board: Board, side: Side, start: int, at: Heading, passed: _Passed, began: tuple[int, ...]
    ) -> Iterator[Way]:
        """The ways onward; ``at`` has signs in place of a vector, ``began`` where each leg began so far."""
        number = len(began) - 1
        if number == len(self.legs):
            yield from self._end(board, side, start, at, passed, began)
            return
        leg = self.legs[number]
        for turned, site in _ride(board, side, at, leg.vector, leg.limit):
            for following in _stops(leg, passed, site, start):
                yield from self._on(board, side, start, turned, following, (*began, site))
            further = passed.over(site, start)
            if further is None:
                return
            passed = further

    def _end(
        self, board: Board, side: Side, start: int, at: Heading, passed: _Passed, began: tuple[int, ...]
    ) -> Iterator[Way]:
        last = self.last
        for _, goal in _ride(board, side, at, (last.right, last.forward), last.limit):
            way = self._way(goal, start, passed)
            if way and self.unload is None:
                yield way
            elif way:
                yield from _unloaded(way, start, began[self.unload or 0])
            further = passed.over(goal, start)
            if further is None:
                return
            passed = further

    def _way(self, goal: int, start: int, passed: _Passed) -> Way | None:
        last, through, hurdles = self.last, passed.through, passed.hurdles
        met = passed.hurdle(goal)
        if goal == start:
            home = last.move and any(hurdle.taken for hurdle in hurdles)
            return Way(goal, through, True, False, last.initial, hurdles[0], hurdles[1:]) if home else None
        if met is None:
            return last.way(goal, through, hurdles)
        # It ends on a piece that it has met: that is one capture, on the goal.
        own = met.whose is not Whose.ENEMY
        enemy = met.whose is not Whose.OWN
        capture, friendly = (last.move, last.move) if met.taken else (last.capture, last.friendly)
        if not ((capture and enemy) or (friendly and own)):
            return None
        rest = tuple(hurdle for hurdle in hurdles if hurdle is not met)
        first, more = (rest[0], rest[1:]) if rest else (None, ())
        may = (False, capture and enemy, last.initial)
        return Way(goal, through, *may, first, more, friendly and own, royal=last.royal)


def _unloaded(way: Way, start: int, site: int) -> Iterator[Way]:
    """A way from a start on which what it would capture is put down on a site."""
    if way.taken is not None:
        if way.goal != start:
            yield way._replace(unload=start)
        return
    for each in swapped(way, site):
        if each.unload is None:
            yield each
        elif site != way.goal and all(site != hurdle.site for hurdle in way.hurdles):
            through = way.through if site == start or site in way.through else (*way.through, site)
            yield each._replace(through=through)


def _stops(leg: Leg, passed: _Passed, site: int, start: int) -> Iterator[_Passed]:
    """What is passed if a leg ends on a site, for each way in which it may end there."""
    if leg.empty and leg.hop is Whose.ANY:
        yield passed  # whatever is there
    else:
        if leg.empty and (following := passed.over(site, start)):
            yield following
        if leg.hop and (following := passed.at(site, leg.hop, False, start)):
            yield following
    if leg.take and (following := passed.at(site, leg.take, True, start)):
        yield following


def _ride(board: Board, side: Side, at: Heading, vector: Vector, limit: int) -> Iterator[tuple[Heading, int]]:
    """Each site that a vector leads to, taken again and again, with the signs there."""
    turn = 1 if side is Side.WHITE else -1
    dx, dy = vector[0] * turn, vector[1] * turn
    heading = Heading(at.place, dx * at.dx, dy * at.dy)
    seen, taken = {heading}, 0
    while not limit or taken < limit:
        following = board.advance(heading, side)
        if following is None or following in seen:
            return
        seen.add(following)
        heading, taken = following, taken + 1
        site = board.at(heading.place)
        if site is not None:
            signs = (
                -1 if heading.dx * dx < 0 else 1 if dx else at.dx,
                -1 if heading.dy * dy < 0 else 1 if dy else at.dy,
            )
            yield Heading(heading.place, *signs), site


@dataclass(frozen=True)
class Curve:
    """A rider that turns after each leap, such as the rose and the crooked bishop.

    Attributes:
        vectors: what it leaps by, one after the other, and then again from the first.
        leap: how often it may leap, and what it may do; its vector does not count.
    """

    vectors: tuple[Vector, ...]
    leap: Leap

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways along the curve, until it closes: until a place and a direction come again."""
        for place in board.places[site]:
            at, taken, through = Heading(place, 1, 1), 0, tuple[int, ...]()
            seen = {(at, 0)}
            while not self.leap.limit or taken < self.leap.limit:
                vector = self.vectors[taken % len(self.vectors)]
                gone = _step(board, side, at, vector)
                taken += 1
                if gone is None or (gone, taken % len(self.vectors)) in seen:
                    break
                at = gone
                seen.add((at, taken % len(self.vectors)))
                goal = board.at(at.place)
                if goal is None or goal == site:
                    continue
                way = self.leap.way(goal, through)
                if way:
                    yield way
                through += (goal,)


def _step(board: Board, side: Side, at: Heading, vector: Vector) -> Heading | None:
    """The place that one leap leads to, with the signs there; an imaginary file counts as a place."""
    turn = 1 if side is Side.WHITE else -1
    dx, dy = vector[0] * turn * at.dx, vector[1] * turn * at.dy
    gone = board.advance(Heading(at.place, dx, dy), side)
    if gone is None:
        return None
    signs = (-at.dx if gone.dx * dx < 0 else at.dx, -at.dy if gone.dy * dy < 0 else at.dy)
    return Heading(gone.place, *signs)


@dataclass(frozen=True)
class Ski:
    """A rider that skips the first site on its way, whatever is there, and does not stop on it.

    Attributes:
        leap: the leap that it repeats.
    """

    leap: Leap

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways of the rider from the second site on, the nearest first."""
        for start in board.headings(site, self.leap.right, self.leap.forward, side):
            for landing in self.leap.landings_by(board, site, start, side):
                if landing.leaps == 1:
                    continue
                first = board.at(next(self.leap.course(board, start, side)).place)
                through = landing.way.through
                way = self.leap.way(landing.way.goal, through if first in (None, site) else through[1:])
                if way:
                    yield way


@dataclass(frozen=True)
class Jump:
    """A leap over exactly one piece: of the sites that a lame leap passes, one is not empty.

    Attributes:
        leap: the leap, taken once.
    """

    leap: Leap

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways over each of the sites in between."""
        for start in board.headings(site, self.leap.right, self.leap.forward, side):
            for landing in self.leap.landings_by(board, site, start, side):
                passed = [each for each in between(board, start, side) or () if each != site]
                for after, hurdle in enumerate(passed):
                    rest = (*passed[:after], *passed[after + 1 :])
                    if hurdle in rest or landing.way.goal in passed:
                        continue
                    way = self.leap.way(landing.way.goal, rest, (Hurdle(hurdle, after),))
                    if way:
                        yield way
