"""Quiet positions of games that were played, with how the games ended."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fairyring.endgames.rows import put_row
from fairyring.game import Position, Variant
from fairyring.kernels.contract import States
from fairyring.lab import Record

DECIDED = 1200  # hundredths of a pawn: a position with a higher score says little about small differences
SHARE = 0.7  # of a game's quiet positions that are taken at most


@dataclass(frozen=True)
class Samples:
    """Positions, each a row.

    Attributes:
        rows: the positions, and room for more behind them.
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


def samples(variant: Variant, records: Iterable[Record], openings: int, most: int) -> Samples:
    """Quiet positions of games: the side to move is not in check, and the move played captures nothing.

    Args:
        variant: the game.
        records: its games.
        openings: how many plies at the beginning of each are left out.
        most: how many positions are taken at most.
    """
    records = list(records)
    # Few of each game, rather than many of the first games: positions of one game are much alike.
    share = min(SHARE, most / max(1, sum(record.plies for record in records)))
    rows = variant.rules.layout.rows(len(variant.board), most)
    numbers: list[tuple[float, int, int]] = []
    for game, record in enumerate(records):
        chance = random.Random(game)
        for position, score in _quiet(variant, record, openings):
            if chance.random() >= share or len(numbers) == most:
                continue
            put_row(position.rows(1), rows, len(numbers))
            numbers.append(((1 + record.winner) / 2, score, game))
    points, scores, games = zip(*numbers, strict=True) if numbers else ((), (), ())
    return Samples(rows, np.array(points), np.array(scores, float), np.array(games, int))


def _quiet(variant: Variant, record: Record, openings: int) -> Iterator[tuple[Position, int]]:
    position = variant.position(record.start)
    for ply, (text, score) in enumerate(zip(record.moves, record.scores, strict=True)):
        after = position.play(position.parse_move(text))
        if (
            ply >= openings
            and abs(score) <= DECIDED
            and not position.in_check
            and _standing(after) == _standing(position)
        ):
            yield position, score
        position = after


def _standing(position: Position) -> int:
    """How many places are taken, or backs: it changes with each capture."""
    return int(np.count_nonzero(position.rows(1).cells[0, 0]))
