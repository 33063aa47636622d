"""The example that learns by playing itself: its search, its gradients, and that it learns."""

from __future__ import annotations

import json
import sys
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.batch import Batch
from fairyring.workers import Processes

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))

import alphazero

SMALL = alphazero.Settings(games=4, simulations=6, plies=20, hidden=(16, 8), window=2)
GAME = "chess"  # whose rules are compiled for other tests, too


@pytest.fixture
def network() -> Any:
    return alphazero.begun(GAME, SMALL)


def test_a_search_finds_the_mate(network: Any) -> None:
    variant = fairyring.load(GAME)
    mates = [variant.position(text) for text in ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",)]
    batch = Batch(variant, 1, starts=mates, auto_reset=False, threads=1)
    visits = alphazero.search(batch, network, 80)
    assert visits.sum() == 80
    assert batch.moves(0)[int(visits[0].argmax())].text == "a1-a8"
    assert batch.position(0) == mates[0]  # it stays where it is


def test_gradients_are_those_of_the_loss(network: Any) -> None:
    samples = alphazero.self_play(GAME, network, SMALL, 1)
    some = alphazero.Samples(samples.planes[:3], samples.policies[:3], np.array([1, 0, -1], np.int8))
    network.weights = [each.astype(np.float64) for each in network.weights]
    _, gradients = network.gradients(some)
    for place, gradient in enumerate(gradients):
        at = np.unravel_index(int(np.abs(gradient).argmax()), gradient.shape)
        losses = []
        for step in (1e-5, -1e-5):
            network.weights[place][at] += step
            losses.append(network.gradients(some)[0])
            network.weights[place][at] -= step
        assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3)


def test_what_was_played_is_learned(network: Any) -> None:
    samples = alphazero.self_play(GAME, network, SMALL, 1)
    assert len(samples.planes) == len(samples.policies) == len(samples.results) >= 4
    assert np.abs(samples.policies.sum(axis=1) - 1).max() < 1e-2
    window, chance = deque([samples]), np.random.default_rng(0)
    losses = [alphazero.learned(network, window, SMALL, chance) for _ in range(30)]
    assert losses[-1] < 0.8 * losses[0]


def test_a_ladder_is_climbed(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    found = list(alphazero.train(GAME, SMALL, 1, 2, Processes(1)))
    assert [said["generation"] for _, said in found] == [0, 1, 2]
    rungs = alphazero.ladder(GAME, SMALL, found, 4, Processes(1))
    assert [(rung["generation"], rung["against"]) for rung in rungs] == [(1, 0), (2, 1), (2, 0)]
    assert all(rung["games"] == 4 and 0 <= rung["points"] <= 1 for rung in rungs)
    json.dumps(rungs)
    alphazero.plot(GAME, rungs, tmp_path / "ladder.svg")
    assert "<svg" in (tmp_path / "ladder.svg").read_text()
