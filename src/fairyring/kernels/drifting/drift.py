"""A turn: its voluntary part, the drift of the men in motion, the spin, and who stops at an edge.

A move is 64 bits: from, goal, the kind's number that a pawn becomes, a tag, the vector that the man has
then, and by the tag the site that a double step passes, the site of the pawn taken en passant, or the
castling's number. A stop's goal is its start.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, copy_over, inlined, lowest_bit, popcount
from fairyring.kernels.contract import CLOCK, NUMBER, SIDE
from fairyring.kernels.drifting.motion import (
    AFTER_MASK,
    AFTER_SHIFT,
    CARRIED,
    FAR,
    FIRST_SHIFT,
    GLIDE_GOAL,
    KEEP,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_MOVE,
    MAY_TAKE,
    OFF,
    ROW_MASK,
    TURNED,
)
from fairyring.kernels.drifting.tables import MOVING, PIECE, PLACE, VECTOR
from fairyring.kernels.orthodox.generate import PAWN
from fairyring.kernels.orthodox.tables import KING, NOWHERE, PASSED, RIGHTS, ROOK_GOAL, ROOK_START, VICTIM

GOAL_SHIFT, PROMOTION_SHIFT, TAG_SHIFT, GIVEN_SHIFT, EXTRA_SHIFT = U(16), U(32), U(40), U(44), U(52)
FIELD_MASK, BYTE_MASK, TAG_MASK = U(0xFFFF), U(0xFF), U(0xF)
PLAIN, DOUBLE_STEP, EN_PASSANT, CASTLE, STOP = U(0), U(1), U(2), U(3), U(4)
PASS = ~U(0)  # no move: a turn without a voluntary part


@inlined
def encode(start: Any, goal: Any, promotion: Any, tag: Any, given: Any, extra: Any) -> Any:
    """The code of a move."""
    return (
        start
        | goal << GOAL_SHIFT
        | promotion << PROMOTION_SHIFT
        | tag << TAG_SHIFT
        | given << GIVEN_SHIFT
        | extra << EXTRA_SHIFT
    )


@inlined
def glide_of(motion: Any, man: Any, vector: Any, site: Any) -> Any:
    """What becomes of a man in motion: an entry of `Motion.glides`."""
    return U(motion.glides[U(motion.courses[man, vector]) & ROW_MASK, site])


@inlined
def copy(states: Any, row: Any, into: Any) -> None:
    """Copy a row, but for its key."""
    copy_over(states.cells, row, into)
    copy_over(states.info, row, into)
    copy_over(states.bits, row, into)


@inlined
def halt(states: Any, row: Any, side: Any, site: Any) -> None:
    """Take a man's motion from him, if he has any; his place stays free until `close_up`."""
    states.cells[row, VECTOR, site] = 0
    states.cells[row, PLACE, site] = 0
    states.bits[row, MOVING + side, site >> U(6)] &= ~(U(1) << (site & U(63)))


@inlined
def close_up(states: Any, row: Any, side: Any) -> None:
    """Count the places in the order of launching afresh, 1, 2, and so on, where some have become free."""
    number, highest = U(0), U(0)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[row, MOVING + side, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            number += U(1)
            highest = max(highest, U(states.cells[row, PLACE, site]))
    place = U(0)
    while highest != number:
        place += U(1)
        # The next in the order moves up: all before him stand in their new places.
        nearest, found = NOWHERE, NOWHERE
        for word in range(U(states.bits.shape[2])):
            men = states.bits[row, MOVING + side, word]
            while men != U(0):
                site = (word << U(6)) + lowest_bit(men)
                men &= men - U(1)
                other = U(states.cells[row, PLACE, site])
                if other >= place and other < nearest:
                    nearest, found = other, site
        states.cells[row, PLACE, found] = place
        if place == number:
            highest = number


@inlined
def _lift(states: Any, row: Any, site: Any) -> Any:
    """Take a man who stands still off the board, and answer who it was."""
    man = U(states.cells[row, PIECE, site])
    states.cells[row, PIECE, site] = 0
    states.bits[row, man & U(1), site >> U(6)] &= ~(U(1) << (site & U(63)))
    return man


@inlined
def _drop(states: Any, row: Any, site: Any, man: Any) -> None:
    """Put a man on an empty site."""
    states.cells[row, PIECE, site] = man
    states.bits[row, man & U(1), site >> U(6)] |= U(1) << (site & U(63))


@inlined
def _set_moving(states: Any, row: Any, side: Any, site: Any, vector: Any, place: Any) -> None:
    states.cells[row, VECTOR, site] = vector
    states.cells[row, PLACE, site] = place
    states.bits[row, MOVING + side, site >> U(6)] |= U(1) << (site & U(63))


@inlined
def moving(states: Any, row: Any, side: Any) -> Any:
    """How many men of a side are in motion."""
    number = U(0)
    for word in range(U(states.bits.shape[2])):
        number += popcount(states.bits[row, MOVING + side, word])
    return number


@inlined
def take_part(ways: Any, motion: Any, states: Any, row: Any, move: Any) -> None:
    """Make the voluntary part of a turn."""
    info = states.info
    side = info[row, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & TAG_MASK, move >> EXTRA_SHIFT
    if tag == STOP:
        halt(states, row, side, start)
        close_up(states, row, side)  # the others go on by these places
        info[row, CLOCK] += U(1)
        return
    man = _lift(states, row, start)
    progress = ways.kinds[man] == PAWN
    if tag == CASTLE:
        rook = _lift(states, row, ways.castlings[extra, ROOK_START])
        _drop(states, row, ways.castlings[extra, ROOK_GOAL], rook)
    else:
        victim = extra if tag == EN_PASSANT else goal
        if states.cells[row, PIECE, victim] != 0:
            halt(states, row, U(1) - side, victim)
            _lift(states, row, victim)
            progress = True
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    if promotion != U(0):
        man = promotion << U(1) | side
    _drop(states, row, goal, man)
    given = (move >> GIVEN_SHIFT) & BYTE_MASK
    if tag != CASTLE and given != U(0):
        _set_moving(states, row, side, goal, given, moving(states, row, side) + U(1))
    if info[row, KING + side] == start:
        info[row, KING + side] = goal
    info[row, RIGHTS] &= motion.sites[side, start, KEEP] & motion.sites[side, goal, KEEP]
    info[row, CLOCK] = U(0) if progress else info[row, CLOCK] + U(1)


@inlined
def drift(ways: Any, motion: Any, states: Any, row: Any, side: Any, last: Any) -> None:
    """Let the side's men in motion go on, in the order of their launching, the first ``last`` of them."""
    cells = states.cells
    place = U(1)
    while place <= last:
        site, word, men = NOWHERE, U(0), states.bits[row, MOVING + side, U(0)]
        while site == NOWHERE:
            while men == U(0):
                word += U(1)
                men = states.bits[row, MOVING + side, word]
            other = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            if U(cells[row, PLACE, other]) == place:
                site = other
        man, vector = U(cells[row, PIECE, site]), U(cells[row, VECTOR, site])
        drift_from(ways, motion, states, row, side, site, man, vector)
        place += U(1)


@inlined
def drift_from(
    ways: Any, motion: Any, states: Any, row: Any, side: Any, site: Any, man: Any, vector: Any
) -> Any:
    """Make one automatic move; whether the man is in motion after it."""
    cells = states.cells
    course = U(motion.courses[man, vector])
    glide = U(motion.glides[course & ROW_MASK, site])
    goal, after = glide & GLIDE_GOAL, (glide >> AFTER_SHIFT) & AFTER_MASK
    free = goal != OFF
    first = glide >> FIRST_SHIFT
    end = first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)
    while free and first < end:
        free = cells[row, PIECE, motion.through[first]] == 0
        first += U(1)
    if free and goal == site:
        free = course & MAY_MOVE != U(0)
        if free:
            cells[row, VECTOR, site] = after
    elif free:
        other = U(cells[row, PIECE, goal])
        if other == U(0):
            free = course & MAY_MOVE != U(0)
        else:
            free = other & U(1) != side and course & MAY_TAKE != U(0)
        if free:
            place = U(cells[row, PLACE, site])
            pawn = ways.kinds[man] == PAWN
            if other != U(0):
                halt(states, row, U(1) - side, goal)
                _lift(states, row, goal)
            if other != U(0) or pawn:
                states.info[row, CLOCK] = U(0)
            states.info[row, RIGHTS] &= motion.sites[side, site, KEEP] & motion.sites[side, goal, KEEP]
            _lift(states, row, site)
            cells[row, VECTOR, site] = 0
            cells[row, PLACE, site] = 0
            states.bits[row, MOVING + side, site >> U(6)] &= ~(U(1) << (site & U(63)))
            _set_moving(states, row, side, goal, after, place)
            if pawn and motion.sites[side, goal, FAR] != 0:
                _drop(states, row, goal, ways.promotions[side, U(0)] << U(1) | side)
                halt(states, row, side, goal)
                return False
            _drop(states, row, goal, man)
    if not free:
        halt(states, row, side, site)
    return free


@inlined
def spin(motion: Any, states: Any, row: Any, side: Any) -> None:
    """Turn what turns after a side's turn, with the men and their motion."""
    cells, bits = states.cells, states.bits
    first, end = U(motion.swaps[side, U(0)]), U(motion.swaps[side, U(1)])
    if first == end:
        return
    for i in range(first, end):
        one, other = U(motion.swaps[i, U(0)]), U(motion.swaps[i, U(1)])
        for layer in range(U(3)):
            kept = cells[row, layer, one]
            cells[row, layer, one] = cells[row, layer, other]
            cells[row, layer, other] = kept
        for chosen in range(U(4)):
            # Bits that differ change places.
            differ = (bits[row, chosen, one >> U(6)] >> (one & U(63))) ^ (
                bits[row, chosen, other >> U(6)] >> (other & U(63))
            )
            differ &= U(1)
            bits[row, chosen, one >> U(6)] ^= differ << (one & U(63))
            bits[row, chosen, other >> U(6)] ^= differ << (other & U(63))
    for i in range(first, end):
        site = U(motion.swaps[i, U(1)])
        cells[row, VECTOR, site] = motion.courses[TURNED, cells[row, VECTOR, site]]
    site = U(motion.swaps[first, U(0)])
    cells[row, VECTOR, site] = motion.courses[TURNED, cells[row, VECTOR, site]]
    for owner in range(U(2)):
        king = states.info[row, KING + owner]
        if king != NOWHERE:
            states.info[row, KING + owner] = motion.sites[side, king, CARRIED]


@inlined
def stop_at_edges(motion: Any, states: Any, row: Any, side: Any) -> None:
    """Stop a side's men who head off a standard edge: done as its turn begins. Places stay free."""
    for word in range(U(states.bits.shape[2])):
        men = states.bits[row, MOVING + side, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            man, vector = U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])
            if glide_of(motion, man, vector, site) & GLIDE_GOAL == OFF:
                halt(states, row, side, site)


@compiled
def turn(ways: Any, motion: Any, states: Any, row: Any, into: Any, move: Any) -> None:
    """Write the position after a turn into another row, but for its key; a `PASS` is the drift alone."""
    copy(states, row, into)
    info = states.info
    side = info[into, SIDE]
    tag, goal = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    launched = U(0)
    if move == PASS:
        info[into, CLOCK] += U(1)
    else:
        take_part(ways, motion, states, into, move)
        launched = U(tag != STOP and states.cells[into, VECTOR, goal] != 0)
    drift(ways, motion, states, into, side, moving(states, into, side) - launched)
    spin(motion, states, into, side)
    info[into, NUMBER] += side
    info[into, SIDE] = U(1) - side
    stop_at_edges(motion, states, into, U(1) - side)
    for owner in range(U(2)):
        close_up(states, into, owner)
    info[into, PASSED] = NOWHERE
    info[into, VICTIM] = NOWHERE
    if tag == DOUBLE_STEP:
        passed = move >> EXTRA_SHIFT
        stays = (
            U(motion.sites[side, goal, CARRIED]) == goal and U(motion.sites[side, passed, CARRIED]) == passed
        )
        if stays and states.cells[into, PIECE, passed] == 0:
            info[into, PASSED] = passed
            info[into, VICTIM] = goal
