"""Rides: one piece's path through several turns in one picture, as the kernel plays them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from fairyring.board import Board, Point
from fairyring.drawing.board import board_svg
from fairyring.drawing.marks import Marks
from fairyring.game import Variant
from fairyring.kernels.rules import Event
from fairyring.variants.definition import Ride

Legs = tuple[tuple[Point, ...], ...]


def stages(variant: Variant, ride: Ride) -> Iterator[tuple[str, Legs]]:
    """Each site that the piece comes to, in order, with the lines of its path there.

    Raises:
        PositionError: the ride's text is not a position of the game.
        IllegalMoveError: one of its turns is illegal.
    """
    position, site = variant.position(ride.position), ride.start
    for turn in ride.turns:
        for event in position.course(turn):
            goal = _goal(event, site)
            if goal is not None:
                yield goal, event.legs or _quarter(variant.board, event.sites, site)
                site = goal
        position = position.play(turn)


def _goal(event: Event, site: str) -> str | None:
    """Where an event takes the piece on a site; None if it does not move it."""
    if event.what == "spin" and site in event.sites:
        return event.sites[(event.sites.index(site) + 1) % len(event.sites)]
    return event.sites[-1] if event.sites[0] == site and event.legs else None


def _quarter(board: Board, ring: tuple[str, ...], site: str) -> Legs:
    """A quarter turn along the circle through a spinner's squares, clockwise from one of them."""
    places = [board.places[board.numbers[name]][0] for name in ring]
    x, y = (sum(values) / len(ring) for values in zip(*((p.x, p.y) for p in places), strict=True))
    start = board.places[board.numbers[site]][0]
    radius, angle = math.hypot(start.x - x, start.y - y), math.atan2(start.y - y, start.x - x)
    turned = [angle - step * math.pi / 16 for step in range(9)]
    return (tuple((round(x + radius * math.cos(a), 3), round(y + radius * math.sin(a), 3)) for a in turned),)


def ride_marks(variant: Variant, ride: Ride) -> Marks:
    """The piece's path, and the numbers of the steps that lead to each site; see `stages`."""
    found = list(stages(variant, ride))
    steps: dict[str, str] = {}
    for number, (site, _) in enumerate(found, 1):
        steps[site] = f"{steps[site]}, {number}" if site in steps else str(number)
    return Marks(chosen=(ride.start,), rides=[legs for _, legs in found], steps=steps)


def ride_picture(variant: Variant, ride: Ride, say: Callable[[str], str] = str) -> str:
    """The ride as an SVG picture, drawn on the position in which it begins."""
    marks = ride_marks(variant, ride)
    return board_svg(variant.position(ride.position), marks=marks, say=say)
