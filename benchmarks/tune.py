"""Better numbers for the search (`fairyring.search.settings`), found by SPSA.

    python benchmarks/tune.py [--game NAME]… [--pairs N] [--nodes N] [--names NAME,NAME…] [--seed N]
                              [--jobs N] [--about TEXT] [--log FILE]

    python benchmarks/tune.py --game chess --game ravioli --pairs 4000 --nodes 4000

Each round adds its step to every setting or takes it away, at random, and does the opposite for the other
side. The settings then move a little towards the side that won more games. Steps and moves become smaller
from round to round. Whether what was found is kept is for a match to say (`benchmarks/versus.py`).

What is tuned is the settings for games in which exchanges are foreseen, or those for all others.

Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
IEEE Transactions on Aerospace and Electronic Systems 34 (1998); its exponents are used.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from typing import NamedTuple

import numpy as np
from _measure import log

import fairyring
from fairyring.search.settings import SETTINGS, usual
from fairyring.training.playing import EVEN, Player, opening, plies

ALPHA, GAMMA = 0.602, 0.101
EARLY = 0.1  # of all pairs; by so many the first moves are made smaller
GAIN = 0.012  # by how much of its step a setting moves at the end for a pair that was won by a game
ROUND = 2  # pairs that are played with the same settings
TELL = 50  # rounds


class Task(NamedTuple):
    """What a process plays: some pairs of games, one side with each of two settings."""

    game: str
    nodes: int
    seed: str
    up: list[int]
    down: list[int]


@cache
def players(game: str) -> tuple[Player, Player]:
    """Two players of a game, made once in each process."""
    rules = fairyring.load(game).rules
    return Player(rules), Player(rules)


def row(games: list[str]) -> int:
    """Which row of the settings some games look at; fails with a sentence unless it is the same one."""
    found = {game: int(players(game)[0].foresees) for game in games}
    if len(set(found.values())) > 1:
        first, second = (next(game for game in games if found[game] == each) for each in (0, 1))
        raise SystemExit(f"exchanges are foreseen in {second}, but not in {first}: tune them one by one")
    return found[games[0]]


def played(task: Task) -> float:
    """By how many games ``up`` won more than ``down`` in a round, a draw counting as none."""
    both, start = players(task.game), fairyring.load(task.game).start().rows(1)
    won = 0.0
    for number in range(ROUND):
        both[0].settings[:] = both[1].settings[:] = usual()
        moves = opening(both[0], start, random.Random(f"{task.seed} {number}"), task.nodes, EVEN)
        kind = int(both[0].foresees)
        both[0].settings[kind], both[1].settings[kind] = task.up, task.down
        for white in (0, 1):
            for player in both:
                player.begin(start)
            *_, points = plies((both[white], both[1 - white]), moves, task.nodes)
            assert isinstance(points, float)
            won += (2 * points - 1) * (1 - 2 * white)
    return won


class Tuning:
    """Settings on their way, as real numbers."""

    def __init__(self, kind: int, names: list[str], rounds: int, seed: int) -> None:
        """Begin with a row of the usual ones; only those named are changed."""
        self.values = usual()[kind].astype(float)
        self._steps = np.array([each.step * (name in names) for name, each in SETTINGS.items()], float)
        self._rounds, self._done = rounds, 0
        self._chance = np.random.default_rng(seed)

    def pair(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Two settings to play each other, and the direction from the present ones to the first."""
        direction = self._chance.choice([-1.0, 1.0], len(self.values))
        width = direction * self._steps * (self._rounds / (self._done + 1)) ** GAMMA
        up, down = (np.maximum(1, np.rint(self.values + sign * width)) for sign in (1, -1))
        return up.astype(int), down.astype(int), direction

    def learn(self, direction: np.ndarray, won: float) -> None:
        """Move by the outcome of a round."""
        self._done += 1
        early = EARLY * self._rounds
        shrinks = ((early + self._rounds) / (early + self._done)) ** ALPHA
        move = GAIN * shrinks / (self._rounds / self._done) ** GAMMA
        self.values = np.maximum(1, self.values + move * won * direction * self._steps)

    def __str__(self) -> str:
        """The settings by their names."""
        return ", ".join(f"{name} {value:.0f}" for name, value in zip(SETTINGS, self.values, strict=True))


def tasks(games: list[str], nodes: int, seed: int, tuning: Tuning) -> Iterator[tuple[Task, np.ndarray]]:
    """Without end: what to play next, and its direction."""
    number = 0
    while True:
        up, down, direction = tuning.pair()
        task = Task(
            games[number % len(games)], nodes, f"tune {seed} {number}", [*map(int, up)], [*map(int, down)]
        )
        yield task, direction
        number += 1


def main() -> None:
    """Play, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", dest="games")
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--names", help="the settings to tune, with commas between; all, if left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--about", default="")
    parser.add_argument("--log")
    chosen = parser.parse_args()
    games = chosen.games or ["chess"]
    kind = row(games)
    known = [name for name, each in SETTINGS.items() if kind or each.elsewhere is not None]
    names = [name.strip() for name in chosen.names.split(",")] if chosen.names else known
    if unknown := set(names) - set(known):
        parser.error(f"not looked at: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    rounds = chosen.pairs // ROUND
    tuning = Tuning(kind, names, rounds, chosen.seed)
    to_play = tasks(games, chosen.nodes, chosen.seed, tuning)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        running: dict[Future[float], np.ndarray] = {}
        done = 0
        while done < rounds:
            while len(running) < chosen.jobs:
                task, direction = next(to_play)
                running[pool.submit(played, task)] = direction
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                tuning.learn(running.pop(future), future.result())
                done += 1
                if done % TELL == 0:
                    print(f"{done * ROUND} pairs: {tuning}", flush=True)
        for future in running:
            future.cancel()
    found = dict(zip(SETTINGS, np.rint(tuning.values).astype(int).tolist(), strict=True))
    print("\n".join(f"{name}: {value}" for name, value in found.items()))
    about = {"games": games, "pairs": chosen.pairs, "nodes": chosen.nodes, "seed": chosen.seed}
    log(chosen.log, {"about": chosen.about, **about, "found": found})


if __name__ == "__main__":
    main()
