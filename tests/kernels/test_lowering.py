"""Elements of arrays and operators, written in LLVM's language our own way, mean what they do in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairyring.kernels.compiling import I, U, compiled
from tests import lanes

pytestmark = pytest.mark.kernel


@compiled
def filled(array: Any, columns: Any) -> Any:
    """Writes by unsigned, signed and mixed indices, through a row, and every second column."""
    total = U(0)
    for layer in range(U(array.shape[0])):
        for row in range(U(array.shape[1])):
            array[layer, row, U(1)] = layer * U(10) + row
            array[layer, row, -1] = array[layer, row, U(1)] + U(100)
            array[layer][row][I(0)] += array[layer, row, columns - U(1)] // U(2)
            total = total * U(2) + U(array[layer, row, 0])
    return total**2


def test_elements_are_those_that_python_means() -> None:
    array = np.zeros((3, 4, 5), np.uint8)
    halves = [(10 * layer + row + 100) // 2 for layer in range(3) for row in range(4)]
    total = sum(half << place for place, half in enumerate(reversed(halves)))
    assert int(filled(array, U(5))) == total**2
    assert array[:, :, 1].tolist() == [[10 * layer + row for row in range(4)] for layer in range(3)]
    assert (array[:, :, 4] == array[:, :, 1] + 100).all()
    assert array[:, :, 0].ravel().tolist() == halves
    assert not array[:, :, 2:4].any()


def test_arrays_that_are_not_in_one_piece_are_read_where_they_are() -> None:
    whole = np.zeros((3, 4, 10), np.uint8)
    filled(whole[:, :, ::2], U(5))
    apart = np.zeros((3, 4, 5), np.uint8)
    filled(apart, U(5))
    assert (whole[:, :, ::2] == apart).all()
    assert not whole[:, :, 1::2].any()


@compiled
def element(array: Any, row: Any, column: Any) -> Any:
    return array[row, column]


@compiled
def element_twice_removed(array: Any, row: Any, column: Any) -> Any:
    found = U(0)
    for _ in range(U(2)):
        if element(array, row, column) > U(0):
            found += element(array, row, column)
    return found


@compiled
def put(array: Any, row: Any, column: Any) -> None:
    array[row, column] = U(7)


@pytest.mark.skipif(not lanes.BOUNDS, reason="indices are not checked in this lane")
@pytest.mark.parametrize(("row", "column"), [(3, 0), (0, 4), (2, 4), (-1, 0), (0, -1), (1 << 40, 0)])
def test_an_index_outside_its_array_is_found(row: int, column: int) -> None:
    whole = np.ones((5, 4), np.uint64)
    array = whole[1:4]  # what is read or written beside it is there
    where = U(row & (1 << 64) - 1), U(column & (1 << 64) - 1)
    for function in (element, element_twice_removed, put):
        with pytest.raises(IndexError, match="out of bounds"):
            function(array, *where)
    assert whole.tolist() == np.ones((5, 4)).tolist()


def test_all_indices_inside_an_array_are_allowed() -> None:
    array = np.arange(1, 13, dtype=np.uint64).reshape(3, 4)
    for row in range(3):
        for column in range(4):
            assert int(element_twice_removed(array, U(row), U(column))) == 2 * (4 * row + column + 1)
    put(array, U(2), U(3))
    assert int(array[2, 3]) == 7
