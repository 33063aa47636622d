"""Motion as the page draws it, as docs/protocol.md has it: in the units of its panels, as White sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fairyring.board import Board, Heading

if TYPE_CHECKING:
    from fairyring.kernels.rules import Event, Point, Token

Json = dict[str, Any]


def events(board: Board, course: Iterable[Event]) -> list[Json]:
    """The events of a turn."""
    return [
        {
            "what": event.what,
            "sites": list(event.sites),
            "legs": _legs(board, event.legs),
            "taken": event.taken,
            "becomes": event.becomes,
            "momentum": None if event.momentum is None else event.momentum._asdict(),
        }
        for event in course
    ]


def momentum(board: Board, token: Token) -> Json | None:
    """How a man is in motion, with the way that he goes on if nothing stops him."""
    if token.momentum is None or token.side is None:
        return None
    from fairyring.drawing.trails import (
        course,
    )  # with it comes the compiler, which the page need not wait for

    dx, dy, _ = token.momentum
    heading = Heading(board.places[board.numbers[token.site]][0], dx, dy)
    return {**token.momentum._asdict(), "legs": _legs(board, course(board, heading, token.side))}


def _legs(board: Board, legs: Iterable[Sequence[Point]]) -> list[list[list[float]]]:
    """Lines through the middles of squares."""
    height = board.charts[0].height
    return [[[x + 0.5, height - 0.5 - y] for x, y in leg] for leg in legs]
