"""The oracle of Mini Meta Chess against itself, in random games and on boards put up at random."""

import random
import re
from collections.abc import Iterator
from types import MappingProxyType

import pytest

from .minimeta import OracleMiniMeta, Position
from .minimeta_samples import game, scattered
from .minimeta_texts import CORNERS

MINI = OracleMiniMeta("mini-meta")
META = OracleMiniMeta("meta-chess")
MILD = OracleMiniMeta("mini-meta", friendly_fire_check=False)
ALL = {"mini-meta": MINI, "meta-chess": META, "mild": MILD}


def walk(oracle: OracleMiniMeta, seed: int) -> Iterator[Position]:
    """Positions of a random game and others."""
    chance = random.Random(seed)
    yield from game(oracle, chance, 80)
    for _ in range(30):
        yield scattered(oracle, chance)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ALL)
def test_round_trips(variant: str) -> None:
    oracle = ALL[variant]
    for seed in range(5):
        for pos in walk(oracle, seed):
            text = oracle.write(pos)
            again = oracle.read(text)
            assert again == pos
            assert hash(again) == hash(pos)
            assert oracle.write(again) == text


def steps_on_foot(oracle: OracleMiniMeta, pos: Position, origin: str) -> Iterator[str]:
    """Where a small piece other than a pawn steps, found by going there."""
    at = {place: square for square, place in oracle.small_place.items()}
    piece = pos.small[origin]
    lines = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    if piece in "Nn":
        lines = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx * dy) == 2]
    if piece in "RrBb":
        lines = [(dx, dy) for dx, dy in lines if (dx * dy == 0) == (piece in "Rr")]
    for dx, dy in lines:
        file, rank = oracle.small_place[origin]
        while True:
            file, rank = file + dx, rank + dy
            square = at.get((file, rank), "")
            if square[:2] not in pos.big:
                break
            if square not in pos.small or pos.small[square].isupper() != piece.isupper():
                yield square
            if square in pos.small or piece in "KkNn":
                break


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["mini-meta", "meta-chess"])
def test_steps_again(variant: str) -> None:
    oracle = ALL[variant]
    for pos in walk(oracle, 50):
        for origin, piece in pos.small.items():
            if piece not in "Pp":
                expected = sorted(steps_on_foot(oracle, pos, origin))
                assert sorted(oracle.step_goals(pos.big, pos.small, origin)) == expected


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ALL)
def test_check_means_that_one_rider_could_capture(variant: str) -> None:
    """The tables of attackers against the movements themselves, rider by rider."""
    oracle = ALL[variant]
    for seed in range(60, 63):
        for pos in walk(oracle, seed):
            (king,) = (square for square, piece in pos.small.items() if piece == "Kk"[pos.side == "black"])
            enemies = [piece for piece in pos.small.items() if piece[1].isupper() != (pos.side == "white")]
            by_step = any(king in oracle.step_goals(pos.big, pos.small, square) for square, _piece in enemies)
            riders = enemies if oracle is MILD else pos.small.items()
            by_big_piece = any(
                king[:2] in oracle.pilot_goals(pos.big, pos.small, square[:2], [rider])
                for square, rider in riders
            )
            assert oracle.in_check(pos) == (by_step or by_big_piece)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ALL)
def test_every_turn_leads_to_a_position_that_the_oracle_reads(variant: str) -> None:
    """So no turn captures a king, leaves the mover in check or makes too many of a kind."""
    oracle = ALL[variant]
    for number, pos in enumerate(walk(oracle, 70)):
        if number % 5 == 0:
            for after in oracle.legal(pos).values():
                assert oracle.read(oracle.write(after)) == after


def reflected(oracle: OracleMiniMeta, pos: Position, files: bool, ranks: bool) -> Position:
    """Left for right, or the sides exchanged (with their colours), or both: the board turned."""

    def square(name: str) -> str:
        return reflected_name(oracle, name, files, ranks)

    def piece(letter: str) -> str:
        return letter.swapcase() if ranks else letter

    return pos._replace(
        big=MappingProxyType({square(sq): piece(letter) for sq, letter in pos.big.items()}),
        small=MappingProxyType({square(sq): piece(letter) for sq, letter in pos.small.items()}),
        side={"white": "black", "black": "white"}[pos.side] if ranks else pos.side,
    )


def reflected_name(oracle: OracleMiniMeta, name: str, files: bool, ranks: bool) -> str:
    width, height = max(oracle.big_place.values())[0], max(oracle.big_place.values())[1]
    width_names = "abcdefgh"[:width]
    big, colon, small = name.partition(":")
    if files:
        big = big.translate(str.maketrans(width_names, width_names[::-1]))
        small = small.translate(str.maketrans("ab", "ba"))
    if ranks:
        big = big[:1] + str(height + 1 - int(big[1])) if big else ""
        small = small.translate(str.maketrans("12", "21"))
    return big + colon + small


def reflected_text(oracle: OracleMiniMeta, text: str, files: bool, ranks: bool) -> str:
    main, *carried = text.split("+")
    main = re.sub(r"[a-h][1-8](:..)?", lambda m: reflected_name(oracle, m[0], files, ranks), main)
    carried = [reflected_name(oracle, f":{part[:2]}", files, ranks)[1:] + part[2:] for part in carried]
    return "+".join([main, *sorted(carried)])


@pytest.mark.thorough
@pytest.mark.parametrize(("files", "ranks"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("variant", ["mini-meta", "meta-chess"])
def test_the_rules_are_the_same_reflected(variant: str, files: bool, ranks: bool) -> None:
    oracle = ALL[variant]
    for pos in walk(oracle, 80):
        other = reflected(oracle, pos, files, ranks)
        expected = {reflected_text(oracle, text, files, ranks) for text in oracle.legal(pos)}
        assert oracle.legal(other).keys() == expected


@pytest.mark.thorough
def test_random_positions_have_what_they_are_for() -> None:
    seen = set()
    for seed in range(90, 94):
        for pos in walk(MINI, seed):
            seen |= {"check"} if MINI.in_check(pos) else set()
            for text in MINI.legal(pos):
                seen |= {"carried"} if "+" in text else set()
                seen |= {"two carried"} if text.count("+") == 2 else set()
                if "=" in text.partition("+")[0]:
                    seen |= {"small"} if ":" in text else {"big"}
            for square in pos.big:
                riders = [pos.small[square + corner] for corner in CORNERS if square + corner in pos.small]
                seen |= {"both"} if {rider.isupper() for rider in riders} == {True, False} else set()
    assert seen == {"check", "carried", "two carried", "small", "big", "both"}
