"""What is marked on a board, and the signs for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fairyring.board import Point, Side
from fairyring.drawing.theme import Theme


@dataclass(frozen=True)
class Marks:
    """What to mark on a board; sites are given by name.

    Attributes:
        last: the squares of the last move, tinted.
        chosen: selected squares, tinted.
        checked: squares of kings in check, tinted.
        faint: squares with a dashed border.
        goals: where the piece may move or capture: a dot.
        moves: where it may move but not capture: a small circle.
        captures: where it may only capture: a ring around the piece there.
        friends: where it may capture a piece of its own side: a dashed ring.
        taken: where it captures on its way: a cross on the piece there.
        swaps: where it may go by putting down elsewhere the piece there: two arrows.
        royals: where it captures royal pieces only: a crown.
        tame: where it captures all but royal pieces: a crown that is struck out.
        stays: where a piece stands that captures without going anywhere: a dot in the corner.
        unders: where it may capture the carrier of a rider: a ring around the carrier.
        mounts: where it may become a rider: a dot where riders are drawn.
        unseats: where it may capture a rider and take its place: a ring around the rider.
        ways: rows of sites to join by lines, on each chart that shows all of them; the lines wrap and
            bounce at the edges as pieces of ``side`` do.
        side: the side whose ways they are.
        rides: arrows, each a row of lines of points in files and ranks of the first chart.
        steps: by site, the number to write beside it: the step that leads there.
    """

    last: Sequence[str] = ()
    chosen: Sequence[str] = ()
    checked: Sequence[str] = ()
    faint: Sequence[str] = ()
    goals: Sequence[str] = ()
    moves: Sequence[str] = ()
    captures: Sequence[str] = ()
    friends: Sequence[str] = ()
    taken: Sequence[str] = ()
    swaps: Sequence[str] = ()
    royals: Sequence[str] = ()
    tame: Sequence[str] = ()
    stays: Sequence[str] = ()
    unders: Sequence[str] = ()
    mounts: Sequence[str] = ()
    unseats: Sequence[str] = ()
    ways: Sequence[Sequence[str]] = ()
    side: Side = Side.WHITE
    rides: Sequence[Sequence[Sequence[Point]]] = ()
    steps: Mapping[str, str] = field(default_factory=dict)


NO_MARKS = Marks()


class GoalSigns(NamedTuple):
    """The signs for goals, each an SVG fragment the size of a square.

    ``berth`` and ``ram`` are for a piece that moves with everything on its back: to an empty square, and
    to one where it captures.
    """

    goal: str
    move: str
    capture: str
    friend: str
    taken: str
    swap: str
    royal: str
    tame: str
    stay: str
    under: str
    mount: str
    unseat: str
    berth: str
    ram: str


def goal_signs(theme: Theme) -> GoalSigns:
    """The signs for goals in a theme's colours."""
    middle = 'cx="24" cy="24"'
    return GoalSigns(
        f'<circle {middle} r="8.5" fill="{theme.move}"/>',
        f'<circle {middle} r="7.5" fill="#fff" fill-opacity=".8" stroke="{theme.move}" stroke-width="3"/>',
        f'<circle {middle} r="19" fill="none" stroke="{theme.capture}" stroke-width="4"/>',
        f'<circle {middle} r="21" fill="none" stroke="{theme.move}" stroke-width="3"'
        ' stroke-dasharray="5 3.2"/>',
        f'<path d="M9 9L39 39M39 9L9 39" stroke="#fff" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="M9 9L39 39M39 9L9 39" stroke="{theme.capture}" stroke-width="2.5"'
        ' stroke-linecap="round"/>',
        f'<path d="M9 17H38M32 11L38 17L32 23M39 31H10M16 25L10 31L16 37" fill="none" stroke="{theme.move}"'
        ' stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>',
        _crown(theme.capture),
        _crown(theme.move) + f'<path d="M29 45L46 29" stroke="{theme.capture}" stroke-width="2.5"/>',
        f'<circle cx="40" cy="8" r="6" fill="{theme.move}" stroke="#fff" stroke-width="1.5"/>',
        f'<circle cx="16" cy="32" r="14" fill="none" stroke="{theme.capture}" stroke-width="3"/>',
        f'<circle cx="39" cy="9" r="6" fill="{theme.move}" stroke="#fff" stroke-width="1.5"/>',
        f'<circle cx="32" cy="16" r="14" fill="none" stroke="{theme.capture}" stroke-width="3"/>',
        _frame("#fff", 1.2, dashes=' stroke-dasharray="3.5 2.5"'),
        _frame(theme.capture, 2),
    )


def _crown(colour: str) -> str:
    """A small crown in the corner."""
    outline = f'fill="{colour}" stroke="#fff" stroke-width="1.2" stroke-linejoin="round"'
    return f'<path d="M30 43V33L34 37L37.5 31L41 37L45 33V43Z" {outline}/>'


def _frame(colour: str, width: float, dashes: str = "") -> str:
    look = f'fill="none" stroke="{colour}" stroke-width="{width:g}"{dashes}'
    return f'<rect x="3" y="3" width="42" height="42" rx="4" {look}/>'
