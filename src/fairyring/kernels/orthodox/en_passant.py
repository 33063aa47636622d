"""Pawns that could capture en passant, for families whose pawns move along orthodox rays."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.codes import (
    ATTACKER_SHIFT,
    EN_PASSANT,
    PASSING,
    PAWN,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, NOWHERE

NO_CAPTURE = ~U(0)


@inlined
def _may_pass(ways: Any, states: Any, piece: Any, start: Any, ep_square: Any) -> Any:
    """Whether what the piece on a site captures on the en passant square may be captured en passant."""
    at = piece * U(states.cells.shape[2]) + start
    for i in range(U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])):
        if U(ways.rays[i]) & PASSING != U(0) and U(ways.rays[i]) & SITE_MASK == ep_square:
            return True
    return False


@inlined
def next_capturer(ways: Any, states: Any, ply: Any, side: Any, ep_square: Any, after: Any) -> Any:
    """A side's pawns that attack a square on which they may capture en passant, one by one.

    ``after`` is 0, or what the last call returned first. Returns where to continue, and where the pawn is or
    `NOWHERE`.
    """
    i, end = max(after, U(ways.attack_start[ep_square])), U(ways.attack_start[ep_square + U(1)])
    while i < end:
        step = ways.attacks[i]
        start = step & SITE_MASK
        piece = U(states.cells[ply, U(0), start])
        if piece == U(0):
            i += U(1)
            continue
        i += (step >> SKIP_SHIFT) & SKIP_MASK
        if (
            piece & U(1) == side
            and ways.kinds[piece] == PAWN
            and (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0)
            and _may_pass(ways, states, piece, start, ep_square)
        ):
            return i, start
    return i, NOWHERE


@inlined
def next_ep_capture(ways: Any, states: Any, ply: Any, after: Any) -> Any:
    """The mover's pseudo-legal en passant captures, one by one.

    ``after`` is 0, or what the last call returned first. Returns where to continue, and a move or
    `NO_CAPTURE`.
    """
    ep_square = states.info[ply, EP_SQUARE]
    if ep_square == NOWHERE:
        return after, NO_CAPTURE
    i, start = next_capturer(ways, states, ply, states.info[ply, SIDE], ep_square, after)
    if start == NOWHERE:
        return i, NO_CAPTURE
    return i, encode(start, ep_square, U(0), EN_PASSANT, states.info[ply, EP_PAWN])
