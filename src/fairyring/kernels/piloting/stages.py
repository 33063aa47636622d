"""What piloting does in the stages of a turn: riders go where their big piece goes, and no move loses."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import CHECKMATE, MOVER_LOSES, NO_TURN, SIDE
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT
from fairyring.kernels.orthodox.edit import move_piece, put_piece, remove_piece, take_away
from fairyring.kernels.piloting.attacks import small_count
from fairyring.kernels.piloting.moves import FIRST_SHIFT, far_corner, first_of, second_of
from fairyring.kernels.stages import became


@inlined
def arrived(terms: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """A captured big piece's riders leave the board, and those of the piece that moved come after it."""
    smalls = small_count(states)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    if start < smalls:
        return kept
    here, there = (start - smalls) << U(2), (goal - smalls) << U(2)
    for corner in range(U(4)):
        if states.cells[ply, U(0), there + corner] != 0:
            take_away(tables, states, ply, there + corner)
    for corner in range(U(4)):
        if states.cells[ply, U(0), here + corner] != 0:
            move_piece(tables, states, ply, here + corner, there + corner)
    if move >> FIRST_SHIFT != U(0):
        side = states.info[ply, SIDE]
        corner = there + far_corner(side)
        for kind in (first_of(move), second_of(move)):
            if kind != U(0):
                remove_piece(tables, states, ply, corner)
                put_piece(tables, states, ply, corner, kind << U(1) | side)
                became(tables, states, ply, corner)
            corner += U(1)
    return kept


@inlined
def stuck(terms: Any, tables: Any, states: Any, ply: Any, checked: Any) -> Any:
    """A player who has no legal move has lost, in check or not."""
    return (CHECKMATE if checked else NO_TURN) | MOVER_LOSES
