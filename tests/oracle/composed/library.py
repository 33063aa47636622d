"""Games of the library that are the first with some mechanic."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fairyring.board import grid
from fairyring.pieces import Piece

from .flips import Flips
from .game import Game
from .janggi import janggi
from .passing import Pass
from .points import Points
from .results import Results


def ataxx() -> Game:
    pieces = [Piece("P", "stone", "mDmNmA")]
    mechanics = [Flips("P"), Pass(stuck=True), Points({"P": 1})]
    results = Results(stalemate="more", plies=None)
    return Game(grid(7, 7), pieces, {}, "", "P5p/7/7/7/7/7/p5P w - - 0 1", mechanics, results)


LIBRARY: Mapping[str, Callable[[], Game]] = {
    "ataxx": ataxx,
    "janggi": janggi,
}
"""Games that Fairy-Stockfish has, by its names."""
