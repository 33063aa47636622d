"""Thousands of games as one vectorised environment of Gymnasium: players against opponents, on a `Batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from fairyring.batch import REASONS, Batch
from fairyring.batch.checks import whole_actions
from fairyring.board import Side
from fairyring.errors import BatchError
from fairyring.game import Variant, load
from fairyring.learning.gym import EITHER, sides_of
from fairyring.learning.opponents import RANDOM, check, searched
from fairyring.learning.table import (
    RENDER_MODES,
    USUAL_PLIES,
    Observation,
    check_mode,
    rendered,
    space,
    titled,
)
from fairyring.search import Level

Bools = npt.NDArray[np.bool_]
Policy = Callable[[Observation], npt.ArrayLike]
Seen = tuple[Observation, dict[str, Any]]
WAITS = -1  # in place of an action


class ChessVectorEnv(gymnasium.vector.VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games of one variant, each against an opponent.

    Observations, rewards and actions are those of `fairyring.learning.gym.ChessEnv`, with the game as their
    first axis. Once a game is over, its action is ignored in the next step, which begins another game
    (Gymnasium's `AutoresetMode.NEXT_STEP`); its mask is 0 until then. ``infos`` has the ``action_mask``, and
    the ``reason`` of games that have just ended, with ``_reason`` to say which they are.
    """

    def __init__(
        self,
        variant: Variant | str,
        num_envs: int,
        opponent: str | Level | Policy = RANDOM,
        side: Side | str = Side.WHITE,
        *,
        plies: int = USUAL_PLIES,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Make the environments.

        Args:
            variant: the game, or what `fairyring.load` finds it by.
            num_envs: how many games.
            opponent: ``"random"``, a level of the computer or its name, or a function from an observation of
                some games, as the opponent may know them, to an action for each of them.
            side: the player's side, or ``"either"`` for one drawn at random in each game.
            plies: after how many plies of both sides a game is truncated.
            threads: how many threads step the games; as many as there are processors if None.
            render_mode: ``"ansi"``, ``"svg"`` or None.

        Raises:
            BatchError: there is no such opponent, side or render mode, or a number is out of range.
            VariantError: there is no such game.
        """
        check(opponent)
        check_mode(render_mode)
        self._wanted, self._opponent = sides_of(side), opponent
        self._variant = load(variant) if isinstance(variant, str) else variant
        self._plies, self._threads = plies, threads
        self.num_envs = num_envs
        self.batch = self._begun(0)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "name": titled(self._variant),
            "autoreset_mode": AutoresetMode.NEXT_STEP,
        }
        self.render_mode = render_mode
        self.single_observation_space = space(self.batch)
        self.single_action_space = gymnasium.spaces.Discrete(len(self.batch.numbering))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.sides = np.zeros(num_envs, np.uint8)
        self._over = np.zeros(num_envs, np.bool_)

    def _begun(self, seed: int) -> Batch:
        return Batch(
            self._variant,
            self.num_envs,
            seed=seed,
            plies=self._plies,
            auto_reset=False,
            threads=self._threads,
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Seen:
        """Begin all games; where the opponents move first, they have moved.

        Args:
            seed: of all that is random from now on.
            options: ``reset_mask``, bool[game], may say which games begin; the others go on.

        Raises:
            BatchError: the mask is not as long as there are games.
        """
        super().reset(seed=seed)
        if seed is not None:
            self.batch = self._begun(int(self.np_random.integers(1 << 62)))
        chosen = (options or {}).get("reset_mask")
        self._begin(np.ones(self.num_envs, np.bool_) if chosen is None else np.asarray(chosen, np.bool_))
        self._replied()
        return self._seen(np.zeros(self.num_envs, np.uint8))

    def _begin(self, chosen: Bools) -> None:
        """Begin some games."""
        self.batch.reset(chosen)
        drawn = self.np_random.integers(2, size=self.num_envs) if self._wanted == EITHER else None
        self.sides[chosen] = Side(self._wanted).number if drawn is None else drawn[chosen]

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Play an action in each game, and what the opponents reply; begin another where a game is over.

        Raises:
            BatchError: there are not as many actions as games, or one is not legal; then nothing is played.
                Or so are the actions of an opponent, which plays after that.
        """
        begin = self._over
        chosen = self._actions("actions", actions, ~begin)
        steps = self.batch.step(np.where(begin, WAITS, chosen))
        if begin.any():
            self._begin(begin)
        found = [steps, *self._replied()]
        rewards = sum(each.rewards for each in found)[np.arange(self.num_envs), self.sides]
        terminated = np.logical_or.reduce([each.terminated for each in found])
        truncated = np.logical_or.reduce([each.truncated for each in found])
        seen, infos = self._seen(np.maximum.reduce([each.reasons for each in found]))
        return seen, rewards.astype(np.float64), terminated, truncated, infos

    def _actions(self, name: str, actions: npt.ArrayLike, playing: Bools) -> npt.NDArray[np.int32]:
        """An action for each game; none may wait of those that are ``playing``."""
        numbering = self.batch.numbering
        chosen = whole_actions(name, actions, len(playing), numbering)
        waiting = np.flatnonzero(playing & (chosen == WAITS))
        if waiting.size:
            raise BatchError(f"{name}[{waiting[0]}]: an action from 0 to {len(numbering) - 1}, not {WAITS}")
        return chosen

    def _replied(self) -> list[Any]:
        """Have the opponents move until it is the players' turn everywhere; what each step did."""
        found = []
        while (waiting := (self.batch.side != self.sides) & ~self.batch.over).any():
            actions = np.full(self.num_envs, WAITS, np.int32)
            answers, all_play = self._answers(waiting), np.ones(np.count_nonzero(waiting), np.bool_)
            actions[waiting] = self._actions("the opponent's actions", answers, all_play)
            found.append(self.batch.step(actions))
        self._over = self.batch.over
        return found

    def _answers(self, waiting: Bools) -> npt.ArrayLike:
        """The opponents' actions in some games."""
        if isinstance(self._opponent, str) and self._opponent == RANDOM:
            return self.batch.sample()[waiting]
        if callable(self._opponent):
            mask = self.batch.mask()[waiting].astype(np.int8)
            return self._opponent({"observation": self.batch.observe()[waiting], "action_mask": mask})
        games = np.flatnonzero(waiting).tolist()
        seeds = self.np_random.integers(1 << 31, size=len(games)).tolist()
        return [
            searched(self.batch, game, self._opponent, seed) for game, seed in zip(games, seeds, strict=True)
        ]

    def _seen(self, reasons: npt.NDArray[np.uint8]) -> Seen:
        """What the players may know: it is their turn everywhere, or nothing is hidden any more."""
        mask = self.batch.mask().astype(np.int8)
        infos: dict[str, Any] = {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}
        if reasons.any():
            infos["reason"] = np.array([REASONS[number] for number in reasons.tolist()], object)
            infos["_reason"] = reasons > 0
        return {"observation": self.batch.observe(), "action_mask": mask}, infos

    def render(self) -> tuple[str, ...] | None:
        """The boards, as spectators see them."""
        if self.render_mode is None:
            return None
        return tuple(rendered(self.batch, game, self.render_mode) for game in range(self.num_envs))
