"""NamedTuples that compiled functions pass by one pointer are what Python sees."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from fairyring.kernels.compiling import U, called, compiled, internal
from fairyring.kernels.packed import packed
from tests import lanes

pytestmark = pytest.mark.kernel


@packed
class Inner(NamedTuple):
    rows: npt.NDArray[np.int16]
    number: Any


@packed
class Part(NamedTuple):
    words: npt.NDArray[np.uint64]


@packed
class Outer(NamedTuple):
    flat: npt.NDArray[np.uint8]
    inner: Inner
    share: float
    cube: npt.NDArray[np.int64]
    parts: tuple[Any, ...]


def example(*parts: Any) -> Outer:
    inner = Inner(np.arange(-6, 6, dtype=np.int16).reshape(3, 4), U(1 << 63))
    return Outer(np.arange(5, dtype=np.uint8), inner, 0.25, np.arange(24).reshape(2, 3, 4), parts)


@called
def number_of(inner: Any, row: Any, column: Any) -> Any:
    return inner.rows[row, column]


@internal
def written(outer: Any, value: Any) -> Any:
    before = outer.flat[U(1)]
    outer.flat[U(1)] = value
    return before


@compiled
def read(outer: Any, found: Any) -> Any:
    found[0] = outer.flat[U(4)]
    found[1] = outer.inner.rows[U(2), U(1)]
    found[2] = number_of(outer.inner, U(1), U(3))
    found[3] = outer.cube[U(1), U(2), U(3)]
    found[4] = outer.cube[U(1)].sum()
    found[5] = outer.cube.shape[1] + len(outer.flat) + outer.inner.rows.size
    found[6] = outer.share * 8
    found[7] = len(outer.parts)
    found[8] = written(outer, U(9))
    found[9] = outer.flat[U(1)]
    found[10] = outer.inner.rows[:, 1].sum()
    return outer.inner.number


@compiled
def words_of(outer: Any) -> Any:
    return outer.parts[0].words[U(1)] + outer.parts[1].rows[U(0), U(1)]


def test_every_field_is_read_where_it_is() -> None:
    outer, found = example(), np.zeros(11, np.int64)
    assert int(read(outer, found)) == 1 << 63
    assert found.tolist() == [4, 3, 1, 23, sum(range(12, 24)), 3 + 5 + 12, 2, 0, 1, 9, -5 - 1 + 3]
    assert outer.flat.tolist() == [0, 9, 2, 3, 4]  # what compiled code writes is in Python's array


def test_parts_of_different_types_are_in_place() -> None:
    outer = example(Part(np.array([5, 7], np.uint64)), Inner(np.array([[1, 2]], np.int16), U(3)))
    assert int(words_of(outer)) == 9


def test_a_call_reads_the_arrays_of_its_own_tuple() -> None:
    found = np.zeros(11, np.int64)
    for first in range(3):
        outer = example()._replace(flat=np.full(5, first, np.uint8))
        read(outer, found)
        assert found[0] == first


@pytest.mark.skipif(lanes.PLAIN, reason="nothing is compiled")
def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(Exception, match="flat"):
        read(Part(np.zeros(2, np.uint64)), np.zeros(11, np.int64))
