"""What motion does in the stages of a turn."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined, internal
from fairyring.kernels.drifting.attacks import can_capture_king
from fairyring.kernels.drifting.drift import halt, make_turn, set_moving
from fairyring.kernels.drifting.motion import Motion
from fairyring.kernels.drifting.tables import PIECE, PLACE, VECTOR
from fairyring.kernels.orthodox.attacks import occupied
from fairyring.kernels.orthodox.codes import BYTE_MASK, UNDECIDED, with_third
from fairyring.kernels.orthodox.tables import LINE
from fairyring.kernels.stages import register_part

# Where the load of a piece that is carried elsewhere has its motion, behind other mechanics' marks.
VECTOR_SHIFT, PLACE_SHIFT = U(32), U(40)


@inlined
def carried(motion: Any, tables: Any, states: Any, ply: Any, start: Any, load: Any) -> Any:
    """A piece's motion goes with it."""
    vector, place = U(states.cells[ply, VECTOR, start]), U(states.cells[ply, PLACE, start])
    return load | vector << VECTOR_SHIFT | place << PLACE_SHIFT


@inlined
def landed(motion: Any, tables: Any, states: Any, ply: Any, site: Any, load: Any) -> None:
    """It is in motion where it is now."""
    vector, place = (load >> VECTOR_SHIFT) & BYTE_MASK, (load >> PLACE_SHIFT) & BYTE_MASK
    if vector != U(0):
        set_moving(states, ply, U(states.cells[ply, PIECE, site]) & U(1), site, vector, place)


@inlined
def removed(motion: Any, tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """Nothing is in motion where no piece is."""
    halt(states, ply, piece & U(1), site)


@internal
def standing_after(motion: Any, tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Where pieces stand once the others have drifted, too: the turn is played out on a spare row."""
    spare = U(states.key.shape[0]) - U(1)
    make_turn(tables, states, ply, spare, with_third(move, UNDECIDED), U(0))
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LINE, word] = occupied(states, spare, word)


@inlined
def gives_check(motion: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Whether another turn of the mover, whose pieces at the edges have stopped, could capture the king."""
    return can_capture_king(tables, states, ply, U(states.key.shape[0]) - U(1))


register_part(Motion, globals())
