"""Movement: the ways a piece may go from a site, on any board.

A *way* is one goal together with the sites that must be empty on the way there. Riders, leapers,
lame leapers, pawns' double steps and passages between boards are all lists of ways; no other code
knows how a piece was described.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from fairyring.board import Board, Heading, Side


class Way(NamedTuple):
    """A goal, the sites that must be empty for it, and what may be done there.

    ``through`` has the sites in the order in which they are passed, each as often as it is passed, but
    never the site that the way starts from, which is empty once the piece has left. If the goal was
    passed on the way, the piece cannot capture there: then ``capture`` is False.

    ``initial`` marks a way that exists only from certain sites (a pawn's double step); the game's rules
    say which sites these are (``starts``).
    """

    goal: int
    through: tuple[int, ...] = ()
    move: bool = True
    capture: bool = True
    initial: bool = False


class Landing(NamedTuple):
    """Where a leap ends that is taken once or more.

    Attributes:
        way: the goal, and what must be empty on the way.
        heading: the goal's place, with the vector to go on by.
        leaps: how many times the vector was taken.
    """

    way: Way
    heading: Heading
    leaps: int


class Movement(Protocol):
    """Anything that lists ways."""

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """Every way from ``site`` for a piece of ``side``; several may have the same goal."""
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
    """

    right: int
    forward: int
    limit: int = 1
    move: bool = True
    capture: bool = True
    lame: bool = False
    initial: bool = False

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The leaps from each place of the site, the nearest first; several may have the same goal."""
        for landing in self.landings(board, site, side):
            yield landing.way

    def landings(self, board: Board, site: int, side: Side) -> Iterator[Landing]:
        """The ways and how they end, in the same order.

        A rider wraps and bounces any number of times, may pass the site that it started from but not stop
        there, and stops before it would repeat a place and a direction.
        """
        for start in board.headings(site, self.right, self.forward, side):
            heading, taken = start, 0
            through: tuple[int, ...] = ()
            seen = {start}
            while not self.limit or taken < self.limit:
                following = board.advance(heading, side)
                if following is None or following in seen:
                    break
                seen.add(following)
                if self.lame:
                    through += tuple(passed for passed in _between(board, heading, side) if passed != site)
                heading, taken = following, taken + 1
                goal = board.at(heading.place)
                if goal is None or goal == site:
                    continue
                capture = self.capture and goal not in through
                if self.move or capture:
                    yield Landing(Way(goal, through, self.move, capture, self.initial), heading, taken)
                through += (goal,)


def _between(board: Board, heading: Heading, side: Side) -> Iterator[int]:
    """The sites that a lame leap passes: first straight along the longer axis, then diagonally.

    For (1, 2) that is the horse of Xiangqi, for (2, 0) and (2, 2) the site in the middle. The path
    bends and wraps as the leap does.
    """
    place, dx, dy = heading
    x, y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    oblique = min(abs(dx), abs(dy))
    straight = abs(abs(dx) - abs(dy))
    along = (1, 0) if abs(dx) > abs(dy) else (0, 1)
    for on_x, on_y in ([along] * straight + [(1, 1)] * oblique)[:-1]:
        following = board.advance(Heading(place, x * on_x, y * on_y), side)
        assert following is not None  # the goal exists, so every site before it does
        place = following.place
        x, y = following.dx or x, following.dy or y
        site = board.at(place)
        if site is not None:
            yield site


@dataclass(frozen=True)
class Flat:
    """A movement that treats every edge as a standard one: it neither wraps nor bounces."""

    movement: Movement

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The movement's ways that stay on the charts."""
        yield from self.movement.ways(board.flat, site, side)


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
            raise ValueError(f"the board has no link {self.name!r}; it has {known}")
        for goal in board.links[self.name][site]:
            yield Way(goal)


@dataclass(frozen=True)
class Together:
    """Several movements as one."""

    parts: tuple[Movement, ...]

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The ways of every part, in order."""
        for part in self.parts:
            yield from part.ways(board, site, side)


def together(parts: Iterable[Movement]) -> Together:
    """One movement that may go any of the parts' ways."""
    return Together(tuple(parts))


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
