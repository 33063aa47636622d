from __future__ import annotations

import pytest

from fairyring.board import Board, Edge, Edges, Heading, Place, Side, grid

CYLINDER, HALB, B00, B01 = Edge.CYLINDER, Edge.HALB, Edge.BILLIARDS_00, Edge.BILLIARDS_01
WHITE, BLACK = Side.WHITE, Side.BLACK
MINIGOLF = Edges(right=HALB, left=B00, far=CYLINDER)
GOLF = grid(8, 16, edges=MINIGOLF)


def walk(board: Board, name: str, right: int, forward: int, times: int, side: Side = WHITE) -> list[str]:
    """The headings that come of taking a vector again and again, each as "e4 (1, 1)"."""
    (heading,) = board.headings(board.numbers[name], right, forward, side)
    found = []
    for _ in range(times):
        following = board.advance(heading, side)
        if following is None:
            found.append("off")
            break
        heading = following
        site = board.at(heading.place)
        at = "imaginary" if site is None else board.names[site]
        found.append(f"{at} ({heading.dx}, {heading.dy})")
    return found


def test_nothing_passes_a_standard_edge() -> None:
    board = grid(8, 8)
    assert walk(board, "g4", 1, 0, 3) == ["h4 (1, 0)", "off"]
    assert walk(board, "e7", 1, 2, 1) == ["off"]


def test_a_cylinder_is_left_on_one_side_and_entered_on_the_other() -> None:
    board = grid(8, 8, edges=Edges(right=CYLINDER, left=CYLINDER))
    assert walk(board, "g4", 1, 1, 3) == ["h5 (1, 1)", "a6 (1, 1)", "b7 (1, 1)"]
    assert walk(board, "a4", -2, 1, 1) == ["g5 (-2, 1)"]


@pytest.mark.parametrize(
    ("edge", "expected"),
    [
        (HALB, ["h4 (1, 0)", "g4 (-1, 0)", "f4 (-1, 0)"]),
        (B00, ["h4 (1, 0)", "h4 (-1, 0)", "g4 (-1, 0)"]),
        (B01, ["h4 (1, 0)", "imaginary (1, 0)", "h4 (-1, 0)", "g4 (-1, 0)"]),
    ],
)
def test_each_cushion_has_a_place_of_its_own(edge: Edge, expected: list[str]) -> None:
    board = grid(8, 8, edges=Edges(right=edge))
    assert walk(board, "g4", 1, 0, len(expected)) == expected


@pytest.mark.parametrize(
    ("edge", "from_h", "from_g"),
    [
        (HALB, "f5 (-2, 1)", "g5 (-2, 1)"),
        (B00, "g5 (-2, 1)", "h5 (-2, 1)"),
        (B01, "h5 (-2, 1)", "imaginary (2, 1)"),
    ],
)
def test_a_leap_is_reflected_as_a_whole(edge: Edge, from_h: str, from_g: str) -> None:
    board = grid(8, 8, edges=Edges(right=edge, left=edge))
    assert walk(board, "h4", 2, 1, 1) == [from_h]
    assert walk(board, "g4", 2, 1, 1) == [from_g]
    mirrored = {f"{'abcdefgh'[7 - 'abcdefgh'.index(from_h[0])]}5 (2, 1)"}
    assert set(walk(board, "a4", -2, 1, 1)) == mirrored


def test_a_leap_may_bounce_several_times() -> None:
    board = grid(3, 3, edges=Edges(right=B00, left=B00))
    assert walk(board, "a1", 7, 0, 1) == ["b1 (7, 0)"]  # over 2, 2, 1, 0, 0 and so on: 7 - 6
    assert walk(board, "a1", 5, 1, 1) == ["a2 (-5, 1)"]


def test_the_edges_can_differ_for_the_two_sides() -> None:
    assert walk(GOLF, "h4", 1, 0, 1) == ["g4 (-1, 0)"]
    assert walk(GOLF, "a4", -1, 0, 1) == ["a4 (1, 0)"]
    assert walk(GOLF, "e16", 0, 1, 1) == ["e1 (0, 1)"]
    assert walk(GOLF, "e1", 0, -1, 1) == ["off"]
    # Black's right is file a, its far edge below rank 1.
    assert walk(GOLF, "a4", 1, 0, 1, BLACK) == ["b4 (1, 0)"]
    assert walk(GOLF, "h4", -1, 0, 1, BLACK) == ["h4 (-1, 0)"]
    assert walk(GOLF, "e1", 0, 1, 1, BLACK) == ["e16 (0, -1)"]
    assert walk(GOLF, "e16", 0, -1, 1, BLACK) == ["off"]


def test_the_two_sides_may_have_edges_of_different_kinds() -> None:
    board = grid(8, 8, edges={WHITE: Edges(right=HALB), BLACK: Edges(right=CYLINDER)})
    assert walk(board, "h4", 1, 0, 1) == ["g4 (-1, 0)"]
    assert walk(board, "a4", 1, 0, 1, BLACK) == ["h4 (-1, 0)"]


def test_both_parts_of_a_vector_may_be_reversed_at_once() -> None:
    board = grid(8, 8, edges=Edges(HALB, HALB, B00, B00))
    assert walk(board, "h8", 1, 1, 2) == ["g8 (-1, -1)", "f7 (-1, -1)"]


def test_bounces_end_at_a_standard_edge() -> None:
    board = grid(4, 1, edges=Edges(right=B00))
    assert walk(board, "c1", 1, 0, 9) == [
        *("d1 (1, 0)", "d1 (-1, 0)", "c1 (-1, 0)", "b1 (-1, 0)", "a1 (-1, 0)", "off"),
    ]


def test_a_flat_board_has_standard_edges_and_is_the_same_otherwise() -> None:
    assert GOLF.flat.names == GOLF.names
    assert walk(GOLF.flat, "h16", 1, 1, 1) == ["off"]


def test_two_halb_edges_are_refused_on_a_single_file() -> None:
    with pytest.raises(ValueError, match="two opposite HALB edges"):
        grid(1, 8, edges=Edges(right=HALB, left=HALB))
    board = grid(1, 8, edges=Edges(right=HALB, left=B00))
    assert board.advance(Heading(Place(0, 0, 0), 1, 1), WHITE) == Heading(Place(0, 0, 1), 1, 1)
