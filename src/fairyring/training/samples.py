"""Quiet positions of games that the search plays against itself, with scores and how the games ended."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Side
from fairyring.game import Position, Variant
from fairyring.kernels.contract import States
from fairyring.search import search
from fairyring.search.bluffing import hides
from fairyring.training.playing import MOST_PLIES, OPENING_PLIES, Player, opening, plies

GAMES_AT_ONCE = 20  # that a worker plays for one task
KEPT = 1500  # hundredths of a pawn: positions with a higher score are not kept
TOLD = 500  # of those, what has a higher score says little about small differences
UNEVEN = 300  # hundredths of a pawn by which an opening may favour a side, so that leads are seen, too


@dataclass(frozen=True)
class Samples:
    """Positions, each a row.

    Attributes:
        rows: the positions, with nothing that is derived, and room for more behind them.
        points: float64[row]; White's points at the end of the game: 1, 0.5 or 0.
        scores: float64[row]; what the search said, in hundredths of a pawn for White.
        games: int64[row]; the number of the game.
    """

    rows: States
    points: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    games: npt.NDArray[np.int64]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.points)


class Batch(NamedTuple):
    """What a worker has played: positions of some games.

    Attributes:
        cells: uint8[position, layer, site].
        info: uint64[position, field].
        points: float64[position]; White's at the end of the game.
        scores: float64[position]; for White.
        games: int64[position]; the number of the game.
    """

    cells: npt.NDArray[np.uint8]
    info: npt.NDArray[np.uint64]
    points: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    games: npt.NDArray[np.int64]


class _Seen(NamedTuple):
    """A quiet position: its cells, its fields, and its score for White."""

    cells: npt.NDArray[np.uint8]
    info: npt.NDArray[np.uint64]
    score: int


def played(variant: Variant, nodes: int, seed: int, task: int) -> Batch:
    """Play the games of a task, always the same ones, and take the quiet positions of each.

    A position is quiet if the side to move is not in check, and the best move captures and promotes nothing.

    Args:
        variant: the game.
        nodes: how many nodes are searched for each move.
        seed: of all games.
        task: its number.
    """
    player = Player(variant.rules) if variant.rules.secrets is None else None
    seen: list[_Seen] = []
    points: list[float] = []
    games: list[int] = []
    for game in range(task * GAMES_AT_ONCE, (task + 1) * GAMES_AT_ONCE):
        chance = random.Random(f"{seed} {game}")
        if player is None:
            some, result = _with_secrets(variant, nodes, chance)
        else:
            some, result = _game(variant, player, nodes, chance)
        seen += some
        points += [result] * len(some)
        games += [game] * len(some)
    layout = variant.rules.layout
    empty = layout.rows(len(variant.board), 0)
    cells = np.array([each.cells for each in seen], np.uint8).reshape(-1, *empty.cells.shape[1:])
    info = np.array([each.info for each in seen], np.uint64).reshape(-1, empty.info.shape[1])
    scores = np.array([each.score for each in seen], float)
    return Batch(cells, info, np.array(points, float), scores, np.array(games, np.int64))


def _game(variant: Variant, player: Player, nodes: int, chance: random.Random) -> tuple[list[_Seen], float]:
    start, rows = variant.start().rows(1), player.rows
    moves = opening(player, start, chance, nodes, UNEVEN)
    player.begin(start)
    chosen: list[tuple[int, int]] = []  # rows and scores
    for each in plies((player, player), moves, nodes):
        if isinstance(each, float):
            taken = [at for at in chosen if player.quiet(at[0]) and not player.checked(at[0])]
            return [_Seen(rows.cells[at].copy(), rows.info[at].copy(), score) for at, score in taken], each
        if abs(each.score) <= KEPT:
            chosen.append((each.at, each.score))
    raise AssertionError("a game ends with points")


def _with_secrets(variant: Variant, nodes: int, chance: random.Random) -> tuple[list[_Seen], float]:
    """The same where players know less than all: they search positions as they may know them."""
    position, chosen = variant.start(), list[_Seen]()
    randoms = chance.randint(*OPENING_PLIES)
    for ply in range(MOST_PLIES):
        if position.result is not None:
            break
        if ply < randoms or hides(position):
            position = position.play(chance.choice(position.legal_moves()))
            continue
        found = search(position, nodes=nodes, seed=chance.getrandbits(32))
        after = position.play(found.move)
        rows, score = position.rows(1), found.score if position.side is Side.WHITE else -found.score
        if abs(score) <= KEPT and _quiet(position, after):
            chosen.append(_Seen(rows.cells[0], rows.info[0], score))
        position = after
    winner = position.result.winner if position.result else None
    return chosen, 0.5 if winner is None else float(winner is Side.WHITE)


def _quiet(before: Position, after: Position) -> bool:
    """Whether nothing left the board between two positions, nor changed."""
    sums = (int(each.rows(1).cells[0, 0].sum(dtype=np.int64)) for each in (before, after))
    return not before.in_check and len({*sums}) == 1


def together(variant: Variant, batches: Sequence[Batch], most: int, told: float = KEPT) -> Samples:
    """The positions of some batches, at most so many; where there are more, some of each game.

    ``told``: positions with a higher score are left out.
    """
    total = sum(len(batch.points) for batch in batches)
    rows = variant.rules.layout.rows(len(variant.board), min(total, most))
    if not total:
        return Samples(rows, np.zeros(0), np.zeros(0), np.zeros(0, np.int64))
    whole = Batch(*(np.concatenate(parts) for parts in zip(*batches, strict=True)))
    chosen = np.flatnonzero(np.abs(whole.scores) <= told)
    if len(chosen) > most:
        chosen = np.sort(np.random.default_rng(0).choice(chosen, most, replace=False))
    rows.cells[: len(chosen)], rows.info[: len(chosen)] = whole.cells[chosen], whole.info[chosen]
    return Samples(rows, whole.points[chosen], whole.scores[chosen], whole.games[chosen])
