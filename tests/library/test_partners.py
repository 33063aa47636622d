"""Games of two boards beside Fairy-Stockfish, which plays each of the boards."""

from __future__ import annotations

import random

import pytest

from tests import lanes
from tests.library import judge, partners

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

CHESS = {"drop", "capture", "double step", *partners.RARE}
WANTED = {
    "bughouse": CHESS - {"capture of a king"},
    "koedem": CHESS | {"extinction"},
    "supply": {"drop", "capture"},
}


@pytest.mark.parametrize("name", partners.GAMES)
def test_moves_and_ends_are_those_of_fairy_stockfish(name: str) -> None:
    chance, found, seen = random.Random(name), judge.Found(), set[str]()
    for _ in range(lanes.samples(6, 1)):
        seen |= partners.play(name, chance, lanes.samples(120, 24), found)
    assert not found.moves + found.results
    for position, tandem in partners.positions(name, chance, 1, 20):
        assert not partners.counted(name, position, tandem, 2).wrong
    if lanes.EVERY and lanes.full():
        assert seen >= WANTED[name]
