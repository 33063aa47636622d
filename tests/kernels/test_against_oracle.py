"""The orthodox kernel equals the oracle: moves, successors, check, results, texts, and refusals."""

import random
from collections.abc import Hashable, Iterable

import pytest

import fairyring
from fairyring import Position, PositionError, Result
from tests import lanes
from tests.oracle import samples
from tests.oracle.orthodox import Oracle, OracleError
from tests.oracle.orthodox import Position as OraclePosition

pytestmark = pytest.mark.kernel

VARIANTS = ("chess", "ravioli", "ravioli-bero")

every_variant = pytest.mark.parametrize("name", VARIANTS)
some_seeds = pytest.mark.parametrize("seed", range(2 if lanes.PLAIN else 4))


@pytest.fixture(scope="module")
def oracles() -> dict[str, Oracle]:
    return {name: Oracle(name) for name in VARIANTS}


def result_of(oracle: Oracle, pos: OraclePosition, history: list[Hashable]) -> Result | None:
    found = oracle.result(pos, history)
    return found and Result(None if found[0] is None else fairyring.Side(found[0]), found[1])


def compare(oracle: Oracle, pos: OraclePosition, position: Position) -> dict[str, Position]:
    """Hold everything but the result against the oracle, one turn ahead; the successors by their texts."""
    successors: dict[str, Position] = {}
    text = oracle.write(pos)
    assert str(position) == text
    assert position.side == pos.side
    assert position.in_check == oracle.in_check(pos), text
    turns = oracle.legal(pos)
    moves = {move.text: move for move in position.legal_moves()}
    assert sorted(moves) == sorted(turns), text
    assert len(moves) == len(position.legal_moves()), text
    for turn, expected in turns.items():
        after = position.play(moves[turn])
        assert str(after) == oracle.write(expected), f"{turn} in {text}"
        assert after.in_check == oracle.in_check(expected), f"{turn} in {text}"
        successors[str(after)] = after
    assert len(successors) == len(turns), text
    return successors


def follow(oracle: Oracle, position: Position, game: Iterable[OraclePosition]) -> set[str | None]:
    """Compare along a game, results with their history too; the reasons for which it was over."""
    history: list[Hashable] = []
    reasons: set[str | None] = set()
    successors = {str(position): position}
    for pos in game:
        text = oracle.write(pos)
        position = successors[text]
        successors = compare(oracle, pos, position)
        assert position.result == result_of(oracle, pos, history), (text, history)
        reasons.add(position.result.reason if position.result else None)
        history.append(oracle.repetition_key(pos))
    return reasons


@every_variant
@some_seeds
def test_random_games(name: str, seed: int, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(seed)
    start = fairyring.load(name).start()
    for _ in range(lanes.samples(2, 1)):
        follow(oracle, start, samples.game(oracle, oracle.start(), chance, lanes.samples(100, 30)))


@every_variant
@some_seeds
def test_games_from_scattered_men(name: str, seed: int, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(1000 + seed)
    variant = fairyring.load(name)
    for _ in range(lanes.samples(40, 8)):
        pos = samples.scattered(oracle, chance)
        follow(oracle, variant.position(oracle.write(pos)), samples.game(oracle, pos, chance, 5))


@every_variant
def test_captures_en_passant_that_bare_a_king(name: str, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(12)
    variant = fairyring.load(name)
    illegal = 0
    for _ in range(lanes.samples(60, 12)):
        pos = samples.passing(oracle, chance)
        compare(oracle, pos, variant.position(oracle.write(pos)))
        illegal += samples.bares_the_king(oracle, pos)
    assert illegal > 5


@every_variant
def test_lone_men_draw_alike(name: str, oracles: dict[str, Oracle]) -> None:
    """Few men, long games: repetition, 100 plies, insufficient material, mates and stalemates all come up."""
    oracle, chance = oracles[name], random.Random(7)
    variant = fairyring.load(name)
    reasons: set[str | None] = set()
    for text in few_men(oracle, chance, lanes.samples(60, 12)):
        pos = oracle.read(text)
        reasons |= follow(oracle, variant.position(text), samples.game(oracle, pos, chance, 12))
    assert {None, "100 plies"} <= reasons
    assert lanes.PLAIN or "threefold repetition" in reasons
    assert name != "chess" or "insufficient material" in reasons


def few_men(oracle: Oracle, chance: random.Random, amount: int) -> Iterable[str]:
    while amount:
        pos = samples.scattered(oracle, chance)
        others = [site for site, man in pos.men.items() if man not in "Kk"]
        kept = set(chance.sample(others, min(len(others), chance.randint(0, 3))))
        men = {site: man for site, man in pos.men.items() if man in "Kk" or site in kept}
        bare = pos._replace(men=men, castling="", passed=None, clock=chance.choice([0, 90, 95, 97]))
        try:
            yield oracle.write(oracle.read(oracle.write(bare)))
        except OracleError:
            continue
        amount -= 1


# ---- texts ----

SIGNS = "KQRBNPWZOkqrbnpwzo0123456789/|- abcdefghud٣²\n\t"


def mutated(text: str, chance: random.Random) -> str:
    """A text with one to three faults, or another field, or sometimes none at all."""
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(6):
            case 0:
                text = text[:at] + chance.choice(SIGNS) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice(SIGNS) + text[at + 1 :]
            case 3:
                other = chance.randrange(len(text) + 1)
                low, high = sorted((at, other))
                text = (
                    text[:low]
                    + text[high : high + 1]
                    + text[low + 1 : high]
                    + text[low : low + 1]
                    + text[high + 1 :]
                )
            case 4:
                fields = text.split(" ")
                fields[chance.randrange(len(fields))] = chance.choice(
                    [
                        "w",
                        "b",
                        "-",
                        "KQkq",
                        "KQ",
                        "kq",
                        "QK",
                        "0",
                        "00",
                        "1",
                        "99",
                        "a3",
                        "d3d",
                        "e6",
                        "e6u",
                        "",
                    ]
                )
                text = " ".join(fields)
            case _:
                parts = text.split("/")
                chance.shuffle(parts)
                text = "/".join(parts)
    return text


@every_variant
def test_the_same_texts_are_refused(name: str, oracles: dict[str, Oracle]) -> None:
    oracle, chance = oracles[name], random.Random(99)
    variant = fairyring.load(name)
    accepted = refused = 0
    for _ in range(lanes.samples(80, 20)):
        valid = oracle.write(samples.scattered(oracle, chance))
        for _ in range(30):
            text = mutated(valid, chance)
            try:
                oracle.read(text)
            except OracleError as error:
                refused += 1
                with pytest.raises(PositionError) as caught:
                    pytest.fail(f"{error}, but read as {variant.position(text)}")
                assert caught.value.text == text
                assert 1 <= caught.value.column <= len(text) + 1
                assert "\n" not in str(caught.value)
            else:
                accepted += 1
                assert str(variant.position(text)) == text
    assert accepted > 10
    assert refused > 20


def test_of_two_pawns_that_could_have_passed_both_name_the_same(oracles: dict[str, Oracle]) -> None:
    # Neither Berolina pawn comes from where one starts; no game comes to such a board.
    text = "4k3/8/8/8/2O1O3/8/8/4K3|6/6/6/6/6/6 b - d3u 0 1"
    oracle = oracles["ravioli-bero"]
    compare(oracle, oracle.read(text), fairyring.load("ravioli-bero").position(text))
