"""A small network that says what the formulas of an evaluation leave out, learned from games.

Its inputs are the pieces on their places, seen by White and by Black; one hidden layer of *units* for each of
the two, which a row keeps and the edit layer updates with every change of the board; and one output, with
weights of its own for each stage of the game, by the non-pawn pieces left. It is of the kind of Y. Nasu's
"Efficiently updatable neural networks" (NNUE, 2018), with squared clipped units.

Four units share a word of a row, as a sum of multiples of powers of 2**16, so that one addition adds to four.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import I, U, inlined
from fairyring.kernels.packed import packed

LANES = 4  # units in a word
LANE, LANE_HALF, LANE_MASK = I(16), I(1 << 15), I((1 << 16) - 1)
ONE = I(255)  # a unit that is full
OUTPUT_ONE = I(16)  # of an output's weight: a hundredth of a pawn
FULL = ONE * ONE * OUTPUT_ONE


@packed
class Network(NamedTuple):
    """The weights of a network; a game without one has arrays with nothing in them.

    Attributes:
        hidden: int64[code, place, word]; what a piece on a place adds to the units of White's view, then of
            Black's, `LANES` of them in a word; at code 0 and place 0, what they are on an empty board.
        output: int32[stage, view, lane, word of a view]; for full units of a side's own view, and of the
            other's, in `OUTPUT_ONE` parts of a hundredth of a pawn.
        constant: int32[stage]; the output without units, in the same unit.
        first: the first field of a row that has units.
    """

    hidden: npt.NDArray[np.int64]
    output: npt.NDArray[np.int32]
    constant: npt.NDArray[np.int32]
    first: np.uint64


NONE = Network(
    np.zeros((0, 0, 0), np.int64), np.zeros((0, 2, LANES, 0), np.int32), np.zeros(0, np.int32), U(0)
)


@inlined
def count(network: Any, info: Any, ply: Any, piece: Any, place: Any, times: Any) -> None:
    """Add a piece on a place to a row's units, or subtract it: ``times`` is 1 or -1."""
    words = U(network.hidden.shape[2])
    for word in range(words):
        field = network.first + word
        info[ply, field] = U(I(info[ply, field]) + times * network.hidden[piece, place, word])


@inlined
def begin_count(network: Any, info: Any, ply: Any) -> None:
    """A row's units with nothing on the board."""
    words = U(network.hidden.shape[2])
    for word in range(words):
        info[ply, network.first + word] = U(network.hidden[U(0), U(0), word])


@inlined
def _lowest(word: Any) -> Any:
    """The unit in the lowest lane."""
    return ((word + LANE_HALF) & LANE_MASK) - LANE_HALF


@inlined
def _squared(unit: Any) -> Any:
    bounded = min(max(unit, I(0)), ONE)
    return bounded * bounded


@inlined
def found_by(network: Any, states: Any, ply: Any, side: Any, phase: Any, whole: Any) -> Any:
    """A side's advantage in hundredths of a pawn, as far as the network knows; 0 without one.

    ``phase`` of ``whole``: how much of a full opening's non-pawn pieces is left.
    """
    info, output = states.info, network.output
    stages, words = I(output.shape[0]), U(output.shape[3])
    if stages == I(0):
        return I(0)
    stage = U(min(phase * stages // whole, stages - I(1)))
    total = I(network.constant[stage]) * ONE * ONE
    for view in range(U(2)):
        begin = network.first + words * (view ^ side)
        for k in range(words):
            word = I(info[ply, begin + k])
            for lane in range(U(LANES)):
                unit = _lowest(word)
                total += _squared(unit) * I(output[stage, view, lane, k])
                word = (word - unit) >> LANE
    return total // FULL
