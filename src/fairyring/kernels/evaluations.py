"""Evaluations of many positions, for learning what an evaluation is made of."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, compiled
from fairyring.kernels.contract import SIDE, derive, evaluate


@compiled
def evaluations(tables: Any, states: Any, chosen: Any, found: Any) -> None:
    """White's advantage in the ``chosen`` rows (uint64[n]), into ``found`` (int64[n]).

    What rows derive from their cells is derived again by these tables.
    """
    for number in range(chosen.shape[0]):
        row = chosen[number]
        derive(tables, states, row)
        found[number] = (I(1) - I(2) * I(states.info[row, SIDE])) * evaluate(tables, states, row)
