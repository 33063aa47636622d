"""Doors for Python to what only the search calls: players and programs go without compiling these."""

from typing import Any

from fairyring.kernels import contract
from fairyring.kernels.compiling import compiled


@compiled
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``."""
    return contract.noisy(tables, states, ply, moves, n)


@compiled
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``."""
    return contract.evaluate(tables, states, ply)


@compiled
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``gain``."""
    return contract.gain(tables, states, ply, move)
