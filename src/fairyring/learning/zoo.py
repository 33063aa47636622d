"""Every game as an environment of PettingZoo: agents move in turn (AEC)."""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fairyring.board import Side
from fairyring.errors import BatchError
from fairyring.game import Variant, load
from fairyring.learning.table import RENDER_MODES, USUAL_PLIES, Observation, Table, check_mode, space

ILLEGAL_REWARD = -1.0


def env(variant: Variant | str, *, plies: int = USUAL_PLIES, render_mode: str | None = None) -> Any:
    """A game with PettingZoo's usual wrappers: an illegal action loses, and a wrong order of calls fails.

    Args:
        variant: the game, or what `fairyring.load` finds it by.
        plies: after how many plies a game is truncated.
        render_mode: ``"ansi"``, ``"svg"`` or None.

    Raises:
        BatchError: there is no such render mode, or the number of plies is out of range.
        VariantError: there is no such game.
    """
    raw = ChessEnv(load(variant) if isinstance(variant, str) else variant, plies, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
        )
    )


class ChessEnv(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A game of two agents, ``"white"`` and ``"black"``.

    An observation is a dictionary: ``"observation"``, uint8[plane, site], has the planes of
    `fairyring.batch.Batch.observe` as far as the agent may know them; ``"action_mask"``, int8[action], has 1
    for each legal action of the agent to move, and is 0 for the other. The mask is in ``infos``, too.
    """

    def __init__(self, variant: Variant, plies: int, render_mode: str | None) -> None:
        super().__init__()
        check_mode(render_mode)
        self.table = Table(variant, plies)
        self.metadata = {
            "name": self.table.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [str(side) for side in Side]
        actions = len(self.table.batch.numbering)
        seen = space(self.table.batch)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = str(self.table.side)
        self._tell()

    def _tell(self) -> None:
        self.infos = {
            agent: {"action_mask": self.table.seen_by(Side(agent))["action_mask"]} for agent in self.agents
        }

    def observe(self, agent: str) -> Observation:
        """What an agent may know."""
        return self.table.seen_by(Side(agent))

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move.

        Raises:
            BatchError: it is not legal, or none though the agent is to move.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BatchError(f"{self.agent_selection} is to move: an action, not None")
        self._cumulative_rewards[self.agent_selection] = 0.0
        steps = self.table.step(action)
        self.rewards = {agent: float(steps.rewards[0, Side(agent).number]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, bool(steps.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(steps.truncated[0]))
        self.agent_selection = str(self.table.side)
        self._tell()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board, as spectators see it."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is no render mode: make the environment with render_mode='ansi'")
            return None
        return self.table.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
