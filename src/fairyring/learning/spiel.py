"""Every game as a Python game of OpenSpiel, with observers for games with secrets.

Importing this registers ``fairyring``: ``pyspiel.load_game("fairyring(variant=ravioli)")``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from fairyring.batch import Batch
from fairyring.batch.checks import illegal
from fairyring.board import Side
from fairyring.errors import BatchError
from fairyring.game import Variant, load
from fairyring.game.telling import SPECTATOR
from fairyring.learning.table import USUAL_PLIES

NAME = "fairyring"
PLAYERS = 2
SPECIFICATION = {"variant": "chess", "plies": USUAL_PLIES}


def _type(secrets: bool) -> pyspiel.GameType:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Chess variants of fairyring",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if secrets else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=secrets,
        parameter_specification=SPECIFICATION,
    )


class ChessGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game of two players, 0 for White and 1 for Black, with returns of 1, 0 or -1.

    Attributes:
        variant: what is played.
        plies: after how many plies a game is stopped, as a draw.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Load the game that the parameters name.

        Args:
            params: ``variant``, what `fairyring.load` finds it by, and ``plies``.

        Raises:
            VariantError: there is no such game.
            BatchError: the number of plies is out of range.
        """
        params = {**SPECIFICATION, **(params or {})}
        self.variant: Variant = load(params["variant"])
        self.plies = int(params["plies"])
        self.start = Batch(self.variant, 1, plies=self.plies, auto_reset=False, threads=1)
        self.secrets = self.variant.rules.secrets is not None
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.start.numbering),
            max_chance_outcomes=0,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.plies,
        )
        super().__init__(_type(self.secrets), info, params)

    def new_initial_state(self) -> ChessState:
        """The start of a game."""
        return ChessState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> ChessObserver:
        """An observer of what OpenSpiel's type says; the usual one sees what its player may know.

        Raises:
            ValueError: there are parameters, which observers do not have.
        """
        return ChessObserver(
            self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params or {}
        )


class _Point:
    """A point of a game, which nothing changes, so that a copy of a state need not copy it.

    Attributes:
        batch: a batch of one game, at this point.
        actions: the actions so far.
        moves: the moves so far, as each side and a spectator may know them.
    """

    def __init__(self, batch: Batch, actions: tuple[int, ...], moves: dict[str, tuple[str, ...]]) -> None:
        self.batch, self.actions, self.moves = batch, actions, moves

    def after(self, action: int) -> _Point:
        """The point after an action.

        Raises:
            BatchError: it is not legal.
        """
        position, legal = self.batch.position(0), self.batch.moves(0)
        if action not in legal:
            seen = position.seen_by(position.side, ended=bool(self.batch.over[0]))
            raise BatchError(illegal(self.batch.numbering, action, seen))
        move = legal[action]
        told = position.public(move).text
        batch = self.batch.copy()
        batch.step([action])
        moves = {
            viewer: (*moves, move.text if viewer == position.side else told)
            for viewer, moves in self.moves.items()
        }
        return _Point(batch, (*self.actions, action), moves)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Point:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.batch.variant, self.batch.plies, self.actions)


def _played(variant: Variant, plies: int, actions: tuple[int, ...]) -> _Point:
    """The point of a game after some actions."""
    batch = Batch(variant, 1, plies=plies, auto_reset=False, threads=1)
    point = _Point(batch, (), dict.fromkeys((*Side, SPECTATOR), ()))
    for action in actions:
        point = point.after(action)
    return point


class ChessState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position with the moves that led to it."""

    def __init__(self, game: ChessGame) -> None:
        super().__init__(game)
        self.point = _played(game.variant, game.plies, ())

    @property
    def batch(self) -> Batch:
        """A batch of one game, at this point; to be copied and not to be stepped."""
        return self.point.batch

    def current_player(self) -> int:
        """The player to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.batch.side[0])

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.batch.legal()[1].tolist()) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.point = self.point.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.batch.numbering.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.batch.over[0])

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for a draw, and while the game goes on."""
        won: list[float] = self.batch.returns[0].tolist()
        return won

    def text(self, viewer: str) -> str:
        """The position as a viewer may know it."""
        return str(self.batch.position(0).seen_by(viewer, ended=self.is_terminal()))

    def __str__(self) -> str:
        return str(self.batch.position(0))


class ChessObserver:
    """What OpenSpiel's observation types ask for.

    With perfect recall it has a string and no tensor: all moves as the player may know them, who has made
    them, and what the position is now. Otherwise the tensor has the planes of `Batch.observe`, by their
    names in ``dict``, and the string is the position; private information alone is what others do not know.
    """

    def __init__(self, game: ChessGame, kind: Any, params: dict[str, Any]) -> None:
        if params:
            raise ValueError(f"observers have no parameters: {params}")
        self.kind = kind
        self._private = kind.private_info != pyspiel.PrivateInfoType.NONE
        planes = [] if kind.perfect_recall else game.start.planes
        self._planes = [
            number
            for number, plane in enumerate(planes)
            if (kind.public_info and plane.owner is None) or (self._private and plane.owner is not None)
        ]
        sites = len(game.variant.board)
        self.tensor = np.zeros(len(self._planes) * sites, np.float32) if self._planes else None
        self.dict = {}
        if self.tensor is not None:
            rows = self.tensor.reshape(-1, sites)
            self.dict = {planes[number].name: rows[at] for at, number in enumerate(self._planes)}

    def _viewer(self, player: int) -> Any:
        if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return "all"
        return Side.of(player) if self._private else SPECTATOR

    def set_from(self, state: ChessState, player: int) -> None:
        """Fill the tensor with what a player may know of a state."""
        if self.tensor is not None:
            self.tensor[:] = state.batch.observe(self._viewer(player))[0, self._planes].ravel()

    def string_from(self, state: ChessState, player: int) -> str:
        """What a player may know of a state."""
        viewer = self._viewer(player)
        if not self.kind.public_info:
            return self._secrets(state, viewer) if self._private else ""
        if viewer == "all":
            return f"{state.history_str()}\n{state}" if self.kind.perfect_recall else str(state)
        if self.kind.perfect_recall:
            who = f"{viewer}: " if self._private else ""
            return f"{who}{' '.join(state.point.moves[viewer])}\n{state.text(viewer)}"
        return state.text(viewer)

    def _secrets(self, state: ChessState, viewer: Any) -> str:
        """The planes that only their owner sees, where they are not empty."""
        batch = state.batch
        seen, names = batch.observe(viewer)[0], batch.variant.board.names
        return "; ".join(
            f"{plane.name}: {' '.join(names[site] for site in np.flatnonzero(seen[number]))}"
            for number, plane in enumerate(batch.planes)
            if plane.owner is not None and seen[number].any()
        )


pyspiel.register_game(_type(secrets=True), ChessGame)
