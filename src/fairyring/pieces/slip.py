"""The halfling's slip, as wizards and wazirds of Ravioli Chess move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairyring.board import Board, Heading, Side
from fairyring.pieces.movement import Landing, Way


@dataclass(frozen=True)
class HalflingSlip:
    """A rider that skips every second square and goes at most half as far as the board reaches.

    That leaves the first square of a line, and the third if the first is empty and the line has a fifth.

    Attributes:
        directions: its vectors: files to the right and ranks forward.
    """

    directions: tuple[tuple[int, int], ...]

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """The first and third squares of each line, on each chart of the site."""
        for landing in self.landings(board, site, side):
            yield landing.way

    def landings(self, board: Board, site: int, side: Side) -> Iterator[Landing]:
        """The ways and how they end: a slip is a single leap."""
        for right, forward in self.directions:
            for start in board.headings(site, right, forward, side):
                line: list[Heading] = []
                following = board.advance(start, side)
                while following is not None and len(line) < 5:
                    line.append(following)
                    following = board.advance(following, side)
                squares = [square for heading in line if (square := board.at(heading.place)) is not None]
                if line:
                    yield Landing(Way(squares[0]), start, line[0], 1)
                if len(line) == 5:
                    begin, end = (Heading(place, 3 * dx, 3 * dy) for place, dx, dy in (start, line[2]))
                    yield Landing(Way(squares[2], (squares[0],)), begin, end, 1)
