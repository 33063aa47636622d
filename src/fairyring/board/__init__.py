"""Boards: a graph of named sites, the vectors that lead from site to site, and outlines to draw."""

from fairyring.board.build import end_to_end, grid, sewn, shared_ring
from fairyring.board.edges import Edge, Edges
from fairyring.board.graph import HOLE, Board, Chart, Heading, Place, Side
from fairyring.board.strokes import Point, joined, path, stroke

__all__ = [
    "HOLE",
    "Board",
    "Chart",
    "Edge",
    "Edges",
    "Heading",
    "Place",
    "Point",
    "Side",
    "end_to_end",
    "grid",
    "joined",
    "path",
    "sewn",
    "shared_ring",
    "stroke",
]
