"""Movement: the ways a piece may go from a site, on any board.

A *way* is one goal together with the sites that must be empty on the way there. Riders, leapers,
lame leapers, pawns' double steps and passages between boards are all lists of ways; nothing after
this module knows how a piece was described.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from fairyring.board import Board, Heading, Side


class Way(NamedTuple):
    """A goal, the sites that must be empty for it, and what may be done there.

    ``initial`` marks a way that is open only from the sites where a piece starts (a pawn's double
    step); the piece's own definition says which sites these are.
    """

    goal: int
    through: tuple[int, ...] = ()
    move: bool = True
    capture: bool = True
    initial: bool = False


class Movement(Protocol):
    """Anything that lists ways."""

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """Every way from ``site`` for ``side``'s piece; the same goal may come more than once."""
        ...


@dataclass(frozen=True)
class Leap:
    """A vector taken once, or again and again over empty sites.

    Attributes:
        right: files to the mover's right (negative: left).
        forward: ranks away from the mover's seat (negative: back).
        limit: how many times the vector may be repeated at most; 0 for any number.
        move: may end on an empty site.
        capture: may end on an enemy.
        lame: each single leap is stopped by a piece between its ends.
        initial: open only from where the piece starts.
    """

    right: int
    forward: int
    limit: int = 1
    move: bool = True
    capture: bool = True
    lame: bool = False
    initial: bool = False

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The leaps on each chart of the site, the near ones first."""
        for start in board.headings(site, self.right, self.forward, side):
            heading, taken = start, 0
            through: tuple[int, ...] = ()
            seen = {start}
            while not self.limit or taken < self.limit:
                between = self._between(board, heading)
                following = board.advance(heading)
                if between is None or following is None or following in seen:
                    break
                seen.add(following)
                heading, taken = following, taken + 1
                goal = board.at(heading.place)
                assert goal is not None
                through += between
                if goal != site:  # a rider may pass its own start, which is empty by then
                    yield Way(goal, through, self.move, self.capture, self.initial)
                    through += (goal,)

    def _between(self, board: Board, heading: Heading) -> tuple[int, ...] | None:
        """The sites a lame leap passes: straight along the longer axis first, then diagonally.

        That is the horse of Xiangqi for (1, 2) and the plain midpoint for (2, 0) and (2, 2). None
        where the way itself leaves the board.
        """
        if not self.lame:
            return ()
        place, dx, dy = heading
        sign_x, sign_y = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        straight = abs(abs(dx) - abs(dy))
        along = (sign_x, 0) if abs(dx) > abs(dy) else (0, sign_y)
        steps = [along] * straight + [(sign_x, sign_y)] * min(abs(dx), abs(dy))
        passed: list[int] = []
        at = Heading(place, 0, 0)
        for step_x, step_y in steps[:-1]:
            following = board.advance(Heading(at.place, step_x, step_y))
            if following is None:
                return None
            at = following
            site = board.at(at.place)
            assert site is not None
            passed.append(site)
        return tuple(passed)


@dataclass(frozen=True)
class Link:
    """One step along a named link of the board."""

    name: str

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The sites that the link joins to this one; none where the board has no such link here."""
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
