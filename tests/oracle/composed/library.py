"""Games of the library that are the first with some mechanic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairyring.board import Board, Side, grid
from fairyring.pieces import Movement, Piece, Way, betza

from .flips import Flips
from .game import Game
from .goals import Goals
from .janggi import janggi
from .long_steps import LongSteps
from .passing import Pass
from .points import Points
from .promotions import Promotions
from .results import Results


def ataxx() -> Game:
    pieces = [Piece("P", "stone", "mDmNmA")]
    mechanics = [Flips("P"), Pass(stuck=True), Points({"P": 1})]
    results = Results(stalemate="more", plies=None)
    return Game(grid(7, 7), pieces, {}, "", "P5p/7/7/7/7/7/p5P w - - 0 1", mechanics, results)


def squatter() -> Game:
    from .games import usual  # which has the games of this module, too

    regions = {side: [f"{file}{rank}" for file in "abcdefgh"] for side, rank in (("white", 8), ("black", 1))}
    return usual(Goals(regions, "PNBRQK", safe=True))


def steps(piece: str, *numbers: int) -> Piece:
    """A pawn whose first move from each rank is at most so many squares."""
    return Piece(piece, "pawn", ByRank([betza(f"mfWimfR{number}cfF") for number in numbers]), pawn=True)


@dataclass(frozen=True)
class ByRank:
    """Movements from the second rank, the third and so on; the last from all others, too."""

    movements: Sequence[Movement]

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        rank = max(board.rank(site, side) - 1, 0)
        yield from self.movements[min(rank, len(self.movements) - 1)].ways(board, site, side)


def wildebeest() -> Game:
    movements = {"N": "N", "C": "C", "W": "NC", "B": "B", "R": "R", "Q": "Q", "K": "K"}
    pieces = [Piece(letter, letter, moves, royal=letter == "K") for letter, moves in movements.items()]
    start = "rnccwkqbbnr/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/RNBBQKWCCNR w - - 0 1"
    mechanics = [LongSteps(), Promotions({"P": "QW"}, ranks=2, optional=True, idle=True)]

    def homes(board: Board, site: int, side: Side) -> bool:
        return board.rank(site, side) in (1, 2)

    return Game(grid(11, 10), [steps("P", 3, 2), *pieces], {}, None, start, mechanics, None, homes)


LIBRARY: Mapping[str, Callable[[], Game]] = {
    "ataxx": ataxx,
    "janggi": janggi,
    "squatter": squatter,
    "wildebeest": wildebeest,
}
"""Games that Fairy-Stockfish has, by its names."""
