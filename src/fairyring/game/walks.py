"""Walks over the tree of moves, called from Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.errors import expect, whole_number
from fairyring.game.position import Position, Variant
from fairyring.kernels import contract, walks
from fairyring.kernels.compiling import U

MAX_DEPTH = 64
MAX_GAMES, MAX_PLIES = 10**9, 10**6


def _from_position(position: object) -> None:
    expect(position, Position, "a walk begins at a position")


def perft(position: Position, depth: int) -> int:
    """The number of sequences of ``depth`` legal moves; repetition and the clock do not end a game.

    A king that may be the True King counts as an ordinary one if the position does not know.

    Raises:
        ValueError: depth is not a whole number from 0 to 64.
        TypeError: the argument is not a position.
    """
    _from_position(position)
    depth = whole_number("depth", depth, 0, MAX_DEPTH)
    states = position.rows(depth + 2)
    moves = np.empty(position.variant.rules.most_moves * (depth + 1), np.uint64)
    ends = np.zeros(2 * depth + 2, np.uint64)
    return int(walks.perft(position.variant.rules.tables, states, U(0), U(depth), moves, ends))


def divide(
    position: Position, depth: int, report: Callable[[str, int], None] | None = None
) -> dict[str, int]:
    """The perft of ``depth`` split by first move: its text, and how many sequences begin with it.

    Args:
        position: where to start.
        depth: from 1 to 64.
        report: called with each move's text and count as soon as it is known.

    Raises:
        ValueError: depth is not a whole number from 1 to 64.
        TypeError: the argument is not a position.
    """
    _from_position(position)
    depth = whole_number("depth", depth, 1, MAX_DEPTH)
    counts: dict[str, int] = {}
    for move in sorted(position.legal_moves(), key=str):
        counts[move.text] = perft(position.play(move, answer=False), depth - 1)
        if report:
            report(move.text, counts[move.text])
    return counts


@dataclass(frozen=True, eq=False)  # arrays cannot say whether they are equal
class Playouts:
    """Uniformly random games.

    Attributes:
        plies: int64[game]; how many plies each lasted.
        reasons: for each how it ended; ``""`` if it reached the limit of plies.
        winners: int8[game]; 1 where White won, -1 where Black did, 0 for a draw or an unfinished game.
    """

    plies: npt.NDArray[np.int64]
    reasons: list[str]
    winners: npt.NDArray[np.int8]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Playouts)
            and self.reasons == other.reasons
            and np.array_equal(self.plies, other.plies)
            and np.array_equal(self.winners, other.winners)
        )

    __hash__ = None  # type: ignore[assignment]  # arrays have none


def playouts(position: Position, games: int, plies: int = 512, seed: int = 0) -> Playouts:
    """Play random games from a position; each legal move is equally likely.

    Args:
        position: where they start.
        games: how many, from 0 to a thousand million.
        plies: the number of plies after which a game is stopped, from 0 to a million.
        seed: the same seed gives the same games.

    Raises:
        ValueError: games or plies is out of range, or an argument is not a number.
        TypeError: the argument is not a position.
    """
    _from_position(position)
    games = whole_number("games", games, 0, MAX_GAMES)
    plies = whole_number("plies", plies, 0, MAX_PLIES)
    seed = whole_number("seed", seed)
    results = np.zeros(games, np.uint64)
    moves = np.empty(position.variant.rules.most_moves, np.uint64)
    with np.errstate(over="ignore"):  # run as plain Python, NumPy would warn of products that wrap around
        walks.playouts(
            position.variant.rules.tables,
            position.rows(plies + 1),
            U(games),
            U(plies),
            U(seed & 0xFFFFFFFFFFFFFFFF),
            moves,
            results,
        )
    lengths = (results & U(0xFFFFFFFF)).astype(np.int64)
    codes = (results >> U(32)).astype(np.int64)
    white, black = codes & int(contract.MOVER_WINS) > 0, codes & int(contract.MOVER_LOSES) > 0
    winners = white.astype(np.int8) - black.astype(np.int8)
    return Playouts(lengths, [contract.REASONS[code & 0xFF] for code in codes.tolist()], winners)


Report = Callable[[str, int, int], object]
Steps = list[tuple[str, Callable[[], object]]]


def _play(position: Position) -> None:
    """Make a move for each side, then the first piece may move by itself, and tell what happens."""
    for _ in Side:
        for move in position.legal_moves()[:1]:
            position.course(move)
            position = position.play(move)
    position.course()


def _judge(position: Position) -> None:
    """See whether a game is over, and what the rules say of a position that occurs again."""
    tables = position.variant.rules.tables
    _ = position.result, contract.repetitions(tables)
    contract.repetition_result(tables, position.rows(1), U(0), U(0))


def prepare_steps(variant: Variant) -> Steps:
    """The named steps that compile what playing a variant needs, or load it from the cache."""
    position = variant.start()
    return [
        ("moves", position.legal_moves),
        ("playing", lambda: _play(position)),
        ("results", lambda: _judge(position)),
        ("check", lambda: position.in_check),
    ]


def take_steps(steps: Steps, report: Report | None = None) -> None:
    """Take the steps in order; before each, ``report`` its name, its number and how many there are."""
    for number, (name, step) in enumerate(steps):
        if report:
            report(name, number, len(steps))
        step()


def prepare(variant: Variant, report: Report | None = None) -> None:
    """Compile what playing a variant needs, or load it from the cache, step by step.

    Args:
        variant: the variant.
        report: called before each step with its name, its number from 0, and how many steps there are.
    """
    take_steps(prepare_steps(variant), report)
