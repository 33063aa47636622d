"""How the computer's games against itself end, game by game: measured, and kept for the rules pages.

``self_play.json`` is made by ``benchmarks/self_play.py``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class SelfPlay:
    """Games of the computer against itself, from openings of a few random moves.

    Attributes:
        white: how many games White won.
        drawn: how many were drawn, those that were stopped for their length included.
        black: how many games Black won.
        plies: the median length.
        nodes: the nodes that were searched for each move.
        date: when they were played, such as ``2026-11-22``.
    """

    white: int
    drawn: int
    black: int
    plies: int
    nodes: int
    date: str

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.white + self.drawn + self.black


def of(name: str) -> SelfPlay | None:
    """What was measured for a game that comes with fairyring; None if nothing was."""
    return _all().get(name)


@cache
def _all() -> dict[str, SelfPlay]:
    text = files("fairyring.variants").joinpath("self_play.json").read_text(encoding="utf-8")
    return {name: SelfPlay(**found) for name, found in json.loads(text).items()}
