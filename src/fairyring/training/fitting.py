"""Terms of an evaluation, fitted to how games ended.

Logistic regression as in P. Österlund's "Texel's tuning method" (2014): a position's evaluation foretells the
points at the end of its game by a logistic curve, and terms are changed so that it does so better. Here the
curve is steeper or flatter by how many pieces are left: early in a game a pawn decides less than in its
middle, and with one curve for all, terms would change to say that, which makes no move better. Each term is
also drawn towards the formula's value (a ridge, or normal prior), the more the fewer games there are; and the
maximum is found by Newton's method, since the evaluation is linear in its terms.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.contract import States
from fairyring.kernels.evaluations import evaluations
from fairyring.kernels.terms import Term, changed
from fairyring.training.samples import Samples

RESULT_SHARE = 0.85  # of what a position should be worth, by the game's result; the rest by its score
STEP = 16.0  # times its spread: by so much is a term changed to measure it, so that rounding counts little
SELDOM = 40  # positions; a piece that stands on a square in fewer says nothing
EVIDENCE = 0.15  # of what independent positions would say: those of one game are much alike
ON_SITES = 0.5  # of the spread of a term of a square: with more, some thousand games fit noise
PULLS = (8.0, 32.0)  # how strongly terms are drawn to 0; the best for games that were left out is taken
HELD_OUT = 8  # every so many games is left out of the fit and judges it
ROUNDS, NEWTON_STEPS = 2, 10
AT_ONCE = 8192  # positions whose slopes are multiplied: more take more memory, and are no faster
STEEPNESS = 3  # coefficients of a curve's steepness, a polynomial of the pieces left
FLATTEST = 0.25  # of the steepness for most positions: it is not less anywhere


class Design(NamedTuple):
    """What positions are worth, as far as it is linear in terms.

    Attributes:
        terms: the terms that some positions owe something to.
        usual: float64[position]; the value by the formulas, for White.
        slopes: float32[position, term]; how much more it is for each spread of a term, halved for squares.
    """

    terms: list[Term]
    usual: npt.NDArray[np.float64]
    slopes: npt.NDArray[np.float32]


class Fit(NamedTuple):
    """What was fitted.

    Attributes:
        values: the terms that are not 0.
        before: how badly the formulas foretell games that were left out: the mean cross entropy.
        after: how badly the fitted terms do.
        positions: how many positions there were.
    """

    values: Mapping[str, int]
    before: float
    after: float
    positions: int


def measured(
    tables: Any,
    terms: Sequence[Term],
    rows: States,
    number: int,
    alone: bool,
) -> Generator[float, None, Design]:
    """What positions owe to terms, by evaluating them with each term changed; yields which part is done.

    Args:
        tables: the tables by the formulas.
        terms: the terms.
        rows: the positions, which are derived again.
        number: how many there are.
        alone: whether a position owes nothing to a term of a piece that is not there; else all are evaluated.
    """
    everything = np.arange(number, dtype=np.uint64)
    usual = evaluated(tables, rows, everything)
    kept: list[Term] = []
    slopes = np.zeros((number, len(terms)), np.float32, order="F")  # column by column, as they are measured
    cells = rows.cells[:number, 0]
    for done, term in enumerate(terms):
        yield done / len(terms)
        chosen = everything
        if term.where is not None:
            there = np.zeros(number, bool)
            for code in np.unique(term.where[0]):
                there |= (cells[:, term.where[1][term.where[0] == code]] == code).any(axis=1)
            if np.count_nonzero(there) < SELDOM:
                continue
            if alone:
                chosen = everything[there]
        spread = _spread(term)
        step = max(1, round(STEP * spread))
        worth = changed(tables.worth, [term], {term.name: step})
        more = evaluated(tables._replace(worth=worth), rows, chosen) - usual[chosen]
        if np.count_nonzero(more) < SELDOM:
            continue
        slopes[chosen, len(kept)] = more * (spread / step)
        kept.append(term)
    return Design(kept, usual, slopes[:, : len(kept)])


def _spread(term: Term) -> float:
    """How far from 0 a term may probably be fitted to."""
    return term.spread if term.where is None else ON_SITES * term.spread


def evaluated(tables: Any, rows: States, chosen: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """float64[number]; what the positions in chosen rows are worth for White. They are derived again."""
    numbers = np.asarray(chosen, np.uint64)
    found = np.zeros(len(numbers), np.int64)
    evaluations(tables, rows, numbers, found)
    return found.astype(float)


def fitted(design: Design, samples: Samples) -> Fit:
    """The terms that foretell best how games end."""
    held = samples.games % HELD_OUT == 0
    curve = curves_of(design.usual, samples)
    before = entropy((design.usual / curve)[held], samples.points[held])
    best, least = np.zeros(len(design.terms)), before
    for pull in sorted(PULLS, reverse=True):
        found = _maximum(design, samples, ~held, curve, pull)
        error = entropy(((design.usual + _sums(design.slopes, found)) / curve)[held], samples.points[held])
        if error < least:
            best, least = found, error
    values = {
        term.name: int(value)
        for term, share in zip(design.terms, best, strict=True)
        if (value := round(share * _spread(term)))
    }
    return Fit(values, before, least, len(samples))


def _maximum(
    design: Design,
    samples: Samples,
    chosen: npt.NDArray[np.bool_],
    curve: npt.NDArray[np.float64],
    pull: float,
) -> npt.NDArray[np.float64]:
    """The terms, in spreads, that are likeliest given some positions."""
    # Positions that are not chosen count 0, since without them the slopes would have to be copied.
    slopes, usual, scale, counts = design.slopes, design.usual, curve, EVIDENCE * chosen
    by_score = points_of(samples.scores / scale)
    wanted = RESULT_SHARE * samples.points + (1 - RESULT_SHARE) * by_score
    terms, before = np.zeros(slopes.shape[1]), usual[chosen]
    for _ in range(ROUNDS):
        expected = points_of((usual + _sums(slopes, terms)) / scale)
        # The curvature hardly changes in a round, and takes the time.
        weights = counts / scale**2 * expected * (1 - expected)
        inverse = np.linalg.inv(_curvature(slopes, weights) + pull * np.eye(len(terms)))
        for _ in range(NEWTON_STEPS):
            step = inverse @ (_sums(slopes.T, counts * (wanted - expected) / scale) - pull * terms)
            terms = terms + step
            if np.abs(step).max(initial=0) < 0.01:
                break
            expected = points_of((usual + _sums(slopes, terms)) / scale)
        # A position should be worth about as much as before: the search's margins are in the same unit.
        now = (usual + _sums(slopes, terms))[chosen]
        scale = scale / float(np.dot(now, before) / np.dot(before, before))
    return terms


def _curvature(slopes: npt.NDArray[np.float32], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The products of each two terms' slopes, summed over positions by their weights, some at a time."""
    found = np.zeros((slopes.shape[1],) * 2, np.float32)
    for begin in range(0, len(slopes), AT_ONCE):
        some = slopes[begin : begin + AT_ONCE]
        found += some.T @ (weights[begin : begin + AT_ONCE, np.newaxis].astype(np.float32) * some)
    return found.astype(float)


def _sums(slopes: npt.NDArray[np.float32], terms: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """A product without a copy of the large factor in another type."""
    product: npt.NDArray[np.float64] = (slopes @ terms.astype(np.float32)).astype(float)
    return product


def points_of(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The points that evaluations foretell, by the logistic curve."""
    return 1 / (1 + np.exp(-np.clip(logits, -40, 40)))


def entropy(logits: npt.NDArray[np.float64], points: npt.NDArray[np.float64]) -> float:
    """How badly evaluations foretell points: the mean cross entropy, 0 for none."""
    if not len(points):
        return 0.0
    return float(np.mean(np.logaddexp(0, logits) - points * logits))


def curves_of(values: npt.NDArray[np.float64], samples: Samples) -> npt.NDArray[np.float64]:
    """How many hundredths of a pawn raise the odds e-fold, so that values foretell points best.

    Args:
        values: float64[position]; what the positions are worth, for White.
        samples: the positions.

    Returns:
        float64[position].
    """
    number = len(samples)
    # Other layers say more of these pieces, or are of other things.
    pieces = np.count_nonzero(samples.rows.cells[:number, 0], axis=1).astype(float)
    left = (pieces / pieces.max())[:, np.newaxis] ** np.arange(STEEPNESS)
    usual = float(np.sqrt(np.mean(values**2))) or 1.0
    parts = left * (values / usual)[:, np.newaxis]
    steepness = np.zeros(STEEPNESS)
    for _ in range(2 * NEWTON_STEPS):
        expected = points_of(parts @ steepness)
        weights = expected * (1 - expected)
        curvature = (parts * weights[:, np.newaxis]).T @ parts + 1e-6 * number * np.eye(STEEPNESS)
        steepness = steepness + np.linalg.solve(curvature, parts.T @ (samples.points - expected))
    found = left @ steepness
    curves: npt.NDArray[np.float64] = usual / np.maximum(found, max(FLATTEST * np.median(found), 1e-3))
    return curves
