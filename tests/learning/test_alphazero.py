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

SMALL = alphazero.Settings(games=4, steps=20, simulations=6, plies=15, hidden=(16, 8), window=2)
GAME = "chess"  # whose rules are compiled for other tests, too


@pytest.fixture
def network() -> Any:
    return alphazero.begun(GAME, SMALL)


@pytest.mark.parametrize(
    ("text", "mate", "expected"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1-a8", 1),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8-a1", -1),
    ],
)
def test_a_search_finds_the_mate(network: Any, text: str, mate: str, expected: int) -> None:
    variant = fairyring.load(GAME)
    start = variant.position(text)
    batch = Batch(variant, 1, starts=[start], auto_reset=False, threads=1)
    found = alphazero.search(batch, network, 80)
    assert batch.moves(0)[int(found.actions[0])].text == mate
    assert found.policies[0].argmax() == found.actions[0]
    assert found.policies[0].sum() == pytest.approx(1)
    assert {*np.flatnonzero(found.policies[0])} <= {*batch.moves(0)}
    assert found.values[0] * expected > 0.5
    assert batch.position(0) == start  # it stays where it is
    batch.step(found.actions)
    waits = alphazero.search(batch, network, 2)
    assert batch.over.all()
    assert waits.actions[0] == -1
    assert not waits.policies.any()


def test_the_better_half_is_looked_at_again() -> None:
    assert alphazero.halving(16, 32) == [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4
    assert alphazero.halving(1, 3) == [0, 1, 2]
    assert alphazero.halving(2, 5) == [0, 0, 1, 1, 2]


def test_a_position_has_the_result_of_its_game() -> None:
    """One game is won after two moves, and the next one goes on; the other column never ends."""
    values = np.array([[0.2, 0.4], [0.6, 0.4], [-0.4, 0.4], [-0.8, 0.8]], np.float32)
    over = np.zeros((4, 2), np.bool_)
    over[1, 0] = True
    found = alphazero.outcomes(values, over, over.astype(np.float32), 0)
    assert found.tolist() == pytest.approx(np.array([[1, 0.8], [1, 0.8], [-0.8, 0.8], [-0.8, 0.8]]), abs=1e-3)
    half = alphazero.outcomes(values, over, over.astype(np.float32), 0.5)
    assert half == pytest.approx((found + values) / 2, abs=1e-3)


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
    losses = [alphazero.learned(network, window, SMALL, chance) for _ in range(60)]
    assert losses[-1] < 0.7 * losses[0]


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
