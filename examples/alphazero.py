"""A small program that learns a game by playing itself, after AlphaZero (D. Silver et al., Science, 2018).

    python examples/alphazero.py minishogi --minutes 60 --folder learned

Needs NumPy alone, and matplotlib for the plot. Each generation plays games against itself, on all cores or,
with ``--on ray://HOST:PORT``, on a cluster; a tree search guided by a network chooses the moves. The network
then learns what the searches preferred and who won. The search is Gumbel AlphaZero's (I. Danihelka et al.,
"Policy improvement by planning with Gumbel", ICLR 2022): what it prefers is better than what the network did
even where it looks at fewer positions than there are moves, as it must here. All games of a process are
searched at the same time: the trees are arrays, moves are made by a batch, and the network judges a position
of each game at once. At the end some generations play each other, and the ladder is written to the folder as
JSON and as a plot.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # there is a process for each core

import numpy as np
import numpy.typing as npt

import fairyring
from fairyring.batch import Batch
from fairyring.lab.statistics import elo, score
from fairyring.workers import Workers, opened

Floats = npt.NDArray[np.float32]
Judge = Callable[[npt.NDArray[np.uint8]], tuple[Floats, Floats]]
# How far what a search finds outweighs the network's preferences; see `Trees.improved`.
TRUST, VISITS = 0.1, 50
NEVER = np.float32(-1e9)  # the logit of what is no move
WAITS = -1  # in place of an action
MOST = 8  # planes are cut to it
RUNGS = 6
DECAY = 1e-4  # of weights


@dataclass(frozen=True)
class Settings:
    """How much is played and learned.

    Attributes:
        games: games that one process plays at the same time.
        steps: how many moves are made in each of them in a generation; where one ends, another begins.
        simulations: positions that are added to a tree for each move.
        plies: after how many plies a game is stopped, as a draw.
        hidden: the units of the network's two hidden layers.
        window: generations from which is learned.
        passes: how often each position of a generation is learned, on average.
        rate: how fast.
        own: how much of what is learned of a position is what its search expected; the rest is how its game
            ended, which is true but says little of one position.
    """

    games: int = 64
    steps: int = 64
    simulations: int = 32
    plies: int = 80
    hidden: tuple[int, int] = (256, 128)
    window: int = 12
    passes: float = 3.0
    rate: float = 1e-3
    own: float = 0.5


class Samples(NamedTuple):
    """Positions: uint8[n, input]; what is learned: float16[n, action], float16[n] from -1 to 1 for White."""

    planes: npt.NDArray[np.uint8]
    policies: npt.NDArray[np.float16]
    results: npt.NDArray[np.float16]


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
        policies, results = samples.policies.astype(np.float32), samples.results.astype(np.float32)
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


class Trees:
    """A tree for each game: arrays whose axes are the game, a node's number, and its moves one by one.

    Attributes:
        actions: the moves of a node; `WAITS` behind the last.
        logits: what the network says of them.
        visits: how often each was taken.
        total: the sum of what was expected then, for the side to move.
        children: the node that each leads to; `WAITS` if it was not taken yet.
        values: what the network expects at a node for the side to move.
    """

    def __init__(self, games: int, nodes: int) -> None:
        shape = games, nodes, 0
        self.rows = np.arange(games)
        self.actions, self.children = np.full(shape, WAITS, np.int32), np.full(shape, WAITS, np.int32)
        self.logits, self.visits, self.total = (np.zeros(shape, np.float32) for _ in range(3))
        self.values = np.zeros((games, nodes), np.float32)

    def expand(self, node: int, batch: Batch, logits: Floats, values: Floats) -> None:
        """Begin a node of each tree: a position of each game, and what the network says of it."""
        first, actions = batch.legal()
        games = np.repeat(self.rows, np.diff(first))
        places = np.arange(len(actions)) - first[games]
        self._widen(int(places.max(initial=0)) + 1)
        self.actions[games, node, places] = actions
        self.logits[games, node, places] = logits[games, actions]
        self.values[:, node] = values

    def _widen(self, moves: int) -> None:
        """Make room for so many moves of each node."""
        more = moves - self.actions.shape[2]
        if more > 0:
            wider = partial(np.pad, pad_width=((0, 0), (0, 0), (0, more)))
            for name, filling in (("actions", WAITS), ("children", WAITS), ("logits", NEVER)):
                setattr(self, name, wider(getattr(self, name), constant_values=filling))
            self.visits, self.total = wider(self.visits), wider(self.total)

    def expected(self, at: npt.NDArray[np.int64]) -> Floats:
        """The results of the moves of a node in each tree, for the side to move: float32[game, move].

        Of moves that were not taken, a mean of what the network expects of the node and what was found behind
        the others is expected (the article's equations 10 and 33).
        """
        here = self.rows, at
        visits = self.visits[here]
        taken, tried = visits > 0, visits.sum(axis=1, keepdims=True)
        means = self.total[here] / np.maximum(visits, 1)
        weights = np.where(taken, softmax(self.logits[here]), 0)
        known = (weights * means).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
        others = (self.values[here][:, None] + tried * known[:, None]) / (1 + tried)
        return np.asarray(np.where(taken, means, others))

    def improved(self, at: npt.NDArray[np.int64]) -> Floats:
        """The logits of the moves of a node in each tree after what was found: float32[game, move].

        Their softmax plays at least as well as that of the network's (the article's equation 11).
        """
        trust = TRUST * (VISITS + self.visits[self.rows, at].max(axis=1, keepdims=True))
        return np.asarray(self.logits[self.rows, at] + trust * self.expected(at))

    def best(self, at: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The move of a node of each tree that was taken too seldom, by how often it should be."""
        visits = self.visits[self.rows, at]
        owed = softmax(self.improved(at)) - visits / (1 + visits.sum(axis=1, keepdims=True))
        return np.asarray(owed.argmax(axis=1))


def halving(moves: int, simulations: int) -> list[int]:
    """Sequential halving: how often the first move that is taken next has been taken before.

    All are taken equally often, then the better half of them, and so on.
    """
    found: list[int] = []
    visits, rounds = [0] * max(moves, 1), max(1, math.ceil(math.log2(max(moves, 1))))
    left = len(visits)
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += visits[:left]
            visits[:left] = [number + 1 for number in visits[:left]]
        left = min(left, max(2, left // 2))
    return found[:simulations]


class Choice(NamedTuple):
    """What a search found in each game.

    Attributes:
        actions: int64[game], what to play; `WAITS` where the game is over.
        policies: float32[game, action], how likely each should be.
        values: float32[game], White's expected result.
    """

    actions: npt.NDArray[np.int64]
    policies: Floats
    values: Floats


def search(batch: Batch, judge: Judge, simulations: int, chance: np.random.Generator | None = None) -> Choice:
    """Grow a tree for each game of a batch.

    Args:
        batch: the games, which stay where they are; they must not begin again by themselves.
        judge: from observations to logits and White's expected results.
        simulations: how many positions are added to each tree.
        chance: draws the move that is played, by how likely it should be; None: always the best.
    """
    trees, games = Trees(batch.games, simulations + 1), np.arange(batch.games)
    root, signs = np.zeros(batch.games, np.int64), 1 - 2 * batch.side.astype(np.float32)
    logits, values = judge(batch.observe())
    trees.expand(0, batch, logits, signs * values)
    moves = trees.actions[:, 0] != WAITS
    width = moves.shape[1]
    luck = np.where(moves, 0 if chance is None else chance.gumbel(size=moves.shape), NEVER)
    most = (simulations + 1) // 2  # first moves that are compared
    plans = [halving(number, simulations) for number in range(most + 1)]
    plan = np.array(plans)[np.minimum(moves.sum(axis=1), most)]
    for new in range(1, simulations + 1):
        due = np.where(trees.visits[:, 0, :width] == plan[:, new - 1, None], luck, 2 * NEVER)
        taken = (due + trees.improved(root)[:, :width]).argmax(axis=1)
        at, here, walking, path = root, batch.copy(), ~batch.over, []
        while True:
            sign = np.where(walking, 1 - 2 * here.side.astype(np.float32), 0)
            path.append((at, taken, sign))
            here.step(np.where(walking, trees.actions[games, at, taken], WAITS))
            below = trees.children[games, at, taken]
            leaves = walking & (below == WAITS)
            trees.children[games[leaves], at[leaves], taken[leaves]] = new
            at = np.where(leaves, new, np.where(walking, below, at))
            walking = walking & ~leaves & ~here.over
            if not walking.any():
                break
            taken = trees.best(at)
        logits, values = judge(here.observe())
        trees.expand(new, here, logits, (1 - 2 * here.side.astype(np.float32)) * values)
        worth = np.where(here.over, here.returns[:, 0], values)
        for node, place, sign in path:
            trees.visits[games, node, place] += sign != 0
            trees.total[games, node, place] += sign * worth
    return chosen(trees, luck, signs, len(batch.numbering))


def chosen(trees: Trees, luck: Floats, signs: Floats, actions: int) -> Choice:
    """What trees say that are grown: of the moves that were taken most, the best is played."""
    visits, games, width = trees.visits[:, 0], trees.rows, luck.shape[1]
    root = np.zeros_like(games)
    improved = trees.improved(root)
    most = (visits == visits.max(axis=1, keepdims=True))[:, :width]
    taken = np.where(most, luck + improved[:, :width], 2 * NEVER).argmax(axis=1)
    moves = np.nonzero(trees.actions[:, 0] != WAITS)
    policies = np.zeros((len(games), actions), np.float32)
    policies[moves[0], trees.actions[:, 0][moves]] = softmax(improved)[moves]
    values = (softmax(improved) * trees.expected(root)).sum(axis=1)
    return Choice(trees.actions[games, 0, taken], policies, signs * values)


def self_play(name: str, network: Network, settings: Settings, seed: int) -> Samples:
    """Play games, and return all their positions."""
    chance, variant = np.random.default_rng(seed), fairyring.load(name)
    batch = Batch(variant, settings.games, plies=settings.plies, auto_reset=False, threads=1)
    seen, policies, values, over, ends = [], [], [], [], []
    for _ in range(settings.steps):
        found = search(batch, network, settings.simulations, chance)
        seen.append(batch.observe().reshape(batch.games, -1))
        policies.append(found.policies.astype(np.float16))
        values.append(found.values)
        batch.step(found.actions)
        over.append(batch.over)
        ends.append(batch.returns[:, 0])
        batch.reset(batch.over)
    results = outcomes(np.array(values), np.array(over), np.array(ends), settings.own)
    return Samples(np.concatenate(seen), np.concatenate(policies), results.ravel())


def outcomes(
    values: Floats, over: npt.NDArray[np.bool_], ends: Floats, own: float
) -> npt.NDArray[np.float16]:
    """What is learned of each position: float16[step, game].

    Args:
        values: what each search expected, float32[step, game].
        over: bool[step, game], whether the game ended with that step; then another begins.
        ends: its result if so.
        own: how much of its own value goes into it; the rest is how its game ended. A game that has not
            ended is taken for what its last search expected.
    """
    found, result = np.empty_like(values), values[-1]
    for step in reversed(range(len(values))):
        result = np.where(over[step], ends[step], result)
        found[step] = own * values[step] + (1 - own) * result
    return found.astype(np.float16)


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
            batch.step(search(batch, judge, settings.simulations).actions)
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
        yield network.copy(), said
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
