"""What stands where in a draft: an array as a placement of pieces, and back, whatever the pieces are.

A draft may have an array that does not fit its board, or letters of no piece. All that fits is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fairyring.board import Board, Side
from fairyring.board.lattice import HEXAGONS, LEVELS
from fairyring.notation.sections import every_site

Cells = dict[str, str]
"""The letter on each square, by its name: a capital is White's."""

_SIGN = re.compile(r"\+?[A-Za-z]|[0-9]+")
_PLAIN = re.compile(r"[A-Za-z0-9+/|]*")


def is_plain(array: str) -> bool:
    """Whether an array says nothing of pieces but their letters."""
    return _PLAIN.fullmatch(array) is not None


def cells(board: Board, array: str) -> Cells:
    """What an array puts on the squares of a board, as far as it fits."""
    found: Cells = {}
    for section, part in zip(every_site(board), array.split("|"), strict=False):
        for rank, text in zip(section, part.split("/"), strict=False):
            at = 0
            for sign in _SIGN.findall(text):
                if sign.isdigit():
                    at += int(sign[:3])
                elif at < len(rank):
                    found[board.names[rank[at]]] = sign
                    at += 1
    return found


def written(board: Board, placed: Mapping[str, str]) -> str:
    """The array with these pieces."""
    return "|".join("/".join(_rank(board, rank, placed) for rank in part) for part in every_site(board))


def _rank(board: Board, rank: Sequence[int], placed: Mapping[str, str]) -> str:
    text, run = "", 0
    for site in rank:
        sign = placed.get(board.names[site], "")
        text += (str(run) if run and sign else "") + sign
        run = 0 if sign else run + 1
    return text + (str(run) if run else "")


def across(board: Board, name: str) -> str:
    """The square of the other side that mirrors a square; empty if there is none.

    It is on the same file and as far from the other end: of the file on hexagons, of the board elsewhere.
    """
    place = board.places[board.numbers[name]][0]
    chart = board.charts[place.chart]
    low, high = 0, chart.height - 1
    if chart.lattice == HEXAGONS:
        filled = [y for y in range(chart.height) if board.at(place._replace(y=y)) is not None]
        low, high = filled[0], filled[-1]
    site = board.at(place._replace(y=low + high - place.y))
    return "" if site is None else board.names[site]


def fitted(before: Board, after: Board, placed: Mapping[str, str]) -> Cells:
    """The pieces of one board on another: as far from their side's end, and from the middle, as before.

    Where levels come or go, White's pieces are on the lowest one, and Black's on the highest. Pieces for
    which there is no square are left out.
    """
    found: Cells = {}
    on_hexagons = HEXAGONS in (before.charts[0].lattice, after.charts[0].lattice)
    moved = _moved if _similar(before, after) else _level
    for name, sign in placed.items():
        if name not in before.numbers:
            continue
        if on_hexagons and sign.islower():  # ranks of hexagons are not alike for both sides, but files are
            goal = moved(before, after, across(before, name), sign.upper())
            goal = across(after, goal) if goal in after.numbers else ""
        else:
            goal = moved(before, after, name, sign)
        if goal in after.numbers:
            found.setdefault(goal, sign)
    return found


def _moved(before: Board, after: Board, name: str, sign: str) -> str:
    """Where a square comes to on a board that is drawn alike; empty if there is no room."""
    place = before.places[before.numbers[name]][0]
    if place.chart >= len(after.charts):
        return ""
    old, new = before.charts[place.chart], after.charts[place.chart]
    x = place.x + (new.width - old.width) // 2
    y = place.y if sign.isupper() else new.height - old.height + place.y
    return _name(after, place.chart, x, y)


def _level(before: Board, after: Board, name: str, sign: str) -> str:
    """The square on another kind of board, on a level of it or without one: as far from its side's end."""
    own = re.fullmatch(r"[A-Z]?([a-z])(\d+)", before.coordinates[before.numbers[name]])
    if own is None:
        return ""
    right = (_size(after)[0] - _size(before)[0]) // 2
    ahead = 0 if sign.isupper() else _size(after)[1] - _size(before)[1]
    square = f"{chr(ord(own[1]) + right)}{int(own[2]) + ahead}"
    levels = sorted({*after.regions})
    if after.charts[0].lattice != LEVELS:
        x, y = ord(own[1]) - ord("a") + right, int(own[2]) - 1 + ahead
        return square if square in after.numbers else _name(after, 0, x, y)
    return (levels[0] if sign.isupper() else levels[-1]) + square


def _size(board: Board) -> tuple[int, int]:
    """The files and ranks of a board, or of a level of it."""
    chart = board.charts[0]
    files = len({name[1] for name in board.coordinates}) if chart.lattice == LEVELS else chart.width
    return files, chart.height


def _similar(before: Board, after: Board) -> bool:
    """Whether two boards are drawn alike, so that files and ranks mean the same."""
    lattices = [{chart.lattice for chart in board.charts} for board in (before, after)]
    return lattices[0] == lattices[1] and len(lattices[0]) == 1


def _name(board: Board, chart: int, x: int, y: int) -> str:
    if not (0 <= x < board.charts[chart].width and 0 <= y < board.charts[chart].height):
        return ""
    site = board.charts[chart].rows[y][x]
    return board.names[site] if site >= 0 else ""


def counted(placed: Mapping[str, str]) -> Iterator[tuple[str, Side, int]]:
    """How many pieces of each letter each side has."""
    for letter in sorted({sign.upper() for sign in placed.values()}):
        for side in Side:
            sign = letter if side is Side.WHITE else letter.lower()
            yield letter, side, sum(each == sign for each in placed.values())
