"""Thousands of games at once, stepped by compiled code on all cores."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.batch.checks import (
    MOST_GAMES,
    MOST_PLIES,
    MOVER,
    Viewer,
    illegal,
    one_each,
    seeds_from,
    viewer_number,
    whole_actions,
)
from fairyring.batch.numbering import Numbering
from fairyring.batch.planes import Plane, Planes
from fairyring.errors import BatchError, expect, whole_number
from fairyring.game import Move, Position, Variant, earlier
from fairyring.kernels import batches
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import REASONS, States
from fairyring.kernels.processors import processors

USUAL_PLIES = 512
USUAL_MOVES = 64  # room for each game's moves, to begin with
TRUNCATED = int(batches.TRUNCATED)
_MADE_AGAIN = ("numbering", "_planes", "_pool", "_numbers")  # the parts of a batch that a pickle leaves out


class Steps(NamedTuple):
    """What a step did in each game.

    Attributes:
        rewards: float32[game, side]; 1 for the winner of a game that has just ended and -1 for the loser; 0
            for a draw, and while a game goes on.
        terminated: bool[game]; whether the game has just ended by its rules.
        truncated: bool[game]; whether it has just been stopped because of its length.
        reasons: uint8[game]; why it ended, as an index of `fairyring.batch.REASONS`; 0 if it did not.
    """

    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    reasons: npt.NDArray[np.uint8]


class Played:
    """What is said of games that are played at the same time, on processors or on a GPU.

    Attributes:
        variant: the variant.
        games: how many games there are.
        numbering: the actions of the variant.
        planes: what an observation shows, plane by plane.
        plies: after how many plies a game is stopped.
        auto_reset: whether a new game begins at once where one is over.
    """

    def __init__(
        self, variant: Variant, games: int, plies: int, starts: Sequence[Position], auto_reset: bool
    ) -> None:
        """See `Batch`.

        Raises:
            BatchError: a number is out of range, or a start is of another variant or over.
            VariantError: the moves of the variant's family have no actions.
        """
        expect(variant, Variant, "a batch is of a variant, which load finds by its name")
        games = whole_number("games", games, 1, MOST_GAMES, BatchError)
        plies = whole_number("plies", plies, 1, MOST_PLIES, BatchError)
        expect(starts, Iterable, "starts are several positions, such as [position]")
        starts = tuple(starts)
        for start in starts:
            expect(start, Position, "starts are positions")
            if start.variant != variant:
                raise BatchError(f"starts: {start.variant.name} is another game than {variant.name}")
            if start.result is not None:
                raise BatchError(f"starts: the game is over in {start}")
        self.variant, self.games, self.plies, self.auto_reset = variant, games, plies, auto_reset
        self.numbering = _numbering(variant)
        self._planes = Planes(variant.rules)
        self._starts = starts or (variant.start(),)

    @property
    def planes(self) -> tuple[Plane, ...]:
        """What an observation shows."""
        return tuple(self._planes.planes)


def rows_before(starts: Sequence[Position], rows: int) -> States:
    """So many empty rows, followed by positions to start from and the family's spare rows."""
    variant = starts[0].variant
    found = variant.rules.layout.rows(len(variant.board), rows + len(starts))
    for at, start in enumerate(starts, rows):
        row = start.rows(1)
        found.cells[at], found.info[at] = row.cells[0], row.info[0]
        found.key[at], found.bits[at] = row.key[0], row.bits[0]
    return found


class _Block:
    """Some games that one thread steps."""

    def __init__(self, starts: Sequence[Position], seeds: npt.NDArray[np.uint64]) -> None:
        rules = starts[0].variant.rules
        self.tables, self.most = rules.tables, rules.most_moves
        self.states = rows_before(starts, 2 * len(seeds))
        self.places = np.zeros(len(seeds), np.int64)
        self.seeds = seeds
        self.games: batches.Games

    def begin(self, plies: int, auto_reset: bool, starts: int) -> None:
        """Make the arrays of the games."""
        number = len(self.seeds)
        room = number * min(USUAL_MOVES, self.most) + self.most
        self.games = batches.Games(
            keys=np.zeros((number, plies), np.uint64),
            plies=np.zeros(number, np.uint64),
            seeds=self.seeds,
            first=np.zeros(number, np.int64),
            count=np.zeros(number, np.int64),
            codes=np.zeros(room, np.uint64),
            actions=np.zeros(room, np.int32),
            over=np.zeros(number, np.uint64),
            ended=np.zeros(number, np.uint64),
            occurred=np.zeros(number, np.uint64),
            bound=np.array([plies, auto_reset, starts], np.uint64),
        )

    def look(self, numbers: batches.Numbers) -> int | None:
        """List the moves; returns a game with a move that has no action, if there is one."""
        first = place = 0
        while True:
            found = int(
                batches.look(self.tables, self.states, numbers, self.games, U(first), U(place), U(self.most))
            )
            if found >> 63:
                return found & (1 << 63) - 1
            if found == len(self.seeds):
                return None
            first = found
            place = int(self.games.first[first - 1] + self.games.count[first - 1]) if first else 0
            more = len(self.games.codes) + self.most
            codes, actions = np.zeros(more, np.uint64), np.zeros(more, np.int32)
            codes[:place], actions[:place] = self.games.codes[:place], self.games.actions[:place]
            self.games = self.games._replace(codes=codes, actions=actions)

    def find(self, actions: npt.NDArray[np.int32]) -> int:
        """Find the moves of some actions; returns the first game in which one is not legal, or their end."""
        return int(batches.find(self.games, actions, self.places))

    def step(self, numbers: batches.Numbers) -> int | None:
        """Make the moves that were found, and look."""
        batches.advance(self.tables, self.states, self.games, self.places)
        return self.look(numbers)

    def restart(self, chosen: npt.NDArray[np.uint8], numbers: batches.Numbers) -> int | None:
        """Start the games again that are chosen, and look."""
        batches.restart(self.states, self.games, chosen)
        return self.look(numbers)

    def arrays(self) -> tuple[tuple[npt.NDArray[Any], ...], ...]:
        """The games as arrays, for pickle."""
        return (self.places,), tuple(self.states), tuple(self.games)

    @classmethod
    def of(cls, variant: Variant, *arrays: tuple[npt.NDArray[Any], ...]) -> _Block:
        """The games that `arrays` has told."""
        block = cls.__new__(cls)
        block.tables, block.most = variant.rules.tables, variant.rules.most_moves
        (block.places,), states, games = arrays
        block.states, block.games = States(*states), batches.Games(*games)
        block.seeds = block.games.seeds
        return block

    def copy(self) -> _Block:
        """The same games, which go on by themselves."""
        other = copy(self)
        other.states = States(*(part.copy() for part in self.states))  # type: ignore[arg-type]  # each as it is
        other.games = batches.Games(*(part.copy() for part in self.games))  # type: ignore[arg-type]  # so, too
        other.places, other.seeds = self.places.copy(), other.games.seeds
        return other


class Batch(Played):
    """Games of one variant, played at the same time.

    Each game has a position, its legal actions, and its result once it is over. What is asked for comes as
    NumPy arrays whose first axis is the game; arrays that are returned belong to the caller. The same seed
    and the same actions give the same games, whatever the number of threads. The attributes are those of
    `Played`.
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
        threads: int | None = None,
    ) -> None:
        """Begin the games.

        Args:
            variant: what is played.
            games: how many games, from 1.
            seed: for `sample`, and for the choice among ``starts``.
            plies: after how many plies a game is stopped, from 1.
            starts: positions from which games start, one of them at random; the variant's own if there is
                none. Positions from before do not count for repetition.
            auto_reset: whether a new game begins at once where one is over. If not, it stays over until
                `reset`, and actions for it are ignored.
            threads: how many threads step the games; as many as there are processors for this process if it
                is None.

        Raises:
            BatchError: a number is out of range, or a start is of another variant or over.
            VariantError: the moves of the variant's family have no actions.
        """
        threads = processors() if threads is None else threads
        threads = whole_number("threads", threads, 1, kind=BatchError)
        super().__init__(variant, games, plies, starts, auto_reset)
        seeds = seeds_from(seed, self.games)
        sizes = [len(part) for part in np.array_split(seeds, min(threads, self.games))]
        self._ends = np.cumsum([0, *sizes]).tolist()
        self._blocks = [
            _Block(self._starts, seeds[begin:end])
            for begin, end in zip(self._ends, self._ends[1:], strict=False)
        ]
        for block in self._blocks:
            block.begin(self.plies, auto_reset, len(self._starts))
        self._pool = self._threads()
        self.reset()

    def __repr__(self) -> str:
        return f"<Batch of {self.variant.name}, {self.games} games>"

    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(len(self._blocks), "fairyring batch")

    def _each(self, work: Callable[[_Block, slice], Any]) -> list[Any]:
        """Do something with each block, in threads of their own where there are several."""

        def done(block: _Block, part: slice) -> Any:
            with np.errstate(over="ignore"):  # run as plain Python, NumPy would warn of sums that wrap around
                return work(block, part)

        slices = [slice(begin, end) for begin, end in zip(self._ends, self._ends[1:], strict=False)]
        if len(slices) == 1:
            return [done(self._blocks[0], slices[0])]
        return list(self._pool.map(done, self._blocks, slices))

    def _all_numbered(self, missing: list[int | None]) -> None:
        for block, game in zip(self._blocks, missing, strict=True):
            if game is not None:
                states = States(*(part[2 * game : 2 * game + 1].copy() for part in block.states))  # type: ignore[arg-type]
                position = Position(self.variant, states, None)
                raise RuntimeError(f"{self.variant.name}: a move has no action in {position}")

    # -- playing --------------------------------------------------------------------------------

    def reset(self, chosen: npt.ArrayLike | None = None) -> None:
        """Start games again.

        Args:
            chosen: bool[game], which; all of them if None.

        Raises:
            BatchError: it is not as long as there are games.
        """
        which = (
            np.ones(self.games, np.uint8) if chosen is None else np.asarray(chosen, np.bool_).astype(np.uint8)
        )
        one_each("chosen", which, self.games)
        self._all_numbered(self._each(lambda block, part: block.restart(which[part], self._numbers)))

    def copy(self) -> Batch:
        """The same games at the same points, which go on by themselves: to try moves, and come back.

        Takes a few microseconds a game. Both give the same random actions.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _blocks=[block.copy() for block in self._blocks])
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Batch:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """All that the variant and the machine do not say."""
        kept = {name: value for name, value in vars(self).items() if name not in _MADE_AGAIN}
        return kept | {"_blocks": [block.arrays() for block in self._blocks]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.numbering, self._planes = _numbering(self.variant), Planes(self.variant.rules)
        self._blocks = [_Block.of(self.variant, *arrays) for arrays in kept["_blocks"]]
        self._pool = self._threads()

    def step(self, actions: npt.ArrayLike) -> Steps:
        """Play an action in each game that goes on.

        Args:
            actions: int[game]; where it is -1, the game waits.

        Raises:
            BatchError: there are not as many actions as games, or one is not a whole number or not legal;
                then nothing is played.
        """
        chosen = whole_actions("actions", actions, self.games, self.numbering)
        found = self._each(lambda block, part: block.find(chosen[part]))
        for block, begin, game in zip(self._blocks, self._ends, found, strict=False):
            if game < len(block.seeds):
                place = begin + game
                said = illegal(self.numbering, int(chosen[place]), self.position(place))
                raise BatchError(f"game {place}: {said}")
        self._all_numbered(self._each(lambda block, _: block.step(self._numbers)))
        return self._ended()

    def _ended(self) -> Steps:
        rewards, reasons = np.empty((self.games, 2), np.float32), np.empty(self.games, np.uint8)
        terminated, truncated = np.empty((2, self.games), np.bool_)
        steps = Steps(rewards, terminated, truncated, reasons)
        self._each(lambda block, part: batches.tell(block.games.ended, *(each[part] for each in steps)))
        return steps

    def sample(self) -> npt.NDArray[np.int32]:
        """A random legal action for each game, int32[game]; -1 where a game is over."""
        found = np.empty(self.games, np.int32)
        self._each(lambda block, part: batches.choose(block.games, found[part]))
        return found

    # -- what there is to see -------------------------------------------------------------------

    @property
    def side(self) -> npt.NDArray[np.uint8]:
        """uint8[game]; the side to move, 0 for White and 1 for Black."""
        found = np.empty(self.games, np.uint8)
        self._each(lambda block, part: batches.sides(block.states, found[part]))
        return found

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """bool[game]; whether the game is over; never where games begin again."""
        over: npt.NDArray[np.bool_] = np.concatenate([block.games.over for block in self._blocks]) != 0
        return over

    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """float32[game, side]; 1 for the winner of a game that is over and -1 for the loser; else 0."""
        found = np.empty((self.games, 2), np.float32)
        self._each(lambda block, part: batches.rewards(block.games.over, found[part]))
        return found

    def mask(self) -> npt.NDArray[np.bool_]:
        """bool[game, action]; which actions are legal: none where a game is over."""
        found = np.empty((self.games, len(self.numbering)), np.uint8)
        self._each(lambda block, part: batches.mask(block.games, found[part]))
        return found.view(np.bool_)

    def legal(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The legal actions as lists.

        Returns:
            int64[game + 1] and int32[place]: the actions of game ``g`` are those from place ``first[g]`` to
            ``first[g + 1]``, which does not count.
        """
        counts = np.concatenate([block.games.count for block in self._blocks])
        ends = [int(block.games.first[-1] + block.games.count[-1]) for block in self._blocks]
        lists = [block.games.actions[:end] for block, end in zip(self._blocks, ends, strict=True)]
        return np.concatenate(([0], np.cumsum(counts))), np.concatenate(lists)

    def observe(self, viewer: Viewer = MOVER) -> npt.NDArray[np.uint8]:
        """What a viewer may know of the positions: uint8[game, plane, site].

        Args:
            viewer: a side, ``"spectator"``, ``"mover"`` for the side to move in each game, or ``"all"`` for
                one who knows every secret.

        Raises:
            BatchError: there is no such viewer.
        """
        number = viewer_number(viewer)
        viewers = self.side if number is None else np.full(self.games, number, np.uint8)
        found = np.empty((self.games, len(self.planes), len(self.variant.board)), np.uint8)
        program = self._planes.program
        self._each(
            lambda block, part: batches.observe(
                block.states, block.games, *program, viewers[part], found[part]
            )
        )
        return found

    def position(self, game: int) -> Position:
        """The position of a game, with its earlier positions for repetition, and its secrets.

        Raises:
            IndexError: there is no such game.
        """
        block, place = self._place(game)
        keys = block.games.keys[place, : int(block.games.plies[place])].tolist()
        row = slice(2 * place, 2 * place + 1)
        states = States(*(part[row].copy() for part in block.states))  # type: ignore[arg-type]  # each as it is
        return Position(self.variant, states, earlier.of(keys))

    def moves(self, game: int) -> dict[int, Move]:
        """The legal moves of a game by their actions; none if it is over.

        Raises:
            IndexError: there is no such game.
        """
        block, place = self._place(game)
        position = self.position(game)
        first, count = int(block.games.first[place]), int(block.games.count[place])
        listed = slice(first, first + count)
        pairs = zip(block.games.actions[listed].tolist(), block.games.codes[listed].tolist(), strict=True)
        return {action: position.move(code) for action, code in pairs}

    def _place(self, game: int) -> tuple[_Block, int]:
        if not 0 <= operator.index(game) < self.games:
            raise IndexError(f"a game from 0 to {self.games - 1}, not {game}")
        number = next(number for number, end in enumerate(self._ends[1:]) if game < end)
        return self._blocks[number], game - self._ends[number]

    @cached_property
    def _numbers(self) -> batches.Numbers:
        return self.numbering.tables


_numberings: dict[Variant, Numbering] = {}


def _numbering(variant: Variant) -> Numbering:
    """The actions of a variant, which are worked out once."""
    if variant not in _numberings:
        _numberings[variant] = Numbering(variant.rules)
    return _numberings[variant]


__all__ = ["REASONS", "Batch", "Steps"]
