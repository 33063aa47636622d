"""What the benchmarks make of the points of a match."""

import runpy
from pathlib import Path
from typing import Any

import pytest

SCORE: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "_score.py"))
Score = SCORE["Score"]


def test_elo_follows_from_the_points() -> None:
    assert Score((1.0, 1.0)).elo[0] == 0
    assert Score((1.5,) * 40).elo[0] == pytest.approx(190.85, abs=0.01)
    assert SCORE["elo_of"](SCORE["points_of"](123)) == pytest.approx(123)
    assert Score((0, 0.5, 1, 1.5, 2, 2)).counts == (1, 1, 1, 1, 2)


def test_the_error_is_that_of_pairs_and_not_of_games() -> None:
    # Won with one colour and lost with the other, every time: no doubt that they are equal.
    assert Score((1.0,) * 100).elo[1] < 5 < Score((0.0, 2.0) * 50).elo[1]


def test_a_test_is_decided_when_it_is_clear_and_not_before() -> None:
    better, even, worse = (
        Score((1.5, 1.0, 1.5, 2.0) * 20),
        Score((1.0, 1.5, 0.5, 1.0)),
        Score((0.5, 1.0) * 40),
    )
    assert better.verdict((0, 20)) == "+20 Elo accepted"
    assert worse.verdict((0, 20)) == "+0 Elo accepted"
    assert even.verdict((0, 20)) == ""
    assert Score((2.0,) * 10).verdict((0, 20)) == "", "20 pairs at least"
    assert better.likelihood(0, 20) == pytest.approx(-better.likelihood(20, 0))
