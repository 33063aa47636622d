"""The margins and reductions with which the search prunes.

They are data, not constants, so that `benchmarks/tune.py` can try others; no search changes them.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, compiled
from fairyring.kernels.contract import foresees

NEVER = 1 << 20  # a margin that nothing exceeds
WHOLE = 1024  # a ply, or one, in the settings that count fractions


class Setting(NamedTuple):
    """A number of the search: where exchanges are foreseen, elsewhere, and by how much tuning changes it.

    Where exchanges are not foreseen, captures can be a surprise, and with numbers that were tuned in chess
    the search missed mates. ``elsewhere`` is None for a number that is not used there.
    """

    value: int
    elsewhere: int | None
    step: int


# Margins are in hundredths of a pawn, and reductions in 1024ths of a ply.
SETTINGS = {
    "delta": Setting(101, 75, 40),  # what a capture in quiescence may gain beyond the captured piece
    "lazy": Setting(66, 42, 15),  # how far a lazy evaluation may be off, once the last one's error is added
    # What a quiet move may gain near the leaves, and how much more for each ply of depth.
    "futility": Setting(2, 39, 30),
    "futility per ply": Setting(75, 83, 25),
    "reverse futility per ply": Setting(42, 114, 15),  # what the opponent may gain
    # The reduction of a null move, how much more for each ply of depth, and how far above beta is a ply more.
    "null": Setting(4231, 2303, 500),
    "null per ply": Setting(144, 207, 60),
    "null surplus": Setting(138, NEVER, 40),
    # How many quiet moves are tried, and how many more by depth squared; twice as many where *improving*.
    "late": Setting(5440, 2265, 1000),
    "late per square of depth": Setting(2284, 3281, 250),
    "losing quiet per ply": Setting(70, None, 15),  # what a quiet move may lose
    "losing capture per ply": Setting(44, None, 20),  # what a capture may lose
    # The reduction of late moves, how much more by the logarithms of depth and number, and what history score
    # makes it a ply less or more.
    "reduction": Setting(82, 298, 200),
    "reduction per logarithm": Setting(585, 478, 70),
    "well known": Setting(12014, None, 2500),
}
(
    DELTA,
    LAZY,
    FUTILITY,
    FUTILITY_PLY,
    REVERSE_FUTILITY_PLY,
    NULL,
    NULL_PLY,
    NULL_SURPLUS,
    LATE,
    LATE_SQUARE,
    LOSING_QUIET,
    LOSING_CAPTURE,
    REDUCTION,
    REDUCTION_LOGARITHM,
    WELL_KNOWN,
) = (U(n) for n in range(len(SETTINGS)))

MOST_DEPTH, MOST_NUMBER = 64, 64  # beyond which the logarithms no longer grow
# By depth and by the number of a move: the product of their logarithms, in 1024ths.
LOGARITHMS = np.array(
    [
        [round(WHOLE * math.log(max(depth, 1)) * math.log(max(number, 1))) for number in range(MOST_NUMBER)]
        for depth in range(MOST_DEPTH)
    ],
    np.int32,
)


def usual() -> npt.NDArray[np.int64]:
    """int64[2, setting]; the values that searches use: elsewhere, and where exchanges are foreseen."""
    values = [
        (each.value if each.elsewhere is None else each.elsewhere, each.value) for each in SETTINGS.values()
    ]
    return np.array(values, np.int64).T.copy()


@compiled
def exchanges_are_foreseen(tables: Any) -> Any:
    """Whether exchanges are foreseen in the game of some tables, asked from Python."""
    return foresees(tables)
