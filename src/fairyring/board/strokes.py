"""The lines that a vector draws on a chart whose edges wrap or bounce."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from fairyring.board.edges import Edge
from fairyring.board.graph import Board, Heading, Side
from fairyring.board.lattice import Point

# How far beyond the middle of the last file a line turns back, or goes on at the other end.
_SEAMS: Final = {Edge.HALB: 0.0, Edge.BILLIARDS_00: 0.5, Edge.BILLIARDS_01: 1.0, Edge.CYLINDER: 0.5}
_NOTHING: Final = 1e-9  # what floats may miss by


def stroke(board: Board, heading: Heading, side: Side) -> Iterator[tuple[Point, Point]]:
    """The straight segments of the line that a vector draws when taken once, as far as the board shows it.

    The vector is one that `Board.advance` takes.
    """
    chart = board.charts[heading.place.chart]
    return _stroke(heading, (chart.width, chart.height), board.ends(side))


def _stroke(
    heading: Heading, size: tuple[int, int], ends: tuple[tuple[Edge, Edge], ...]
) -> Iterator[tuple[Point, Point]]:
    place, dx, dy = heading
    # An edge lies on a multiple of half a square: between two of these moments nothing happens.
    moments = sorted({k / (2 * abs(d)) for d in (dx, dy) if d for k in range(2 * abs(d) + 1)})
    for start, end in pairwise(moments):
        segment = []
        for at, vector, length, edges in zip(place[1:], (dx, dy), size, ends, strict=True):
            middle, sign, shift = at + vector * (start + end) / 2, 1, 0.0
            # Find where the middle of the segment is seen; its ends move along with it.
            while (turned := _turn(middle, length, edges)) is not None:
                by, about = turned
                middle, sign, shift = by * middle + about, by * sign, by * shift + about
            if not -0.5 <= middle <= length - 0.5:
                break
            segment.append([sign * (at + vector * moment) + shift for moment in (start, end)])
        else:
            (x, next_x), (y, next_y) = segment
            yield (x, y), (next_x, next_y)


def path(board: Board, heading: Heading, side: Side) -> tuple[tuple[Point, ...], ...]:
    """The lines that a vector draws when taken once; see `stroke`.

    A line has points between its ends only where it turns.
    """
    chart = board.charts[heading.place.chart]
    return _path(heading, (chart.width, chart.height), board.ends(side))


@lru_cache(4096)  # where pieces keep moving, the same paths are shown again after every move
def _path(
    heading: Heading, size: tuple[int, int], ends: tuple[tuple[Edge, Edge], ...]
) -> tuple[tuple[Point, ...], ...]:
    lines = []
    for line in joined(_stroke(heading, size, ends)):
        kept = line[:1]
        for before, here, after in zip(line, line[1:], line[2:], strict=False):
            (from_x, from_y), (to_x, to_y) = (
                (one[0] - other[0], one[1] - other[1]) for one, other in ((here, before), (after, here))
            )
            aside, onward = from_x * to_y - from_y * to_x, from_x * to_x + from_y * to_y
            if abs(aside) > _NOTHING or onward < 0:
                kept.append(here)
        lines.append((*kept, line[-1]))
    return tuple(lines)


def _turn(at: float, size: int, edges: tuple[Edge, Edge]) -> tuple[int, float] | None:
    """What an edge does to a coordinate beyond it: ``sign * at + shift``; None inside both edges."""
    for edge, last, outward in ((edges[0], 0, -1), (edges[1], size - 1, 1)):
        if edge is Edge.STANDARD:
            continue
        if (at - last) * outward > _SEAMS[edge]:
            if edge is Edge.CYLINDER:
                return 1, -outward * size
            return -1, 2 * (last + outward * _SEAMS[edge])
    return None


def joined(segments: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments as lines: those that begin where the one before ended are one line with it."""
    lines: list[list[Point]] = []
    for start, end in segments:
        if lines and lines[-1][-1] == start:
            lines[-1].append(end)
        else:
            lines.append([start, end])
    return lines
