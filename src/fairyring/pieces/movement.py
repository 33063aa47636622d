"""Movement: the ways a piece may go from a site, on any board.

A *way* is one goal together with the sites that must be empty on the way there, and perhaps one that must
not. Riders, leapers, lame leapers, hoppers, pawns' double steps and passages between boards are all lists of
ways; no other code knows how a piece was described.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from fairyring.board import HOLE, Area, Board, Heading, Side
from fairyring.messages import Message


class Whose(StrEnum):
    """Which side's piece a hurdle may be, as the mover sees it."""

    ANY = "any"
    OWN = "own"
    ENEMY = "enemy"


class Hurdle(NamedTuple):
    """A piece that must stand on the way, such as the one that a hopper jumps over.

    Attributes:
        site: where it must stand.
        after: how many of the way's ``through`` are passed before it.
        whose: which side's piece it must be.
        taken: whether it leaves the board with the move: it is captured on the way. A royal piece of the
            mover's own side is never taken.
        kind: the letter of the kind that it must be; empty for any. Such a piece stands beside the way: it is
            one that lends its move, or from which a move is borrowed.
    """

    site: int
    after: int
    whose: Whose = Whose.ANY
    taken: bool = False
    kind: str = ""


class Way(NamedTuple):
    """A goal, the sites that must be empty for it, and what may be done there.

    ``through`` has the sites in the order in which they are passed, each as often as it is passed, but
    never the site that the way starts from, which is empty once the piece has left. If the goal was
    passed on the way, the piece cannot capture there: then ``capture`` is False.

    ``initial`` marks a way that exists only from certain sites (a pawn's double step); the game's rules
    say which sites these are (``starts``).

    ``hurdle`` is what a hopper needs on its way; its site is neither the goal nor one of ``through``. The
    same goes for ``more`` hurdles, which there are only behind that one. At most one of them all is taken.

    ``friendly`` is whether the piece may capture a piece of its own side on the goal, if that is not royal.

    ``passing`` is whether a pawn may capture en passant on the goal; None: if it may capture there.

    ``royal`` is whether only royal pieces can be captured on the goal, or, if it is False, all but them;
    None: any piece.

    ``unload`` is where a piece is put down that would otherwise be captured: the one that is taken on the
    way, which comes to where the mover began, or the one on the goal, which comes there or to an empty site
    on the way. No royal piece is moved so. It is not captured, and so this is no threat.

    The goal is where the way starts only if a hurdle is taken: the piece stays, or comes back.
    """

    goal: int
    through: tuple[int, ...] = ()
    move: bool = True
    capture: bool = True
    initial: bool = False
    hurdle: Hurdle | None = None
    more: tuple[Hurdle, ...] = ()
    friendly: bool = False
    passing: bool | None = None
    royal: bool | None = None
    unload: int | None = None

    @property
    def hurdles(self) -> tuple[Hurdle, ...]:
        """All its hurdles, in the order in which they are met."""
        return (self.hurdle, *self.more) if self.hurdle else ()

    @property
    def taken(self) -> int | None:
        """The site of the hurdle that is taken, or None."""
        return next((hurdle.site for hurdle in self.hurdles if hurdle.taken), None)

    @property
    def captures_unusually(self) -> bool:
        """Whether it captures on the way, or its own side's, or only some pieces, or puts them down."""
        beside = self.taken is not None or self.unload is not None
        return beside or self.friendly or self.royal is not None

    @property
    def single(self) -> bool:
        """Whether it needs only a walk over empty sites, and perhaps over one piece of either side."""
        usual = not self.hurdle or (self.hurdle.whose is Whose.ANY and not self.hurdle.taken)
        return usual and not self.more and not self.friendly and self.royal is None and self.unload is None


class Landing(NamedTuple):
    """Where a leap ends that is taken once or more.

    Attributes:
        way: the goal, and what must be empty on the way.
        start: the place that it begins from, with the vector.
        heading: the goal's place, with the vector to go on by.
        leaps: how many times the vector was taken.
    """

    way: Way
    start: Heading
    heading: Heading
    leaps: int


class Movement(Protocol):
    """Anything that lists ways."""

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """Every way from ``site`` for a piece of ``side``; several may have the same goal."""
        ...


class ByVectors(Movement, Protocol):
    """A movement that knows the vector of each of its ways, so that it can set pieces in motion."""

    def landings(self, board: Board, site: int, side: Side) -> Iterator[Landing]:
        """The ways and how they end, in the same order."""
        ...


@dataclass(frozen=True)
class Leap:
    """A vector taken once, or again and again over empty sites.

    Attributes:
        right: files to the mover's right (negative: left).
        forward: ranks away from the mover's seat (negative: back).
        limit: how many times the vector may be taken; 0 for any number.
        move: may end on an empty site.
        capture: may end on an enemy piece.
        lame: each single leap is blocked by a piece between its ends.
        initial: possible only from the sites that the rules' ``starts`` names.
        friendly: may end on a piece of its own side, and capture it.
        passing: whether a pawn may capture en passant by it; None: if it may capture.
        royal: whether it captures royal pieces only (true), or all but royal pieces (false); None: any.
    """

    right: int
    forward: int
    limit: int = 1
    move: bool = True
    capture: bool = True
    lame: bool = False
    initial: bool = False
    friendly: bool = False
    passing: bool | None = None
    royal: bool | None = None

    def way(self, goal: int, through: tuple[int, ...], hurdles: tuple[Hurdle, ...] = ()) -> Way | None:
        """The way to a goal, with what may be done there; None if that is nothing.

        What was passed on the way was empty, so there is nothing to capture on it.
        """
        passed = goal in through
        capture, friendly = self.capture and not passed, self.friendly and not passed
        if not (self.move or capture or friendly or self.passing):
            return None
        first, more = (hurdles[0], hurdles[1:]) if hurdles else (None, ())
        may = (self.move, capture, self.initial)
        return Way(goal, through, *may, first, more, friendly, self.passing, self.royal)

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The leaps from each place of the site, the nearest first; several may have the same goal."""
        if side in board.straight and not self.lame and (self.right or self.forward):
            return self._straight(board, site, side)
        return (landing.way for landing in self.landings(board, site, side))

    def _straight(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The same where no edge has a say: a vector ends at the first one, and leads to no place twice."""
        turn = 1 if side is Side.WHITE else -1
        dx, dy = self.right * turn, self.forward * turn
        for place in board.places[site]:
            rows = board.charts[place.chart].rows
            width, height = len(rows[0]), len(rows)
            x, y = place.x, place.y
            through: tuple[int, ...] = ()
            for _ in range(self.limit or max(width, height)):
                x, y = x + dx, y + dy
                goal = rows[y][x] if 0 <= x < width and 0 <= y < height else HOLE
                if goal == HOLE:
                    break
                if goal == site:  # which has another place on the chart
                    continue
                way = self.way(goal, through)
                if way:
                    yield way
                through += (goal,)

    def landings(self, board: Board, site: int, side: Side) -> Iterator[Landing]:
        """The ways and how they end, in the same order.

        A rider wraps and bounces any number of times, may pass the site that it started from but not stop
        there, and stops before it would repeat a place and a direction.
        """
        for start in board.headings(site, self.right, self.forward, side):
            yield from self.landings_by(board, site, start, side)

    def landings_by(self, board: Board, site: int, start: Heading, side: Side) -> Iterator[Landing]:
        """The landings of a piece from ``site`` that takes the vector of a heading, from its place on."""
        before = start
        through: tuple[int, ...] = ()
        for taken, heading in enumerate(self.course(board, start, side), start=1):
            if self.lame:
                passed = between(board, before, side)
                if passed is None:
                    return
                through += tuple(each for each in passed if each != site)
            before = heading
            goal = board.at(heading.place)
            if goal is None or goal == site:
                continue
            way = self.way(goal, through)
            if way:
                yield Landing(way, start, heading, taken)
            through += (goal,)

    def course(self, board: Board, start: Heading, side: Side) -> Iterator[Heading]:
        """Where the vector leads, taken again and again on an empty board, as far as the leap may go."""
        heading, taken = start, 0
        seen = {start}
        while not self.limit or taken < self.limit:
            following = board.advance(heading, side)
            if following is None or following in seen:
                return
            seen.add(following)
            heading, taken = following, taken + 1
            yield heading


def between(board: Board, heading: Heading, side: Side) -> list[int] | None:
    """The sites that a lame leap passes: first straight along the longer axis, then diagonally.

    None if there is a hole among them, which it cannot pass.

    For (1, 2) that is the horse of Xiangqi, for (2, 0) and (2, 2) the site in the middle. The path
    bends and wraps as the leap does.
    """
    place, dx, dy = heading
    x, y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    oblique = min(abs(dx), abs(dy))
    straight = abs(abs(dx) - abs(dy))
    along = (1, 0) if abs(dx) > abs(dy) else (0, 1)
    found = []
    for on_x, on_y in ([along] * straight + [(1, 1)] * oblique)[:-1]:
        following = board.advance(Heading(place, x * on_x, y * on_y), side)
        if following is None:
            return None
        place = following.place
        x, y = following.dx or x, following.dy or y
        site = board.at(place)
        if site is not None:
            found.append(site)
    return found


@dataclass(frozen=True)
class Hop:
    """A rider that jumps over one piece, its hurdle, on its way.

    It needs the hurdle, which it does not capture, and passes over empty sites before and after it. Its own
    site counts as empty, and never as a hurdle.

    Attributes:
        leap: the leap that the rider repeats.
        near: whether it lands right behind the hurdle, as a grasshopper does.
        whose: which side's piece the hurdle must be.
    """

    leap: Leap
    near: bool = False
    whose: Whose = Whose.ANY

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways over each hurdle, the nearest hurdle first, and then the nearest goal."""
        for start in board.headings(site, self.leap.right, self.leap.forward, side):
            course = [board.at(heading.place) for heading in self.leap.course(board, start, side)]
            for number, hurdle in enumerate(course):
                if hurdle is not None and hurdle != site:
                    yield from self._over(hurdle, course[:number], course[number + 1 :], site)

    def _over(
        self, hurdle: int, before: list[int | None], behind: list[int | None], site: int
    ) -> Iterator[Way]:
        """The ways over one hurdle: what is passed before it, and the goals behind it."""
        through = tuple(passed for passed in before if passed is not None and passed != site)
        if hurdle in through:
            return
        after = len(through)
        for goal in behind[:1] if self.near else behind:
            if goal == hurdle:
                return
            if goal is None or goal == site:
                continue
            way = self.leap.way(goal, through, (Hurdle(hurdle, after, self.whose),))
            if way:
                yield way
            through += (goal,)


@dataclass(frozen=True)
class Within:
    """A movement that stays in an area.

    Attributes:
        movement: the movement.
        area: the area.
    """

    movement: Movement
    area: Area

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The movement's ways from a site of the area to others."""
        for way in self.movement.ways(board, site, side) if self.area(board, site, side) else ():
            if self.area(board, way.goal, side):
                yield way


@dataclass(frozen=True)
class Where:
    """A movement that depends on where the piece stands.

    Attributes:
        area: the area.
        inside: the movement from the sites of the area.
        outside: the movement from all others.
    """

    area: Area
    inside: Movement
    outside: Movement

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways of the one movement or the other."""
        movement = self.inside if self.area(board, site, side) else self.outside
        yield from movement.ways(board, site, side)


@dataclass(frozen=True)
class Flat:
    """A movement that treats every edge as a standard one: it neither wraps nor bounces."""

    movement: Movement

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The movement's ways that stay on the charts."""
        yield from self.movement.ways(board.flat, site, side)


@dataclass(frozen=True)
class Round:
    """A movement on a cylinder: the left and right edges are joined, whatever the board's are."""

    movement: Movement

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The movement's ways where the board is a cylinder."""
        yield from self.movement.ways(board.round, site, side)


@dataclass(frozen=True)
class Swap:
    """A movement that changes places with a piece where it could capture it; not with royal pieces.

    Attributes:
        movement: the movement. A leap that captures changes places with enemies, a ``friendly`` one with
            pieces of the mover's own side.
    """

    movement: Movement

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways to empty sites as they are, and those to others."""
        for way in self.movement.ways(board, site, side):
            yield from swapped(way, site)


def swapped(way: Way, site: int) -> Iterator[Way]:
    """A way on which what would be captured on its goal is put down on a site."""
    if way.move:
        yield way._replace(capture=False, friendly=False)
    if way.capture or way.friendly:
        yield way._replace(move=False, royal=False, unload=site)


@dataclass(frozen=True)
class Anywhere:
    """A leap to any other site, whatever is between.

    Attributes:
        leap: what it may do there; its vector does not count.
    """

    leap: Leap

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways to all other sites."""
        for goal in range(len(board)):
            way = self.leap.way(goal, ()) if goal != site else None
            if way:
                yield way


@dataclass(frozen=True)
class Link:
    """One step along a named link of the board."""

    name: str

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The sites that the link joins to this one.

        Raises:
            ValueError: the board has no such link.
        """
        if self.name not in board.links:
            known = ", ".join(board.links) or "none"
            raise ValueError(
                Message("the board has no link {name}; it has {known}", name=repr(self.name), known=known)
            )
        for goal in board.links[self.name][site]:
            yield Way(goal)


@dataclass(frozen=True)
class Together:
    """Several movements as one.

    Attributes:
        parts: the movements.
        notation: the letters that were read as these, in our own dialect; empty if there were none.
    """

    parts: tuple[Movement, ...]
    notation: str = field(default="", compare=False, repr=False)

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways of every part, in order."""
        for part in self.parts:
            yield from part.ways(board, site, side)


def field_names(value: object) -> tuple[str, ...]:
    """The names of the fields of a dataclass's instance; none of another value."""
    kind: type = type(value)
    return _names(kind)


@lru_cache(512)  # asked for each part of each movement of a game
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()


def together(parts: Iterable[Movement], notation: str = "") -> Together:
    """One movement that may go any of the parts' ways; ``notation``: see `Together`."""
    return Together(tuple(parts), notation)


@dataclass(frozen=True)
class BySide:
    """A movement that differs for the two sides."""

    white: Movement
    black: Movement

    def of(self, side: Side) -> Movement:
        """The movement of one side."""
        return self.white if side is Side.WHITE else self.black

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways of the side's own movement."""
        yield from self.of(side).ways(board, site, side)
