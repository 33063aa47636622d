"""Whether two worlds that are the same in all but a secret can be told apart by what was measured in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

FLIPS = 200_000  # random exchanges of worlds: p is at least 1 / (FLIPS + 1)
CUTS = (0.1, 0.25, 0.5, 0.75, 0.9, 0.97)  # quantiles at which distributions are compared
CHUNK = 5_000
ENOUGH = 50  # exchanges that differ as much: then p is known well, and not small


class Pair(NamedTuple):
    """A figure in one world and in the other, and the number of the game in which both were measured."""

    game: int
    one: float
    other: float


def apart(pairs: Sequence[Pair], seed: int = 1) -> float:
    """How likely equal worlds would differ as much as these, p.

    A permutation test: if the secret makes no difference, each game's two worlds could be exchanged.
    Games are exchanged as a whole, because figures of one game have more in common than those of several
    (which objects lie where in memory, say). What is compared is the mean rank, and how many figures are
    above each of some quantiles of all; the greatest difference counts, each measured by its own spread.

    Args:
        pairs: figures of at least one game.
        seed: of the random exchanges.
    """
    games, number = np.unique([pair.game for pair in pairs], return_inverse=True)
    values = np.array([(pair.one, pair.other) for pair in pairs])
    ordered = np.sort(values, axis=None)
    ranks = np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")
    figures = [ranks / ranks.size] + [values > cut for cut in np.quantile(values, CUTS)]
    differences = np.zeros((len(games), len(figures)))
    for column, figure in enumerate(figures):
        np.add.at(differences[:, column], number, figure[:, 0].astype(float) - figure[:, 1])
    spread = np.sqrt((differences**2).sum(axis=0))
    differences = differences[:, spread > 0] / spread[spread > 0]
    if not differences.size:
        return 1.0
    found = _most(differences.sum(axis=0, keepdims=True))[0] - 1e-9
    chance, as_much, flips = np.random.default_rng(seed), 0, 0
    while flips < FLIPS and as_much < ENOUGH:
        signs = 2.0 * chance.integers(0, 2, (CHUNK, len(games))) - 1
        as_much += int((_most(signs @ differences) >= found).sum())
        flips += CHUNK
    return (1 + as_much) / (1 + flips)


def _most(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    most: npt.NDArray[np.float64] = np.abs(sums).max(axis=1)
    return most


def corrected(found: Mapping[str, float]) -> dict[str, float]:
    """The p of several tests, each corrected for their number by Holm's method, the least first."""
    most, result = 0.0, {}
    for number, (name, p) in enumerate(sorted(found.items(), key=lambda each: (each[1], each[0]))):
        most = max(most, min(1.0, p * (len(found) - number)))
        result[name] = most
    return result
