"""Doors for Python to those of the contract's functions that otherwise only the search calls.

Families may leave them without one, so that players and programs go without compiling it.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels import contract
from fairyring.kernels.compiling import compiled


@compiled
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``."""
    return contract.noisy(tables, states, ply, moves, n)


@compiled
def skip(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``skip``."""
    return contract.skip(tables, states, ply)


@compiled
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``."""
    return contract.evaluate(tables, states, ply)


@compiled
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``gain``."""
    return contract.gain(tables, states, ply, move)
