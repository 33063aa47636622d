"""A board turned and reflected: where each site goes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from fairyring.board.graph import HOLE, Board, Chart

Turn = tuple[int, ...]
"""Where each site goes."""

MOST_CHARTS = 4  # with more, their order is not changed


def turns(board: Board) -> Iterator[Turn]:
    """The board reflected, turned, and its charts exchanged, in all ways in which its charts fit each other.

    What moves on it may know the difference; some turns occur more than once.
    """
    still = tuple(range(len(board.charts)))
    orders = permutations(still) if len(still) <= MOST_CHARTS else [still]
    either = (False, True)
    for order, across, down, swap in product(orders, either, either, either):
        turn = _turned(board, order, across, down, swap)
        if turn is not None:
            yield turn


def _turned(board: Board, order: tuple[int, ...], across: bool, down: bool, swap: bool) -> Turn | None:
    """Where each site goes if each chart is turned and takes another's place; None if they do not fit."""
    goals: dict[int, int] = {}
    for chart, number in zip(board.charts, order, strict=True):
        other = board.charts[number]
        if (other.height, other.width) != (
            (chart.width, chart.height) if swap else (chart.height, chart.width)
        ):
            return None
        for site, goal in _matched(chart, other, across, down, swap):
            if (site == HOLE) != (goal == HOLE) or goals.setdefault(site, goal) != goal:
                return None
    goals.pop(HOLE, None)
    turn = tuple(goals[site] for site in range(len(board)))
    return turn if len(set(turn)) == len(turn) else None


def _matched(chart: Chart, other: Chart, across: bool, down: bool, swap: bool) -> Iterator[tuple[int, int]]:
    """The sites of a chart, each with the one that takes its place on another."""
    for y, row in enumerate(chart.rows):
        for x, site in enumerate(row):
            column, line = (y, x) if swap else (x, y)
            column = other.width - 1 - column if across else column
            line = other.height - 1 - line if down else line
            yield site, other.rows[line][column]
