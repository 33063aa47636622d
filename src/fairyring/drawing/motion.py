"""Motion as SVG fragments: arrows along paths that bounce and wrap, launch numbers, the spinner's disc."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fairyring.drawing.artwork import SIZE
from fairyring.drawing.theme import Ink

Point = tuple[float, float]
Line = Sequence[Point]

_HEAD, _WING, _BAR = 0.2 * SIZE, 0.14 * SIZE, 0.22 * SIZE  # an arrow's head, or the bar drawn instead of it


def arrow(lines: Sequence[Line], fill: str, edge: str, *, start: float = 0.3, end: float = 0.16) -> str:
    """An arrow along consecutive lines.

    Args:
        lines: rows of points in the picture's units; there is a gap between one line and the next.
        fill: the arrow's colour.
        edge: the colour of its outline.
        start: how much to leave out at the beginning, in squares.
        end: how much to leave out at the end, in squares.
    """
    ways = [list(line) for line in lines]
    ways[0][0] = _nearer(ways[0][0], ways[0][1], start * SIZE)
    ways[-1][-1] = _nearer(ways[-1][-1], ways[-1][-2], end * SIZE)
    tip, neck = ways[-1][-1], ways[-1][-2]
    x, y = _unit(neck, tip)
    back = (tip[0] - x * _HEAD, tip[1] - y * _HEAD)
    head = [(back[0] - y * _WING, back[1] + x * _WING), tip, (back[0] + y * _WING, back[1] - x * _WING)]
    ways[-1][-1] = (tip[0] - x * _HEAD * 0.6, tip[1] - y * _HEAD * 0.6)
    path = _path(ways)
    round_ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{path}" {round_ends} stroke="{edge}" stroke-width="6.2"/>'
        f'<path d="{_path([head])}Z" fill="{fill}" stroke="{edge}" stroke-width="1.7"/>'
        f'<path d="{path}" {round_ends} stroke="{fill}" stroke-width="3.1"/>'
    )


def barred(lines: Sequence[Line], fill: str, edge: str, *, start: float = 0.3) -> str:
    """A line that ends in a bar at the edge of the board: the piece will stop there."""
    ways = [list(line) for line in lines]
    ways[0][0] = _nearer(ways[0][0], ways[0][1], start * SIZE)
    ways[-1][-1] = _nearer(ways[-1][-1], ways[-1][-2], 0.06 * SIZE)
    tip, neck = ways[-1][-1], ways[-1][-2]
    x, y = _unit(neck, tip)
    bar = [(tip[0] - y * _BAR, tip[1] + x * _BAR), (tip[0] + y * _BAR, tip[1] - x * _BAR)]
    path = _path([*ways, bar])
    look = 'fill="none" stroke-linecap="round"'
    return (
        f'<path d="{path}" {look} stroke="{edge}" stroke-width="6.2"/>'
        f'<path d="{path}" {look} stroke="{fill}" stroke-width="3.1"/>'
    )


def badge(at: Point, text: str, fill: str, edge: str) -> str:
    """A number in a disc around a point."""
    x, y = at
    half = 8.4 + 3.2 * (len(text) - 1)
    return (
        f'<rect x="{_n(x - half)}" y="{_n(y - 8.4)}" width="{_n(2 * half)}" height="16.8" rx="8.4"'
        f' fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        f'<text x="{_n(x)}" y="{_n(y + 4.3)}" text-anchor="middle" font-family="system-ui, sans-serif"'
        f' font-size="12" font-weight="700" fill="{edge}">{text}</text>'
    )


def impulse(middle: Point, lines: Sequence[Line], place: int, ink: Ink, *, stops: bool) -> str:
    """A moving piece's arrow along its path, and its launch number.

    Args:
        middle: the centre of the piece's square.
        lines: its path, as drawn.
        place: its launch number.
        ink: its side's colours.
        stops: whether it will stop at the edge of the board instead.
    """
    fill, edge = ink.fill, ink.arrow
    drawn = (barred if stops else arrow)(lines, fill, edge) if lines else ""
    # The number goes where the arrow does not.
    (x, y), (to_x, to_y) = lines[0][:2] if lines else (middle, middle)
    left = to_x > x + 0.1 * SIZE and to_y < y - 0.1 * SIZE
    at = middle[0] + (-0.31 if left else 0.31) * SIZE, middle[1] - 0.31 * SIZE
    return f'<g class="impulse">{drawn}{badge(at, str(place), fill, edge)}</g>'


def turntable(middle: Point, fill: str, edge: str) -> str:
    """The disc under the four squares of a spinner, which turns clockwise, around a point."""
    x, y = middle
    radius = 0.97 * SIZE
    arrows = "".join(_curved(middle, 0.84 * SIZE, math.pi / 2 * corner, edge) for corner in range(4))
    return (
        f'<g class="turntable"><circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"'
        f' stroke="{edge}" stroke-width="2.4"/>'
        f'<path d="M{_n(x - radius)} {_n(y)}h{_n(2 * radius)}M{_n(x)} {_n(y - radius)}v{_n(2 * radius)}"'
        f' stroke="{edge}" stroke-width="1.2"/>'
        f'{arrows}<circle cx="{_n(x)}" cy="{_n(y)}" r="4.5" fill="{edge}"/></g>'
    )


def _curved(middle: Point, radius: float, about: float, edge: str) -> str:
    """A small arrow on a circle, clockwise."""

    def at(angle: float, distance: float) -> str:
        x, y = middle[0] + distance * math.cos(about + angle), middle[1] + distance * math.sin(about + angle)
        return f"{_n(x)} {_n(y)}"

    arc = f"M{at(-0.3, radius)}A{_n(radius)} {_n(radius)} 0 0 1 {at(0.12, radius)}"
    head = f"M{at(0.1, radius - 4.5)}L{at(0.3, radius)}L{at(0.1, radius + 4.5)}Z"
    return f'<path d="{arc}" fill="none" stroke="{edge}" stroke-width="2.4"/><path d="{head}" fill="{edge}"/>'


def _nearer(end: Point, other: Point, by: float) -> Point:
    """One end of a segment moved towards the other, at most a little beyond the middle."""
    x, y = _unit(end, other)
    way = min(by, 0.6 * math.dist(end, other))
    return end[0] + x * way, end[1] + y * way


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _path(lines: Sequence[Line]) -> str:
    return "".join("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in line) for line in lines)


def _n(number: float) -> str:
    return f"{round(number, 2):g}"
