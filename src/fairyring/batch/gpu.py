"""The same games on a GPU, one thread a game, by the same rules compiled for it.

Everything stays on the GPU: what is asked for are arrays there, which CuPy, PyTorch and JAX can use where
they lie (``__cuda_array_interface__``), and which `copy_to_host` makes NumPy arrays of.
"""

# mypy: allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.batch.checks import (
    MOVER,
    Viewer,
    illegal,
    one_each,
    seeds_from,
    viewer_number,
    whole_actions,
)
from fairyring.batch.games import USUAL_PLIES, Played, rows_before
from fairyring.errors import BatchError
from fairyring.game import Move, Position, Variant, earlier
from fairyring.kernels import batches
from fairyring.kernels.contract import States

try:
    from fairyring.kernels import gpu as kernels
except ImportError as error:
    raise BatchError("games on a GPU need numba-cuda: pip install 'fairyring[gpu]'") from error

cuda = kernels.cuda
NOWHERE = np.iinfo(np.int64).max  # in place of the first game in which something is wrong: nothing is


class DeviceSteps(NamedTuple):
    """What a step did in each game, as `fairyring.batch.Steps` has it, in arrays on the GPU.

    Attributes:
        rewards: float32[game, side].
        terminated: uint8[game]; 1 where the game has just ended by its rules.
        truncated: uint8[game]; 1 where it has just been stopped because of its length.
        reasons: uint8[game].
    """

    rewards: Any
    terminated: Any
    truncated: Any
    reasons: Any


class GpuBatch(Played):
    """Games of one variant, played at the same time on an NVIDIA GPU.

    The same seed and the same actions give the same games as in a `fairyring.batch.Batch`, whose methods have
    the same names here. Arrays that are returned are on the GPU and belong to the caller. The first call of
    each method compiles the rules for the GPU, which takes seconds; minutes for some games. Its attributes
    are those of `Played`.
    """

    def __init__(
        self,
        variant: Variant,
        games: int,
        *,
        seed: int = 0,
        plies: int = USUAL_PLIES,
        starts: Sequence[Position] = (),
        auto_reset: bool = True,
    ) -> None:
        """Begin the games. The arguments are those of `Batch`; each game keeps a copy of each of ``starts``.

        Raises:
            BatchError: there is no GPU, a number is out of range, or a start is of another variant or over.
            VariantError: the moves of the variant's family have no actions.
        """
        if not cuda.is_available():
            raise BatchError("there is no NVIDIA GPU here that numba-cuda can use; Batch plays on processors")
        super().__init__(variant, games, plies, starts, auto_reset)
        self._tables = kernels.on_device(variant.rules.tables)
        self._numbers = kernels.on_device(self.numbering.tables)
        self._program = kernels.on_device(self._planes.program)
        # Their arrays are not NumPy's, but have the same shapes.
        self._states: Any
        self._games: Any
        self._states, self._games = self._rooms(seeds_from(seed, self.games))
        self._taken = cuda.device_array(self.games, np.int64)
        self._places = cuda.device_array(self.games, np.int64)
        self.reset()

    def _rooms(self, seeds: npt.NDArray[np.uint64]) -> tuple[Any, Any]:
        """The arrays: each game has rows for its position, for scratch and for what games start from."""
        games, most = self.games, self.variant.rules.most_moves
        rows = rows_before(self._starts, 2)
        states = States(*(kernels.on_device(np.repeat(part[None], games, axis=0)) for part in rows))
        one = {name: kernels.on_device(np.zeros((games, 1), np.int64)) for name in ("first", "count")}
        ones = {
            name: kernels.on_device(np.zeros((games, 1), np.uint64))
            for name in ("plies", "over", "ended", "occurred")
        }
        return states, batches.Games(
            keys=cuda.device_array((games, 1, self.plies), np.uint64),
            seeds=kernels.on_device(seeds[:, None]),
            codes=cuda.device_array((games, most), np.uint64),
            actions=cuda.device_array((games, most), np.int32),
            bound=kernels.on_device(np.array([self.plies, self.auto_reset, len(self._starts)], np.uint64)),
            **one,
            **ones,
        )

    def _run(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel with a thread for each game."""
        kernel.forall(self.games)(*arguments)

    def _wrong(self, kernel: Any, *arguments: Any) -> int | None:
        """Run a kernel whose last argument takes the first game in which something is wrong."""
        wrong = cuda.to_device(np.array([NOWHERE], np.int64))
        self._run(kernel, *arguments, wrong)
        found = int(wrong.copy_to_host()[0])
        return None if found == NOWHERE else found

    def _looked(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel that lists moves at its end."""
        game = self._wrong(kernel, self._tables, self._states, self._numbers, self._games, *arguments)
        if game is not None:
            raise RuntimeError(f"{self.variant.name}: a move has no action in {self.position(game)}")

    # -- playing --------------------------------------------------------------------------------

    def reset(self, chosen: npt.ArrayLike | None = None) -> None:
        """Start games again.

        Args:
            chosen: bool[game], which; all of them if None.

        Raises:
            BatchError: it is not as long as there are games.
        """
        which = np.ones(self.games, np.bool_) if chosen is None else np.asarray(chosen, np.bool_)
        one_each("chosen", which, self.games)
        self._looked(kernels.restart, cuda.to_device(which.astype(np.uint8)))

    def step(self, actions: Any) -> DeviceSteps:
        """Play an action in each game that goes on.

        Args:
            actions: int[game], on the GPU or not; where it is -1, the game waits.

        Raises:
            BatchError: there are not as many actions as games, or one is not a whole number or not legal;
                then nothing is played.
        """
        if hasattr(actions, "__cuda_array_interface__"):
            one_each("actions", actions, self.games)
            kind = np.dtype(actions.__cuda_array_interface__["typestr"])
            if not (kind.kind in "iu" and np.can_cast(kind, np.int64)):
                raise BatchError(f"actions: whole numbers, not {kind.name}")
        else:
            actions = cuda.to_device(whole_actions("actions", actions, self.games, self.numbering))
        game = self._wrong(kernels.find, self._games, actions, self._taken, self._places)
        if game is not None:
            action = int(self._taken.copy_to_host()[game])
            raise BatchError(f"game {game}: {illegal(self.numbering, action, self.position(game))}")
        self._looked(kernels.step, self._places)
        shapes = ((self.games, 2), np.float32), *(((self.games,), np.uint8),) * 3
        steps = DeviceSteps(*(cuda.device_array(shape, kind) for shape, kind in shapes))
        self._run(kernels.tell, self._games, *steps)
        return steps

    def sample(self) -> Any:
        """A random legal action for each game, int32[game]; -1 where a game is over."""
        found = cuda.device_array(self.games, np.int32)
        self._run(kernels.choose, self._games, found)
        return found

    # -- what there is to see -------------------------------------------------------------------

    @property
    def side(self) -> Any:
        """uint8[game]; the side to move, 0 for White and 1 for Black."""
        found = cuda.device_array(self.games, np.uint8)
        self._run(kernels.sides, self._states, found)
        return found

    def mask(self) -> Any:
        """uint8[game, action]; 1 for each legal action: nowhere where a game is over."""
        found = cuda.device_array((self.games, len(self.numbering)), np.uint8)
        self._run(kernels.mask, self._games, found)
        return found

    def observe(self, viewer: Viewer = MOVER) -> Any:
        """What a viewer may know of the positions: uint8[game, plane, site].

        Args:
            viewer: as `Batch.observe` takes it.

        Raises:
            BatchError: there is no such viewer.
        """
        number = viewer_number(viewer)
        viewers = self.side if number is None else cuda.to_device(np.full(self.games, number, np.uint8))
        found = cuda.device_array((self.games, len(self.planes), len(self.variant.board)), np.uint8)
        self._run(kernels.observe, self._states, self._games, *self._program, viewers, found)
        return found

    def position(self, game: int) -> Position:
        """The position of a game, with its earlier positions for repetition, and its secrets.

        Raises:
            IndexError: there is no such game.
        """
        self._check(game)
        plies = int(self._games.plies[game, 0])
        keys = self._games.keys[game, 0].copy_to_host()[:plies].tolist()
        states = States(*(part[game, :1].copy_to_host() for part in self._states))
        return Position(self.variant, states, earlier.of(keys))

    def moves(self, game: int) -> dict[int, Move]:
        """The legal moves of a game by their actions; none if it is over.

        Raises:
            IndexError: there is no such game.
        """
        self._check(game)
        position, count = self.position(game), int(self._games.count[game, 0])
        listed = (
            (part[game].copy_to_host()[:count].tolist()) for part in (self._games.actions, self._games.codes)
        )
        return {action: position.move(code) for action, code in zip(*listed, strict=True)}

    def _check(self, game: int) -> None:
        if not 0 <= game < self.games:
            raise IndexError(f"a game from 0 to {self.games - 1}, not {game}")


__all__ = ["DeviceSteps", "GpuBatch"]
