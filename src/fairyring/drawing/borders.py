"""Where the borders of a board are more than its end: cushions, joined edges, and joined boards."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import hypot
from typing import Final, NamedTuple

from fairyring.board import SQUARES, Board, Chart, Edge, Point, Side
from fairyring.drawing.artwork import SIZE
from fairyring.drawing.theme import Theme


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


def border_svg(border: Border, start: Point, end: Point, out: Point, theme: Theme) -> str:
    """A border as an SVG fragment, given where its ends and its direction are in the picture."""
    core, rim = theme.cushion
    if border.side is not None:
        ink = theme.ink(border.side)
        core, rim = ink.fill, ink.arrow
    if border.what in (What.EXIT, What.ENTRY):
        barbs = "".join(_barbs(border.what, start, end, out))
        return f'<path d="{barbs}" fill="{core}" stroke="{rim}" stroke-width="1.4" stroke-linejoin="round"/>'
    line = f'd="M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}" fill="none"'
    if border.what is What.JOINT:
        return f'<path {line} stroke="{theme.frame}" stroke-width="2.5"/>'
    if border.what is What.BEYOND:
        line += ' stroke-dasharray="24"'
    return f'<path {line} stroke="{rim}" stroke-width="6"/><path {line} stroke="{core}" stroke-width="3.5"/>'


def _barbs(what: What, start: Point, end: Point, out: Point) -> Iterator[str]:
    """Arrowheads between the squares along an edge, inside the board: exits and entries take turns."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    first, reach = (1, -3) if what is What.EXIT else (3, 14)
    for at in range(first * SIZE, round(length), 4 * SIZE):
        x, y = start[0] + dx * at + out[0] * reach, start[1] + dy * at + out[1] * reach
        tail = x - out[0] * 11, y - out[1] * 11
        wings = " ".join(f"L{tail[0] + sign * 8 * dx:g} {tail[1] + sign * 8 * dy:g}" for sign in (-1, 1))
        yield f"M{x:g} {y:g}{wings}z"


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
