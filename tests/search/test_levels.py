"""Levels: their order, their chance, and what none of them misses."""

import pytest

import fairyring
from fairyring import LEVELS


def test_levels_come_from_the_weakest_on() -> None:
    assert next(iter(LEVELS)) == "beginner"
    softness = [level.softness for level in LEVELS.values()]
    assert softness == sorted(softness, reverse=True)
    assert all(name == level.name for name, level in LEVELS.items())


@pytest.mark.parametrize("name", ["beginner", "casual", "club"])
def test_a_soft_level_has_its_moods(name: str) -> None:
    position = fairyring.load("chess").start()
    moves = [fairyring.search(position, level=name, seed=seed).move for seed in range(8)]
    again = [fairyring.search(position, level=name, seed=seed).move for seed in range(8)]
    assert moves == again
    assert len(set(moves)) > 1


@pytest.mark.parametrize("name", ["beginner", "casual", "club", "strong"])
def test_no_level_misses_a_mate_in_one(name: str) -> None:
    position = fairyring.load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    for seed in range(5):
        assert str(fairyring.search(position, level=name, seed=seed).move) == "a1-a8"


def test_a_limit_of_ones_own_replaces_the_levels() -> None:
    found = fairyring.search(fairyring.load("chess").start(), level="limitless", nodes=500)
    assert found.nodes < 1000


def test_the_move_and_the_line_of_a_soft_level_agree() -> None:
    position = fairyring.load("ravioli").start()
    for seed in range(4):
        found = fairyring.search(position, level="beginner", seed=seed)
        assert found.line[0] == found.move
        assert found.score in {line.score for line in found.lines}
