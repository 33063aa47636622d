"""Xiangqi's pieces, as the oracle moves them: from the rules, not from our game."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.board import Board, Side, grid
from fairyring.pieces import Piece, Way, betza

from .chase import Chase
from .facing import FacingKings
from .game import Game
from .perpetual import PerpetualCheck
from .results import Results

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PALACES = {
    Side.WHITE: {f"{file}{rank}" for file in "def" for rank in (1, 2, 3)},
    Side.BLACK: {f"{file}{rank}" for file in "def" for rank in (8, 9, 10)},
}
BANKS = {
    Side.WHITE: {f"{file}{rank}" for file in "abcdefghi" for rank in range(1, 6)},
    Side.BLACK: {f"{file}{rank}" for file in "abcdefghi" for rank in range(6, 11)},
}


class Kept:
    """A movement that stays on some squares."""

    def __init__(self, text: str, squares: dict[Side, set[str]]) -> None:
        self.text, self.squares = text, squares

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        for way in betza(self.text).ways(board, site, side):
            if board.names[way.goal] in self.squares[side]:
                yield way


class Soldier:
    """Straight ahead; beyond the river, sideways as well."""

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        crossed = board.names[site] not in BANKS[side]
        yield from betza("fWlWrW" if crossed else "fW").ways(board, site, side)


def xiangqi() -> Game:
    pieces = (
        Piece("P", "soldier", Soldier()),
        Piece("C", "cannon", "mRcpR"),
        Piece("R", "chariot", "R"),
        Piece("N", "horse", "nN"),
        Piece("B", "elephant", Kept("nA", BANKS)),
        Piece("A", "advisor", Kept("F", PALACES)),
        Piece("K", "general", Kept("W", PALACES), royal=True),
    )
    mechanics = (FacingKings(), PerpetualCheck(), Chase())
    return Game(grid(9, 10), pieces, {}, "", START, mechanics, Results(stalemate="loss"))
