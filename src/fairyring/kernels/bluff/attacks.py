"""Attacks in the bluff family."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.bluff.tables import ATTACKED_FROM, DEMAND, KING, NOWHERE, PAWN, PIECE, RIDES, TRUE
from fairyring.kernels.compiling import U, inlined, internal, lowest_bit
from fairyring.kernels.stages import sweeps, swept


@inlined
def attacks_along(ways: Any, piece: Any, by: Any, vector: Any, near: Any) -> Any:
    """Whether what stands on a line outward from a site is a piece of side ``by`` that attacks the site."""
    return (
        piece > DEMAND
        and piece & U(1) == by
        and (ways.covers[piece] >> vector) & U(1) != U(0)
        and (near or ways.spans[piece, RIDES] != 0)
    )


@inlined
def attacked(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether a piece of side ``by`` attacks a site."""
    for column in range(ATTACKED_FROM, ATTACKED_FROM + U(2)):
        origin = U(ways.pawns[by, site, column])
        if origin != NOWHERE:
            piece = U(states.cells[ply, PIECE, origin])
            if piece > DEMAND and piece & U(1) == by and ways.kinds[piece] == PAWN:
                return True
    for vector in range(U(ways.steps.shape[1])):
        origin, near = U(ways.steps[site, vector]), True
        while origin != NOWHERE:
            piece = U(states.cells[ply, PIECE, origin])
            if piece != U(0):
                if attacks_along(ways, piece, by, vector, near):
                    return True
                break
            if (ways.covers[0] >> vector) & U(1) == U(0):
                break
            near = False
            origin = U(ways.steps[origin, vector])
    return False


@internal
def sweeps_king(tables: Any, states: Any, ply: Any, goal: Any, side: Any) -> Any:
    """Whether a king of a side is among the pieces that leave the board with a capture on a site."""
    for word in range(U(states.bits.shape[2])):
        pieces = swept(tables, states, ply, goal, word, U(0)) & states.bits[ply, side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if tables.ways.kinds[states.cells[ply, PIECE, site]] == KING:
                return True
    return False


@inlined
def exposed(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side's True King, whose site the row has, could be captured where it stands."""
    king, by = U(states.info[ply, TRUE + side]), U(1) - side
    if not attacked(tables.ways, states, ply, king, by):
        return False
    return not (sweeps(tables) and sweeps_king(tables, states, ply, king, by))
