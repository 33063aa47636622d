"""A board as the page draws it: panels, and for each site the outlines on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairyring.board import Chart, Place
from fairyring.web.languages import phrase

if TYPE_CHECKING:
    from fairyring.kernels.rules import Rules


def drawn(rules: Rules) -> dict[str, Any]:
    """The ``board`` of docs/protocol.md.

    A chart is a panel, together with the charts that it carries; each place on the finest of them is a
    unit square.
    """
    board = rules.board
    panels = {number: panel for panel, pile in enumerate(board.panels) for number in pile}
    finest = [board.charts[pile[-1]] for pile in board.panels]
    return {
        "panels": [
            {
                "title": board.charts[pile[0]].title if len(pile) == 1 else "",
                "width": chart.width,
                "height": chart.height,
            }
            for pile, chart in zip(board.panels, finest, strict=True)
        ],
        "sites": [
            {
                "name": name,
                "shade": board.shade(site),
                "region": board.regions[site] if board.regions else "",
                "carrier": board.names[board.carriers[site]] if site in board.carriers else "",
                "outlines": [
                    {
                        "panel": panels[place.chart],
                        "points": _square(board.charts[place.chart], place, finest[panels[place.chart]]),
                    }
                    for place in board.places[site]
                ],
            }
            for site, name in enumerate(board.names)
        ],
        "places": {
            choice: {"site": spot.site, "level": spot.level, "name": phrase(spot.name)}
            for choice, spot in rules.spots.items()
        },
        "turning": list(rules.turning),
    }


def _square(chart: Chart, place: Place, finest: Chart) -> list[list[int]]:
    """The corners of a place, x to the right and y down, as White sees the chart."""
    across, down = finest.width // chart.width, finest.height // chart.height
    left, top = place.x * across, (chart.height - 1 - place.y) * down
    right, bottom = left + across, top + down
    return [[left, top], [right, top], [right, bottom], [left, bottom]]
