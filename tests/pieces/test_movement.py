from __future__ import annotations

import pytest

from fairyring.board import Board, Side, grid, shared_ring
from fairyring.pieces.movement import Leap, Link, Movement, Way, together

BOARD = grid(8, 8)
RING = shared_ring(8, 8)


def read(movement: Movement, name: str, board: Board = BOARD, side: Side = Side.WHITE) -> list[str]:
    """Each way as "through>goal", in order."""
    ways = movement.ways(board, board.numbers[name], side)
    return [">".join(board.names[site] for site in (*way.through, way.goal)) for way in ways]


def test_a_leap_is_taken_once_and_jumps() -> None:
    assert read(Leap(1, 2), "d4") == ["e6"]
    assert read(Leap(3, 0), "d4") == ["g4"]


def test_right_and_forward_are_the_movers() -> None:
    assert read(Leap(1, 2), "d4", side=Side.BLACK) == ["c2"]


@pytest.mark.parametrize(
    ("leap", "name"), [(Leap(1, 0), "h4"), (Leap(-2, 1), "b4"), (Leap(0, 1), "d8"), (Leap(0, -3, 0), "d3")]
)
def test_nothing_leads_off_the_board(leap: Leap, name: str) -> None:
    assert read(leap, name) == []


def test_a_rider_needs_each_landing_empty_but_the_last() -> None:
    assert read(Leap(1, 1, limit=0), "e5") == ["f6", "f6>g7", "f6>g7>h8"]
    assert read(Leap(1, 2, limit=0), "a1") == ["b3", "b3>c5", "b3>c5>d7"]


def test_a_limit_ends_a_ride() -> None:
    assert read(Leap(0, 1, limit=2), "a1") == ["a2", "a2>a3"]
    assert read(Leap(0, 1, limit=4), "a6") == ["a7", "a7>a8"]


def test_flags_come_through_to_every_way() -> None:
    leap = Leap(0, 1, limit=2, move=True, capture=False, initial=True)
    a2, a3 = BOARD.numbers["a2"], BOARD.numbers["a3"]
    assert list(leap.ways(BOARD, BOARD.numbers["a1"], Side.WHITE)) == [
        Way(a2, (), True, False, True),
        Way(a3, (a2,), True, False, True),
    ]
    assert [way.move for way in Leap(1, 1, move=False).ways(BOARD, 0, Side.WHITE)] == [False]


@pytest.mark.parametrize(
    ("right", "forward", "expected"),
    [
        (1, 0, ["e4"]),
        (1, 1, ["e5"]),
        (0, 2, ["d5>d6"]),
        (-2, 0, ["c4>b4"]),
        (2, 2, ["e5>f6"]),
        (-2, 2, ["c5>b6"]),
        (1, 2, ["d5>e6"]),
        (-1, -2, ["d3>c2"]),
        (2, 1, ["e4>f5"]),
        (3, 0, ["e4>f4>g4"]),
        (3, 1, ["e4>f4>g5"]),
        (3, 2, ["e4>f5>g6"]),
        (3, 3, ["e5>f6>g7"]),
    ],
)
def test_a_lame_leap_goes_straight_first_and_then_diagonally(
    right: int, forward: int, expected: list[str]
) -> None:
    assert read(Leap(right, forward, lame=True), "d4") == expected


def test_a_lame_rider_is_stopped_between_and_at_landings() -> None:
    assert read(Leap(0, 2, limit=0, lame=True), "d1") == ["d2>d3", "d2>d3>d4>d5", "d2>d3>d4>d5>d6>d7"]


def test_from_the_rim_a_vector_is_taken_on_both_boards() -> None:
    assert read(Leap(1, 0, limit=3), "a4", RING) == [
        *("b4u", "b4u>c4u", "b4u>c4u>d4u"),
        *("b4d", "b4d>c4d", "b4d>c4d>d4d"),
    ]
    assert read(Leap(0, 1), "a4", RING) == ["a5", "a5"]


def test_inside_a_board_a_vector_stays_on_it() -> None:
    assert read(Leap(1, 0, limit=0), "f4d", RING) == ["g4d", "g4d>h4"]
    assert read(Leap(-1, 2), "c4u", RING) == ["b6u"]


def test_links_join_the_insides_alone() -> None:
    assert read(Link("straight"), "d4u", RING) == ["d4d"]
    assert sorted(read(Link("diagonal"), "d4u", RING)) == ["c4d", "d3d", "d5d", "e4d"]
    assert sorted(read(Link("triagonal"), "b2d", RING)) == ["c3u"]
    assert read(Link("straight"), "a4", RING) == []


def test_together_lists_its_parts_in_order() -> None:
    movement = together([Leap(0, 1), Link("straight"), together([Leap(1, 0), Leap(0, 1)])])
    assert read(movement, "d4u", RING) == ["d5u", "d4d", "e4u", "d5u"]


def test_movements_are_values() -> None:
    assert together([Leap(0, 1)]) == together(iter([Leap(0, 1)]))
    assert len({Leap(0, 1), Leap(0, 1, limit=0), Leap(0, 1)}) == 2
