"""Cushions, joined edges and joined boards are drawn as boards declare them."""

from __future__ import annotations

import pytest

import fairyring
from fairyring.board import Edge, Edges, Side, end_to_end, grid
from fairyring.board.borders import TINTS, Border, What, borders
from fairyring.drawing import board_svg
from fairyring.drawing.theme import THEME


def drawn(edges: Edges) -> list[Border]:
    board = grid(4, 3, edges)
    return list(borders(board, board.charts[0]))


def test_a_plain_board_just_ends() -> None:
    assert drawn(Edges()) == []


@pytest.mark.parametrize(
    ("edge", "what", "at"),
    [
        (Edge.BILLIARDS_00, What.CUSHION, 4),
        (Edge.HALB, What.CUSHION, 3.5),
        (Edge.BILLIARDS_01, What.BEYOND, 4),
    ],
)
def test_a_cushion_is_where_pieces_bounce(edge: Edge, what: What, at: float) -> None:
    right = Border(what, (at, 0), (at, 3))
    left = Border(what, (4 - at, 0), (4 - at, 3))
    assert sorted(drawn(Edges(right=edge, left=edge))) == sorted([left, right])
    # What is on one side's right is on the other's left.
    found = drawn(Edges(right=edge))
    assert found == [right._replace(side=Side.WHITE), left._replace(side=Side.BLACK)]


def test_joined_edges_are_left_at_both_or_entered_at_one() -> None:
    both = Edges(left=Edge.CYLINDER, right=Edge.CYLINDER)
    assert drawn(both) == [
        Border(What.EXIT, (0, 0), (0, 3), (-1, 0)),
        Border(What.EXIT, (4, 0), (4, 3), (1, 0)),
    ]
    up, down = (0, 1), (0, -1)
    assert drawn(Edges(far=Edge.CYLINDER)) == [
        Border(What.EXIT, (0, 3), (4, 3), up, Side.WHITE),
        Border(What.ENTRY, (0, 0), (4, 0), up, Side.WHITE),
        Border(What.EXIT, (0, 0), (4, 0), down, Side.BLACK),
        Border(What.ENTRY, (0, 3), (4, 3), down, Side.BLACK),
    ]


def test_joined_boards_have_lines_between_them() -> None:
    board = end_to_end(4, 3, 3)
    assert list(borders(board, board.charts[0])) == [
        Border(What.JOINT, (0, 3), (4, 3)),
        Border(What.JOINT, (0, 6), (4, 6)),
    ]


def test_a_picture_has_them_as_its_seat_sees_them() -> None:
    found = [board_svg(fairyring.load("minigolf"), seat=seat) for seat in Side]
    # The line between the halves is in the middle; White's cushion through the last file is beside it.
    assert all('d="M22 406L406 406"' in each or 'd="M406 406L22 406"' in each for each in found)
    assert 'd="M382 790L382 22"' in found[0]
    assert 'd="M46 22L46 790"' in found[1]
    assert "stroke-dasharray" not in found[0]
    assert board_svg(fairyring.load("billiards-01")).count('stroke-dasharray="24"') == 4


def test_the_page_has_as_many_tints_as_the_pictures() -> None:
    assert len(THEME.squares) == TINTS
