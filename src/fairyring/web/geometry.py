"""A board as the page draws it: panels, and for each site the outlines on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fairyring.board import Board, Chart, Place, Point
from fairyring.board.borders import TINTS, borders
from fairyring.board.graph import PLAIN
from fairyring.web.languages import phrase

if TYPE_CHECKING:
    from fairyring.kernels.rules import Rules, Spot


class _Sheet(NamedTuple):
    """What a panel shows: some files of a chart, and of the charts that it carries.

    Attributes:
        pile: the numbers of these charts.
        chart: the last of them, which has the finest places.
        first: its first file that the panel shows.
        past: the file after its last one.
    """

    pile: tuple[int, ...]
    chart: Chart
    first: int
    past: int
    title: str

    @property
    def width(self) -> float:
        """The width of its drawing, in squares."""
        whole = (self.first, self.past) == (0, self.chart.width)
        return self.chart.size[0] if whole else self.past - self.first

    def shows(self, place: Place) -> bool:
        """Whether a place is on it."""
        return place.chart in self.pile and (len(self.pile) > 1 or self.first <= place.x < self.past)


def _sheets(board: Board) -> Iterator[_Sheet]:
    """A sheet for each pile of charts, and one for each of the levels that a chart joins."""
    for pile in board.panels:
        chart = board.charts[pile[-1]]
        for files, title in board.sheets(chart):
            yield _Sheet(pile, chart, files.start, files.stop, title if len(pile) == 1 else "")


def drawn(rules: Rules) -> dict[str, Any]:
    """The ``board`` of docs/protocol.md, of a game."""
    return board_drawn(rules.board, rules.spots, rules.turning)


def board_drawn(board: Board, spots: Mapping[str, Spot], turning: Sequence[str]) -> dict[str, Any]:
    """The same of a board with its places for riders, and with the sites that turn.

    A chart is a panel, together with the charts that it carries; each place on the finest of them is 1 high.
    Levels that one chart joins are a panel each.
    """
    sheets = list(_sheets(board))
    return {
        "panels": [
            {
                "title": sheet.title,
                "width": _plain(sheet.width),
                "height": _plain(sheet.chart.size[1]),
            }
            for sheet in sheets
        ],
        "sites": [
            {
                "name": name,
                "file": board.axes[site][0],
                "rank": board.axes[site][1],
                "label": board.label(site),
                "shade": board.shade(site),
                "region": board.regions[site] if board.regions else "",
                "tint": 0 if board.parts[site] == PLAIN else board.parts[site] % TINTS + 1,
                "carrier": board.names[board.carriers[site]] if site in board.carriers else "",
                "outlines": [
                    {"panel": number, "points": _outline(board.charts[place.chart], place, sheet)}
                    for place in board.places[site]
                    for number, sheet in enumerate(sheets)
                    if sheet.shows(place)
                ],
            }
            for site, name in enumerate(board.names)
        ],
        "places": {
            choice: {
                "site": spot.site,
                "level": spot.level,
                "file": board.axes[board.numbers[spot.site]][0],
                "name": phrase(spot.name),
            }
            for choice, spot in spots.items()
        },
        "turning": list(turning),
        "borders": [
            {
                "panel": number,
                "what": str(border.what),
                "points": [_down(sheet, point) for point in (border.start, border.end)],
                "out": [border.out[0], -border.out[1]],
                "side": str(border.side) if border.side else None,
            }
            for number, sheet in enumerate(sheets)
            for border in borders(board, sheet.chart)
        ],
    }


def _outline(chart: Chart, place: Place, sheet: _Sheet) -> list[list[float]]:
    """The corners of a place, x to the right and y down, as White sees the chart."""
    across, down = chart.within(sheet.chart)
    left = sheet.chart.middle(sheet.first, 0)[0] - chart.middle(0, 0)[0]
    corners = chart.outline(place.x, place.y)
    return [[_plain(x * across - left), _plain((chart.size[1] - y) * down)] for x, y in corners]


def _down(sheet: _Sheet, point: Point) -> list[float]:
    """A point of the chart of a sheet, x to the right and y down."""
    return [_plain(point[0]), _plain(sheet.chart.size[1] - point[1])]


def _plain(length: float) -> float:
    """A length without more digits than a drawing needs."""
    short = round(length, 3)
    return int(short) if short == int(short) else short
