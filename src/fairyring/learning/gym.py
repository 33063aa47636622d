"""Every game as an environment of Gymnasium: one player, against an opponent that is part of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium

from fairyring.batch import REASONS
from fairyring.board import Side
from fairyring.errors import BatchError
from fairyring.game import Move, Position, Variant, load
from fairyring.learning.opponents import RANDOM, check, numbered, searched
from fairyring.learning.table import RENDER_MODES, USUAL_PLIES, Observation, Table, check_mode, space
from fairyring.search import Level

EITHER = "either"
Opponent = Callable[[Position], Move | str]


def sides_of(side: Side | str) -> Side | str:
    """A side by its name, or `EITHER`.

    Raises:
        BatchError: there is no such side.
    """
    if side not in (*Side, EITHER):
        raise BatchError(f"a side is 'white', 'black' or 'either', not {side!r}")
    return side if side == EITHER else Side(side)


class ChessEnv(gymnasium.Env[Observation, int]):
    """A game against an opponent.

    Observations are as in `fairyring.learning.zoo.ChessEnv`, from the player's side. The reward is 1 for a
    win, -1 for a loss and 0 otherwise. ``info`` has the ``action_mask``, and at the end of a game its
    ``reason``.
    """

    def __init__(
        self,
        variant: Variant | str,
        opponent: str | Level | Opponent = RANDOM,
        side: Side | str = Side.WHITE,
        *,
        plies: int = USUAL_PLIES,
        render_mode: str | None = None,
    ) -> None:
        """Make an environment.

        Args:
            variant: the game, or what `fairyring.load` finds it by.
            opponent: ``"random"``, a level of the computer or its name, or a function from a position, as
                the opponent may know it, to a move or its text.
            side: the player's side, or ``"either"`` for one drawn at random each time.
            plies: after how many plies of both sides a game is truncated.
            render_mode: ``"ansi"``, ``"svg"`` or None.

        Raises:
            BatchError: there is no such opponent, side or render mode, or a number is out of range.
            VariantError: there is no such game.
        """
        check(opponent)
        check_mode(render_mode)
        self._wanted, self._opponent = sides_of(side), opponent
        self.table = Table(load(variant) if isinstance(variant, str) else variant, plies)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1, "name": self.table.name}
        self.render_mode = render_mode
        self.side = Side.WHITE if self._wanted == EITHER else Side(self._wanted)
        self.action_space = gymnasium.spaces.Discrete(len(self.table.batch.numbering))
        self.observation_space = space(self.table.batch)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; where the opponent moves first, it has moved."""
        super().reset(seed=seed)
        self.table.reset(int(self.np_random.integers(1 << 62)))
        if self._wanted == EITHER:
            self.side = Side.of(int(self.np_random.integers(2)))
        self._reply()
        return self._seen()

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.table.seen_by(self.side)
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, and what the opponent replies.

        Raises:
            BatchError: it is not legal, or the opponent's move is not.
        """
        steps = self.table.step(action)
        if not (steps.terminated[0] or steps.truncated[0]):
            steps = self._reply() or steps
        seen, info = self._seen()
        if steps.reasons[0]:
            info["reason"] = REASONS[int(steps.reasons[0])]
        reward = float(steps.rewards[0, self.side.number])
        return seen, reward, bool(steps.terminated[0]), bool(steps.truncated[0]), info

    def _reply(self) -> Any:
        """Have the opponent move until it is the player's turn; what the last move did, if there was one."""
        steps = None
        while not self.table.batch.over[0] and self.table.side is not self.side:
            steps = self.table.batch.step([self._answer()])
        return steps

    def _answer(self) -> int:
        """The opponent's action."""
        batch = self.table.batch
        if self._opponent == RANDOM:
            return int(batch.sample()[0])
        if callable(self._opponent):
            position = batch.position(0)
            return numbered(batch, 0, self._opponent(position.seen_by(position.side)))
        return searched(batch, 0, self._opponent, int(self.np_random.integers(1 << 31)))

    def render(self) -> str | None:  # type: ignore[override, unused-ignore]  # a picture is a text here
        """The board, as spectators see it."""
        return None if self.render_mode is None else self.table.render(self.render_mode)
