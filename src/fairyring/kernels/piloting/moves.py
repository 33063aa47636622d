"""The moves of the piloting family, and what one does to the cells.

A move is coded as in the orthodox family: start and goal, both small squares for a step or a drop and both
big ones for a pilot move; and the number of the kind that the moved pawn becomes, or that is dropped. In
place of its extra bits it has the numbers of the kinds that small pawns become which it carries to their far
rank: first that of the one on the a file of its back, then that of the one on the b file.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    DROP,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
)
from fairyring.kernels.orthodox.tables import KING
from fairyring.kernels.piloting.attacks import king_attacked, small_count

FIRST_SHIFT, SECOND_SHIFT, CARRIED_MASK = EXTRA_SHIFT, EXTRA_SHIFT + U(5), U(0x1F)


@inlined
def first_of(move: Any) -> Any:
    """The number of the kind that a carried pawn on the a file of its back becomes, or 0."""
    return (move >> FIRST_SHIFT) & CARRIED_MASK


@inlined
def second_of(move: Any) -> Any:
    """The same for the b file."""
    return (move >> SECOND_SHIFT) & CARRIED_MASK


@inlined
def far_corner(side: Any) -> Any:
    """The place on a back, from 0 to 3, of the first of the two small squares on the far side."""
    return (U(1) - side) * U(2)


@inlined
def riders(states: Any, ply: Any, base: Any) -> Any:
    """The four cells of a back, from the first one on, as one number."""
    cells = states.cells
    return (
        U(cells[ply, U(0), base])
        | U(cells[ply, U(0), base + U(1)]) << U(8)
        | U(cells[ply, U(0), base + U(2)]) << U(16)
        | U(cells[ply, U(0), base + U(3)]) << U(24)
    )


@inlined
def set_riders(states: Any, ply: Any, base: Any, four: Any) -> None:
    """Fill the four cells of a back."""
    states.cells[ply, U(0), base] = four & U(0xFF)
    states.cells[ply, U(0), base + U(1)] = (four >> U(8)) & U(0xFF)
    states.cells[ply, U(0), base + U(2)] = (four >> U(16)) & U(0xFF)
    states.cells[ply, U(0), base + U(3)] = four >> U(24)


@inlined
def move_pieces(states: Any, ply: Any, side: Any, move: Any) -> None:
    """Make a move of ``side`` on a row's cells, and change nothing else."""
    cells = states.cells
    smalls = small_count(states)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    piece = U(cells[ply, U(0), start])
    if (move >> TAG_SHIFT) & TAG_MASK == DROP:
        piece = side
    cells[ply, U(0), start] = 0
    cells[ply, U(0), goal] = piece if promotion == U(0) else promotion << U(1) | piece & U(1)
    if start < smalls:
        return
    base = (goal - smalls) << U(2)
    set_riders(states, ply, base, riders(states, ply, (start - smalls) << U(2)))
    set_riders(states, ply, (start - smalls) << U(2), U(0))
    if move >> FIRST_SHIFT != U(0):
        corner = base + far_corner(side)
        if first_of(move) != U(0):
            cells[ply, U(0), corner] = first_of(move) << U(1) | side
        if second_of(move) != U(0):
            cells[ply, U(0), corner + U(1)] = second_of(move) << U(1) | side


@inlined
def king_after(king: Any, start: Any, goal: Any, smalls: Any) -> Any:
    """Where a king stands after its own move, a move of the big piece under it, or another move."""
    if start == king:
        return goal
    if start >= smalls and king >> U(2) == start - smalls:
        return (goal - smalls) << U(2) | king & U(3)
    return king


@inlined
def leaves_king_attacked(ways: Any, terms: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a pseudo-legal move would leave the mover's king attacked: made on the cells, and unmade."""
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    cells = states.cells
    smalls = small_count(states)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    piece, captured = cells[ply, U(0), start], cells[ply, U(0), goal]
    piloted = start >= smalls
    if piloted and king >> U(2) == goal - smalls:
        return True  # it would capture the big piece under its own king
    here, there, carried, lost = U(0), U(0), U(0), U(0)
    if piloted:
        here, there = (start - smalls) << U(2), (goal - smalls) << U(2)
        carried, lost = riders(states, ply, here), riders(states, ply, there)
    move_pieces(states, ply, side, move)
    exposed = king_attacked(ways, terms, states, ply, side, king_after(king, start, goal, smalls))
    if piloted:
        set_riders(states, ply, here, carried)
        set_riders(states, ply, there, lost)
    cells[ply, U(0), goal] = captured
    cells[ply, U(0), start] = piece
    return exposed
