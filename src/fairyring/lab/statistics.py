"""The laboratory's statistics: shares with confidence intervals, Elo, and a logistic regression."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Z = 1.96  # standard deviations on either side of a mean that hold 95 %
RIDGE = 0.05  # keeps coefficients finite where one side always wins
STEPS = 30
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Estimate(NamedTuple):
    """A number with the bounds of its 95 % confidence interval, from so many games."""

    value: float
    low: float
    high: float
    games: int

    @property
    def width(self) -> float:
        """How wide the interval is."""
        return self.high - self.low


def share(number: int, games: int) -> Estimate:
    """A share of games, with Wilson's interval (E. B. Wilson, 1927)."""
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    part = number / games
    middle = (part + Z * Z / (2 * games)) / (1 + Z * Z / games)
    spread = part * (1 - part) / games + Z * Z / (4 * games * games)
    half = Z * math.sqrt(spread) / (1 + Z * Z / games)
    return Estimate(part, max(0.0, middle - half), min(1.0, middle + half), games)


def mean(values: Sequence[float]) -> Estimate:
    """A mean, with the normal approximation's interval."""
    games = len(values)
    if games == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    middle = float(np.mean(values))
    half = Z * float(np.std(values, ddof=1)) / math.sqrt(games) if games > 1 else math.inf
    return Estimate(middle, middle - half, middle + half, games)


def score(results: Sequence[int]) -> Estimate:
    """The points a game of the player for whom 1 is a win, 0 a draw and -1 a loss."""
    found = mean([(each + 1) / 2 for each in results])
    if found.games == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    if found.low == found.high or found.games == 1:  # all alike: the interval of a share is not empty
        return share(round(found.value * found.games), found.games)
    return found._replace(low=max(0.0, found.low), high=min(1.0, found.high))


def elo(points: Estimate) -> Estimate:
    """The difference in rating that such points a game mean (A. Elo, 1978); at most 1000 either way."""

    def rated(part: float) -> float:
        part = min(max(part, 1 / 317), 316 / 317)
        return 400 * math.log10(part / (1 - part))

    return Estimate(rated(points.value), rated(points.low), rated(points.high), points.games)


def logistic(rows: Floats, results: Floats, weights: Floats | None = None) -> Floats:
    """The coefficients by which rows of numbers explain results from 0 to 1, by Newton's method.

    The last column is a constant, which the penalty on large coefficients does not touch.
    """
    rows = np.column_stack((rows, np.ones(len(rows))))
    penalty = np.full(rows.shape[1], RIDGE)
    penalty[-1] = 1e-6
    weights = np.ones(len(rows)) if weights is None else weights
    found: Floats = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (weights * (results - expected)) - penalty * found
        curve = (rows * (weights * expected * (1 - expected))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        found = found + step
        if np.abs(step).max() < 1e-6:
            break
    return found


def by_games(rows: Floats, results: Floats, games: Integers) -> Floats:
    """`logistic` of rows from the same and from different games, each of which counts as much.

    Args:
        rows: of numbers.
        results: the result of each row's game.
        games: the number of each row's game, from 0.
    """
    return logistic(rows, results, (1 / np.bincount(games))[games])


def resampled(rows: Floats, results: Floats, games: Integers, times: int, seed: int) -> Floats:
    """`by_games` for that many samples of the games, drawn with replacement: float64[sample, column]."""
    chance = np.random.default_rng(seed)
    sizes = np.bincount(games)
    number = len(sizes)
    drawn = [np.bincount(chance.integers(0, number, number), minlength=number) for _ in range(times)]
    return np.array([logistic(rows, results, (each / sizes)[games]) for each in drawn])


def variety(items: Sequence[object]) -> float:
    """How many equally likely things would be as varied: the entropy's exponential (M. O. Hill, 1973)."""
    _, counts = np.unique(np.array([str(each) for each in items]), return_counts=True)
    parts = counts / counts.sum()
    return float(np.exp(-(parts * np.log(parts)).sum())) if len(items) else 0.0
