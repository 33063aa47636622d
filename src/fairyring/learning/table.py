"""One game on a batch of one, as environments use it: observations, masks and pictures for a viewer."""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from fairyring.batch import Batch, Steps
from fairyring.batch.versions import version
from fairyring.board import Side
from fairyring.board.graph import HOLE
from fairyring.drawing import board_svg
from fairyring.errors import BatchError
from fairyring.game import Position, Variant
from fairyring.game.telling import SPECTATOR

RENDER_MODES = ("ansi", "svg")
USUAL_PLIES = 512
Observation = dict[str, npt.NDArray[Any]]


class Table:
    """A game that is played move by move, by actions.

    Attributes:
        variant: the game.
        batch: a batch of one, in which it is played.
        name: the game's name with its version, such as ``chess_v1``.
    """

    def __init__(self, variant: Variant, plies: int) -> None:
        self.variant, self._plies = variant, plies
        self.name = titled(variant)
        self.batch = self._begun(0)

    def _begun(self, seed: int) -> Batch:
        return Batch(self.variant, 1, seed=seed, plies=self._plies, auto_reset=False, threads=1)

    def reset(self, seed: int | None) -> None:
        """Begin again."""
        if seed is None:
            self.batch.reset()
        else:
            self.batch = self._begun(seed)

    def step(self, action: Any) -> Steps:
        """Play an action.

        Raises:
            BatchError: it is not legal; to wait is no action here.
        """
        try:
            number = operator.index(action)
        except TypeError:
            number = None
        actions = len(self.batch.numbering)
        if number is None or not 0 <= number < actions:
            raise BatchError(f"an action from 0 to {actions - 1}, not {action!r}")
        return self.batch.step([number])

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.of(int(self.batch.side[0]))

    def seen_by(self, side: Side) -> Observation:
        """What a side may know, and its legal actions: none if it is not to move."""
        mask = self.batch.mask()[0].astype(np.int8)
        return {
            "observation": self.batch.observe(side)[0],
            "action_mask": mask if side is self.side else np.zeros_like(mask),
        }

    def render(self, mode: str) -> str:
        """The board as text or as SVG, as a spectator may know it."""
        return rendered(self.batch, 0, mode)


def titled(variant: Variant) -> str:
    """A game's name with its version, such as ``chess_v1``."""
    return f"{variant.name}_v{version(variant)}"


def check_mode(mode: str | None) -> None:
    """Check that there is a render mode.

    Raises:
        BatchError: there is not.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise BatchError(f"a render mode is 'ansi', 'svg' or None, not {mode!r}")


def space(batch: Batch) -> gymnasium.spaces.Dict:
    """What is observed of one game."""
    shape = len(batch.planes), len(batch.variant.board)
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0, 255, shape, np.uint8),
            "action_mask": gymnasium.spaces.Box(0, 1, (len(batch.numbering),), np.int8),
        }
    )


def rendered(batch: Batch, game: int, mode: str) -> str:
    """The board of a game as text or as SVG, as a spectator may know it."""
    position = batch.position(game).seen_by(SPECTATOR, ended=bool(batch.over[game]))
    return board_svg(position) if mode == "svg" else drawn(position)


def drawn(position: Position) -> str:
    """A position as text: the letters of the pieces, chart by chart, Black's side above."""
    board = position.variant.board
    letters = {token.site: token.letter for token in position.variant.rules.tokens(position.rows(1), 0)}
    lines = []
    for chart in board.charts:
        if chart.title:
            lines.append(chart.title)
        for row in reversed(chart.rows):
            sites = (" " if site == HOLE else letters.get(board.names[site], ".") for site in row)
            lines.append(" ".join(sites))
    return "\n".join([*lines, f"{position.side} to move"]) + "\n"
