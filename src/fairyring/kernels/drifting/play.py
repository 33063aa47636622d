"""Playing a turn, and what the position is then worth as a result."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, composed, inlined, lowest_bit
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    ONGOING,
    PLIES,
    SIDE,
    STALEMATE,
)
from fairyring.kernels.drifting.aim import exposes, in_check
from fairyring.kernels.drifting.drift import (
    EN_PASSANT,
    PASS,
    close_up,
    copy,
    drift_from,
    encode,
    take_part,
    turn,
)
from fairyring.kernels.drifting.tables import (
    CAPTURE,
    GIVES_MASK,
    GIVES_SHIFT,
    MOVING,
    PIECE,
    PLACE,
    SITE_MASK,
    VECTOR,
)
from fairyring.kernels.orthodox.generate import OFFICER, PAWN
from fairyring.kernels.orthodox.play import CLOCK_LIMIT
from fairyring.kernels.orthodox.tables import (
    NOWHERE,
    PASSED,
    RIGHTS,
    VICTIM,
)


@compiled
def rekey(tables: Any, states: Any, ply: Any) -> None:
    """Work out the key from the sets, the cells and the fields."""
    keys, ways = tables.keys, tables.ways
    sites = U(states.cells.shape[2])
    codes, vectors = U(ways.kinds.shape[0]), U(tables.motion.courses.shape[1])
    key = keys.turn[states.info[ply, RIGHTS], states.info[ply, SIDE]]
    for side in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            men = states.bits[ply, side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                key ^= keys.men[states.cells[ply, PIECE, site], site]
            men = states.bits[ply, MOVING + side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                vector, place = U(states.cells[ply, VECTOR, site]), U(states.cells[ply, PLACE, site])
                key ^= keys.men[codes + vector, site] ^ keys.men[codes + vectors + place, site]
    states.key[ply] = key
    passed, victim = states.info[ply, PASSED], states.info[ply, VICTIM]
    if passed == NOWHERE:
        return
    # A passed site counts for repetition only where the mover has a legal capture en passant.
    side = states.info[ply, SIDE]
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            man = U(states.cells[ply, PIECE, site])
            if ways.kinds[man] != PAWN:
                continue
            at = man * sites + site
            for i in range(U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])):
                step = U(ways.rays[i])
                if step & SITE_MASK != passed or step & CAPTURE == U(0):
                    continue
                given = (step >> GIVES_SHIFT) & GIVES_MASK
                move = encode(site, passed, U(0), EN_PASSANT, given, victim)
                if not exposes(ways, tables.motion, states, ply, move):
                    states.key[ply] = key ^ keys.men[U(0), passed]
                    return


@composed
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a turn into row ply + 1: the contract's ``play``."""
    turn(tables.ways, tables.motion, states, ply, ply + U(1), move)
    rekey(tables, states, ply + U(1))


# ---- for showing a turn part by part ----


@compiled
def begin(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a turn's voluntary part into row ply + 1, without its key."""
    copy(states, ply, ply + U(1))
    take_part(tables.ways, tables.motion, states, ply + U(1), move)
    for side in range(U(2)):
        close_up(states, ply + U(1), side)


@compiled
def go_on(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Make one man's automatic move on a row; whether he is in motion after it."""
    side = states.info[ply, SIDE]
    man, vector = U(states.cells[ply, PIECE, site]), U(states.cells[ply, VECTOR, site])
    goes_on = drift_from(tables.ways, tables.motion, states, ply, side, site, man, vector)
    for owner in range(U(2)):
        close_up(states, ply, owner)
    return goes_on


@inlined
def skip(tables: Any, states: Any, ply: Any) -> Any:
    """Write the position after a null move into row ply + 1: the contract's ``skip``.

    The men in motion go on as they would in any turn. Refused in check, where the king could be taken
    after it, and where no officer but those in motion is left: there a move may be a burden.
    """
    ways, motion = tables.ways, tables.motion
    side = states.info[ply, SIDE]
    officers = False
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word] & ~states.bits[ply, MOVING + side, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            if ways.kinds[states.cells[ply, PIECE, site]] == OFFICER:
                officers = True
    if not officers or in_check(tables, states, ply):
        return False
    if exposes(ways, motion, states, ply, PASS):
        return False
    copy(states, U(states.key.shape[0]) - U(2), ply + U(1))  # where it was played out
    rekey(tables, states, ply + U(1))
    return True


@composed
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """How the game stands, given the number of legal moves: the contract's ``outcome``."""
    if moves == U(0):
        return CHECKMATE | MOVER_LOSES if in_check(tables, states, ply) else STALEMATE
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING
