"""Lines over the edges are drawn where the way goes."""

import pytest

from fairyring.board import Edge, Edges, Point, Side, grid
from fairyring.drawing import Marks
from fairyring.drawing.board import draw
from fairyring.drawing.trails import trail


def drawn(edge: Edge, way: str, side: Side = Side.WHITE, edges: Edges | None = None) -> list[list[Point]]:
    """Where the lines begin, bend and end, in files and ranks from 0."""
    board = grid(8, 8, edges=edges or Edges(right=edge, left=edge))
    lines = trail(board, 0, [board.numbers[name] for name in way.split()], side)
    return [[point for i, point in enumerate(line) if not is_straight(line[i - 1 : i + 2])] for line in lines]


def is_straight(points: list[Point]) -> bool:
    if len(points) < 3:
        return False
    (ax, ay), (bx, by), (cx, cy) = points
    return (bx - ax, by - ay) == (cx - bx, cy - by)


@pytest.mark.parametrize(
    ("edge", "way", "expected"),
    [
        (Edge.STANDARD, "f1 g2 h3", [[(5, 0), (7, 2)]]),
        (Edge.HALB, "f1 g2 h3 g4 f5", [[(5, 0), (7, 2), (5, 4)]]),
        (Edge.BILLIARDS_00, "f1 g2 h3 h4 g5", [[(5, 0), (7.5, 2.5), (6, 4)]]),
        (Edge.BILLIARDS_01, "f1 g2 h3 h5 g6", [[(5, 0), (7.5, 2.5)], [(7.5, 3.5), (6, 5)]]),
        (Edge.CYLINDER, "f1 g2 h3 a4 b5", [[(5, 0), (7.5, 2.5)], [(-0.5, 2.5), (1, 4)]]),
        (Edge.CYLINDER, "b4 a4 h4 g4", [[(1, 3), (-0.5, 3)], [(7.5, 3), (6, 3)]]),
        (Edge.BILLIARDS_00, "c1 b2 a3 a4 b5 c6 d7", [[(2, 0), (-0.5, 2.5), (3, 6)]]),
        (Edge.HALB, "g1 e2 c3 a4 c5", [[(6, 0), (0, 3), (2, 4)]]),  # a rider in knight's leaps
        (
            Edge.BILLIARDS_00,
            "e4 f6 f8",
            [[(4, 3), (5, 5), (5, 7)]],
        ),  # no repeated vector: straight from square to square
    ],
)
def test_lines(edge: Edge, way: str, expected: list[list[Point]]) -> None:
    assert drawn(edge, way) == expected


def test_each_side_has_its_own_edges() -> None:
    edges = Edges(right=Edge.HALB, left=Edge.BILLIARDS_00)
    assert drawn(Edge.HALB, "f1 g2 h3 g4", Side.WHITE, edges) == [[(5, 0), (7, 2), (6, 3)]]
    assert drawn(Edge.HALB, "f1 g2 h3 h4", Side.BLACK, edges) == [[(5, 0), (7.5, 2.5), (7, 3)]]


def test_over_a_corner() -> None:
    edges = Edges(right=Edge.BILLIARDS_00, far=Edge.CYLINDER)
    assert drawn(Edge.HALB, "g7 h8 h1 g2", Side.WHITE, edges) == [
        *([(6, 6), (7.5, 7.5)], [(7.5, -0.5), (6, 1)]),
    ]


def test_a_picture_draws_what_is_marked() -> None:
    board = grid(8, 8, edges=Edges(right=Edge.CYLINDER))
    picture = draw(board, (), marks=Marks(ways=[("g4", "h4", "a4")]), label="over the edge")
    (path,) = [part for part in picture.split("<path") if "stroke-opacity" in part]
    assert path.count("M") == 2
