"""Where the borders of a board are more than its end: cushions, joined edges, and joined boards."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from fairyring.board.edges import Edge
from fairyring.board.graph import Board, Chart, Side
from fairyring.board.lattice import SQUARES, Point

TINTS: Final = 4
"""The colours that tell the parts of a board apart; they are used again for more parts."""


class What(StrEnum):
    """What a border is."""

    JOINT = "joint"
    """Another board begins."""
    CUSHION = "cushion"
    """Pieces bounce."""
    BEYOND = "beyond"
    """Pieces bounce half a square beyond it."""
    EXIT = "exit"
    """Pieces that leave the board come on again at the other end."""
    ENTRY = "entry"
    """They come on here, and cannot leave here."""


class Border(NamedTuple):
    """A line on a chart.

    Attributes:
        what: what it is.
        start: where the line starts, in squares from White's lower left corner.
        end: where it ends.
        out: for an exit and an entry, the direction in which pieces cross it; (0, 0) otherwise.
        side: the side for whose pieces it is so; None for both.
    """

    what: What
    start: Point
    end: Point
    out: Point = (0, 0)
    side: Side | None = None


_CUSHIONS: Final = {
    Edge.HALB: (What.CUSHION, 0.5),
    Edge.BILLIARDS_00: (What.CUSHION, 0),
    Edge.BILLIARDS_01: (What.BEYOND, 0),
}
"""What each is, and how far inside the board."""


def borders(board: Board, chart: Chart) -> Iterator[Border]:
    """The borders to draw on a chart: what both sides have is there once, anything else for each side."""
    if chart.carried or chart.lattice != SQUARES:
        return
    for rank in board.joints:
        yield Border(What.JOINT, (0, rank), (chart.width, rank))
    found = {side: list(_of_side(board, chart, side)) for side in Side}
    for side, own in found.items():
        for border in own:
            if border not in found[side.other]:
                yield border._replace(side=side)
            elif side is Side.WHITE:
                yield border


def _of_side(board: Board, chart: Chart, side: Side) -> Iterator[Border]:
    """The borders for a side's pieces."""
    for axis, (ends, size) in enumerate(zip(board.ends(side), (chart.width, chart.height), strict=True)):
        along = chart.height if axis == 0 else chart.width
        for edge, at, out in zip(ends, (0, size), (-1, 1), strict=True):
            if edge in _CUSHIONS:
                what, inset = _CUSHIONS[edge]
                yield Border(what, *_line(axis, at - out * inset, along))
            elif edge is Edge.CYLINDER:
                way = (out, 0) if axis == 0 else (0, out)
                yield Border(What.EXIT, *_line(axis, at, along), way)
                if Edge.STANDARD in ends:
                    yield Border(What.ENTRY, *_line(axis, size - at, along), way)


def _line(axis: int, at: float, along: float) -> tuple[Point, Point]:
    """A line across the chart: upright where the axis is that of files."""
    return ((at, 0), (at, along)) if axis == 0 else ((0, at), (along, at))
