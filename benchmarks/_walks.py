"""Random games of every game that has an oracle, as the tests of its family play them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import fairyring
from tests.kernels import test_against_oracle as orthodox
from tests.kernels import test_bluff_against_oracle as bluff
from tests.kernels import test_drifting_against_oracle as drifting
from tests.kernels import test_library_mechanics as library
from tests.kernels import test_mechanics as mechanics
from tests.kernels import test_piloting_against_oracle as piloting
from tests.kernels.comparing import follow
from tests.oracle import bluff_samples, minigolf_samples, minimeta_samples, samples
from tests.oracle.bluff import OracleBluff
from tests.oracle.bluff_atomic import OracleAtomicBluff
from tests.oracle.composed import LIBRARY, UNJUDGED, game
from tests.oracle.composed.piloted import MiniMetaWith
from tests.oracle.minimeta import OracleMiniMeta
from tests.oracle.momentum import OracleMomentum
from tests.oracle.orthodox import Oracle
from tests.oracle.remembering import remembering

PLIES, FEW = 60, 12  # of a random game from the start, and from where something is about to happen

Make = Callable[[random.Random, Counter[str]], Iterable[Any]]
Follow = Callable[[Any, fairyring.Position, Iterable[Any], random.Random], set[str | None]]


class Walks(NamedTuple):
    """A game's oracle, a way to play random games by it, and what compares along one."""

    oracle: Any
    game: Make
    follow: Follow = lambda oracle, position, walk, _: follow(oracle, position, walk)


def walks(name: str) -> Walks:
    """Those of a game of `NAMES`."""
    return next(make for names, make in FAMILIES if name in names)(name)


def _composed(name: str) -> Walks:
    judge = remembering(mechanics.Judge(game(name)))
    if name in mechanics.OURS:
        near = (*mechanics.STARTS.get(name, ()), *mechanics.NEAR.get(name, ()))
    else:
        near = library.STARTS[name]
    starts = judge.composed.start_text, *near

    def play(chance: random.Random, seen: Counter[str]) -> Iterable[Any]:
        start = judge.read(chance.choice(starts))
        return mechanics.walked(judge, start, chance, PLIES, seen)

    return Walks(judge, play)


def _orthodox(name: str) -> Walks:
    oracle = remembering((orthodox.OracleBilliards if name in orthodox.SIDE_EDGES else Oracle)(name))

    def play(chance: random.Random, _: Counter[str]) -> Iterable[Any]:
        places = samples.scattered, samples.lined_up, samples.passing
        start = oracle.start() if chance.random() < 0.3 else chance.choice(places)(oracle, chance)
        return samples.game(oracle, start, chance, PLIES)

    return Walks(oracle, play)


def _drifting(name: str) -> Walks:
    own = drifting.WITH_MECHANICS.get(name)
    oracle = remembering(own[0]() if own else OracleMomentum(name))
    usual = OracleMomentum(oracle.name)
    sharp = minigolf_samples.sharp(usual)

    def play(chance: random.Random, _: Counter[str]) -> Iterable[Any]:
        start = chance.choice([*sharp, minigolf_samples.scattered(usual, chance), usual.start()])
        if name == "momentum-duck":
            start = drifting.with_duck(start, usual, chance)
        if name == "marseillais-momentum":
            start = start._replace(left=2 if start.passed else chance.choice([1, 2]))
        return minigolf_samples.game(oracle, start, chance, FEW)

    return Walks(oracle, play)


def _piloting(name: str) -> Walks:
    oracle = remembering(OracleMiniMeta(name))

    def play(chance: random.Random, _: Counter[str]) -> Iterable[Any]:
        if chance.random() < 0.1:
            return minimeta_samples.game(oracle, chance, PLIES)
        place = chance.choice([minimeta_samples.scattered, piloting.few_pieces, piloting.carrying])
        return piloting.onward(oracle, place(oracle, chance), chance, FEW)

    return Walks(oracle, play)


def _piloting_with_hands(_: str) -> Walks:
    added, parts, _ = piloting.WITH_MECHANICS["crazyhouse"]
    oracle, meta = remembering(MiniMetaWith("mini-meta", parts)), OracleMiniMeta("mini-meta")

    def play(chance: random.Random, seen: Counter[str]) -> Iterable[Any]:
        place = chance.choice([minimeta_samples.scattered, piloting.few_pieces, piloting.carrying])
        placement, *fields = meta.write(place(meta, chance)).split(" ")
        start = oracle.read(" ".join((placement + added, *fields)))
        return piloting.onward_with(oracle, start, chance, FEW, seen)

    return Walks(oracle, play)


def _bluff(name: str) -> Walks:
    oracle = remembering(OracleAtomicBluff() if name == "monster-bluff-atomic" else OracleBluff(name))

    sharp = bluff_samples.sharp(oracle)

    def play(chance: random.Random, _: Counter[str]) -> Iterable[Any]:
        start = chance.choice([*sharp, bluff_samples.scattered(oracle, chance), oracle.start()])
        return bluff_samples.game(oracle, start, chance, FEW)

    return Walks(oracle, play, bluff.follow)


FAMILIES: tuple[tuple[tuple[str, ...], Callable[[str], Walks]], ...] = (
    (orthodox.VARIANTS, _orthodox),
    (tuple(mechanics.OURS), _composed),
    ((*LIBRARY, *UNJUDGED), _composed),
    (("momentum", "minigolf", "carousel", "ravioli-momentum", *drifting.WITH_MECHANICS), _drifting),
    (("mini-meta", "meta-chess"), _piloting),
    (("mini-meta-crazyhouse",), _piloting_with_hands),
    (("monster-bluff", "monster-bluff-4", "monster-bluff-atomic"), _bluff),
)
NAMES = tuple(dict.fromkeys(name for names, _ in FAMILIES for name in names))
