"""Entry points for Python to those functions of the contract that otherwise only the search calls.

Families may leave them without one, so that playing a game does not compile it.
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
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``."""
    return contract.null_move(tables, states, ply)


@compiled
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``."""
    return contract.evaluate(tables, states, ply)


@compiled
def capture_score(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``capture_score``."""
    return contract.capture_score(tables, states, ply, move)


@compiled
def outlasts(tables: Any, states: Any, ply: Any, move: Any, least: Any) -> Any:
    """The contract's ``outlasts``."""
    return contract.outlasts(tables, states, ply, move, least)


@compiled
def obliges(tables: Any) -> Any:
    """The contract's ``obliges``."""
    return contract.obliges(tables)


@compiled
def alternates(tables: Any) -> Any:
    """The contract's ``alternates``."""
    return contract.alternates(tables)
