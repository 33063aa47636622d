"""The edit layer: all changes of the board go through it, and it keeps sets, sums, kings and key in step."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, internal
from fairyring.kernels.network import count
from fairyring.kernels.orthodox.codes import PAWN, ROYAL
from fairyring.kernels.orthodox.tables import BALANCE, KEEP, KING, KING_KEEP, NOWHERE, PAWNS
from fairyring.kernels.stages import carried, landed, lost, removed


@internal
def remove_piece(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Remove the piece from a site, and return its code."""
    piece = U(states.cells[ply, U(0), site])
    states.cells[ply, U(0), site] = 0
    others = ~(U(1) << (site & U(63)))
    states.bits[ply, piece & U(1), site >> U(6)] &= others
    states.bits[ply, PAWNS, site >> U(6)] &= others
    states.key[ply] ^= tables.keys.zobrist[piece, site]
    add(tables.worth, states.info, ply, BALANCE, piece, site, I(-1))
    count(tables.worth.network, states.info, ply, piece, site, I(-1))
    removed(tables, states, ply, site, piece)
    return piece


@internal
def put_piece(tables: Any, states: Any, ply: Any, site: Any, piece: Any) -> None:
    """Put a piece on an empty site."""
    states.cells[ply, U(0), site] = piece
    states.bits[ply, piece & U(1), site >> U(6)] |= U(1) << (site & U(63))
    states.bits[ply, PAWNS, site >> U(6)] |= U(tables.ways.kinds[piece] == PAWN) << (site & U(63))
    states.key[ply] ^= tables.keys.zobrist[piece, site]
    add(tables.worth, states.info, ply, BALANCE, piece, site, I(1))
    count(tables.worth.network, states.info, ply, piece, site, I(1))


@inlined
def add(worth: Any, info: Any, ply: Any, balance: Any, piece: Any, site: Any, times: Any) -> None:
    """Add a piece on a site to a row's sums, or subtract it: fields ``balance`` and the one after it."""
    phase = balance + U(1)
    info[ply, balance] = U(I(info[ply, balance]) + times * worth.sums[piece, site, U(0)])
    info[ply, phase] = U(I(info[ply, phase]) + times * worth.sums[piece, site, U(1)])


@internal
def take_away(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Remove the piece on a site, a king too; returns a mask of the castling rights that this leaves."""
    lost(tables, states, ply, site, U(states.cells[ply, U(0), site]))
    piece = remove_piece(tables, states, ply, site)
    if tables.ways.kinds[piece] == ROYAL:
        states.info[ply, KING + (piece & U(1))] = NOWHERE
    return tables.sites[site, KEEP]


@internal
def move_piece(tables: Any, states: Any, ply: Any, start: Any, goal: Any) -> Any:
    """Move a piece to an empty site, with its marks; returns a mask of the castling rights left."""
    load = U(carried(tables, states, ply, start, U(0)))
    piece = remove_piece(tables, states, ply, start)
    put_piece(tables, states, ply, goal, piece)
    landed(tables, states, ply, goal, load)
    if tables.ways.kinds[piece] == ROYAL:
        states.info[ply, KING + (piece & U(1))] = goal
        return (
            tables.sites[start, KEEP]
            & tables.sites[goal, KEEP]
            & tables.sites[start, KING_KEEP + (piece & U(1))]
        )
    return tables.sites[start, KEEP] & tables.sites[goal, KEEP]
