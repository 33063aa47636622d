"""Boards: a graph of named sites, the vectors that lead from site to site, and outlines to draw."""

from fairyring.board.areas import (
    Area,
    SidesSquares,
    Squares,
    file_end,
    file_second,
    own_bank,
    palace,
    with_river,
)
from fairyring.board.build import (
    charted,
    end_to_end,
    grid,
    hexagons,
    levels,
    pair,
    sewn,
    shared_ring,
    with_holes,
    with_names,
)
from fairyring.board.edges import Edge, Edges
from fairyring.board.graph import HOLE, Board, Chart, Heading, Place, Side
from fairyring.board.lattice import HEXAGONS, LEVELS, SQUARES, Lattice, Point
from fairyring.board.strokes import joined, path, stroke

__all__ = [
    "HEXAGONS",
    "HOLE",
    "LEVELS",
    "SQUARES",
    "Area",
    "Board",
    "Chart",
    "Edge",
    "Edges",
    "Heading",
    "Lattice",
    "Place",
    "Point",
    "Side",
    "SidesSquares",
    "Squares",
    "charted",
    "end_to_end",
    "file_end",
    "file_second",
    "grid",
    "hexagons",
    "joined",
    "levels",
    "own_bank",
    "pair",
    "palace",
    "path",
    "sewn",
    "shared_ring",
    "stroke",
    "with_holes",
    "with_names",
    "with_river",
]
