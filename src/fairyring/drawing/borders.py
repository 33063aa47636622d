"""Borders of a board as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from fairyring.board import Point
from fairyring.board.borders import Border, What
from fairyring.drawing.artwork import SIZE
from fairyring.drawing.theme import Theme


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
