"""Batches on a GPU against batches on processors: the same games, in Numba's simulator of a GPU.

Whether NVIDIA's compiler accepts the rules of each family takes no GPU either: `make thorough` asks it.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.batch import Batch
from fairyring.errors import BatchError
from tests import lanes

# Each kind of rules, and spare rows, of which each thread needs its own.
GAMES = ("chess", "atomic", "momentum", "mini-meta", "monster-bluff-4")

pytestmark = pytest.mark.kernel


def simulated(test: Any) -> Any:
    """Run a test in the simulator, whose functions are plain Python."""
    # Its threads do not know that NumPy is not to warn of sums that wrap around.
    for mark in (
        pytest.mark.alone,
        pytest.mark.skipif(not lanes.PLAIN, reason="the simulator runs plain Python"),
        pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning"),
    ):
        test = mark(test)
    return test


@simulated
@pytest.mark.parametrize("name", GAMES)
def test_a_gpu_plays_as_processors_do(name: str) -> None:
    from fairyring.batch.gpu import GpuBatch

    variant = fairyring.load(name)
    number, plies = 2, 3 if lanes.vast(name) else 8
    batch = Batch(variant, number, seed=3, plies=plies - 1, threads=1)
    gpu = GpuBatch(variant, number, seed=3, plies=plies - 1)
    for _ in range(plies):
        assert np.array_equal(gpu.mask().copy_to_host(), batch.mask())
        assert np.array_equal(gpu.side.copy_to_host(), batch.side)
        for viewer in ("mover", "spectator"):
            assert np.array_equal(gpu.observe(viewer).copy_to_host(), batch.observe(viewer))
        assert [gpu.position(game) for game in range(number)] == [
            batch.position(game) for game in range(number)
        ]
        assert gpu.moves(0).keys() == batch.moves(0).keys()
        actions = batch.sample()
        assert np.array_equal(gpu.sample().copy_to_host(), actions)
        steps: Any = batch.step(actions)
        for found, expected in zip(gpu.step(actions), steps, strict=True):
            assert np.array_equal(found.copy_to_host(), expected)


@simulated
def test_what_a_gpu_refuses() -> None:
    from fairyring.batch.gpu import GpuBatch

    chess = fairyring.load("chess")
    fool = chess.start().play("f2-f3").play("e7-e5").play("g2-g4")
    gpu = GpuBatch(chess, 2, starts=[fool], auto_reset=False)
    mate = next(action for action, move in gpu.moves(0).items() if move.text == "d8-h4")
    with pytest.raises(BatchError, match=r"game 1: an action from 0 to 1971, not 5000"):
        gpu.step([mate, 5000])
    assert gpu.position(0) == fool  # nothing was played
    steps = gpu.step([mate, -1])
    assert steps.terminated.copy_to_host().tolist() == [1, 0]
    assert steps.rewards.copy_to_host().tolist() == [[-1, 1], [0, 0]]
    assert not gpu.moves(0)
    assert gpu.sample().copy_to_host()[0] == -1
    gpu.reset([True, False])
    assert gpu.position(0) == fool
    with pytest.raises(BatchError, match="actions: 2 numbers, one for each game"):
        gpu.step([mate])
    with pytest.raises(IndexError, match="a game from 0 to 1, not 2"):
        gpu.position(2)


@simulated
def test_the_example_of_the_document_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```py\n(.*?)```", text, re.DOTALL)
    found: dict[str, Any] = {}
    exec(example.replace("32768", "2"), found)  # our own document
    assert found["rewards"].shape == (2, 2)


@pytest.mark.thorough
@pytest.mark.skipif(lanes.PLAIN, reason="plain Python is not compiled")
@pytest.mark.parametrize("name", ["chess", "mini-meta", "momentum", "monster-bluff-4"])
def test_the_rules_can_be_compiled_for_a_gpu(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba asks the GPU which code it understands; here the answer is an H100's."""
    from numba.cuda import dispatcher

    from fairyring.kernels import gpu

    typeof = importlib.import_module("numba.cuda.typing.typeof").typeof
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=(9, 0)))
    batch = Batch(fairyring.load(name), 1, threads=1)
    block = batch._blocks[0]
    alone: Any = block.games
    games = type(alone)(*(part[None] for part in alone))._replace(bound=alone.bound)
    rows: Any = block.states
    states = type(rows)(*(part[None] for part in rows))
    numbers, place, byte = batch._numbers, np.zeros(1, np.int64), np.zeros(1, np.uint8)
    planes = np.zeros((1, 1, 1), np.uint8)
    for kernel, arguments in {
        gpu.step: (block.tables, states, numbers, games, place, place),
        gpu.observe: (states, games, *batch._planes.program, byte, planes),
    }.items():
        kinds = tuple(typeof(each) for each in arguments)
        code, _ = gpu.cuda.compile_ptx(kernel.py_func, kinds, cc=(9, 0))
        assert ".visible .entry" in code
