"""Several ways of a piece that are one move: it is to be listed and counted once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.stages import register_part


class Twins(NamedTuple):
    """A part of the ways of games in which such moves exist.

    Attributes:
        moves: uint8[step]; for each step of ``rays``, the number from 1 of the move that it shares with
            others of the same piece; 0 if it is a move of its own.
    """

    moves: npt.NDArray[np.uint8]


@inlined
def twin(twins: Any, ways: Any, step: Any) -> Any:
    """A bit for the move that a step shares, or no bit."""
    number = U(twins.moves[step])
    return U(number != U(0)) << number


register_part(Twins, globals())
