"""What the path to a position says about it: whose move it is, and how the game has ended."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, internal
from fairyring.kernels.contract import MOVER_LOSES, MOVER_WINS, SIDE, alternates
from fairyring.search.memory import DRAW, MATE, STATIC_EVAL


@internal
def goes_on(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the player who made the move that led to a row moves again there."""
    return not alternates(tables) and states.info[ply, SIDE] == states.info[ply - U(1), SIDE]


@internal
def is_improving(states: Any, ply: Any, height: Any, memory: Any) -> Any:
    """1 where the static evaluation is better than when the mover last moved, if both are known, else 0."""
    if height < U(2) or states.info[ply, SIDE] != states.info[ply - U(2), SIDE]:
        return I(0)
    now, before = memory.stack[height, STATIC_EVAL], memory.stack[height - U(2), STATIC_EVAL]
    return I(now > before and before != U(0))


@internal
def terminal_score(code: Any, height: Any) -> Any:
    """The score of a game that has ended."""
    if code & MOVER_WINS != U(0):
        return MATE - I(height)
    if code & MOVER_LOSES != U(0):
        return I(height) - MATE
    return DRAW
