"""The sorts of ways that movements are made of."""

import pytest

from fairyring.board import Side, Squares, grid
from fairyring.pieces import Piece
from fairyring.pieces.movement import BySide, Link, Movement, Where, Within, together
from fairyring.pieces.sorts import sorts_of_ways


def sorts(movement: str | Movement) -> int:
    made = Piece("X", "x", movement).movement
    assert not isinstance(made, str)
    return len(sorts_of_ways(made, Side.WHITE))


def of(notation: str) -> Movement:
    made = Piece("X", "x", notation).movement
    assert not isinstance(made, str)
    return made


@pytest.mark.parametrize(
    ("notation", "number"),
    [("N", 1), ("R", 1), ("Q", 2), ("RN", 2), ("mRcpR", 2), ("fWcfF", 2), ("fmWcfFimfnD", 3), ("C", 1)],
)
def test_directions_are_no_sorts(notation: str, number: int) -> None:
    assert sorts(notation) == number


def test_links_are_sorts_and_areas_are_none() -> None:
    area = Squares(ranks=(1, 2))
    assert sorts(together((of("B"), Link("steam")))) == 2
    assert sorts(together((Link("smoke"), Link("steam")))) == 2
    assert sorts(Where(area, of("W"), of("fW"))) == 1
    assert sorts(Where(area, of("W"), of("F"))) == 2
    assert sorts(Within(of("Q"), area)) == 2
    assert sorts(BySide(of("R"), of("Q"))) == 1


def test_the_sorts_of_a_movement_have_all_its_ways() -> None:
    board, area = grid(5, 5), Squares(ranks=(1, 2))
    movement = Where(area, of("mRcF"), of("NF"))
    for site in range(len(board)):
        parts = [
            way for sort in sorts_of_ways(movement, Side.BLACK) for way in sort.ways(board, site, Side.BLACK)
        ]
        assert sorted(parts, key=str) == sorted(movement.ways(board, site, Side.BLACK), key=str)
