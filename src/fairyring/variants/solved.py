"""What is known of endgames that were solved, game by game, kept for the rules pages.

``solved.json`` is made by ``benchmarks/endgames.py``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class SolvedEndgame:
    """How an endgame goes with best play by both sides, over all of its positions.

    Attributes:
        pieces: White's, a small v, and Black's, as `fairyring.solve_endgame` reads them.
        first: the share of the positions with White to move that White wins.
        second: the share of those with Black to move.
        plies: how many plies White's longest win takes; 0 if there is none.
    """

    pieces: str
    first: float
    second: float
    plies: int

    @property
    def moves(self) -> int:
        """How many of White's moves the longest win takes."""
        return (self.plies + 1) // 2


def of(name: str) -> tuple[SolvedEndgame, ...]:
    """What was solved of a game that comes with fairyring: from the piece that wins most to the least."""
    return _all().get(name, ())


@cache
def _all() -> dict[str, tuple[SolvedEndgame, ...]]:
    text = files("fairyring.variants").joinpath("solved.json").read_text(encoding="utf-8")
    return {name: tuple(SolvedEndgame(**each) for each in found) for name, found in json.loads(text).items()}
