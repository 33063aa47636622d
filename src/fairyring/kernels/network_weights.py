"""The weights of a network as they are learned, and as the kernels read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U
from fairyring.kernels.network import LANE, LANES, Network
from fairyring.kernels.places import Places
from fairyring.kernels.terms import alike

MOST_UNITS = 256
UNITS = "units"  # how the names of a row's fields begin that hold them


@dataclass(frozen=True, eq=False)
class NetworkWeights:
    """What was learned.

    Attributes:
        hidden: int16[view, code, place, unit]; what a piece on a place adds to a view's units, and at code
            0 and place 0 what they are on an empty board. There is one view where the sides are alike, and
            each sees the board from its own edge; else White's and Black's. The units are a multiple of
            `LANES`.
        output: int32[stage, 2, unit]; of the mover's view, and of the other's.
        constant: int32[stage]; the output without units.
    """

    hidden: npt.NDArray[np.int16]
    output: npt.NDArray[np.int32]
    constant: npt.NDArray[np.int32]

    @property
    def units(self) -> int:
        """The number of units of one view."""
        return int(self.hidden.shape[3])

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields of a row that hold the units."""
        return tuple(f"{UNITS} {word}" for word in range(2 * self.units // LANES))

    def network(self, exchange: npt.NDArray[np.int64] | None, first: int) -> Network:
        """The tables of a game whose rows have the units from a field on.

        Args:
            exchange: int64[place]; where Black sees each place, as `Inputs` says; only for one view.
            first: the number of the field.
        """
        white = self.hidden[0]
        black = self.hidden[-1]
        if exchange is not None:
            codes = np.arange(len(white))
            other = np.where(codes > 1, codes ^ 1, codes)
            black = white[other[:, np.newaxis], exchange[np.newaxis]]
            black[0] = white[0]
        stages = len(self.output)
        by_lane = self.output.reshape(stages, 2, self.units // LANES, LANES).swapaxes(2, 3)
        return Network(
            np.concatenate([_joined(white), _joined(black)], axis=2),
            np.ascontiguousarray(by_lane),
            self.constant.copy(),
            U(first),
        )


def _joined(units: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """Units, `LANES` of them in a word."""
    lanes = units.astype(np.int64).reshape(*units.shape[:2], -1, LANES)
    factors = np.int64(1) << (LANE * np.arange(LANES, dtype=np.int64))
    joined: npt.NDArray[np.int64] = (lanes * factors).sum(axis=3)
    return joined


class Inputs(NamedTuple):
    """What a network of a game sees.

    Attributes:
        shape: the numbers of views, codes and places.
        exchange: int64[place]; where Black sees each place as White sees it; None where the sides are not
            alike, and each has a view of its own.
    """

    shape: tuple[int, int, int]
    exchange: npt.NDArray[np.int64] | None


def inputs(places: Places, worth: Any) -> Inputs:
    """What a network sees of a game with these places and an evaluation by the formulas."""
    turn = alike(places, worth.pieces, worth.places).turn
    codes = len(worth.pieces)
    if turn is None:
        return Inputs((2, codes, places.number), None)
    seen = np.arange(places.number)
    for site, goal in enumerate(turn):
        for place, other in zip(places.at(site), places.at(goal), strict=True):
            seen[other] = place
    return Inputs((1, codes, places.number), seen)
