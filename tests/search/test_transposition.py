"""The transposition table: what it keeps, what it replaces, and whose entries it finds."""

from typing import Any

import numpy as np
import pytest

from fairyring.kernels.compiling import I, U, compiled
from fairyring.search import transposition as tt

pytestmark = pytest.mark.kernel

KEY = 0x123456789ABCDEF0
OTHERS = [KEY ^ (n << 32) for n in range(1, 40)]  # in the same bucket of a small table


@compiled
def stored(
    table: Any,
    age: Any,
    key: Any,
    move: Any,
    score: Any,
    static_eval: Any,
    depth: Any,
    bound: Any,
    height: Any,
) -> None:
    tt.store(table, age, key, move, score, static_eval, depth, bound, height)


@compiled
def probed(table: Any, key: Any, height: Any, found: Any) -> Any:
    entry, packed, move = tt.probe(table, key)
    if entry == tt.NO_ENTRY:
        return False
    found[0] = I(move)
    found[1] = tt.score_of(packed, height)
    found[2] = tt.eval_of(packed)
    found[3] = tt.depth_of(packed)
    found[4] = I(tt.bound_of(packed))
    return True


class Table:
    """A small table."""

    def __init__(self) -> None:
        self.words = tt.new_table(8)
        self.age = 1

    def store(
        self, key: int, depth: int, move: int = 7, score: int = 12, static: int = -34, height: int = 0
    ) -> None:
        numbers = I(score), I(static), I(depth), tt.LOWER, U(height)
        stored(self.words, I(self.age), U(key), U(move), *numbers)

    def probe(self, key: int, height: int = 0) -> list[int] | None:
        """Move, score, static evaluation, depth and bound."""
        found = np.zeros(5, np.int64)
        return found.tolist() if probed(self.words, U(key), U(height), found) else None

    def depths(self, keys: list[int]) -> list[int]:
        return [found[3] for key in keys if (found := self.probe(key))]


@pytest.mark.parametrize("entries", [1, 2, 3, 1000, 4096])
def test_a_table_has_room_and_its_buckets_fill_cache_lines(entries: int) -> None:
    words = tt.new_table(entries)
    assert words.dtype == np.uint64
    assert len(words) >= 4 * entries
    assert len(words) & (len(words) - 1) == 0
    assert words.ctypes.data % 64 == 0
    assert not words.any()


def test_an_entry_is_found_as_it_was_stored() -> None:
    table = Table()
    assert table.probe(KEY) is None
    table.store(KEY, depth=5, move=2**64 - 2, score=-31000, static=-32768)
    assert table.probe(KEY) == [-2, -31000, -32768, 5, 1]  # the move's 64 bits, as a signed number


def test_the_entry_of_another_position_is_never_found() -> None:
    table = Table()
    table.store(KEY, depth=5)
    table.store(OTHERS[0], depth=0)
    assert [key for key in OTHERS if table.probe(key)] == OTHERS[:1]
    for bit in range(64):
        assert table.probe(KEY ^ 1 << bit) is None or KEY ^ 1 << bit == OTHERS[0]


def test_quiescence_displaces_no_search() -> None:
    table = Table()
    table.store(KEY, depth=2)
    table.store(OTHERS[0], depth=1)
    for key in OTHERS[1:]:
        table.store(key, depth=0)
    assert table.depths([KEY, *OTHERS[:1]]) == [2, 1]
    assert table.depths(OTHERS[-1:]) == [0]


def test_a_shallow_search_displaces_no_deeper_one() -> None:
    table = Table()
    table.store(KEY, depth=9)
    for number, key in enumerate(OTHERS):
        table.store(key, depth=1 + number % 8)
        assert table.probe(key) is not None  # the latest is always kept
    assert table.depths([KEY]) == [9]


def test_what_earlier_searches_found_gives_way_the_sooner_the_shallower_and_older_it_is() -> None:
    table = Table()
    table.store(KEY, depth=9)
    table.store(OTHERS[0], depth=4)
    table.age = 2
    table.store(OTHERS[1], depth=1)
    assert table.depths([KEY, *OTHERS[:2]]) == [9, 1]
    table.age = 4
    table.store(OTHERS[2], depth=3)
    assert table.depths([KEY, *OTHERS[:3]]) == [9, 3]
    table.store(OTHERS[3], depth=1)
    assert table.depths([KEY, *OTHERS[:4]]) == [3, 1]


def test_a_much_shallower_search_of_a_position_does_not_replace_a_deeper_one() -> None:
    table = Table()
    table.store(KEY, depth=9, move=5)
    table.store(KEY, depth=5, move=6, score=99)
    assert table.probe(KEY) == [6, 12, -34, 9, 1]
    table.store(KEY, depth=6, score=99)
    assert table.probe(KEY) == [7, 99, -34, 6, 1]
    table.store(KEY, depth=9)
    table.age = 2
    table.store(KEY, depth=1, score=99)  # by another search
    assert table.probe(KEY) == [7, 99, -34, 1, 1]


def test_a_position_keeps_its_move_until_it_has_another() -> None:
    table = Table()
    table.store(KEY, depth=3, move=5)
    table.store(KEY, depth=4, move=0)
    assert table.probe(KEY) == [5, 12, -34, 4, 1]
    table.store(KEY, depth=5, move=6)
    assert table.probe(KEY) == [6, 12, -34, 5, 1]
    table.store(OTHERS[1], depth=9)
    table.store(OTHERS[0], depth=6, move=0)  # takes the entry of another position, but not its move
    assert table.probe(KEY) is None
    assert table.probe(OTHERS[0]) == [0, 12, -34, 6, 1]


def test_quiescence_has_no_move() -> None:
    table = Table()
    table.store(KEY, depth=0, move=5)
    assert table.probe(KEY) == [0, 12, -34, 0, 1]


@pytest.mark.parametrize(("score", "seen"), [(31990, 31988), (-31990, -31988), (300, 300)])
def test_mates_count_from_the_root(score: int, seen: int) -> None:
    table = Table()
    table.store(KEY, depth=3, score=score, height=4)
    found = table.probe(KEY, height=6)
    assert found is not None
    assert found[1] == seen


@pytest.mark.parametrize("word", [tt.PACKED, tt.MOVE])
def test_an_entry_of_two_halves_is_no_positions(word: Any) -> None:
    first, second = Table(), Table()
    first.store(KEY, depth=5, move=7)
    second.store(OTHERS[0], depth=6, move=8)
    at = int(np.flatnonzero(first.words)[0]) + int(word)
    first.words[at] = second.words[at]  # as if another thread had written in between
    assert first.probe(KEY) is None
    assert first.probe(OTHERS[0]) is None
