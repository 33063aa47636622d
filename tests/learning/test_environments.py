"""Games as environments of other libraries, by these libraries' own tests."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.board import Side
from fairyring.errors import BatchError

pytest.importorskip("pettingzoo", reason="needs pettingzoo")
pytest.importorskip("gymnasium", reason="needs gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test

from fairyring.learning import gym, zoo
from fairyring.learning.table import Observation

GAMES = ["chess", "monster-bluff-4"]


@pytest.fixture(autouse=True)
def their_warnings() -> Iterator[None]:
    """Their tests warn of what is a matter of taste, such as observations that are no floats."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_it(name: str) -> None:
    variant = fairyring.load(name)
    api_test(zoo.env(variant, plies=40), num_cycles=60)
    seed_test(lambda: zoo.env(variant, plies=20), num_cycles=20)


def test_pettingzoo_can_show_it() -> None:
    variant = fairyring.load("chess")
    render_test(
        lambda render_mode: zoo.env(variant, render_mode=render_mode),
        custom_tests={"svg": lambda shown: shown.startswith("<svg"), "ansi": lambda shown: "k" in shown},
    )


def test_the_examples_of_the_documents_run() -> None:
    text = (Path(__file__).parents[2] / "docs" / "learning.md").read_text()
    examples = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(example, {})  # our own document


def test_agents_know_what_they_may() -> None:
    env = zoo.env("monster-bluff-4")
    env.reset(seed=1)
    assert env.metadata["name"] == "monster-bluff-4_v1"
    names = [plane.name for plane in env.unwrapped.table.batch.planes]
    for _ in range(2):  # both sides choose their True Kings
        observation, _, _, _, info = env.last()
        assert (observation["action_mask"] == info["action_mask"]).all()
        env.step(int(np.flatnonzero(info["action_mask"])[1]))
    for agent, other in (("white", "black"), ("black", "white")):
        seen = env.observe(agent)["observation"]
        assert seen[names.index(f"true king of {agent}")].sum() == 1
        assert seen[names.index(f"true king of {other}")].sum() == 0
    assert not env.observe("black")["action_mask"].any()


def test_an_illegal_action_loses() -> None:
    env = zoo.env("chess")
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"white": True, "black": True}
    assert env.rewards == {"white": -1, "black": 0}


class Lenient(gym.ChessEnv):
    """Plays another action in place of one that is not legal: Gymnasium's checker knows no masks."""

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        mask = self.table.seen_by(self.side)["action_mask"]
        return super().step(action if mask[action] else int(mask.argmax()))


def test_gymnasium_accepts_it() -> None:
    check_env(Lenient("chess", side="either", plies=10), skip_render_check=True, skip_close_check=True)


@pytest.mark.parametrize("opponent", ["random", "beginner", lambda position: position.legal_moves()[0]])
def test_games_against_an_opponent(opponent: object) -> None:
    env = gym.ChessEnv("chess", opponent, Side.BLACK, plies=9)  # type: ignore[arg-type]
    _, info = env.reset(seed=5)
    assert env.table.side is Side.BLACK  # White has moved
    ended = False
    for _ in range(4):
        chosen = int(np.flatnonzero(info["action_mask"])[0])
        seen, reward, terminated, truncated, info = env.step(chosen)
        assert env.observation_space.contains(seen)
        assert reward == 0 or terminated
        ended = terminated or truncated
    assert ended


def test_a_win_is_rewarded() -> None:
    replies = iter(("f2-f3", "g2-g4"))
    env = gym.ChessEnv("chess", lambda position: position.parse_move(next(replies)), "black")
    env.reset()
    for text in ("e7-e5", "d8-h4"):
        action = next(action for action, move in env.table.batch.moves(0).items() if move.text == text)
        _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["reason"]) == (1, True, False, "checkmate")


def test_many_environments() -> None:
    many = SyncVectorEnv([lambda: gym.ChessEnv("chess", plies=6) for _ in range(3)])
    seen, _ = many.reset(seed=2)
    for _ in range(4):
        # Where a game is over there is no legal action, and the next step begins another.
        seen, rewards, *_ = many.step(seen["action_mask"].argmax(axis=1))
    assert rewards.shape == (3,)


def test_who_is_not_there_is_refused() -> None:
    with pytest.raises(BatchError, match="an opponent is 'random'"):
        gym.ChessEnv("chess", "grandmaster")
    with pytest.raises(BatchError, match="a side is"):
        gym.ChessEnv("chess", side="green")
