"""What pieces are worth in a game, by its results alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairyring.game import Variant
from fairyring.lab.plan import Record
from fairyring.lab.playing import kind_of
from fairyring.lab.statistics import Estimate, logistic, resampled

SAMPLES = 100
FEWEST = 50  # games with different material, before anything is said
IDLE = 0.02  # a piece that makes fewer moves a game than this is dead


@dataclass(frozen=True)
class Worth:
    """One kind of piece.

    Attributes:
        name: its name.
        number: how many of it both sides have at the start.
        value: what it is worth in pawns, or in the cheapest kind where there are no pawns; None for a royal
            piece, or where the games do not tell.
        moves: how many moves a game it makes, for each that there is at the start.
        part: its share of all moves.
        dead: whether it hardly ever moves.
    """

    name: str
    number: int
    value: Estimate | None
    moves: float
    part: float
    dead: bool


def worths(variant: Variant, games: Sequence[Record], handicaps: Sequence[Record], seed: int) -> list[Worth]:
    """The kinds of pieces of a game, those that are worth most first.

    Results are explained by how many more pieces of each kind White had at the start of games from which
    pieces were taken away at random; a kind's value is its coefficient, and the spread that of samples of
    the games (bootstrap; B. Efron, 1979).
    """
    start = variant.start()
    tokens = variant.rules.tokens(start.rows(1), 0)
    counts = Counter(kind_of(token.name) for token in tokens if token.side is not None)
    values = _values([record for record in handicaps if record.lacking], len(handicaps), seed)
    moved: Counter[str] = Counter()
    for record in games:
        moved.update(record.movers)
    total = sum(moved.values())
    royal = {kind_of(name) for name, value in variant.rules.values.items() if value <= 0}
    found = []
    for name in dict.fromkeys((*counts, *(each for each in moved if each))):
        number = counts[name]
        often = moved[name] / max(1, len(games)) / max(1, number)
        dead = bool(games) and number > 0 and often < IDLE
        value = None if name in royal else values.get(name)
        found.append(Worth(name, number, value, often, moved[name] / max(1, total), dead))
    return sorted(found, key=lambda each: -1 if each.value is None else each.value.value, reverse=True)


def _values(records: Sequence[Record], played: int, seed: int) -> dict[str, Estimate]:
    """The value of each kind of piece of which the sides had different numbers."""
    names = sorted({name for record in records for name in record.lacking})
    if len(records) < FEWEST or not names:
        return {}
    rows = np.array([[record.lacking.get(name, 0) for name in names] for record in records], np.float64)
    results = np.array([(record.winner + 1) / 2 for record in records])
    found, samples = logistic(rows, results), resampled(rows, results, SAMPLES, seed)
    positive = [place for place in range(len(names)) if found[place] > 0]
    if not positive:
        return {}
    unit = names.index("pawn") if "pawn" in names else min(positive, key=lambda place: found[place])
    if found[unit] <= 0:
        return {}
    bounds = np.quantile(samples, (0.025, 0.975), axis=0)
    # The unit's own spread is that of its coefficient; that of the others is the ratio's.
    ratios = samples / np.maximum(samples[:, unit : unit + 1], 1e-3)
    spread = np.quantile(ratios, (0.025, 0.975), axis=0)
    spread[:, unit] = bounds[:, unit] / found[unit]
    return {
        name: Estimate(
            float(found[place] / found[unit]), float(spread[0, place]), float(spread[1, place]), played
        )
        for place, name in enumerate(names)
    }
