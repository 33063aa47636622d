"""The part that games with riders have in their tables, and what it does in each stage of a turn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, inlined, lowest_bit
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT
from fairyring.kernels.orthodox.edit import move_piece, take_away
from fairyring.kernels.packed import packed
from fairyring.kernels.stages import RISKY, register_part
from fairyring.mechanics.riding import attacks, evaluate, moves


@packed
class Riders(NamedTuple):
    """The part of a game in which pieces ride.

    Attributes:
        fall: uint64[1]; 1 if the rider of a captured piece is captured with it.
    """

    fall: npt.NDArray[np.uint64]


@inlined
def movable(riders: Any, tables: Any, states: Any, ply: Any, word: Any, pieces: Any) -> Any:
    """No piece that carries another."""
    return moves.movable(states, ply, word, pieces)


@inlined
def stepped(
    riders: Any, tables: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, found: Any, n: Any
) -> Any:
    """Moves along the ground and along the backs."""
    return moves.piece_moves(tables.ways, states, ply, side, start, actions, riders.fall[U(0)], found, n)


@inlined
def intricate(riders: Any, tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """Captures of riders and of their carriers."""
    return attacks.intricate(states, ply, move)


@inlined
def acting(riders: Any, tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """A rider on a piece of its own side, until it has left; no piece under an enemy rider."""
    return attacks.acting(states, ply, site)


@inlined
def unmarked(riders: Any, tables: Any) -> Any:
    """It counts goals on both levels, and marks nothing."""
    return True


@inlined
def under_attack(riders: Any, tables: Any, states: Any, ply: Any, place: Any, by: Any) -> Any:
    """Along the ground and along the backs."""
    return attacks.attacked_at(tables.ways, states, ply, place, by, riders.fall[U(0)])


@inlined
def looked(riders: Any, tables: Any, states: Any, ply: Any) -> Any:
    """Pieces that leave or come can open a line or close it: on the backs, to come opens one."""
    return attacks.checks_and_pins(tables.ways, states, ply, riders.fall[U(0)])


@inlined
def probing(riders: Any, tables: Any) -> Any:
    """Moves that leave or come to certain places."""
    return RISKY


@inlined
def risky(riders: Any, tables: Any, states: Any, ply: Any, checks: Any, move: Any) -> Any:
    """Those that come; and in check, all."""
    return attacks.risky(states, ply, checks, move, riders.fall[U(0)])


@inlined
def exposing(riders: Any, tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The move made on the cells, and unmade."""
    return attacks.leaves_king_attacked(tables.ways, states, ply, move, riders.fall[U(0)])


@inlined
def listed(riders: Any, tables: Any) -> Any:
    """There is no quick count."""
    return True


@inlined
def arrived(riders: Any, tables: Any, states: Any, ply: Any, move: Any, taken: Any, kept: Any) -> Any:
    """The rider of a captured piece may fall; a rider whose carrier has left the board comes down."""
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    fall = riders.fall[U(0)] != U(0) and taken != U(0) and goal < attacks.back(states)
    if fall and states.cells[ply, U(0), goal + attacks.back(states)] != 0:
        kept &= take_away(tables, states, ply, goal + attacks.back(states))
    half = U(states.bits.shape[2]) >> U(1)
    for word in range(half):
        airy = states.bits[ply, U(0), word + half] | states.bits[ply, U(1), word + half]
        airy &= ~(states.bits[ply, U(0), word] | states.bits[ply, U(1), word])
        while airy != U(0):
            site = (word << U(6)) + lowest_bit(airy)
            airy &= airy - U(1)
            kept &= move_piece(tables, states, ply, site + attacks.back(states), site)
    return kept


@inlined
def reaching(riders: Any, tables: Any, states: Any, ply: Any, place: Any, piece: Any, shelter: Any) -> Any:
    """Goals on both levels, of pieces that carry no rider."""
    goals, near = evaluate.reaching(tables.ways, tables.worth.zones, states, ply, place, piece, shelter)
    return goals, near, U(0), U(0)


@inlined
def weighed(riders: Any, tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """Carriers are worth less."""
    return score + evaluate.weighed(tables, states, ply)


register_part(Riders, globals())
