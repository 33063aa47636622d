"""Playing a move of the piloting family, and what the position is then worth as a result."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, compiled, inlined, lowest_bit, opened
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    NO_TURN,
    NUMBER,
    ONGOING,
    PLIES,
    SIDE,
    copy_row,
)
from fairyring.kernels.orthodox.generate import FIELD_MASK, GOAL_SHIFT, OFFICER, PAWN, PROMOTION_SHIFT, ROYAL
from fairyring.kernels.orthodox.play import CLOCK_LIMIT, add
from fairyring.kernels.orthodox.tables import NOWHERE
from fairyring.kernels.piloting.attacks import in_check, smalls_of
from fairyring.kernels.piloting.generate import king_after, shift
from fairyring.kernels.piloting.tables import BALANCE, KING, PHASE


@inlined
def toggle(tables: Any, states: Any, ply: Any, site: Any, times: Any) -> None:
    """Put a site's man into the key, the sets and, 1 time or -1 times, the sums; or take him out again."""
    man = U(states.cells[ply, U(0), site])
    if man == U(0):
        return
    states.key[ply] ^= tables.keys.men[man, site]
    if site < smalls_of(states):
        states.bits[ply, man & U(1), site >> U(6)] ^= U(1) << (site & U(63))
        add(tables.worth, states.info, ply, BALANCE, man, site, times)


@inlined
def toggle_ends(tables: Any, states: Any, ply: Any, start: Any, goal: Any, times: Any) -> None:
    """`toggle` both ends of a move, and those who ride there if they are big squares."""
    smalls = smalls_of(states)
    for number in range(U(2) if start < smalls else U(10)):
        site = goal if number & U(1) != U(0) else start
        if number >= U(2):
            site = ((site - smalls) << U(2)) + ((number - U(2)) >> U(1))
        toggle(tables, states, ply, site, times)


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a move into row ply + 1: the contract's ``play``."""
    copy_row(states, ply)
    ply += U(1)
    info = states.info
    side = info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    reset = (
        tables.ways.kinds[states.cells[ply, U(0), start]] == PAWN
        or states.cells[ply, U(0), goal] != 0
        or move >> PROMOTION_SHIFT != U(0)
    )
    toggle_ends(tables, states, ply, start, goal, I(-1))
    shift(states, ply, side, move)
    toggle_ends(tables, states, ply, start, goal, I(1))
    for owner in range(U(2)):
        info[ply, KING + owner] = king_after(info[ply, KING + owner], start, goal, smalls_of(states))
    info[ply, CLOCK] = U(0) if reset else info[ply, CLOCK] + U(1)
    info[ply, NUMBER] += side
    info[ply, SIDE] = U(1) - side
    states.key[ply] ^= tables.keys.turn[U(0), U(1)]


@inlined
def skip(tables: Any, states: Any, ply: Any) -> Any:
    """Write the position after a null move into row ply + 1: the contract's ``skip``.

    Refused in check and where the mover has no small officer left.
    """
    if in_check(tables, states, ply):
        return False
    side = states.info[ply, SIDE]
    officers = False
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word]
        while men != U(0):
            man = states.cells[ply, U(0), (word << U(6)) + lowest_bit(men)]
            men &= men - U(1)
            officers = officers or tables.ways.kinds[man] == OFFICER
    if not officers:
        return False
    copy_row(states, ply)
    ply += U(1)
    states.info[ply, CLOCK] += U(1)
    states.info[ply, NUMBER] += side
    states.info[ply, SIDE] = U(1) - side
    states.key[ply] ^= tables.keys.turn[U(0), U(1)]
    return True


@inlined
def reach(tables: Any, states: Any, ply: Any) -> Any:
    """How far back the position may have come before: the contract's ``reach``.

    As far as there are rows: what a small pawn's step does, the big men who carry him can undo, though
    the clock goes back to 0 with it.
    """
    return ply


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Work out the sets, the kings' places and the key from the cells and the other fields."""
    info = states.info
    states.key[ply] = U(0)
    for side in range(U(2)):
        info[ply, KING + side] = NOWHERE
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, side, word] = U(0)
    info[ply, BALANCE] = info[ply, PHASE] = U(0)
    for site in range(U(states.cells.shape[2])):
        toggle(tables, states, ply, site, I(1))
    for site in range(smalls_of(states)):
        man = U(states.cells[ply, U(0), site])
        if man != U(0) and tables.ways.kinds[man] == ROYAL:
            info[ply, KING + (man & U(1))] = site
    if info[ply, SIDE] != U(0):
        states.key[ply] ^= tables.keys.turn[U(0), U(1)]


@opened
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """How the game stands, given the number of legal moves: the contract's ``outcome``."""
    if moves == U(0):
        return (CHECKMATE if in_check(tables, states, ply) else NO_TURN) | MOVER_LOSES
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING
