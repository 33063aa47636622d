"""The orthodox kernel equals the oracle: moves, successors, check, results, texts, and refusals."""

import random
from collections.abc import Iterable

import pytest

import fairyring
from tests import lanes
from tests.kernels.comparing import compare, follow, mutated, same_refusals
from tests.oracle import samples
from tests.oracle.billiards import SIDE_EDGES, OracleBilliards
from tests.oracle.orthodox import Oracle, OracleError
from tests.oracle.remembering import remembering

pytestmark = pytest.mark.kernel

VARIANTS = ("chess", "ravioli", "ravioli-bero", *SIDE_EDGES)

every_variant = pytest.mark.parametrize("name", VARIANTS)
# The boards with other edges are many, and the same code with other lines.
several_times = pytest.mark.parametrize(
    ("name", "seed"),
    [(name, seed) for name in VARIANTS for seed in lanes.seeds(1 if name in SIDE_EDGES else 3)],
)


@pytest.fixture(scope="module")
def oracles() -> dict[str, Oracle]:
    return {name: remembering((OracleBilliards if name in SIDE_EDGES else Oracle)(name)) for name in VARIANTS}


@several_times
def test_random_games(name: str, seed: int, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(seed)
    start = fairyring.load(name).start()
    for _ in range(lanes.samples(2, 1)):
        follow(oracle, start, samples.game(oracle, oracle.start(), chance, lanes.samples(100, 30, usual=60)))


@several_times
def test_games_from_scattered_pieces(name: str, seed: int, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(1000 + seed)
    variant = fairyring.load(name)
    for _ in range(lanes.samples(40, 8, usual=20)):
        pos = samples.scattered(oracle, chance)
        follow(oracle, variant.position(oracle.write(pos)), samples.game(oracle, pos, chance, 5))


@several_times
def test_few_pieces_with_many_lines(name: str, seed: int, oracles: dict[str, Oracle]) -> None:
    """Only riders and a pawn or two: checks, double checks, pins, and pieces pinned several times."""
    oracle, chance = oracles[name], random.Random(2000 + seed)
    variant = fairyring.load(name)
    for _ in range(lanes.samples(40, 8, usual=20)):
        pos = samples.lined_up(oracle, chance)
        follow(oracle, variant.position(oracle.write(pos)), samples.game(oracle, pos, chance, 3))


@every_variant
def test_en_passant_captures_that_expose_a_king(name: str, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(12)
    variant = fairyring.load(name)
    illegal = 0
    for _ in range(lanes.samples(60, 12, usual=30)):
        pos = samples.passing(oracle, chance)
        compare(oracle, pos, variant.position(oracle.write(pos)))
        illegal += samples.bares_the_king(oracle, pos)
    assert illegal > 5


@every_variant
def test_lone_pieces_draw_alike(name: str, oracles: dict[str, Oracle]) -> None:
    """Few pieces, long games: repetition, 100 plies, insufficient material, mates, stalemates all occur."""
    oracle, chance = oracles[name], random.Random(7)
    variant = fairyring.load(name)
    reasons: set[str | None] = set()
    for text in few_pieces(oracle, chance, lanes.samples(60, 12)):
        pos = oracle.read(text)
        reasons |= follow(oracle, variant.position(text), samples.game(oracle, pos, chance, 16))
    assert {None, "100 plies"} <= reasons
    assert "threefold repetition" in reasons or not lanes.full()
    assert name != "chess" or "insufficient material" in reasons


def few_pieces(oracle: Oracle, chance: random.Random, amount: int) -> Iterable[str]:
    while amount:
        pos = samples.scattered(oracle, chance)
        others = [site for site, piece in pos.pieces.items() if piece not in "Kk"]
        kept = set(chance.sample(others, min(len(others), chance.randint(0, 3))))
        pieces = {site: piece for site, piece in pos.pieces.items() if piece in "Kk" or site in kept}
        reduced = pos._replace(pieces=pieces, castling="", passed=None, clock=chance.choice([0, 90, 95, 97]))
        try:
            yield oracle.write(oracle.read(oracle.write(reduced)))
        except OracleError:
            continue
        amount -= 1


# ---- texts ----

SIGNS = "KQRBNPWZOkqrbnpwzo0123456789/|- abcdefghud٣²\n\t"


@every_variant
def test_the_same_texts_are_refused(name: str, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(99)
    variant = fairyring.load(name)
    accepted = refused = 0
    for _ in range(lanes.samples(80, 20, usual=40)):
        valid = oracle.write(samples.scattered(oracle, chance))
        read, not_read = same_refusals(oracle, variant, (mutated(valid, SIGNS, chance) for _ in range(30)))
        accepted, refused = accepted + read, refused + not_read
    assert accepted > 10
    assert refused > 20


def test_of_two_pawns_that_could_have_passed_both_name_the_same(oracles: dict[str, Oracle]) -> None:
    # Neither Berolina pawn comes from where one starts; no game comes to such a board.
    text = "4k3/8/8/8/2O1O3/8/8/4K3|6/6/6/6/6/6 b - d3u 0 1"
    oracle = oracles["ravioli-bero"]
    compare(oracle, oracle.read(text), fairyring.load("ravioli-bero").position(text))
