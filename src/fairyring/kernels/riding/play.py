"""Playing a move on two levels, and what the position is then worth as a result."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import (
    CHECKMATE,
    CLOCK,
    MOVER_LOSES,
    ONGOING,
    PLIES,
    SIDE,
    STALEMATE,
    copy_row,
)
from fairyring.kernels.orthodox.generate import (
    BYTE_MASK,
    DOUBLE_STEP,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    OFFICER,
    PAWN,
    ROYAL,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.play import CLOCK_LIMIT, hand_over
from fairyring.kernels.orthodox.tables import (
    ATTACKER_SHIFT,
    KEEP,
    KING,
    NOWHERE,
    PASSED,
    RIGHTS,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VICTIM,
)
from fairyring.kernels.riding.attacks import in_check
from fairyring.kernels.riding.generate import exposes, fourth_site, shift, third_site
from fairyring.kernels.riding.tables import GROUND, KING_LEVEL, LEVEL_SHIFT, RIDERS, TOP


@inlined
def top_hash(keys: Any, man: Any, site: Any) -> Any:
    """The hash number of a man on a back: that of the ground, its halves exchanged."""
    number = keys.men[man, site]
    return number << U(32) | number >> U(32)


@internal
def unmark(keys: Any, states: Any, ply: Any, site: Any) -> None:
    """Take a site's men out of the key and the sets."""
    man, rider = U(states.cells[ply, GROUND, site]), U(states.cells[ply, TOP, site])
    if man != U(0):
        states.key[ply] ^= keys.men[man, site]
    if rider != U(0):
        states.key[ply] ^= top_hash(keys, rider, site)
    for chosen in range(U(4)):
        states.bits[ply, chosen, site >> U(6)] &= ~(U(1) << (site & U(63)))


@internal
def mark(keys: Any, states: Any, ply: Any, site: Any) -> None:
    """Put a site's men into the key and the sets."""
    man, rider = U(states.cells[ply, GROUND, site]), U(states.cells[ply, TOP, site])
    bit = U(1) << (site & U(63))
    if man != U(0):
        states.key[ply] ^= keys.men[man, site]
        states.bits[ply, man & U(1), site >> U(6)] |= bit
    if rider != U(0):
        states.key[ply] ^= top_hash(keys, rider, site)
        states.bits[ply, RIDERS + (rider & U(1)), site >> U(6)] |= bit


@internal
def can_be_taken(ways: Any, states: Any, ply: Any, fall: Any) -> Any:
    """Whether the mover has a legal en passant capture: a passed site counts for repetition only then."""
    passed, victim = states.info[ply, PASSED], states.info[ply, VICTIM]
    side = states.info[ply, SIDE]
    i, end = U(ways.attack_start[passed]), U(ways.attack_start[passed + U(1)])
    while i < end:
        step = ways.attacks[i]
        site = step & SITE_MASK
        man = U(states.cells[ply, GROUND, site])
        if man == U(0):
            i += U(1)
            continue
        if (
            man & U(1) == side
            and ways.kinds[man] == PAWN
            and states.cells[ply, TOP, site] == 0
            and (step >> (ATTACKER_SHIFT + man)) & U(1) != U(0)
            and not exposes(ways, states, ply, encode(site, passed, U(0), EN_PASSANT, victim), fall)
        ):
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@compiled
def play(tables: Any, states: Any, ply: Any, move: Any) -> None:
    """Write the position after a move into row ply + 1: the contract's ``play``."""
    copy_row(states, ply)
    ply += U(1)
    info = states.info
    side = info[ply, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    one, two = start & SITE_MASK, goal & SITE_MASK
    three, four = third_site(tables.ground.ways, move), fourth_site(tables.ground.ways, move)
    tag = (move >> TAG_SHIFT) & BYTE_MASK
    _forget_passed(tables, states, ply)
    reset = (
        tables.ground.ways.kinds[states.cells[ply, start >> LEVEL_SHIFT, one]] == PAWN
        or states.cells[ply, goal >> LEVEL_SHIFT, two] != 0
    )
    # A right goes when a man leaves or comes to a home square on the ground, not with what rides there.
    kept = info[ply, RIGHTS]
    if start >> LEVEL_SHIFT == GROUND:
        kept &= tables.ground.sites[one, KEEP]
    if goal >> LEVEL_SHIFT == GROUND:
        kept &= tables.ground.sites[two, KEEP]
    unmark(tables.ground.keys, states, ply, one)
    unmark(tables.ground.keys, states, ply, two)
    if three != one:
        unmark(tables.ground.keys, states, ply, three)
    if four != one:
        unmark(tables.ground.keys, states, ply, four)
    shift(tables.ground.ways, states, ply, move, tables.riders_fall[U(0)])
    mark(tables.ground.keys, states, ply, one)
    mark(tables.ground.keys, states, ply, two)
    if three != one:
        mark(tables.ground.keys, states, ply, three)
    if four != one:
        mark(tables.ground.keys, states, ply, four)
    if start == (info[ply, KING + side] | info[ply, KING_LEVEL + side] << LEVEL_SHIFT):
        info[ply, KING + side] = two
        info[ply, KING_LEVEL + side] = goal >> LEVEL_SHIFT
    hand_over(tables.ground.keys, states, ply, kept, reset)
    if tag == DOUBLE_STEP:
        info[ply, PASSED] = move >> EXTRA_SHIFT
        info[ply, VICTIM] = two
        if can_be_taken(tables.ground.ways, states, ply, tables.riders_fall[U(0)]):
            states.key[ply] ^= tables.ground.keys.men[U(0), info[ply, PASSED]]


@internal
def _forget_passed(tables: Any, states: Any, ply: Any) -> None:
    if states.info[ply, PASSED] == NOWHERE:
        return
    if can_be_taken(tables.ground.ways, states, ply, tables.riders_fall[U(0)]):
        states.key[ply] ^= tables.ground.keys.men[U(0), states.info[ply, PASSED]]
    states.info[ply, PASSED] = NOWHERE
    states.info[ply, VICTIM] = NOWHERE


@inlined
def skip(tables: Any, states: Any, ply: Any) -> Any:
    """Write the position after a null move into row ply + 1: the contract's ``skip``.

    Refused in check and where the mover has only pawns and his king.
    """
    side = states.info[ply, SIDE]
    if in_check(tables, states, ply):
        return False
    officers = False
    for level in range(U(2)):
        for word in range(U(states.bits.shape[2])):
            men = states.bits[ply, side + RIDERS * level, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                if tables.ground.ways.kinds[states.cells[ply, level, site]] == OFFICER:
                    officers = True
    if not officers:
        return False
    copy_row(states, ply)
    ply += U(1)
    _forget_passed(tables, states, ply)
    hand_over(tables.ground.keys, states, ply, states.info[ply, RIGHTS], False)
    return True


@compiled
def derive(tables: Any, states: Any, ply: Any) -> None:
    """Work out the sets, the kings' places and the key from the cells and the other fields."""
    info = states.info
    states.key[ply] = U(0)
    for side in range(U(2)):
        info[ply, KING + side] = NOWHERE
        info[ply, KING_LEVEL + side] = GROUND
    for chosen in range(U(4)):
        for word in range(U(states.bits.shape[2])):
            states.bits[ply, chosen, word] = U(0)
    for site in range(U(states.cells.shape[2])):
        mark(tables.ground.keys, states, ply, site)
        for level in range(U(2)):
            man = U(states.cells[ply, level, site])
            if man != U(0) and tables.ground.ways.kinds[man] == ROYAL:
                info[ply, KING + (man & U(1))] = site
                info[ply, KING_LEVEL + (man & U(1))] = level
    states.key[ply] ^= tables.ground.keys.turn[info[ply, RIGHTS], info[ply, SIDE]]
    if info[ply, PASSED] != NOWHERE and can_be_taken(
        tables.ground.ways, states, ply, tables.riders_fall[U(0)]
    ):
        states.key[ply] ^= tables.ground.keys.men[U(0), info[ply, PASSED]]


@compiled
def outcome(tables: Any, states: Any, ply: Any, moves: Any) -> Any:
    """How the game stands, given the number of legal moves: the contract's ``outcome``."""
    if moves == U(0):
        return CHECKMATE | MOVER_LOSES if in_check(tables, states, ply) else STALEMATE
    if states.info[ply, CLOCK] >= CLOCK_LIMIT:
        return PLIES
    return ONGOING
