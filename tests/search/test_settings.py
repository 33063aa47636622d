"""The search's own numbers: each of them matters, and tuning finds better ones."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.search import Limits
from fairyring.search.analysis import Run
from fairyring.search.settings import SETTINGS, usual

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
DEPTHS = 6, 8, 10, 12


def nodes(settings: np.ndarray, depth: int) -> int:
    """How many positions a search visits."""
    run = Run(fairyring.load("chess").position(MIDDLEGAME), Limits(depth=depth), 1)
    run.main.memory.settings[:] = settings
    run.watch(None, None)
    return run.main.nodes


def test_each_setting_matters() -> None:
    plain = {depth: nodes(usual(), depth) for depth in DEPTHS}
    assert plain == {depth: nodes(usual(), depth) for depth in DEPTHS}
    for number, (name, setting) in enumerate(SETTINGS.items()):
        changed = usual()
        changed[1, number] += 5 * setting.step
        assert any(nodes(changed, depth) != plain[depth] for depth in DEPTHS), name


@pytest.fixture
def tune(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the script defines."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return runpy.run_path(str(BENCHMARKS / "tune.py"))


def test_tuning_moves_to_what_wins_more(tune: dict[str, Any]) -> None:
    names = ["delta", "null"]
    best = usual()[1] + np.array([2 * each.step for each in SETTINGS.values()])
    steps = np.array([each.step for each in SETTINGS.values()])
    tuning = tune["Tuning"](1, names, 2000, seed=1)
    chance = np.random.default_rng(1)

    def off(settings: np.ndarray) -> float:
        return float((((settings - best) / steps) ** 2).sum())

    for _ in range(2000):
        up, down, direction = tuning.pair()
        chances = 1 / (1 + np.exp((off(up) - off(down)) / 20))
        tuning.learn(direction, 2.0 * chance.binomial(4, chances) - 4)
    for number, name in enumerate(SETTINGS):
        if name in names:
            assert abs(tuning.values[number] - best[number]) < 1.2 * steps[number], name
        else:
            assert tuning.values[number] == usual()[1, number], name


def test_tuning_plays_both_colours(tune: dict[str, Any]) -> None:
    same = usual()[1].tolist()
    # Equal sides win as often as each other in every pair.
    assert tune["played"](tune["Task"]("chess", 100, "test", same, same)) == 0
