"""Playing a move, and what the position is then worth as a result."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, compiled, inlined, internal, lowest_bit, opened
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MATERIAL,
    MOVER_LOSES,
    NUMBER,
    ONGOING,
    PLIES,
    SIDE,
    STALEMATE,
    copy_row,
)
from fairyring.kernels.orthodox.attacks import in_check
from fairyring.kernels.orthodox.generate import (
    BYTE_MASK,
    CASTLE,
    DOUBLE_STEP,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PAWN,
    PROMOTION_SHIFT,
    TAG_SHIFT,
    encode,
    exposes,
)
from fairyring.kernels.orthodox.tables import (
    ATTACKER_SHIFT,
    BALANCE,
    KEEP,
    KING,
    NOWHERE,
    PASSED,
    PAWNS,
    PHASE,
    RIGHTS,
    ROOK_GOAL,
    ROOK_START,
    SHADE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VICTIM,
)
from fairyring.kernels.orthodox.worth import BARE

CLOCK_LIMIT = U(100)


@internal
def lift(tables: Any, states: Any, ply: Any, site: Any) -> Any:
    """Take the man off a site, and answer who it was."""
    man = U(states.cells[ply, U(0), site])
    states.cells[ply, U(0), site] = 0
    others = ~(U(1) << (site & U(63)))
    states.bits[ply, man & U(1), site >> U(6)] &= others
    states.bits[ply, PAWNS, site >> U(6)] &= others
    states.key[ply] ^= tables.keys.men[man, site]
    add(tables.worth, states.info, ply, BALANCE, man, site, I(-1))
    return man


@internal
def drop(tables: Any, states: Any, ply: Any, site: Any, man: Any) -> None:
    """Put a man on an empty site."""
    states.cells[ply, U(0), site] = man
    states.bits[ply, man & U(1), site >> U(6)] |= U(1) << (site & U(63))
    states.bits[ply, PAWNS, site >> U(6)] |= U(tables.ways.kinds[man] == PAWN) << (site & U(63))
    states.key[ply] ^= tables.keys.men[man, site]
    add(tables.worth, states.info, ply, BALANCE, man, site, I(1))


@inlined
def add(worth: Any, info: Any, ply: Any, balance: Any, man: Any, site: Any, times: Any) -> None:
    """Add a man on a site to a row's sums, or take him out: fields ``balance`` and the one after it."""
    phase = balance + U(1)
    info[ply, balance] = U(I(info[ply, balance]) + times * worth.sums[man, site, U(0)])
    info[ply, phase] = U(I(info[ply, phase]) + times * worth.sums[man, site, U(1)])


@inlined
def hand_over(keys: Any, states: Any, ply: Any, kept: Any, reset: Any) -> None:
    """End the mover's turn, his castling rights ``kept``; ``reset``: whether the clock starts anew."""
    info = states.info
    side, rights = info[ply, SIDE], info[ply, RIGHTS]
    info[ply, RIGHTS] = kept
    info[ply, CLOCK] = U(0) if reset else info[ply, CLOCK] + U(1)
    info[ply, NUMBER] += side
    info[ply, SIDE] = U(1) - side
    states.key[ply] ^= keys.turn[rights, side] ^ keys.turn[kept, U(1) - side]


@internal
def can_be_taken(ways: Any, states: Any, ply: Any) -> Any:
    """Whether the mover has a legal en passant capture: a passed site counts for repetition only then."""
    passed, victim = states.info[ply, PASSED], states.info[ply, VICTIM]
    side = states.info[ply, SIDE]
    i = U(ways.attack_start[passed])
    end = U(ways.attack_start[passed + U(1)])
    while i < end:
        step = ways.attacks[i]
        site = step & SITE_MASK
        man = U(states.cells[ply, U(0), site])
        if man == U(0):
            i += U(1)
            continue
        if (
            man & U(1) == side
            and ways.kinds[man] == PAWN
            and (step >> (ATTACKER_SHIFT + man)) & U(1) != U(0)
            and not exposes(ways, states, ply, encode(site, passed, U(0), EN_PASSANT, victim))
        ):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@opened
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a move into row ply + 1: the contract's ``play``."""
    copy_row(states, ply)
    ply += U(1)
    info = states.info
    side = info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    tag, extra = (move >> TAG_SHIFT) & BYTE_MASK, move >> EXTRA_SHIFT

    _forget_passed(tables, states, ply)
    man = lift(tables, states, ply, start)
    reset = tables.ways.kinds[man] == PAWN
    if tag == CASTLE:
        rook = lift(tables, states, ply, tables.ways.castlings[extra, ROOK_START])
        drop(tables, states, ply, tables.ways.castlings[extra, ROOK_GOAL], rook)
    else:
        if tag == EN_PASSANT:
            lift(tables, states, ply, extra)
        elif states.cells[ply, U(0), goal] != 0:
            lift(tables, states, ply, goal)
            reset = True
        if promotion != U(0):
            man = promotion << U(1) | side
    drop(tables, states, ply, goal, man)
    if info[ply, KING + side] == start:
        info[ply, KING + side] = goal

    kept = info[ply, RIGHTS] & tables.sites[start, KEEP] & tables.sites[goal, KEEP]
    hand_over(tables.keys, states, ply, kept, reset)
    if tag == DOUBLE_STEP:
        info[ply, PASSED] = extra
        info[ply, VICTIM] = goal
        if can_be_taken(tables.ways, states, ply):
            states.key[ply] ^= tables.keys.men[U(0), extra]


@internal
def _forget_passed(tables: Any, states: Any, ply: Any) -> None:
    if states.info[ply, PASSED] == NOWHERE:
        return
    if can_be_taken(tables.ways, states, ply):
        states.key[ply] ^= tables.keys.men[U(0), states.info[ply, PASSED]]
    states.info[ply, PASSED] = NOWHERE
    states.info[ply, VICTIM] = NOWHERE


@inlined
def skip(tables: Any, states: Any, ply: Any) -> Any:
    """Write the position after a null move into row ply + 1: the contract's ``skip``.

    Refused in check and where the mover has only pawns and his king: there a move may be a burden.
    """
    side = states.info[ply, SIDE]
    officers = U(0)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            if tables.ways.kinds[states.cells[ply, U(0), site]] == 0:
                officers += U(1)
    if officers == U(0) or in_check(tables, states, ply):
        return False
    copy_row(states, ply)
    ply += U(1)
    _forget_passed(tables, states, ply)
    hand_over(tables.keys, states, ply, states.info[ply, RIGHTS], False)
    return True


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Work out the sets, the kings' sites and the key from the cells and the other fields."""
    states.key[ply] = U(0)
    for side in range(U(2)):
        states.info[ply, KING + side] = NOWHERE
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, side, word] = U(0)
            states.bits[ply, PAWNS, word] = U(0)
    states.info[ply, BALANCE] = U(0)
    states.info[ply, PHASE] = U(0)
    for site in range(U(states.cells.shape[2])):
        man = U(states.cells[ply, U(0), site])
        if man != U(0):
            drop(tables, states, ply, site, man)
            if tables.ways.kinds[man] == 2:
                states.info[ply, KING + (man & U(1))] = site
    states.key[ply] ^= tables.keys.turn[states.info[ply, RIGHTS], states.info[ply, SIDE]]
    passed = states.info[ply, PASSED]
    if passed != NOWHERE and can_be_taken(tables.ways, states, ply):
        states.key[ply] ^= tables.keys.men[U(0), passed]


@opened
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """How the game stands, given the number of legal moves: the contract's ``outcome``."""
    if moves == U(0):
        return CHECKMATE | MOVER_LOSES if in_check(tables, states, ply) else STALEMATE
    if _bare(tables, states, ply):
        return MATERIAL
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING


@internal
def _bare(tables: Any, states: Any, ply: Any) -> Any:
    """FIDE's insufficient material: one light piece, or only men that keep to one and the same shade."""
    if tables.worth.men[U(0), BARE] == 0:
        return False
    light, shades, others = U(0), U(0), U(0)
    for side in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            men = states.bits[ply, side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                man = U(states.cells[ply, U(0), site])
                if tables.ways.kinds[man] == 2:
                    continue
                if tables.worth.men[man, BARE] == 0:
                    return False
                if tables.worth.men[man, BARE] == 1:
                    others += U(1)
                light += U(1)
                shades |= U(1) << tables.sites[site, SHADE]
    return light < U(2) or (others == U(0) and shades != U(3))
