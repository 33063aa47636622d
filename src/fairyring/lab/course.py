"""The course of a game as the search sees it: who leads, how surely, and how often that changes.

The measures are those by which C. Browne's Ludi judged games (*Automatic Generation and Evaluation of
Recombination Games*, 2008; C. Browne and F. Maire, *Evolutionary Game Design*, 2010), and Ludii does. There
an evaluation from 0 to 1 is estimated; here it is White's expected result, from the score of the search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from fairyring.lab.plan import Record
from fairyring.lab.statistics import Estimate, Floats, mean, share

SCALES = tuple(range(50, 1501, 25))  # hundredths of a pawn
USUAL_SCALE = 400
DECIDED = 0.9  # an expected result from which a game counts as decided
EVEN = 0.02  # nobody leads while the expected result is as close as this to a half


@dataclass(frozen=True)
class Course:
    """The measures of many games. All are from 0 to 1.

    Attributes:
        completion: the share of games that one side won: Browne's *completion*.
        drama: how far behind the later winner was, over the moves before which it was behind: Browne's
            *drama*, the mean of the square root of the difference of both sides' expectations. 0 if the
            winner never was behind.
        comebacks: the share of decided games in which the winner had been expected to score below a quarter.
        lead_changes: at what share of the moves the lead passed to the other side: Browne's *lead change*.
        uncertainty: one minus the mean distance of both sides' expectations, over all moves: after Browne's
            *uncertainty*; 1 if the game is even throughout.
        decided: after what share of a game that was won its winner was sure to win, to the end; after
            Ludii's *decisiveness*.
        scale: how many hundredths of a pawn make winning ten times as likely as losing, fitted to the games.
    """

    completion: Estimate
    drama: Estimate
    comebacks: Estimate
    lead_changes: Estimate
    uncertainty: Estimate
    decided: Estimate
    scale: int


def expectations(scores: Sequence[int], scale: int) -> Floats:
    """White's expected results by the scores of the search."""
    found: Floats = 1 / (1 + np.power(10.0, -np.clip(np.array(scores, np.float64) / scale, -8, 8)))
    return found


def fitted_scale(records: Sequence[Record]) -> int:
    """The scale by which scores explain the results of games best."""
    scores = [np.array(record.scores, np.float64) for record in records if record.scores]
    if not scores or not any(record.winner for record in records):
        return USUAL_SCALE
    results = [(record.winner + 1) / 2 for record in records if record.scores]

    def fit(scale: int) -> float:
        total = 0.0
        for each, result in zip(scores, results, strict=True):
            expected = np.clip(1 / (1 + np.power(10.0, -np.clip(each / scale, -8, 8))), 1e-4, 1 - 1e-4)
            total += float(np.mean(result * np.log(expected) + (1 - result) * np.log(1 - expected)))
        return total

    return max(SCALES, key=fit)


def course(records: Sequence[Record]) -> Course:
    """The measures of some games."""
    scale = fitted_scale(records)
    drama, comebacks = list[float](), list[bool]()
    changes, uncertainty, decided = list[float](), list[float](), list[float]()
    for record in records:
        if len(record.scores) < 2:
            continue
        white = expectations(record.scores, scale)
        uncertainty.append(float(np.mean(1 - np.abs(2 * white - 1))))
        changes.append(_changes(white))
        if record.winner:
            winner = white if record.winner > 0 else 1 - white
            drama.append(_drama(winner))
            comebacks.append(bool(winner.min() < 0.25))
            unsure = np.flatnonzero(winner < DECIDED)
            decided.append((int(unsure[-1]) + 1 if len(unsure) else 0) / len(winner))
    won = sum(record.winner != 0 for record in records)
    return Course(
        completion=share(won, len(records)),
        drama=mean(drama),
        comebacks=share(sum(comebacks), won),
        lead_changes=mean(changes),
        uncertainty=mean(uncertainty),
        decided=mean(decided),
        scale=scale,
    )


def _drama(winner: Floats) -> float:
    """How far behind the winner was, while it was behind."""
    behind = winner[winner < 0.5]
    return float(np.mean(np.sqrt(1 - 2 * behind))) if len(behind) else 0.0


def _changes(white: Floats) -> float:
    """At what share of the moves the lead has passed to the other side; while nobody leads, it stays."""
    leads = [math.copysign(1, each - 0.5) for each in white if abs(each - 0.5) > EVEN]
    passed = sum(one != other for one, other in pairwise(leads))
    return passed / (len(white) - 1)
