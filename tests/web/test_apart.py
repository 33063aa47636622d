"""How `benchmarks/timing.py` tells two worlds apart: equal ones pass, and a planted difference does not."""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

APART: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "_apart.py"))
Pair, apart, corrected = APART["Pair"], APART["apart"], APART["corrected"]


def measured(seed: int, games: int, asks: int, slower: float = 0.0, share: float = 1.0) -> list[Any]:
    """Times with outliers, which have something in common in each game; in one world some are slower."""
    chance, found = random.Random(seed), []
    for game in range(games):
        both = [chance.gauss(1.0, 0.1), chance.gauss(1.0, 0.1)]  # of a game in each world
        for _ in range(asks):
            one, other = (each * chance.lognormvariate(0, 0.2) for each in both)
            found.append(Pair(game, one + (slower if chance.random() < share else 0), other))
    return found


def test_equal_worlds_pass_though_the_figures_of_a_game_have_much_in_common() -> None:
    found = sorted(apart(measured(seed, 40, 20)) for seed in range(12))
    assert found[0] > 0.005
    assert found[5] > 0.1


@pytest.mark.parametrize(("slower", "share"), [(0.15, 1.0), (2.0, 0.1)])
def test_worlds_that_differ_are_told_apart(slower: float, share: float) -> None:
    assert apart(measured(1, 60, 10, slower, share)) < 0.0001


def test_what_never_differs_is_no_difference() -> None:
    assert apart([Pair(game, 1.0, 1.0) for game in range(9)]) == 1.0


def test_many_tests_are_corrected_for_their_number() -> None:
    assert corrected({"c": 0.5, "a": 0.01, "b": 0.02}) == {"a": 0.03, "b": 0.04, "c": 0.5}
