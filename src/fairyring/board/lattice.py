"""How the places of a chart lie when it is drawn. Vectors are walked without it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

Point = tuple[float, float]
"""Files and ranks from 0, of which whole ones are middles; or squares of a drawing, to the right and up."""


@dataclass(frozen=True)
class Lattice:
    """Where files and ranks are drawn, and in what shape.

    Attributes:
        right: how far the next file to the right is, and how far the same rank is higher there.
        cell: the corners of a place about its middle, in order. A place is 1 high, as is a rank.
        shades: how many there are; the shade of a place is the sum of its file and its rank, modulo this.
        joined: whether files without places are left out, but for one between two files with places. So
            levels that lie side by side on a chart, far enough apart for vectors, are drawn as neighbours.
    """

    right: Point = (1, 0)
    cell: tuple[Point, ...] = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
    shades: int = 2
    joined: bool = False


_EDGE: Final = 1 / sqrt(3)  # of a hexagon of height 1
SQUARES: Final = Lattice()
HEXAGONS: Final = Lattice(
    right=(1.5 * _EDGE, -0.5),
    cell=(
        (-_EDGE / 2, 0.5),
        (_EDGE / 2, 0.5),
        (_EDGE, 0),
        (_EDGE / 2, -0.5),
        (-_EDGE / 2, -0.5),
        (-_EDGE, 0),
    ),
    shades=3,
)
"""Hexagons with edges above and below. The six neighbours are those on the file, those on the rank, and
those diagonally ahead to the right and behind to the left."""
LEVELS: Final = Lattice(joined=True)
