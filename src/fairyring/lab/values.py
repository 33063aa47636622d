"""What pieces are worth in a game, by its results alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fairyring.game import Variant
from fairyring.lab.plan import Record
from fairyring.lab.playing import kind_of
from fairyring.lab.statistics import Estimate, by_games, resampled

SAMPLES = 100
FEWEST = 50  # games with different material, before anything is said
EARLY = 2 / 3  # of a game, in which what the sides have tells who will win
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

    Results are explained by how many more pieces of each kind White had, in games that began without some
    pieces, taken away at random: at their starts and, every few plies, in the first two thirds. (A pawn less
    at the start opens a file, and so seems to be worth less than it is; near the end, what the sides have
    follows from who is winning. In chess, values are the usual ones in between.) A kind's value is its
    coefficient, and the spread that of samples of the games (bootstrap; B. Efron, 1979).
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
    seen = [_seen(record) for record in records]
    names = sorted({name for differences in seen for each in differences for name in each})
    if len(records) < FEWEST or not names:
        return {}
    rows = np.array(
        [[each.get(name, 0) for name in names] for differences in seen for each in differences], np.float64
    )
    games = np.repeat(np.arange(len(seen)), [len(differences) for differences in seen])
    results = np.array([(record.winner + 1) / 2 for record in records])[games]
    found, samples = by_games(rows, results, games), resampled(rows, results, games, SAMPLES, seed)
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


def _seen(record: Record) -> list[dict[str, int]]:
    """How many more pieces of each kind White had, at the start of a game and in its early part."""
    looks = [record.lacking, *record.material]
    return looks[: max(1, round(EARLY * len(looks)))]
