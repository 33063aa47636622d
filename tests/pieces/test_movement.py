from __future__ import annotations

from dataclasses import replace

import pytest

from fairyring.board import Board, Edge, Edges, Side, charted, grid, shared_ring
from fairyring.pieces import betza
from fairyring.pieces.movement import Flat, Leap, Link, Movement, Way, together

BOARD = grid(8, 8)
RING = shared_ring(8, 8)


def read(movement: Movement, name: str, board: Board = BOARD, side: Side = Side.WHITE) -> list[str]:
    """Each way as "through>goal", in order."""
    ways = movement.ways(board, board.numbers[name], side)
    return [">".join(board.names[site] for site in (*way.through, way.goal)) for way in ways]


def test_a_leap_is_taken_once_and_jumps() -> None:
    assert read(Leap(1, 2), "d4") == ["e6"]
    assert read(Leap(3, 0), "d4") == ["g4"]


def test_right_and_forward_are_seen_from_the_movers_side() -> None:
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


def test_every_way_has_the_flags_of_its_leap() -> None:
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


def test_a_lame_leap_does_not_pass_a_hole() -> None:
    board = charted([["a3 b3 c3", "a2 - c2", "a1 b1 c1"]])
    assert read(Leap(2, 2), "a1", board) == ["c3"]
    assert read(Leap(2, 2, lame=True), "a1", board) == []
    assert read(Leap(2, 0, lame=True), "a1", board) == ["b1>c1"]
    assert read(betza("jA"), "a1", board) == []
    assert sorted(read(betza("jD"), "a1", board)) == ["a3", "c1"]


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


CYLINDER = grid(8, 8, edges=Edges(right=Edge.CYLINDER, left=Edge.CYLINDER))
HALB = grid(8, 8, edges=Edges(right=Edge.HALB, left=Edge.HALB))
B00 = grid(8, 8, edges=Edges(right=Edge.BILLIARDS_00, left=Edge.BILLIARDS_00))
B01 = grid(8, 8, edges=Edges(right=Edge.BILLIARDS_01, left=Edge.BILLIARDS_01))
GOLF = grid(8, 16, edges=Edges(right=Edge.HALB, left=Edge.BILLIARDS_00, far=Edge.CYLINDER))


def test_a_rider_bounces_as_often_as_it_can() -> None:
    assert read(Leap(1, 1, limit=0), "g1", HALB) == [
        *("h2", "h2>g3", "h2>g3>f4", "h2>g3>f4>e5", "h2>g3>f4>e5>d6", "h2>g3>f4>e5>d6>c7"),
        "h2>g3>f4>e5>d6>c7>b8",
    ]
    narrow = grid(3, 6, edges=Edges(right=Edge.BILLIARDS_00, left=Edge.BILLIARDS_00))
    assert read(Leap(1, 1, limit=0), "b1", narrow)[-1] == "c2>c3>b4>a5>a6"


def test_a_rider_passes_its_start_as_an_empty_square_and_ends_where_it_would_repeat_itself() -> None:
    # Twice over every file: there and back again. The start, e4, is passed on the way back.
    assert read(Leap(1, 0, limit=0), "e4", B00)[-1] == ("f4>g4>h4>h4>g4>f4>d4>c4>b4>a4>a4>b4>c4>d4")
    assert read(Leap(1, 0, limit=0), "e4", CYLINDER)[-1] == "f4>g4>h4>a4>b4>c4>d4"


def test_a_goal_that_was_passed_before_cannot_be_captured_on() -> None:
    ways = list(Leap(1, 0, limit=4).ways(B00, B00.numbers["f4"], Side.WHITE))
    assert [(B00.names[way.goal], way.move, way.capture) for way in ways] == [
        *(("g4", True, True), ("h4", True, True), ("h4", True, False), ("g4", True, False)),
    ]
    assert list(Leap(1, 0, limit=3, move=False).ways(B00, B00.numbers["g4"], Side.WHITE)) == [
        Way(B00.numbers["h4"], (), False, True)
    ]


def test_landings_say_how_a_ride_ends() -> None:
    landings = Leap(1, 0, limit=3).landings(B00, B00.numbers["f4"], Side.WHITE)
    assert [(B00.names[end.way.goal], end.heading.dx * end.leaps) for end in landings] == [
        *(("g4", 1), ("h4", 2), ("h4", -3)),
    ]
    (only,) = Leap(2, 1).landings(B00, B00.numbers["h4"], Side.WHITE)
    assert (B00.names[only.way.goal], only.heading.dx, only.heading.dy) == ("g5", -2, 1)


def test_a_bounce_onto_its_own_square_is_no_move() -> None:
    assert read(Leap(1, 0), "h4", B00) == []
    assert read(Leap(1, 0, limit=2), "h4", B00) == ["g4"]


def test_no_piece_stops_or_is_blocked_on_the_imaginary_file() -> None:
    assert read(Leap(1, 1), "h4", B01) == []
    assert read(Leap(2, 1), "g4", B01) == []
    assert read(Leap(2, 1), "h4", B01) == ["h5"]
    assert read(Leap(1, 1, limit=0), "g1", B01)[:3] == ["h2", "h2>h4", "h2>h4>g5"]
    assert read(Leap(2, 1, limit=0), "g1", B01)[:2] == ["g3", "g3>e4"]  # over the imaginary i2
    assert read(Leap(1, 1, limit=2), "h1", B01) == ["h3"]


@pytest.mark.parametrize(
    ("board", "leap", "name", "expected"),
    [
        (CYLINDER, Leap(2, 0), "h4", ["a4>b4"]),
        (CYLINDER, Leap(2, 1), "g4", ["h4>a5"]),
        (HALB, Leap(2, 0), "h4", ["g4>f4"]),
        (HALB, Leap(2, 1), "g4", ["h4>g5"]),
        (HALB, Leap(2, 2), "g4", ["h5>g6"]),
        (B00, Leap(2, 0), "h4", ["g4"]),  # over its own square
        (B00, Leap(3, 0), "g4", []),  # h, h, g: its own square
        (B00, Leap(3, 0), "f4", ["g4>h4>h4"]),
        (B00, Leap(2, 1), "g4", ["h4>h5"]),
        (B00, Leap(1, 2), "h4", ["h5>h6"]),
        (B01, Leap(2, 0), "h4", []),
        (B01, Leap(3, 0), "h4", ["g4"]),
        (GOLF, Leap(0, 2), "e15", ["e16>e1"]),
        (GOLF, Leap(3, 2), "g16", ["h16>g1>f2"]),
    ],
)
def test_the_path_of_a_lame_leap_bends_and_wraps(
    board: Board, leap: Leap, name: str, expected: list[str]
) -> None:
    assert read(replace(leap, lame=True), name, board) == expected


def test_a_lame_leap_may_move_to_a_square_that_it_passed_but_not_capture_there() -> None:
    assert list(Leap(3, 0, lame=True).ways(B00, B00.numbers["f4"], Side.WHITE)) == [
        Way(B00.numbers["h4"], tuple(B00.numbers[name] for name in ("g4", "h4")), True, False)
    ]


def test_a_flat_movement_treats_every_edge_as_a_standard_one() -> None:
    assert read(Flat(Leap(1, 1)), "h16", GOLF) == []
    assert read(Leap(1, 1), "h16", GOLF) == ["g1"]
    assert read(Flat(Leap(1, 0, limit=0)), "f4", GOLF) == ["g4", "g4>h4"]


def test_black_bounces_off_its_own_edges() -> None:
    assert read(Leap(1, 0, limit=2), "b4", GOLF, Side.BLACK) == ["a4"]
    assert read(Leap(1, 0, limit=3), "b4", GOLF, Side.BLACK) == ["a4", "a4>c4"]
