"""Games of the library that are the first with some mechanic."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fairyring.board import grid
from fairyring.pieces import Piece

from .flips import Flips
from .game import Game
from .goals import Goals
from .janggi import janggi
from .passing import Pass
from .points import Points
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


LIBRARY: Mapping[str, Callable[[], Game]] = {
    "ataxx": ataxx,
    "janggi": janggi,
    "squatter": squatter,
}
"""Games that Fairy-Stockfish has, by its names."""
