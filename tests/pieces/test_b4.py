"""Betza's B4 from every square of the Minigolf board, between all kinds of edges, as written by hand."""

import pytest

from fairyring.board import Board, Edge, Edges, Side, grid
from fairyring.pieces import Leap, betza
from tests.oracle.b4_paths import COMBINATIONS, DIAGONALS, b4_path, square

FILES = "abcdefgh"


def path(board: Board, file: int, rank: int, diagonal: tuple[int, int], side: Side) -> list[object]:
    """The squares on one diagonal, and the momentum a stop there leaves, both as the side sees them."""
    (leap,) = (
        part
        for part in betza("B4").parts
        if isinstance(part, Leap) and (part.right, part.forward) == diagonal
    )
    turn = 1 if side is Side.WHITE else -1
    site = rank * 8 + file if side is Side.WHITE else (15 - rank) * 8 + 7 - file
    found: list[object] = []
    passed: list[int] = []
    for way, _, heading, leaps in leap.landings(board, site, side):
        assert way.through == tuple(passed)
        assert board.at(heading.place) == way.goal != site
        x, y = heading.place.x, heading.place.y
        if side is Side.BLACK:
            x, y = 7 - x, 15 - y
        found.append((square(FILES[x], y + 1), (turn * heading.dx * leaps, turn * heading.dy * leaps)))
        passed.append(way.goal)
    return found


@pytest.mark.parametrize("edges", COMBINATIONS, ids="-".join)
def test_b4_on_the_minigolf_board(edges: tuple[str, str, str, str]) -> None:
    left, right, near, far = map(Edge, edges)
    board = grid(8, 16, edges=Edges(right=right, left=left, far=far, near=near))
    for side in Side:
        for file in range(8):
            for rank in range(16):
                for diagonal in DIAGONALS:
                    steps = b4_path(FILES[file], rank + 1, diagonal, edges)
                    written = [tuple(step) for step in steps if step.square is not None]
                    assert path(board, file, rank, diagonal, side) == written
