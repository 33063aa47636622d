"""The oracle of Monster Bluff Chess against a second telling of the rules, and against itself."""

import random

import pytest

from .bluff import OracleBluff
from .bluff_moves import Move
from .bluff_samples import game, is_sharp, opened, scattered, sharp
from .bluff_twin import Twin

TEN = OracleBluff()
FOUR = OracleBluff("monster-bluff-4")
TEN_FIFTY = OracleBluff(fifty=True)
FOUR_FIFTY = OracleBluff("monster-bluff-4", fifty=True)
TEN_BARE = OracleBluff(chips=False)
FOUR_BARE = OracleBluff("monster-bluff-4", chips=False)
ALL = [TEN, FOUR, TEN_FIFTY, FOUR_FIFTY, TEN_BARE, FOUR_BARE]
NAMES = ["ten", "four", "ten-fifty", "four-fifty", "ten-bare", "four-bare"]


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", ALL, ids=NAMES)
def test_a_second_telling(oracle: OracleBluff) -> None:
    chance = random.Random(21)
    starts = [opened(oracle), *sharp(oracle)[2:], *(scattered(oracle, chance) for _ in range(6))]
    ten = len(oracle.grid.order) > 256  # a smoke test: four boards have the same rules
    for start in starts[:: 3 if ten else 1]:
        for pos in game(oracle, start, chance, 2 if ten else 6):
            text = oracle.write(pos)
            turns = oracle.turns(pos)
            assert Twin(oracle.name, text, oracle.denominations).turns() == turns.keys()
            keen = [each for each, turn in turns.items() if isinstance(turn, Move) and is_sharp(pos, turn)]
            sample = chance.sample(keen, min(10, len(keen))) + chance.sample(list(turns), min(4, len(turns)))
            for turn in sample:
                twin = Twin(oracle.name, text, oracle.denominations)
                twin.play(turn)
                after = oracle.write(oracle.play(pos, turns[turn]))
                assert twin.told() == Twin(oracle.name, after, oracle.denominations).told(), (text, turn)


@pytest.mark.parametrize("oracle", ALL[:4], ids=NAMES[:4])
def test_no_chip_is_lost_or_made(oracle: OracleBluff) -> None:
    chance = random.Random(22)
    for _ in range(3):
        for pos in game(oracle, scattered(oracle, chance), chance, 40, chips=0.5):
            assert pos.purses is not None
            held = [sum(counts) for counts in zip(*pos.purses, *pos.chips.values(), strict=True)]
            assert held == [2 * count for count in oracle.purse]
            assert all(sum(stack) > 0 for stack in pos.chips.values())
            for winner in ("white", "black"):
                ends = oracle.purses_at_end(pos, winner)
                assert ends is not None
                assert [sum(counts) for counts in zip(*ends, strict=True)] == held


@pytest.mark.thorough
@pytest.mark.parametrize("oracle", ALL, ids=NAMES)
def test_legal_turns_and_texts_tell_the_same(oracle: OracleBluff) -> None:
    """A position is never changed by what is asked of it."""
    chance = random.Random(23)
    pos = scattered(oracle, chance)
    before = oracle.write(pos)
    legal = oracle.legal(pos)
    assert oracle.write(pos) == before
    assert list(legal) == list(oracle.turns(pos))
    assert oracle.texts(pos) == legal.keys()
    assert oracle.perft(pos, 1) == len(legal)
    for text in chance.sample(list(legal), min(10, len(legal))):
        assert oracle.after(pos, text) == legal[text]
        assert oracle.side(legal[text]) != oracle.side(pos)


def test_perft_is_the_sum_over_the_turns() -> None:
    chance = random.Random(24)
    pos = scattered(FOUR_BARE, chance)
    by_hand = sum(len(FOUR_BARE.legal(after)) for after in FOUR_BARE.legal(pos).values())
    assert FOUR_BARE.perft(pos, 2) == by_hand
