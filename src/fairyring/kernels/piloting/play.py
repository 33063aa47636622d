"""Making moves in the piloting family."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined
from fairyring.kernels.contract import SIDE, copy_row
from fairyring.kernels.orthodox import play as orthodox
from fairyring.kernels.orthodox.effects import make_changes
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, NOWHERE, RIGHTS
from fairyring.kernels.piloting.attacks import in_check, small_pieces, small_words
from fairyring.kernels.piloting.moves import FIRST_SHIFT
from fairyring.kernels.stages import no_pass, turned


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """The contract's ``play``: write the position after a move into row ply + 1."""
    copy_row(states, ply, ply + U(1))
    ply += U(1)
    reset, kept = make_changes(tables, states, ply, move)
    orthodox.switch_side(tables.keys, states, ply, kept, reset or move >> FIRST_SHIFT != U(0))
    turned(tables, states, ply)


@inlined
def null_move(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``null_move``: write the position after passing into row ply + 1.

    Refused in check, and if the mover has only small pawns and a king.
    """
    if in_check(tables, states, ply) or no_pass(tables, states, ply):
        return False
    side = states.info[ply, SIDE]
    non_pawns = False
    for word in range(small_words(states)):
        pieces = small_pieces(states, ply, side, word)
        non_pawns = non_pawns or orthodox.has_non_pawn(tables.ways, states, ply, word, pieces)
    if not non_pawns:
        return False
    copy_row(states, ply, ply + U(1))
    orthodox.switch_side(tables.keys, states, ply + U(1), U(0), False)
    return True


@inlined
def repetition_window(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``repetition_window``: as far back as there are rows.

    What a small pawn's step does, the big pieces that carry it can undo, although it sets the clock to 0.
    """
    return ply


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Compute the sets, the kings' places, the sums and the key from the cells and the other fields."""
    states.info[ply, RIGHTS] = U(0)
    states.info[ply, EP_SQUARE] = NOWHERE
    states.info[ply, EP_PAWN] = NOWHERE
    orthodox.set_up(tables, states, ply)
