"""Sections of an ini file beside the same games by the composed oracle."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import fairyring
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle.composed import Game
from tests.oracle.remembering import remembering


class Together(NamedTuple):
    """A section, the same game by the oracle, where to begin, and what must happen in the walks."""

    section: str
    oracle: Game
    starts: tuple[str, ...]
    events: set[str]


def walks(name: str, game: Together, folder: Path) -> None:
    """Hold random walks of the section against the oracle."""
    chance, seen = random.Random(3), Counter[str]()
    (folder / "games.ini").write_text(game.section)
    variant = fairyring.load(f"{folder / 'games.ini'}#{name}")
    judge = remembering(Judge(game.oracle))
    assert str(variant.start()) == game.oracle.start_text
    for text in (game.oracle.start_text, *game.starts) * lanes.samples(3, 2):
        follow(
            judge, variant.position(text), walked(judge, judge.read(text), chance, lanes.samples(5, 5), seen)
        )
    assert seen.keys() >= game.events or not lanes.full()
