"""The drifting kernel equals the oracle: turns, successors, check, results, texts, and refusals."""

import random

import pytest

import fairyring
from tests import lanes
from tests.kernels.comparing import follow, mutated, same_refusals
from tests.oracle import minigolf_samples as samples
from tests.oracle.composed import Explosion, Goals
from tests.oracle.composed.in_motion import MomentumWith
from tests.oracle.composed.mechanic import Mechanic
from tests.oracle.momentum import OracleMomentum
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

every_game = pytest.mark.parametrize("name", ["momentum", "minigolf", "carousel"])


@every_game
@pytest.mark.parametrize("seed", lanes.seeds(3))
def test_random_games(name: str, seed: int) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    game = samples.game(oracle, oracle.start(), random.Random(seed), lanes.samples(60, 8))
    follow(oracle, variant.start(), game)


@every_game
def test_games_from_where_something_is_about_to_happen(name: str) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    for number, pos in enumerate(samples.sharp(oracle)):
        game = samples.game(oracle, pos, random.Random(number), lanes.samples(12, 2))
        follow(oracle, variant.position(oracle.write(pos)), game)


@every_game
@pytest.mark.parametrize("seed", lanes.seeds(2))
def test_scattered_pieces_in_motion(name: str, seed: int) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    chance = random.Random(1000 + seed)
    for _ in range(lanes.samples(30, 3)):
        pos = samples.scattered(oracle, chance)
        game = samples.game(oracle, pos, chance, 3)
        follow(oracle, variant.position(oracle.write(pos)), game)


HILL = ("a1.d8", "a2.d1", "a2.e1", "a1.e8")
WITH_MECHANICS: dict[str, tuple[list[Mechanic], set[str]]] = {
    "minigolf-atomic": ([Explosion()], {"exploded king"}),
    "minigolf-king-of-the-hill": ([Goals(dict.fromkeys(("white", "black"), HILL))], {"goal"}),
}


@pytest.mark.parametrize("name", WITH_MECHANICS)
def test_games_with_mechanics(name: str) -> None:
    mechanics, wanted = WITH_MECHANICS[name]
    oracle, variant = remembering(MomentumWith("minigolf", mechanics)), fairyring.load(name)
    chance = random.Random(8)
    starts = [*samples.sharp(oracle), *(samples.scattered(oracle, chance) for _ in range(4))]
    reasons: set[str | None] = set()
    for pos in starts * lanes.samples(4, 1):
        game = samples.game(oracle, pos, chance, lanes.samples(8, 1))
        reasons |= follow(oracle, variant.position(oracle.write(pos)), game)
    if lanes.full():
        assert wanted <= reasons


SIGNS = [*"KQRBNPFkqrbnpf123456789/- wb0{},#", "{0,1#1}", "{1,1#2}", "{0,2#1}", "{-1,2#3}", "#2", "-"]


@every_game
def test_the_same_texts_are_refused(name: str) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    chance = random.Random(99)
    valid = (oracle.write(samples.scattered(oracle, chance)) for _ in range(lanes.samples(150, 20)))
    texts = [mutated(text, SIGNS, chance) for text in valid for _ in range(20)]
    accepted, refused = same_refusals(oracle, variant, texts)
    assert accepted > 5
    assert refused > 50


@every_game
def test_impossible_boards_are_refused_alike(name: str) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    chance = random.Random(3)
    texts = [oracle.write(samples.scatter(oracle, chance)) for _ in range(lanes.samples(1500, 50))]
    accepted, refused = same_refusals(oracle, variant, texts)
    assert accepted > 5
    assert refused > 5
