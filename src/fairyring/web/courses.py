"""Motion as the page draws it, as in docs/protocol.md: in the units of its panels, as White sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.board import Board, Heading, Point, Side, path

if TYPE_CHECKING:
    from fairyring.game import Move, Position
    from fairyring.kernels.rules import Event, Momentum, Token

Json = dict[str, Any]


def events(board: Board, course: Iterable[Event]) -> list[Json]:
    """The events of a turn."""
    return [
        {
            "what": event.what,
            "sites": list(event.sites),
            "legs": _legs(board, event.legs, min(event.charts, default=0)),
            "panels": _panels(board, event.charts),
            "taken": event.captured,
            "becomes": event.becomes,
            "momentum": None if event.momentum is None else _numbers(event.momentum),
        }
        for event in course
    ]


def course(position: Position, move: Move) -> list[Json]:
    """The events of a legal move; in a game without events, a way that wraps or bounces."""
    board = position.variant.board
    return events(board, position.course(move)) or events(board, _bent(position, move))


def check_lines(board: Board, lines: Iterable[Sequence[str]], side: Side) -> list[Json]:
    """The lines along which a side gives check, on each chart that shows them."""
    from fairyring.drawing.trails import trail

    found = []
    for line in lines:
        sites = [board.numbers[site] for site in line]
        shown = ((chart, trail(board, chart, sites, side)) for chart in range(len(board.charts)))
        drawn = [(chart, legs) for chart, legs in shown if legs]
        found += [
            {
                "sites": list(line),
                "legs": _legs(board, legs, chart),
                "panels": _panels(board, (chart,)) if legs else [],
            }
            for chart, legs in drawn or [(0, [])]
        ]
    return found


def _bent(position: Position, move: Move) -> Iterator[Event]:
    """A piece's shortest open way over the edges."""
    from fairyring.board.edges import STANDARD
    from fairyring.drawing.trails import trail
    from fairyring.kernels.rules import Event

    rules, board, side = position.variant.rules, position.variant.board, position.side
    if board.edges[side] == STANDARD:
        return
    start, goal, *rest = move.choices
    tokens = {token.site: token for token in position.tokens}
    if start not in tokens or goal not in board.numbers:
        return  # a drop, or a way from or to a back
    held = tokens.keys() - {start}  # its own square is empty once it has left
    for reached in rules.reach(tokens[start].letter.upper(), start, side):
        for way in reached.ways if reached.site == goal else ():
            if held.isdisjoint(way):
                sites = (start, *way, goal)
                lines = trail(board, 0, [board.numbers[site] for site in sites], side)
                taken = goal if goal in held else ""
                yield Event("move", sites, tuple(map(tuple, lines)), taken, rest[0] if rest else "")
                return


def momentum(board: Board, token: Token) -> Json | None:
    """How a piece is in motion, with the way it moves on if nothing stops it."""
    if token.momentum is None or token.side is None:
        return None
    dx, dy, _, charts = token.momentum
    places = board.places[board.numbers[token.site]]
    heading = Heading(next(place for place in places if place.chart == charts[0]), dx, dy)
    return {
        **_numbers(token.momentum),
        "legs": _legs(board, path(board, heading, token.side), charts[0]),
        "panels": _panels(board, charts),
    }


def _numbers(momentum: Momentum) -> Json:
    return {"dx": momentum.dx, "dy": momentum.dy, "place": momentum.place}


def _panels(board: Board, charts: Sequence[int]) -> list[int]:
    """The panels that show these charts."""
    return [number for number, pile in enumerate(board.panels) if not {*pile}.isdisjoint(charts)]


def _legs(board: Board, legs: Iterable[Sequence[Point]], chart: int = 0) -> list[list[list[float]]]:
    """Lines through the middles of a chart's squares, in the squares of the finest chart of its panel."""
    drawn = board.charts[chart]
    pile = next(pile for pile in board.panels if chart in pile)
    across, down = drawn.within(board.charts[pile[-1]])
    middles = ([drawn.middle(*point) for point in leg] for leg in legs)
    return [[[x * across, (drawn.size[1] - y) * down] for x, y in leg] for leg in middles]
