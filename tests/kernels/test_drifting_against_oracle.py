"""The drifting kernel equals the oracle: turns, successors, check, results, texts, and refusals."""

import random
from collections.abc import Callable

import pytest

import fairyring
from tests import lanes
from tests.kernels.comparing import follow, mutated, same_refusals
from tests.oracle import minigolf_samples as samples
from tests.oracle.composed import Explosion, Extinction, Goals
from tests.oracle.composed.in_motion import DUCK, MarseillaisMomentum, MomentumDuck, MomentumWith
from tests.oracle.composed.results import Results
from tests.oracle.momentum import OracleMomentum, Position
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

every_game = pytest.mark.parametrize("name", ["momentum", "minigolf", "carousel", "ravioli-momentum"])


@every_game
@pytest.mark.parametrize("seed", lanes.seeds(3))
def test_random_games(name: str, seed: int) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    game = samples.game(oracle, oracle.start(), random.Random(seed), lanes.samples(60, 8, name=name))
    follow(oracle, variant.start(), game)


@every_game
def test_games_from_where_something_is_about_to_happen(name: str) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    for number, pos in enumerate(samples.sharp(oracle)):
        game = samples.game(oracle, pos, random.Random(number), lanes.samples(12, 2, name=name))
        follow(oracle, variant.position(oracle.write(pos)), game)


@every_game
@pytest.mark.parametrize("seed", lanes.seeds(2))
def test_scattered_pieces_in_motion(name: str, seed: int) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    chance = random.Random(1000 + seed)
    for _ in range(lanes.samples(30, 3, name=name)):
        pos = samples.scattered(oracle, chance)
        game = samples.game(oracle, pos, chance, 3)
        follow(oracle, variant.position(oracle.write(pos)), game)


HILL = ("a1.d8", "a2.d1", "a2.e1", "a1.e8")
WITH_MECHANICS: dict[str, tuple[Callable[[], MomentumWith], set[str]]] = {
    "minigolf-atomic": (lambda: MomentumWith("minigolf", [Explosion()]), {"exploded king"}),
    "minigolf-king-of-the-hill": (
        lambda: MomentumWith("minigolf", [Goals(dict.fromkeys(("white", "black"), HILL))]),
        {"goal"},
    ),
    "momentum-duck": (
        lambda: MomentumDuck("momentum", [Extinction("K")], Results(stalemate="win")),
        {"extinction"},
    ),
    "marseillais-momentum": (lambda: MarseillaisMomentum("momentum", []), {"checkmate"}),
}


@pytest.mark.alone
@pytest.mark.parametrize("name", WITH_MECHANICS)
def test_games_with_mechanics(name: str) -> None:
    make, wanted = WITH_MECHANICS[name]
    oracle, variant = remembering(make()), fairyring.load(name)
    usual, chance = OracleMomentum(oracle.name), random.Random(8)
    starts = [*samples.sharp(usual), *(samples.scattered(usual, chance) for _ in range(4))]
    if variant.rules.further:
        most = lanes.samples(len(starts), 2, usual=2)
        starts = [with_duck(pos, usual, chance) for pos in starts[-most:]]
    if name == "marseillais-momentum":
        starts = [pos._replace(left=2 if pos.passed else chance.choice([1, 2])) for pos in starts]
    reasons: set[str | None] = set()
    for pos in starts * lanes.samples(1 if variant.rules.further else 4, 1, usual=1):
        game = samples.game(oracle, pos, chance, lanes.samples(8, 1, name=name))
        reasons |= follow(oracle, variant.position(oracle.write(pos)), game)
    if lanes.EVERY and lanes.full():
        assert wanted <= reasons


def with_duck(pos: Position, oracle: OracleMomentum, chance: random.Random) -> Position:
    """The same position, but as a rule with the duck on some empty square."""
    empty = [site for site in oracle.ways.place if site not in pos.pieces and site != pos.passed]
    pieces = {**pos.pieces, chance.choice(empty): DUCK}
    return pos._replace(pieces=pieces) if chance.random() < 0.8 else pos


SIGNS = [*"KQRBNPFkqrbnpf123456789/|- wb0{},#", "{0,1#1}", "{1,1#2}", "{0,2#1}", "{-1,2#3}", "#2", ",2", "-"]


@every_game
def test_the_same_texts_are_refused(name: str) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    chance = random.Random(99)
    valid = (oracle.write(samples.scattered(oracle, chance)) for _ in range(lanes.samples(150, 20, usual=60)))
    texts = [mutated(text, SIGNS, chance) for text in valid for _ in range(20)]
    accepted, refused = same_refusals(oracle, variant, texts)
    assert accepted > 5
    assert refused > 50


@every_game
def test_impossible_boards_are_refused_alike(name: str) -> None:
    oracle, variant = remembering(OracleMomentum(name)), fairyring.load(name)
    chance = random.Random(3)
    texts = [oracle.write(samples.scatter(oracle, chance)) for _ in range(lanes.samples(1500, 50, usual=400))]
    accepted, refused = same_refusals(oracle, variant, texts)
    assert accepted > 5
    assert refused > 5
