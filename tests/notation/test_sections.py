"""A placement writes every site of a board once, and nothing that is none."""

from __future__ import annotations

import pytest

from fairyring.board import HOLE, Board, Chart, grid, sewn, shared_ring
from fairyring.kernels.orthodox.rules import Orthodox, usual_castlings, usual_pieces
from fairyring.notation.orthodox import orthodox_form
from fairyring.notation.position import Form
from fairyring.notation.sections import every_site, whole
from fairyring.pieces import Piece

PIECES = Piece("K", "king", "K", royal=True), Piece("R", "rook", "R")
CROSS = Board(
    ("b1", "a2", "b2", "c2", "b3"),
    (Chart("", ((HOLE, 0, HOLE), (1, 2, 3), (HOLE, 4, HOLE))),),
)
TWICE = Board(("a", "b", "c", "d"), (Chart("", ((0, 1, 0),)), Chart("", ((1, 2, 3),))))


def form(board: Board, array: str) -> Form:
    return orthodox_form(Orthodox(board, PIECES, promotions=""), array)


def named(board: Board) -> list[list[list[str]]]:
    return [[[board.names[site] for site in rank] for rank in section] for section in every_site(board)]


def test_holes_are_not_written() -> None:
    assert named(CROSS) == [[["b3"], ["a2", "b2", "c2"], ["b1"]]]
    cross = form(CROSS, "k/R2/K")
    states = cross.placed("k/R2/K w - - 0 1")
    placed = dict(zip(CROSS.names, states.cells[0, 0].tolist(), strict=True))
    assert placed == {"b3": 3, "a2": 4, "b2": 0, "c2": 0, "b1": 2}
    assert cross.write(states, 0) == "k/R2/K w - - 0 1"


def test_a_site_is_written_where_it_comes_first() -> None:
    assert named(TWICE) == [[["a", "b"]], [["c", "d"]]]
    twice = form(TWICE, "k1|1K")
    assert twice.write(twice.placed("k1|1K w - - 0 1"), 0) == "k1|1K w - - 0 1"


def test_ranks_without_a_new_site_are_left_out() -> None:
    ring = shared_ring(8, 8)
    upper, lower = every_site(ring)
    assert upper == whole(ring)
    assert lower == tuple(rank[1:-1] for rank in whole(ring, 1)[1:-1])
    for board in (grid(3, 4), ring, sewn(8, 8, (3, 4, 3)), CROSS, TWICE):
        sites = [site for section in every_site(board) for rank in section for site in rank]
        assert sorted(sites) == list(range(len(board)))


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ([[[0, 1], [2]]], "sections: b2 is written 0 times, not once"),
        ([[[0, 1], [2, 3]], [[3]]], "sections: b2 is written 2 times, not once"),
        ([[[0, 1], [2, 3, HOLE]]], "sections: -1 is not a site of the board; holes are left out"),
    ],
)
def test_sections_that_do_not_fit_the_board_are_refused(sections: list[list[list[int]]], said: str) -> None:
    rules = Orthodox(grid(2, 2), PIECES, promotions="")
    with pytest.raises(ValueError, match=said):
        orthodox_form(rules, "2/2", sections)


def test_what_castles_must_be_in_the_array() -> None:
    board = grid(8, 8)
    rules = Orthodox(board, usual_pieces(), promotions="Q", castlings=usual_castlings(board))
    with pytest.raises(ValueError, match="castling K: no white piece starts on h1"):
        orthodox_form(rules, "r3k2r/8/8/8/8/8/8/R3K3")
    with pytest.raises(ValueError, match="castling k: no black piece starts on h8"):
        orthodox_form(rules, "r3k2R/8/8/8/8/8/8/R3K2R")
