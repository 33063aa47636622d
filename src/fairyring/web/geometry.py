"""A board as the page draws it: panels, and for each site the outlines on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairyring.board import Board, Place

if TYPE_CHECKING:
    from fairyring.kernels.rules import Spot


def drawn(board: Board, spots: Mapping[str, Spot]) -> dict[str, Any]:
    """The ``board`` of docs/protocol.md: each chart is a panel, each place on it a unit square."""
    return {
        "panels": [
            {"title": chart.title, "width": chart.width, "height": chart.height} for chart in board.charts
        ],
        "sites": [
            {
                "name": name,
                "shade": board.shade(site),
                "region": board.regions[site] if board.regions else "",
                "outlines": [
                    {"panel": place.chart, "points": _square(board, place)} for place in board.places[site]
                ],
            }
            for site, name in enumerate(board.names)
        ],
        "places": {
            choice: {"site": spot.site, "level": spot.level, "name": spot.name}
            for choice, spot in spots.items()
        },
    }


def _square(board: Board, place: Place) -> list[list[int]]:
    """The corners of a place, x to the right and y down, as White sees the chart."""
    left, top = place.x, board.charts[place.chart].height - 1 - place.y
    return [[left, top], [left + 1, top], [left + 1, top + 1], [left, top + 1]]
