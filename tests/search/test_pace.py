"""How long a search takes that may choose its time."""

import time

import pytest

import fairyring
from fairyring.errors import SearchError
from fairyring.search.deepening import Variation
from fairyring.search.pace import Pace

ONE, OTHER = 11, 12  # moves


def wanted(*found: tuple[int, int, float]) -> float:
    """The seconds wanted after depths that each found a move, with its score and its share of the nodes."""
    pace, last = Pace(1.0), 0.0
    for move, score, share in found:
        last = pace.wanted(Variation((move,), score), share)
    return last


def test_the_longer_a_move_is_the_best_the_less_time_is_taken() -> None:
    times = [wanted(*[(ONE, 0, 0.5)] * depths) for depths in range(1, 12)]
    assert times == sorted(times, reverse=True)
    assert times[0] > 1 > times[-1]


def test_another_move_begins_again() -> None:
    steady = [(ONE, 0, 0.5)] * 5
    assert wanted(*steady, (OTHER, 0, 0.5)) == wanted((OTHER, 0, 0.5)) > wanted(*steady, (ONE, 0, 0.5))


def test_a_score_that_falls_takes_more_time_and_a_clear_move_less() -> None:
    steady = [(ONE, 0, 0.5)] * 5
    assert wanted(*steady, (ONE, -60, 0.5)) > wanted(*steady, (ONE, 0, 0.5)) > wanted(*steady, (ONE, 0, 0.95))


def test_a_search_with_an_aim_ends_long_before_its_limit() -> None:
    position = fairyring.load("chess").start()
    fairyring.search(position, depth=1)
    began = time.perf_counter()
    found = fairyring.search(position, seconds=60, aim=0.05)
    assert time.perf_counter() - began < 30
    assert found.depth >= 1


def test_an_aim_is_a_number_of_seconds() -> None:
    for aim in (0, -1, True):
        with pytest.raises(SearchError, match="aim"):
            fairyring.search(fairyring.load("chess").start(), aim=aim)
