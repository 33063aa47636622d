"""How a way runs across a chart whose edges wrap or bounce: lines to draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Final

from fairyring.board import Board, Edge, Heading, Side
from fairyring.board.edges import STANDARD

Point = tuple[float, float]
"""File and rank from 0: whole numbers are the middles of squares."""

# How far beyond the middle of the last file a line is turned around, or goes on at the other end.
_SEAMS: Final = {Edge.HALB: 0.0, Edge.BILLIARDS_00: 0.5, Edge.BILLIARDS_01: 1.0, Edge.CYLINDER: 0.5}
# The vectors of all the pieces that ride, the shorter ones first.
_VECTORS: Final = sorted(product(range(-3, 4), repeat=2), key=lambda v: v[0] ** 2 + v[1] ** 2)[1:]


def trail(board: Board, chart: int, sites: Sequence[int], side: Side) -> list[list[Point]]:
    """The lines of a way: each a row of points that are joined, in the chart's coordinates.

    Args:
        board: the board.
        chart: the number of the chart.
        sites: where the way begins, what it passes, and its goal.
        side: whose way it is: the edges may differ.

    Returns:
        Where one vector, taken again and again, passes just these sites, its path over the edges. Else the
        straight lines from site to site; nothing where the chart does not show all of them.
    """
    shown = {site: place for site in sites for place in board.places[site] if place.chart == chart}
    if len(shown) < len(set(sites)):
        return []
    for dx, dy in _VECTORS if board.edges[side] != STANDARD else ():
        ridden = _ride(board, Heading(shown[sites[0]], dx, dy), sites, side)
        if ridden is not None:
            return _joined(line for heading in ridden for line in stroke(board, heading, side))
    return [[(shown[site].x, shown[site].y) for site in sites]]


def _ride(board: Board, heading: Heading, sites: Sequence[int], side: Side) -> list[Heading] | None:
    """The headings on a ride that comes to just these sites, one after the other, each for the first time."""
    ridden: list[Heading] = []
    met = [sites[0]]
    while len(met) < len(sites):
        following = board.advance(heading, side)
        if following is None or heading in ridden:
            return None
        ridden.append(heading)
        heading = following
        site = board.at(heading.place)
        if site is not None and site not in met:
            met.append(site)
            if site != sites[len(met) - 1]:
                return None
    return ridden


def stroke(board: Board, heading: Heading, side: Side) -> Iterator[tuple[Point, Point]]:
    """The straight pieces of the line that a vector draws when it is taken once, as far as the board shows.

    The vector is one that `Board.advance` takes.
    """
    place, dx, dy = heading
    chart, ends = board.charts[place.chart], board.ends(side)
    # An edge lies on a multiple of half a square: between two of these moments nothing happens.
    moments = sorted({k / (2 * abs(d)) for d in (dx, dy) if d for k in range(2 * abs(d) + 1)})
    for start, end in pairwise(moments):
        pieces = []
        for at, vector, size, edges in zip(
            place[1:], (dx, dy), (chart.width, chart.height), ends, strict=True
        ):
            middle, sign, shift = at + vector * (start + end) / 2, 1, 0.0
            # Follow the middle of the piece to where it is seen; its ends go along.
            while (turned := _turn(middle, size, edges)) is not None:
                by, about = turned
                middle, sign, shift = by * middle + about, by * sign, by * shift + about
            if not -0.5 <= middle <= size - 0.5:
                break
            pieces.append([sign * (at + vector * moment) + shift for moment in (start, end)])
        else:
            (x, next_x), (y, next_y) = pieces
            yield (x, y), (next_x, next_y)


def course(board: Board, heading: Heading, side: Side) -> list[list[Point]]:
    """The lines of a vector that is taken once, or of several steps that follow each other; see `stroke`.

    Only where a line turns has it a point between its ends.
    """
    lines = []
    for line in _joined(stroke(board, heading, side)):
        kept = line[:1]
        for before, here, after in zip(line, line[1:], line[2:], strict=False):
            if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
                kept.append(here)
        lines.append([*kept, line[-1]])
    return lines


def _turn(at: float, size: int, edges: tuple[Edge, Edge]) -> tuple[int, float] | None:
    """What an edge does to a coordinate beyond it: ``sign * at + shift``; None on this side of both."""
    for edge, last, outward in ((edges[0], 0, -1), (edges[1], size - 1, 1)):
        if edge is Edge.STANDARD:
            continue
        if (at - last) * outward > _SEAMS[edge]:
            if edge is Edge.CYLINDER:
                return 1, -outward * size
            return -1, 2 * (last + outward * _SEAMS[edge])
    return None


def _joined(pieces: Iterator[tuple[Point, Point]]) -> list[list[Point]]:
    """Pieces of which one begins where the last ended as one line."""
    lines: list[list[Point]] = []
    for start, end in pieces:
        if lines and lines[-1][-1] == start:
            lines[-1].append(end)
        else:
            lines.append([start, end])
    return lines
