"""The lines to draw for a way across a chart whose edges wrap or bounce."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from fairyring.board import Board, Heading, Point, Side, joined, stroke
from fairyring.board.edges import STANDARD

# The vectors that riders use, shortest first.
_VECTORS: Final = sorted(product(range(-3, 4), repeat=2), key=lambda v: v[0] ** 2 + v[1] ** 2)[1:]


def trail(board: Board, chart: int, sites: Sequence[int], side: Side) -> list[list[Point]]:
    """The lines of a way, each a row of points in the chart's coordinates.

    Args:
        board: the board.
        chart: the number of the chart.
        sites: where the way begins, the sites it passes, and its goal.
        side: the side whose way it is, since edges may differ.

    Returns:
        If one repeated vector passes exactly these sites, its path over the edges; otherwise straight
        lines from site to site. Empty if the chart does not show all the sites.
    """
    shown = {site: place for site in sites for place in board.places[site] if place.chart == chart}
    if len(shown) < len(set(sites)):
        return []
    for dx, dy in _VECTORS if board.edges[side] != STANDARD else ():
        ridden = _ride(board, Heading(shown[sites[0]], dx, dy), sites, side)
        if ridden is not None:
            return joined(line for heading in ridden for line in stroke(board, heading, side))
    return [[(shown[site].x, shown[site].y) for site in sites]]


def _ride(board: Board, heading: Heading, sites: Sequence[int], side: Side) -> list[Heading] | None:
    """The headings of a ride that first visits exactly these sites, in this order; None if it does not."""
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
