"""Xiangqi's pieces, as the oracle moves them: from the rules, not from our game."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.board import Board, Side, grid
from fairyring.pieces import Piece, Way, betza

from .chase import XIANGQI, Chase, Land
from .facing import FacingKings
from .game import Game
from .perpetual import PerpetualCheck
from .results import Results

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
CROWDED = Land(ranks=5, bank=5, crossing=4)
FILES = "abcdefghi"


def first_ranks(files: str, number: int, ranks: int = 10) -> dict[Side, set[str]]:
    """Each side's squares on some files of its first ranks."""
    return {
        Side.WHITE: {f"{file}{rank}" for file in files for rank in range(1, number + 1)},
        Side.BLACK: {f"{file}{rank}" for file in files for rank in range(ranks - number + 1, ranks + 1)},
    }


PALACES = first_ranks("def", 3)


class Kept:
    """A movement that stays on some squares."""

    def __init__(self, text: str, squares: dict[Side, set[str]]) -> None:
        self.text, self.squares = text, squares

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        for way in betza(self.text).ways(board, site, side):
            if board.names[way.goal] in self.squares[side]:
                yield way


class Soldier:
    """Straight ahead; beyond its own bank, sideways as well."""

    def __init__(self, banks: dict[Side, set[str]]) -> None:
        self.banks = banks

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        crossed = board.names[site] not in self.banks[side]
        yield from betza("fWlWrW" if crossed else "fW").ways(board, site, side)


def xiangqi(land: Land = XIANGQI, start: str = START) -> Game:
    """Xiangqi, or the same on a board of another height."""
    palaces = first_ranks("def", 3, land.ranks)
    banks = first_ranks(FILES, land.bank, land.ranks)
    ashore = first_ranks(FILES, land.crossing - 1, land.ranks)
    pieces = (
        Piece("P", "soldier", Soldier(ashore)),
        Piece("C", "cannon", "mRcpR"),
        Piece("R", "chariot", "R"),
        Piece("N", "horse", "nN"),
        Piece("B", "elephant", Kept("nA", banks)),
        Piece("A", "advisor", Kept("F", palaces)),
        Piece("K", "general", Kept("W", palaces), royal=True),
    )
    mechanics = (FacingKings(), PerpetualCheck(), Chase(land))
    return Game(grid(9, land.ranks), pieces, {}, "", start, mechanics, Results(stalemate="loss"))


def crowded() -> Game:
    """Crowded Xiangqi: on five ranks, where elephants go everywhere."""
    return xiangqi(CROWDED, "rnbakabnr/pcp1p1pcp/9/PCP1P1PCP/RNBAKABNR w - - 0 1")
