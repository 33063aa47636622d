"""Janggi's pieces, as the oracle moves them: from the rules, not from our game."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.board import Board, Side, grid
from fairyring.pieces import Piece, Way, betza

from .cannon_rule import CannonRule
from .game import Game
from .mechanic import Mechanic
from .passing import Bikjang, Pass
from .perpetual import PerpetualCheck
from .points import Points
from .results import Results
from .to_and_fro import ToAndFro
from .xiangqi import PALACES, Kept

START = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
CROSSES = {"d1", "f1", "e2", "d3", "f3"}, {"d8", "f8", "e9", "d10", "f10"}
VALUES = {"R": 13, "C": 7, "N": 5, "B": 3, "A": 3, "P": 2}


class Crossing:
    """A movement, and another one along the diagonals of one palace."""

    def __init__(self, usual: object, diagonal: str) -> None:
        self.usual, self.diagonal = usual, diagonal

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        usual = betza(self.usual) if isinstance(self.usual, str) else self.usual
        yield from usual.ways(board, site, side)  # type: ignore[attr-defined]
        for cross in CROSSES:
            for way in betza(self.diagonal).ways(board, site, side):
                if {board.names[site], board.names[way.goal]} <= cross:
                    yield way


class Elephant:
    """One square straight, and then two diagonally outward, if nothing is on the first two of the three."""

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        place = board.places[site][0]
        rows = board.charts[0].rows
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for turn in (1, -1):
                steps = [(right, up)]
                for _ in range(2):
                    x, y = steps[-1]
                    steps.append((x + (right or turn), y + (up or turn)))
                squares = [(place.x + x, place.y + y) for x, y in steps]
                if all(0 <= x < 9 and 0 <= y < 10 for x, y in squares):
                    first, second, goal = (rows[y][x] for x, y in squares)
                    yield Way(goal, through=(first, second), move=True, capture=True)


def janggi(*, bikjang: bool = True, points: bool = True, modern: bool = False) -> Game:
    pieces = (
        Piece("P", "soldier", Crossing("fsW", "fF")),
        Piece("C", "cannon", Crossing("pR", "pB")),
        Piece("R", "chariot", Crossing("R", "B")),
        Piece("N", "horse", "nN"),
        Piece("B", "elephant", Elephant()),
        Piece("A", "advisor", Crossing(Kept("W", PALACES), "F")),
        Piece("K", "general", Crossing(Kept("W", PALACES), "F"), royal=True),
    )
    mechanics: list[Mechanic] = [PerpetualCheck(), CannonRule("C"), Pass()]
    mechanics += [Bikjang()] * bikjang + [ToAndFro("RCNBP")] * modern + [Points(VALUES, 1.5)] * points
    results = Results(stalemate="loss")
    if modern:
        results = Results(stalemate="loss", plies=200, repetitions=4)
    return Game(grid(9, 10), pieces, {}, "", START, mechanics, results)
