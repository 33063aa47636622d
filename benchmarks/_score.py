"""What the points of pairs of games say: Elo, its error, and a sequential test.

Each opening is played twice with colours reversed. The two games are not independent, but the pairs are: a
pair has one of five results, and everything is estimated from those (the pentanomial model of
https://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, in the normal approximation).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SURE = math.log(0.95 / 0.05)  # of a log-likelihood ratio: errors of 5 % either way
FEWEST_PAIRS = 20  # before a test is decided


class Score(NamedTuple):
    """The points of one side in pairs of games, each pair from one opening: 0, 0.5, … 2.

    Attributes:
        pairs: its points in each pair.
    """

    pairs: tuple[float, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many pairs brought 0, 0.5, 1, 1.5 and 2 points."""
        return tuple(self.pairs.count(points / 2) for points in range(5))

    @property
    def mean(self) -> float:
        """Points a game."""
        return sum(self.pairs) / 2 / len(self.pairs)

    @property
    def variance(self) -> float:
        """The variance of a pair's points a game, never quite 0."""
        spread = sum((points / 2 - self.mean) ** 2 for points in self.pairs) / len(self.pairs)
        return max(spread, 1 / (16 * len(self.pairs)))

    @property
    def elo(self) -> tuple[float, float]:
        """By how many Elo points it is the stronger, and the error, at 95 %."""
        error = 1.96 * math.sqrt(self.variance / len(self.pairs))
        low, high = elo_of(self.mean - error), elo_of(self.mean + error)
        return elo_of(self.mean), (high - low) / 2

    def likelihood(self, worse: float, better: float) -> float:
        """The logarithm of how much likelier this is at one difference in Elo than at another."""
        low, high = points_of(worse), points_of(better)
        return len(self.pairs) * (high - low) * (2 * self.mean - low - high) / (2 * self.variance)

    def verdict(self, bounds: Sequence[float]) -> str:
        """What the sequential test between two differences in Elo says: ``""`` while it is undecided."""
        worse, better = bounds
        ratio = self.likelihood(worse, better)
        if len(self.pairs) < FEWEST_PAIRS or abs(ratio) < SURE:
            return ""
        return f"{better:+g} Elo accepted" if ratio > 0 else f"{worse:+g} Elo accepted"


def points_of(elo: float) -> float:
    """The points a game to expect from a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(points: float) -> float:
    """The difference in Elo that so many points a game mean."""
    points = min(max(points, 0.001), 0.999)
    return 400 * math.log10(points / (1 - points))
