"""The numbers by which the search takes its shortcuts where exchanges are foreseen.

They are data, not constants, so that `benchmarks/tune.py` can play with others; no search changes them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from fairyring.kernels.compiling import U

WHOLE = 1024  # a ply, or one, in the settings that count fractions


class Setting(NamedTuple):
    """A number, and by how much it is changed to see what that brings."""

    value: int
    step: int


# Margins are in hundredths of a pawn, and reductions in 1024ths of a ply.
SETTINGS = {
    "delta": Setting(150, 40),  # what a capture in quiescence may bring beyond what it captures
    "lazy": Setting(50, 15),  # how far a lazy evaluation, with the last one's error added, may be off
    # What a quiet move may bring near the end of a line, and more for each ply of depth.
    "futility": Setting(80, 30),
    "futility per ply": Setting(110, 25),
    "reverse futility per ply": Setting(80, 15),  # what the opponent may bring
    # A null move is reduced by so much, more for each ply of depth, and a ply more for so much above beta.
    "null": Setting(3072, 500),
    "null per ply": Setting(256, 60),
    "null surplus": Setting(150, 40),
    # Quiet moves that are tried, twice as many where the position is improving; more by the square of depth.
    "late": Setting(3072, 1000),
    "late per square of depth": Setting(1024, 250),
    "losing quiet per ply": Setting(60, 15),  # what a quiet move may lose
    "losing capture per ply": Setting(90, 20),  # what a capture may lose
    # Late moves are reduced by so much, more by the logarithms of depth and number, and by a ply less or more
    # for a history of so much.
    "reduction": Setting(410, 200),
    "reduction per logarithm": Setting(512, 70),
    "well known": Setting(10_000, 2500),
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


def usual() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """int64[setting]; the values that searches use."""
    return np.array([each.value for each in SETTINGS.values()], np.int64)
