"""Games as environments of other libraries, by these libraries' own tests."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fairyring
from fairyring.board import Side
from fairyring.errors import BatchError

pytest.importorskip("pettingzoo", reason="needs pettingzoo")
pytest.importorskip("gymnasium", reason="needs gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test

from fairyring.learning import gym, zoo
from fairyring.learning.table import Observation
from fairyring.learning.vector import ChessVectorEnv

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

    def made(render_mode: str) -> Any:
        # It asks for this one first, whatever there is, to see which ones there are.
        return zoo.env(variant, render_mode=None if render_mode == "human" else render_mode)

    render_test(
        made,
        custom_tests={"svg": lambda shown: shown.startswith("<svg"), "ansi": lambda shown: "k" in shown},
    )


def test_the_examples_of_the_documents_run() -> None:
    text = (Path(__file__).parents[2] / "docs" / "learning.md").read_text()
    examples = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 4
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
    made: list[Callable[..., Any]] = [gym.ChessEnv, lambda game, **named: ChessVectorEnv(game, 2, **named)]
    for make in made:
        with pytest.raises(BatchError, match=r"an opponent is 'random', .* not 5"):
            make("chess", opponent=5)
    for make in (*made, zoo.env):
        with pytest.raises(BatchError, match="a render mode is 'ansi', 'svg' or None, not 'human'"):
            make("chess", render_mode="human")


def test_to_wait_is_no_action() -> None:
    env = gym.ChessEnv("chess")
    env.reset(seed=1)
    raw = zoo.env("chess").unwrapped
    raw.reset(seed=1)
    for wrong in (-1, 1972, 0.5, None, "a"):
        with pytest.raises(BatchError, match=r"an action from 0 to 1971, not|an action, not None"):
            env.step(wrong)  # type: ignore[arg-type]
        with pytest.raises(BatchError, match=r"an action from 0 to 1971, not|an action, not None"):
            raw.step(wrong)
    assert env.table.batch.position(0) == raw.table.batch.position(0) == fairyring.load("chess").start()
    many = ChessVectorEnv("chess", 3)
    many.reset(seed=1)
    with pytest.raises(BatchError, match=r"actions\[1\]: an action from 0 to 1971, not -1"):
        many.step([int(many.batch.sample()[0]), -1, -1])


def test_there_is_an_action_for_each_game() -> None:
    many = ChessVectorEnv("chess", 8)
    many.reset(seed=1)
    legal = int(many.batch.sample()[0])
    for wrong in ([legal], legal, [legal] * 9):
        with pytest.raises(BatchError, match="actions: 8 numbers, one for each game"):
            many.step(wrong)
    with pytest.raises(BatchError, match=r"actions\[0\]: an action from 0 to 1971, not"):
        many.step(np.full(8, 2**32 + legal))
    assert all(many.batch.position(game) == many.batch.variant.start() for game in range(8))


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ([0], "the opponent's actions: 2 numbers, one for each game"),
        ([-1, -1], r"the opponent's actions\[0\]: an action from 0 to 1971, not -1"),
    ],
)
def test_opponents_have_an_action_for_each_game(answers: list[int], said: str) -> None:
    many = ChessVectorEnv("chess", 2, lambda _: answers, "black")
    with pytest.raises(BatchError, match=said):
        many.reset()


def test_opponents_may_say_moves_as_texts() -> None:
    env = gym.ChessEnv("chess", lambda _: "e4", "black")
    env.reset()
    assert env.table.batch.position(0) == fairyring.load("chess").start().play("e2-e4")
    wrong: list[tuple[Any, str]] = [
        ("e2-e5", "the opponent's move 'e2-e5': .*in rnbqkbnr"),
        (None, "an opponent returns a move or its text, not None"),
        (5, "an opponent returns a move or its text, not 5"),
    ]
    for answer, said in wrong:
        env = gym.ChessEnv("chess", lambda _, answer=answer: answer, "black")  # type: ignore[misc]
        with pytest.raises(BatchError, match=said):
            env.reset()


def fool(observation: Observation) -> npt.NDArray[np.int64]:
    """Always the last legal action."""
    legal = observation["action_mask"]
    return legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(("opponent", "side"), [("random", "white"), (fool, "either"), ("beginner", "black")])
def test_vectorised_games_end_and_begin_again(opponent: object, side: str) -> None:
    many = ChessVectorEnv("chess", 4, opponent, side, plies=7, threads=2)  # type: ignore[arg-type]
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, infos = many.reset(seed=4)
    over, begun = np.zeros(4, bool), 0
    for _ in range(9):
        assert many.observation_space.contains(seen)
        assert (infos["action_mask"] == seen["action_mask"]).all()
        assert seen["action_mask"].any(axis=1).tolist() == (~over).tolist()
        seen, rewards, terminated, truncated, infos = many.step(seen["action_mask"].argmax(axis=1))
        assert not (over & (terminated | truncated)).any()  # a game that has just begun
        assert (rewards[~terminated] == 0).all()
        begun += int(over.sum())
        over = terminated | truncated
        if over.any():
            assert not terminated.any() or infos["_reason"].tolist() == terminated.tolist()
    assert begun >= 4


def test_vectorised_games_of_one_seed_are_the_same() -> None:
    found = []
    for _ in range(2):
        many = ChessVectorEnv("chess", 3, side="either", plies=20, threads=1, render_mode="ansi")
        seen, _ = many.reset(seed=11)
        for _ in range(6):
            seen, *_ = many.step(fool(seen))
        shown = many.render()
        assert shown is not None
        found.append((many.sides.tolist(), shown))
    assert found[0] == found[1]


def test_a_win_among_vectorised_games_is_rewarded() -> None:
    """Black mates in the second game alone; White's moves are those of the fool's mate in both."""
    whites = ["f2-f3", "f2-f3", "g2-g4", "g2-g4", "a2-a3", "b2-b3", "a2-a3"]
    many = ChessVectorEnv(
        "chess", 2, lambda seen: numbers(*(whites.pop(0) for _ in seen["action_mask"])), "black"
    )
    known = {many.batch.numbering.text(action): action for action in range(len(many.batch.numbering))}

    def numbers(*texts: str) -> list[int]:
        return [known[text] for text in texts]

    many.reset()
    many.step(numbers("e7-e5", "e7-e5"))
    _, rewards, terminated, _, infos = many.step(numbers("d8-e7", "d8-h4"))
    assert (rewards.tolist(), terminated.tolist()) == ([0, 1], [False, True])
    assert infos["reason"].tolist() == ["", "checkmate"]
    _, rewards, *_ = many.step([*numbers("a7-a6"), 0])
    assert rewards.tolist() == [0, 0]
    assert many.batch.position(1) == fairyring.load("chess").start().play("a2-a3")
    whites.append("a2-a3")
    many.reset(options={"reset_mask": np.array([True, False])})
    assert many.batch.position(0) == many.batch.position(1)
    with pytest.raises(BatchError, match="is not legal"):
        many.step([0, 0])
    with pytest.raises(BatchError, match="an opponent is 'random'"):
        ChessVectorEnv("chess", 2, "grandmaster")
