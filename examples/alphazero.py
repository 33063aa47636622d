"""A small program that learns a game by playing itself, after AlphaZero (D. Silver et al., Science, 2018).

    python examples/alphazero.py minishogi --minutes 60 --folder learned

Needs NumPy alone, and matplotlib for the plot. Each generation plays games against itself, on all cores or,
with ``--on ray://HOST:PORT``, on a cluster; a tree search (MCTS with PUCT) chooses the moves, guided by a
network. The network then learns what the searches preferred and who won. All games of a process are searched
at the same time: the trees are arrays, moves are made by a batch, and the network judges a position of each
game at once. At the end some generations play each other, and the ladder is written to the folder as JSON and
as a plot.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import fairyring
from fairyring.batch import Batch
from fairyring.lab.statistics import elo, score
from fairyring.workers import Workers, opened

Floats = npt.NDArray[np.float32]
Judge = Callable[[npt.NDArray[np.uint8]], tuple[Floats, Floats]]
EXPLORATION = 1.5
NOISE, NOISE_SHARE = 0.3, 0.25  # of the Dirichlet noise on the first moves of a tree
WAITS = -1  # in place of an action
MOST = 8  # planes are cut to it
RUNGS = 6
DECAY = 1e-4  # of weights


@dataclass(frozen=True)
class Settings:
    """How much is played and learned.

    Attributes:
        games: games that one process plays at the same time.
        simulations: positions that are added to a tree for each move.
        plies: after how many plies a game is stopped, as a draw.
        varied: plies at a game's start in which moves are drawn by how often the search took them.
        hidden: the units of the network's two hidden layers.
        window: generations from which is learned.
        passes: how often each position of a generation is learned, on average.
        rate: how fast.
    """

    games: int = 48
    simulations: int = 32
    plies: int = 80
    varied: int = 12
    hidden: tuple[int, int] = (256, 128)
    window: int = 12
    passes: float = 3.0
    rate: float = 2e-3


class Samples(NamedTuple):
    """Positions with what is learned of them: uint8[n, input], float16[n, action], int8[n] (1: White won)."""

    planes: npt.NDArray[np.uint8]
    policies: npt.NDArray[np.float16]
    results: npt.NDArray[np.int8]


def together(parts: Iterable[Samples]) -> Samples:
    """All samples of some parts."""
    planes, policies, results = zip(*parts, strict=True)
    return Samples(np.concatenate(planes), np.concatenate(policies), np.concatenate(results))


class Network:
    """Two hidden layers, and from the second the moves' logits and White's expected result, from -1 to 1.

    The sum of each plane adds to the expected result directly: what pieces are worth is learned in few games.
    """

    def __init__(
        self, scale: Floats, sites: int, actions: int, hidden: tuple[int, int], seed: int = 0
    ) -> None:
        chance = np.random.default_rng(seed)
        sizes = [(len(scale), hidden[0]), hidden, (hidden[1], actions), (hidden[1], 1)]
        self.weights = [chance.normal(0, math.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in sizes]
        self.weights[2] *= 0.1  # nothing is preferred at first, and nobody expected to win
        self.weights[3] *= 0.1
        self.weights += [np.zeros(b, np.float32) for _, b in sizes]
        self.weights.append(np.zeros((len(scale) // sites, 1), np.float32))
        self.scale, self.sites, self.steps = scale, sites, 0
        self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]

    def _layers(self, planes: npt.NDArray[np.uint8]) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
        one, two, policy, value, *biases, worth = self.weights
        given = np.minimum(planes.reshape(len(planes), -1), MOST) * self.scale
        first = np.maximum(given @ one + biases[0], 0)
        second = np.maximum(first @ two + biases[1], 0)
        sums = given.reshape(len(given), -1, self.sites).sum(axis=2)
        values = np.tanh(second @ value + sums @ worth + biases[3])[:, 0]
        return given, sums, first, second, second @ policy + biases[2], values

    def __call__(self, planes: npt.NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """The logits of all actions, and White's expected results."""
        *_, logits, values = self._layers(planes)
        return logits, values

    def gradients(self, samples: Samples) -> tuple[float, list[Floats]]:
        """The loss of some samples, and how it changes with each weight."""
        given, sums, first, second, logits, values = self._layers(samples.planes)
        policies, results = samples.policies.astype(np.float32), samples.results
        chosen, number = softmax(logits), len(results)
        loss = -np.mean(np.sum(policies * np.log(chosen + 1e-9), axis=1)) + np.mean((values - results) ** 2)
        by_logits = (chosen - policies) / number
        by_value = (2 * (values - results) * (1 - values**2) / number)[:, None]
        by_second = (by_logits @ self.weights[2].T + by_value @ self.weights[3].T) * (second > 0)
        by_first = (by_second @ self.weights[1].T) * (first > 0)
        steps = [by_first, by_second, by_logits, by_value]
        inputs = [given, first, second, second]
        found = [before.T @ after for before, after in zip(inputs, steps, strict=True)]
        return float(loss), [*found, *(after.sum(axis=0) for after in steps), sums.T @ by_value]

    def learn(self, samples: Samples, rate: float) -> float:
        """Take a step (Adam; D. Kingma and J. Ba, 2015); returns the loss before it."""
        loss, gradients = self.gradients(samples)
        self.steps += 1
        known, fresh = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for place, gradient in enumerate(gradients):
            mean, square = self._moments[place]
            mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
            self._moments[place] = mean, square
            step = mean / known / (np.sqrt(square / fresh) + 1e-8) + DECAY * self.weights[place]
            self.weights[place] = (self.weights[place] - rate * step).astype(np.float32)
        return loss

    def copy(self) -> Network:
        """The network as it is now, for playing."""
        other = object.__new__(Network)
        other.scale, other.sites = self.scale, self.sites
        other.weights = [each.copy() for each in self.weights]
        return other


def softmax(logits: Floats) -> Floats:
    """Logits as probabilities, row by row."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def priors(batch: Batch, logits: Floats) -> Floats:
    """The probabilities of the legal actions; 0 for all others, and where a game is over."""
    mask = batch.mask()
    found = softmax(np.where(mask, logits, np.float32(-30))) + 1e-6
    return np.where(mask, found, 0).astype(np.float32)


def search(batch: Batch, judge: Judge, simulations: int, chance: np.random.Generator | None = None) -> Floats:
    """Grow a tree for each game of a batch; how often each first action was taken: float32[game, action].

    Args:
        batch: the games, which stay where they are.
        judge: from observations to logits and White's expected results.
        simulations: how many positions are added to each tree.
        chance: draws noise on the first moves, so that all are tried in the end; none if None.
    """
    number, actions = batch.games, len(batch.numbering)
    games = np.arange(number)
    shape = number, simulations + 1, actions
    prior, visits, total = (np.zeros(shape, np.float32) for _ in range(3))
    children = np.full(shape, WAITS, np.int32)
    first = priors(batch, judge(batch.observe())[0])
    if chance is not None:
        noise = chance.gamma(NOISE, size=first.shape).astype(np.float32) * (first > 0)
        noise /= np.maximum(noise.sum(axis=1, keepdims=True), 1e-9)
        first = (1 - NOISE_SHARE) * first + NOISE_SHARE * noise + 1e-6 * (first > 0)
    prior[:, 0] = first
    for new in range(1, simulations + 1):
        at, here = np.zeros(number, np.int64), batch.copy()
        walking, path = ~here.over, []
        while walking.any():
            sign = 1 - 2 * here.side.astype(np.float32)
            taken = best(prior[games, at], visits[games, at], total[games, at])
            path.append((at, taken, np.where(walking, sign, 0)))
            here.step(np.where(walking, taken, WAITS))
            below = children[games, at, taken]
            leaves = walking & (below < 0)
            children[games[leaves], at[leaves], taken[leaves]] = new
            at = np.where(leaves, new, np.where(walking, below, at))
            walking &= ~leaves & ~here.over
        logits, values = judge(here.observe())
        prior[games, at] = np.where((at == new)[:, None], priors(here, logits), prior[games, at])
        worth = np.where(here.over, here.returns[:, 0], values)
        for node, action, sign in path:
            visits[games, node, action] += sign != 0
            total[games, node, action] += sign * worth
    return visits[:, 0]


def best(prior: Floats, visits: Floats, total: Floats) -> npt.NDArray[np.int64]:
    """The action that each tree takes next: the best mean result and the most to be learned (PUCT)."""
    tried = visits.sum(axis=1, keepdims=True)
    mean = total.sum(axis=1, keepdims=True) / np.maximum(tried, 1)  # expected of what was not tried
    expected = np.where(visits > 0, total / np.maximum(visits, 1), mean - 0.2)
    score = expected + EXPLORATION * prior * np.sqrt(tried + 1) / (1 + visits)
    return np.asarray(np.where(prior > 0, score, -np.inf).argmax(axis=1), np.int64)


def drawn(weights: Floats, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action of each row, by its weight; `WAITS` where there is none."""
    sums = weights.cumsum(axis=1)
    found = (sums < chance.random(len(sums))[:, None] * sums[:, -1:]).sum(axis=1)
    return np.where(sums[:, -1] > 0, np.minimum(found, weights.shape[1] - 1), WAITS)


def self_play(name: str, network: Network, settings: Settings, seed: int) -> Samples:
    """Play games to their ends, and return all their positions."""
    chance = np.random.default_rng(seed)
    batch = Batch(
        fairyring.load(name), settings.games, seed=seed, plies=settings.plies, auto_reset=False, threads=1
    )
    kept: list[tuple[Any, Any, Any]] = []
    while not batch.over.all():
        visits = search(batch, network, settings.simulations, chance)
        going = np.flatnonzero(~batch.over)
        policies = visits / np.maximum(visits.sum(axis=1, keepdims=True), 1)
        seen = batch.observe().reshape(batch.games, -1)
        kept.append((seen[going], policies[going].astype(np.float16), going))
        free = len(kept) <= settings.varied
        batch.step(drawn(visits, chance) if free else np.where(batch.over, WAITS, visits.argmax(axis=1)))
    results = batch.returns[:, 0].astype(np.int8)
    planes, chosen, games = (np.concatenate(each) for each in zip(*kept, strict=True))
    return Samples(planes, chosen, results[games])


def learned(
    network: Network, window: deque[Samples], settings: Settings, chance: np.random.Generator
) -> float:
    """Learn from the last generations; returns the mean loss."""
    whole = together(window)
    steps = max(1, round(settings.passes * len(window[-1].results) / 256))
    losses = []
    for _ in range(steps):
        some = chance.integers(len(whole.results), size=256)
        few = Samples(whole.planes[some], whole.policies[some], whole.results[some])
        losses.append(network.learn(few, settings.rate))
    return float(np.mean(losses))


class Pair(NamedTuple):
    """Two generations that play each other."""

    number: int
    players: tuple[Network, Network]


def judged(
    players: tuple[Network, Network], first: npt.NDArray[np.bool_], planes: Any
) -> tuple[Floats, Floats]:
    """What the first player's network says of some games, and the second's of the others."""
    logits = np.zeros((len(planes), players[0].weights[2].shape[1]), np.float32)
    values = np.zeros(len(planes), np.float32)
    for player, whose in zip(players, (first, ~first), strict=True):
        if whose.any():
            logits[whose], values[whose] = player(planes[whose])
    return logits, values


def match(name: str, settings: Settings, games: int, pair: Pair) -> list[int]:
    """The first player's results: 1, 0 or -1. Each opening, of four random plies, is played twice."""
    variant = fairyring.load(name)
    openings = Batch(variant, games // 2, plies=settings.plies, auto_reset=False, threads=1, seed=pair.number)
    for _ in range(4):
        openings.step(openings.sample())
    results: list[int] = []
    for colour in range(2):
        batch = openings.copy()
        while not batch.over.all():
            judge = partial(judged, pair.players, batch.side == colour)
            visits = search(batch, judge, settings.simulations)
            batch.step(np.where(batch.over, WAITS, visits.argmax(axis=1)))
        results += batch.returns[:, colour].astype(int).tolist()
    return results


def begun(name: str, settings: Settings) -> Network:
    """A network for a game that knows nothing yet."""
    batch = Batch(fairyring.load(name), 1, threads=1)
    most = np.array([min(plane.most, MOST) for plane in batch.planes], np.float32)
    sites = len(batch.variant.board)
    scale = np.repeat(1 / most, sites).astype(np.float32)
    return Network(scale, sites, len(batch.numbering), settings.hidden)


def train(
    name: str, settings: Settings, minutes: float, generations: int, workers: Workers
) -> Iterator[tuple[Network, dict[str, float]]]:
    """Play and learn for some minutes or generations; yields the network with what it has learned from."""
    network, chance, began = begun(name, settings), np.random.default_rng(0), time.monotonic()
    window: deque[Samples] = deque(maxlen=settings.window)
    yield network.copy(), {"generation": 0, "minutes": 0.0, "positions": 0}
    positions = 0
    for generation in range(1, generations + 1):
        seeds = [generation * 1000 + number for number in range(workers.number)]
        played = [
            found for _, found in workers.map(partial(self_play, name, network.copy(), settings), seeds)
        ]
        window.append(together(played))
        positions += len(window[-1].results)
        loss = learned(network, window, settings, chance)
        took = (time.monotonic() - began) / 60
        said = {
            "generation": generation,
            "minutes": round(took, 2),
            "positions": positions,
            "loss": round(loss, 3),
        }
        yield network.copy(), said | {"decided": round(float(np.mean(window[-1].results != 0)), 3)}
        if took >= minutes:
            return


def ladder(
    name: str, settings: Settings, found: list[tuple[Network, dict[str, float]]], games: int, workers: Workers
) -> list[dict[str, float]]:
    """Generations, each with its Elo over the one before, and then the last one with that over the first."""
    chosen = [
        found[place] for place in sorted({round(each) for each in np.linspace(0, len(found) - 1, RUNGS)})
    ]
    steps = [(new, old) for old, new in pairwise(chosen)] + [(chosen[-1], chosen[0])]
    pairs = [Pair(number, (new[0], old[0])) for number, (new, old) in enumerate(steps)]
    results = {pair.number: each for pair, each in workers.map(partial(match, name, settings, games), pairs)}
    rungs = []
    for number, (new, old) in enumerate(steps):
        points = score(results[number])
        rating = elo(points)
        said = {"against": old[1]["generation"], "points": points.value, "games": points.games}
        rungs.append(new[1] | said | {"elo": rating.value, "low": rating.low, "high": rating.high})
    return rungs


def plot(name: str, rungs: list[dict[str, float]], path: Path) -> None:
    """Draw the ladder: the sum of the Elo of its rungs, with each rung's interval."""
    from matplotlib import pyplot

    minutes, heights = [0.0], [0.0]
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for rung in rungs[:-1]:
        bottom = heights[-1]
        minutes.append(rung["minutes"])
        heights.append(bottom + rung["elo"])
        axes.plot([minutes[-1]] * 2, [bottom + rung["low"], bottom + rung["high"]], color="0.7")
    axes.plot(minutes, heights, marker="o")
    axes.set(title=name, xlabel="minutes of learning", ylabel="Elo over the first generation")
    figure.savefig(path)
    pyplot.close(figure)


def main() -> None:
    """Learn, and write the ladder."""
    options = argparse.ArgumentParser()
    options.add_argument("game", nargs="?", default="minishogi")
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--generations", type=int, default=100_000, help="at most")
    options.add_argument("--games", type=int, default=Settings.games, help="that a process plays at a time")
    options.add_argument("--simulations", type=int, default=Settings.simulations)
    options.add_argument("--ladder", type=int, default=100, help="games of each pair of generations")
    options.add_argument("--processes", type=int)
    options.add_argument("--on", help="a Ray cluster: ray://HOST:PORT")
    options.add_argument("--folder", type=Path, default=Path("learned"))
    chosen = options.parse_args()
    settings = Settings(games=chosen.games, simulations=chosen.simulations)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    found = []
    with opened(chosen.on, chosen.processes) as workers:
        for network, said in train(chosen.game, settings, chosen.minutes, chosen.generations, workers):
            print(said, flush=True)
            found.append((network, said))
            np.savez(chosen.folder / "network.npz", *network.weights)
        rungs = ladder(chosen.game, settings, found, chosen.ladder, workers)
    for rung in rungs:
        print(rung)
    (chosen.folder / "ladder.json").write_text(json.dumps(rungs, indent=1) + "\n", encoding="utf-8")
    plot(chosen.game, rungs, chosen.folder / "ladder.svg")


if __name__ == "__main__":
    main()
