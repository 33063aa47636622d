"""Making a turn: its voluntary part, the drift of the pieces in motion, the spin, and stops at edges.

A move is 64 bits: start, goal, the number of the kind that a pawn becomes, a tag, and the vector that the
piece has afterwards. The last bits depend on the tag: the site that a double step crosses, the site of the
pawn captured en passant, or the castling's number. A stop's goal is its start.
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
    MAY_CAPTURE,
    MAY_MOVE,
    OFF,
    ROW_MASK,
    TURNED,
)
from fairyring.kernels.drifting.tables import MOVING, PIECE, PLACE, VECTOR
from fairyring.kernels.orthodox.codes import PAWN
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, KING, NOWHERE, RIGHTS, ROOK_GOAL, ROOK_START

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
def glide_of(motion: Any, piece: Any, vector: Any, site: Any) -> Any:
    """What a piece in motion does next: an entry of `Motion.glides`."""
    return U(motion.glides[U(motion.courses[piece, vector]) & ROW_MASK, site])


@inlined
def copy(states: Any, row: Any, into: Any) -> None:
    """Copy a row, except its key."""
    copy_over(states.cells, row, into)
    copy_over(states.info, row, into)
    copy_over(states.bits, row, into)


@inlined
def halt(states: Any, row: Any, side: Any, site: Any) -> None:
    """End a piece's motion, if it has any; its launch number stays free until `renumber`."""
    states.cells[row, VECTOR, site] = 0
    states.cells[row, PLACE, site] = 0
    states.bits[row, MOVING + side, site >> U(6)] &= ~(U(1) << (site & U(63)))


@inlined
def renumber(states: Any, row: Any, side: Any) -> None:
    """Number the pieces in motion 1, 2, and so on again, if some numbers have become free."""
    number, highest = U(0), U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[row, MOVING + side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            number += U(1)
            highest = max(highest, U(states.cells[row, PLACE, site]))
    place = U(0)
    while highest != number:
        place += U(1)
        # The next piece in the order moves up: all before it already have their new numbers.
        nearest, found = NOWHERE, NOWHERE
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[row, MOVING + side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                other = U(states.cells[row, PLACE, site])
                if other >= place and other < nearest:
                    nearest, found = other, site
        states.cells[row, PLACE, found] = place
        if place == number:
            highest = number


@inlined
def _remove_piece(states: Any, row: Any, site: Any) -> Any:
    """Remove a piece at rest from the board, and return its code."""
    piece = U(states.cells[row, PIECE, site])
    states.cells[row, PIECE, site] = 0
    states.bits[row, piece & U(1), site >> U(6)] &= ~(U(1) << (site & U(63)))
    return piece


@inlined
def _put_piece(states: Any, row: Any, site: Any, piece: Any) -> None:
    """Put a piece on an empty site."""
    states.cells[row, PIECE, site] = piece
    states.bits[row, piece & U(1), site >> U(6)] |= U(1) << (site & U(63))


@inlined
def _set_moving(states: Any, row: Any, side: Any, site: Any, vector: Any, place: Any) -> None:
    states.cells[row, VECTOR, site] = vector
    states.cells[row, PLACE, site] = place
    states.bits[row, MOVING + side, site >> U(6)] |= U(1) << (site & U(63))


@inlined
def moving(states: Any, row: Any, side: Any) -> Any:
    """How many pieces of a side are in motion."""
    number = U(0)
    for word in range(U(states.bits.shape[2])):
        number += popcount(states.bits[row, MOVING + side, word])
    return number


@inlined
def make_part(ways: Any, motion: Any, states: Any, row: Any, move: Any) -> None:
    """Make the voluntary part of a turn."""
    info = states.info
    side = info[row, SIDE]
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    tag, extra = (move >> TAG_SHIFT) & TAG_MASK, move >> EXTRA_SHIFT
    if tag == STOP:
        halt(states, row, side, start)
        renumber(states, row, side)  # the others drift in the order of these numbers
        info[row, CLOCK] += U(1)
        return
    piece = _remove_piece(states, row, start)
    progress = ways.kinds[piece] == PAWN
    if tag == CASTLE:
        rook = _remove_piece(states, row, ways.castlings[extra, ROOK_START])
        _put_piece(states, row, ways.castlings[extra, ROOK_GOAL], rook)
    else:
        target = extra if tag == EN_PASSANT else goal
        if states.cells[row, PIECE, target] != 0:
            halt(states, row, U(1) - side, target)
            _remove_piece(states, row, target)
            progress = True
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    if promotion != U(0):
        piece = promotion << U(1) | side
    _put_piece(states, row, goal, piece)
    given = (move >> GIVEN_SHIFT) & BYTE_MASK
    if tag != CASTLE and given != U(0):
        _set_moving(states, row, side, goal, given, moving(states, row, side) + U(1))
    if info[row, KING + side] == start:
        info[row, KING + side] = goal
    info[row, RIGHTS] &= motion.sites[side, start, KEEP] & motion.sites[side, goal, KEEP]
    info[row, CLOCK] = U(0) if progress else info[row, CLOCK] + U(1)


@inlined
def drift(ways: Any, motion: Any, states: Any, row: Any, side: Any, last: Any) -> None:
    """Move the side's pieces in motion, in the order of their launch numbers up to ``last``."""
    cells = states.cells
    place = U(1)
    while place <= last:
        site, word, pieces = NOWHERE, U(0), states.bits[row, MOVING + side, U(0)]
        while site == NOWHERE:
            while pieces == U(0):
                word += U(1)
                pieces = states.bits[row, MOVING + side, word]
            other = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            if U(cells[row, PLACE, other]) == place:
                site = other
        piece, vector = U(cells[row, PIECE, site]), U(cells[row, VECTOR, site])
        drift_from(ways, motion, states, row, side, site, piece, vector)
        place += U(1)


@inlined
def drift_from(
    ways: Any, motion: Any, states: Any, row: Any, side: Any, site: Any, piece: Any, vector: Any
) -> Any:
    """Make one automatic move; whether the piece is in motion after it."""
    cells = states.cells
    course = U(motion.courses[piece, vector])
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
            free = other & U(1) != side and course & MAY_CAPTURE != U(0)
        if free:
            place = U(cells[row, PLACE, site])
            pawn = ways.kinds[piece] == PAWN
            if other != U(0):
                halt(states, row, U(1) - side, goal)
                _remove_piece(states, row, goal)
            if other != U(0) or pawn:
                states.info[row, CLOCK] = U(0)
            states.info[row, RIGHTS] &= motion.sites[side, site, KEEP] & motion.sites[side, goal, KEEP]
            _remove_piece(states, row, site)
            cells[row, VECTOR, site] = 0
            cells[row, PLACE, site] = 0
            states.bits[row, MOVING + side, site >> U(6)] &= ~(U(1) << (site & U(63)))
            _set_moving(states, row, side, goal, after, place)
            if pawn and motion.sites[side, goal, FAR] != 0:
                _put_piece(states, row, goal, ways.promotions[side, U(0)] << U(1) | side)
                halt(states, row, side, goal)
                return False
            _put_piece(states, row, goal, piece)
    if not free:
        halt(states, row, side, site)
    return free


@inlined
def spin(motion: Any, states: Any, row: Any, side: Any) -> None:
    """Rotate the sites that turn after a side's turn, with the pieces on them and their motion."""
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
            # Bits that differ are swapped.
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
    """Stop a side's pieces that head off a standard edge, as its turn begins. Their numbers stay free."""
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[row, MOVING + side, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece, vector = U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])
            if glide_of(motion, piece, vector, site) & GLIDE_GOAL == OFF:
                halt(states, row, side, site)


@compiled
def make_turn(ways: Any, motion: Any, states: Any, row: Any, into: Any, move: Any) -> None:
    """Write the position after a turn into another row, without its key; `PASS` is the drift alone."""
    copy(states, row, into)
    info = states.info
    side = info[into, SIDE]
    tag, goal = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    launched = U(0)
    if move == PASS:
        info[into, CLOCK] += U(1)
    else:
        make_part(ways, motion, states, into, move)
        launched = U(tag != STOP and states.cells[into, VECTOR, goal] != 0)
    drift(ways, motion, states, into, side, moving(states, into, side) - launched)
    spin(motion, states, into, side)
    info[into, NUMBER] += side
    info[into, SIDE] = U(1) - side
    stop_at_edges(motion, states, into, U(1) - side)
    for owner in range(U(2)):
        renumber(states, into, owner)
    info[into, EP_SQUARE] = NOWHERE
    info[into, EP_PAWN] = NOWHERE
    if tag == DOUBLE_STEP:
        ep_square = move >> EXTRA_SHIFT
        stays = (
            U(motion.sites[side, goal, CARRIED]) == goal
            and U(motion.sites[side, ep_square, CARRIED]) == ep_square
        )
        if stays and states.cells[into, PIECE, ep_square] == 0:
            info[into, EP_SQUARE] = ep_square
            info[into, EP_PAWN] = goal
