"""The tables and rows of the riding family: the orthodox ones, and a second level on the men's backs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.orthodox import tables as orthodox

LAYOUT = Layout(
    layers=("ground", "top"),
    fields=(*orthodox.FIELDS, "level of white's king", "level of black's king"),
    derived=(*orthodox.DERIVED, "level of white's king", "level of black's king"),
    sets=7,
)
GROUND, TOP = U(0), U(1)
KING_LEVEL = U(len(orthodox.FIELDS))  # White's; Black's follows
# Sets: 0 and 1 are the two sides' men on the ground, 2 and 3 their riders. LEAVE: sites whose leaving
# may bare the mover's king; FILL: sites where a man's coming on the ground may; SEEN: goals listed.
RIDERS, LEAVE, FILL, SEEN = U(2), U(4), U(5), U(6)
# A place is a site with its level in the bit above the sites' own.
LEVEL_SHIFT = U(10)


class Tables(NamedTuple):
    """The constants of a game of the riding family.

    Attributes:
        ground: the same game's tables without riding: its lines, castlings and hash numbers.
        riders_fall: uint64[1]; 1 where the rider of a captured man is taken with him.
    """

    ground: orthodox.Tables
    riders_fall: npt.NDArray[np.uint64]
