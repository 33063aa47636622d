"""Tables are kept in the cache folder, and read again only if nothing that they depend on has changed."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fairyring
from fairyring.board import Board, Side, grid
from fairyring.kernels import table_cache
from fairyring.kernels.bluff.rules import Bluff
from fairyring.kernels.orthodox.rules import Orthodox, on_far_rank
from fairyring.pieces import Piece, Way

PIECES = (Piece("K", "king", "K", royal=True), Piece("R", "rook", "R"))


@dataclass(frozen=True)
class Home:
    """A movement that is not one of fairyring's own."""

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        yield Way(0)


@pytest.fixture
def building(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Orthodox], bool]:
    """Whether the tables of some rules are built afresh."""
    monkeypatch.setattr(table_cache, "tables_folder", lambda: tmp_path)

    def asked(rules: Orthodox) -> bool:
        made = []

        def build() -> tuple[str, np.ndarray]:
            made.append(True)
            return repr(rules), np.arange(3)

        told, numbers = table_cache.kept("a test", rules, build)
        assert told == repr(rules)
        assert numbers.tolist() == [0, 1, 2]
        numbers[0] = 5  # the result can be written to, and nobody else sees that
        return bool(made)

    return asked


def test_the_same_rules_are_built_once(building: Callable[[Orthodox], bool]) -> None:
    rules = Orthodox(grid(4, 4), PIECES, "R")
    assert building(rules)
    assert not building(rules)
    assert rules.board.numbers["a1"] == rules.kinds["K"]  # cached properties do not count
    assert not building(rules)
    assert not building(Orthodox(grid(4, 4), PIECES, "R"))


def test_tables_that_were_used_longest_ago_make_room(
    building: Callable[[Orthodox], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third, fourth = (Orthodox(grid(4, ranks), PIECES, "R") for ranks in (4, 5, 6, 7))
    for age, rules in enumerate((first, second, third)):
        assert building(rules)
        for path in tmp_path.iterdir():  # as if each were an hour older than the next
            os.utime(path, (0, path.stat().st_mtime - 3600 if age < 2 else path.stat().st_mtime))
    assert not building(first)  # which is used now
    size = max(path.stat().st_size for path in tmp_path.iterdir())
    monkeypatch.setattr(table_cache, "MOST", 3 * size + size // 2)
    assert building(fourth)
    assert len([*tmp_path.iterdir()]) == 3
    assert not building(first)
    assert not building(third)
    assert building(second)


@pytest.mark.parametrize(
    "other",
    [
        Orthodox(grid(4, 5), PIECES, "R"),
        Orthodox(grid(4, 4), PIECES[::-1], "R"),
        Orthodox(grid(4, 4), (replace(PIECES[0], royal=False), PIECES[1]), "R"),
        Orthodox(grid(4, 4), (PIECES[0], replace(PIECES[1], movement="R3")), "R"),
        Orthodox(grid(4, 4), PIECES, ""),
        Orthodox(grid(4, 4), PIECES, "R", starts=on_far_rank),
        Orthodox(grid(4, 4), PIECES, "R", minor="R"),
    ],
    ids=["board", "order", "duty", "movement", "promotions", "starts", "minor"],
)
def test_other_rules_are_built(building: Callable[[Orthodox], bool], other: Orthodox) -> None:
    assert building(Orthodox(grid(4, 4), PIECES, "R"))
    assert building(other)


@pytest.mark.parametrize(
    "rules",
    [
        Orthodox(grid(4, 4), (PIECES[0], replace(PIECES[1], movement=Home())), "R"),
        Orthodox(grid(4, 4), PIECES, "R", starts=lambda *_: True),
    ],
    ids=["movement", "function"],
)
def test_foreign_code_is_always_built(building: Callable[[Orthodox], bool], rules: Orthodox) -> None:
    assert building(rules)
    assert building(rules)


def test_a_damaged_file_is_replaced(building: Callable[[Orthodox], bool], tmp_path: Path) -> None:
    rules = Orthodox(grid(4, 4), PIECES, "R")
    assert building(rules)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]):
        file.write_bytes(damaged)
        assert building(rules)
        assert file.read_bytes() == whole
    assert not building(rules)


def test_a_missing_folder_does_no_harm(
    building: Callable[[Orthodox], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "tables_folder", lambda: tmp_path / "gone")
    rules = Orthodox(grid(4, 4), PIECES, "R")
    assert building(rules)
    assert building(rules)


def test_arrays_come_back_as_they_were_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cache, "tables_folder", lambda: tmp_path)
    built = Orthodox(grid(4, 4), PIECES, "R").plain_tables
    again = Orthodox(grid(4, 4), PIECES, "R").plain_tables
    assert len(list(tmp_path.iterdir())) == 1
    assert built.ways.parts == again.ways.parts == ()
    ones: list[Any] = [*arrays_in(built.ways), *arrays_in(built.keys)]
    others: list[Any] = [*arrays_in(again.ways), *arrays_in(again.keys)]
    assert len(ones) == 11
    for one, other in zip(ones, others, strict=True):
        assert one.dtype == other.dtype
        assert (one == other).all()
        # Compiled code is made for arrays of this kind, and would be made anew for others.
        assert one.flags.c_contiguous
        assert other.flags.c_contiguous
        assert other.flags.writeable


def arrays_in(parts: Any) -> Iterator[Any]:
    """The arrays in a tree of tuples."""
    for part in parts:
        if isinstance(part, tuple):
            yield from arrays_in(part)
        else:
            yield part


def test_the_tables_of_bluff_come_back_with_arrays_of_the_same_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "tables_folder", lambda: tmp_path)
    rules = fairyring.load("monster-bluff-atomic").rules
    assert isinstance(rules, Bluff)
    built, again = _arrays(replace(rules).tables), _arrays(replace(rules).tables)
    assert len(list(tmp_path.iterdir())) == 1
    for one, other in zip(built, again, strict=True):
        assert (one.dtype, one.shape, one.strides) == (other.dtype, other.shape, other.strides)
        assert one.flags.writeable == other.flags.writeable
        assert (one == other).all()
    assert table_cache.find("plain tables", replace(rules, turned=frozenset("1"))) is None


def _arrays(tables: tuple[Any, ...]) -> list[np.ndarray]:
    return [
        array
        for part in tables
        for array in (_arrays(part) if isinstance(part, tuple) else [part])
        if isinstance(array, np.ndarray)
    ]
