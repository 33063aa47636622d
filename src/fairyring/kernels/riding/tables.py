"""The tables and rows of the riding family: the orthodox ones, and a second level on the pieces' backs."""

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
# Sets: 0 and 1 are the two sides' pieces on the ground, 2 and 3 their riders. LEAVE: sites that a piece may
# not leave without a check on the mover's king; FILL: the same for sites where a piece arrives on the
# ground; LISTED: goals that have been listed.
RIDERS, LEAVE, FILL, LISTED = U(2), U(4), U(5), U(6)
# A place is a site, with its level in the bit above those of the sites.
LEVEL_SHIFT = U(10)


class Tables(NamedTuple):
    """The constants of a game of the riding family.

    Attributes:
        ground: the same game's tables without riding: its lines, castlings and Zobrist keys.
        riders_fall: uint64[1]; 1 if the rider of a captured piece is captured with it.
    """

    ground: orthodox.Tables
    riders_fall: npt.NDArray[np.uint64]
