"""Making a turn: its voluntary part, the drift of the pieces in motion, the spin, and stops at edges.

A move is one of the orthodox family's. If it is not a promotion, the bits for that have the number of its
step among the steps of the piece's rays: `Motion.gives` has the vector that the piece has afterwards. A
stop's goal is its start.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit, popcount
from fairyring.kernels.contract import SIDE, copy_row
from fairyring.kernels.drifting.motion import (
    AFTER_MASK,
    AFTER_SHIFT,
    CARRIED,
    FAR,
    FIRST_SHIFT,
    GLIDE_GOAL,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_CAPTURE,
    MAY_MOVE,
    OFF,
    ROW_MASK,
    TURNED,
)
from fairyring.kernels.drifting.tables import (
    EP_HASH,
    MOTION_HASH,
    MOVING,
    PIECE,
    PLACE,
    VECTOR,
)
from fairyring.kernels.orthodox.codes import (
    DOUBLE_STEP,
    FIELD_MASK,
    GOAL_SHIFT,
    PAWN,
    PLAIN,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    encode,
    extra_of,
)
from fairyring.kernels.orthodox.edit import put_piece, remove_piece
from fairyring.kernels.orthodox.effects import make_changes
from fairyring.kernels.orthodox.play import end_move, switch_side
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, KING, NOWHERE, RIGHTS
from fairyring.kernels.stages import carried as load_of
from fairyring.kernels.stages import counted, set_down
from fairyring.kernels.stages import landed as unload

LAUNCHED = U(1) << (PROMOTION_SHIFT + U(7))  # no kind of piece has so high a number
STEP_BITS, STEP_MASK = U(0xFF) << PROMOTION_SHIFT, U(0x7F)
STOP = U(15)  # a tag
PASS = ~U(0)  # no move: a turn without a voluntary part


@inlined
def launch(number: Any) -> Any:
    """The bits of a move that is made by the step of this number."""
    return LAUNCHED | number << PROMOTION_SHIFT


@inlined
def changes(move: Any) -> Any:
    """A move without the number of its step: what it changes on the board."""
    return move & ~STEP_BITS if move & LAUNCHED != U(0) else move


@inlined
def given_by(ways: Any, motion: Any, states: Any, row: Any, move: Any) -> Any:
    """The vector that a move, to be made on the row, gives its piece; 0 for none."""
    start = move & FIELD_MASK
    if move & LAUNCHED == U(0):
        return U(0)
    at = U(states.cells[row, PIECE, start]) * U(states.cells.shape[2]) + start
    return U(motion.gives[U(ways.ray_start[at]) + ((move >> PROMOTION_SHIFT) & STEP_MASK)])


@inlined
def glide_of(motion: Any, piece: Any, vector: Any, site: Any) -> Any:
    """What a piece in motion does next: an entry of `Motion.glides`."""
    return U(motion.glides[U(motion.courses[piece, vector]) & ROW_MASK, site])


@inlined
def halt(states: Any, row: Any, side: Any, site: Any) -> None:
    """End a piece's motion, if it has any; its launch number stays free until `renumber`."""
    states.cells[row, VECTOR, site] = 0
    states.cells[row, PLACE, site] = 0
    states.bits[row, MOVING + side, site >> U(6)] &= ~(U(1) << (site & U(63)))


@inlined
def set_moving(states: Any, row: Any, side: Any, site: Any, vector: Any, place: Any) -> None:
    """Set a piece in motion."""
    states.cells[row, VECTOR, site] = vector
    states.cells[row, PLACE, site] = place
    states.bits[row, MOVING + side, site >> U(6)] |= U(1) << (site & U(63))


# ---- launch numbers ----


@inlined
def moving(states: Any, row: Any, side: Any) -> Any:
    """How many pieces of a side are in motion."""
    number = U(0)
    for word in range(U(states.bits.shape[2])):
        number += popcount(states.bits[row, MOVING + side, word])
    return number


@inlined
def renumber(states: Any, row: Any, side: Any) -> None:
    """Number the pieces in motion 1, 2, and so on again, if some numbers have become free."""
    number = moving(states, row, side)
    place = U(0)
    while place != number:
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


@inlined
def settle(tables: Any, states: Any, row: Any) -> None:
    """Renumber what is in motion where numbers have become free, and bring the row's key up to date."""
    zobrist = tables.keys.zobrist
    codes = U(tables.ways.kinds.shape[0])
    places = codes + U(tables.parts[0].courses.shape[1])
    found = U(0)
    for side in range(U(2)):
        while True:
            own, number, highest = U(0), U(0), U(0)
            for word in range(U(states.bits.shape[2])):
                pieces = states.bits[row, MOVING + side, word]
                while pieces != U(0):
                    site = (word << U(6)) + lowest_bit(pieces)
                    pieces &= pieces - U(1)
                    vector, place = U(states.cells[row, VECTOR, site]), U(states.cells[row, PLACE, site])
                    own ^= zobrist[codes + vector, site] ^ zobrist[places + place, site]
                    number += U(1)
                    highest = max(highest, place)
            if highest == number:
                break
            renumber(states, row, side)
        found ^= own
    states.key[row] ^= states.info[row, MOTION_HASH] ^ found
    states.info[row, MOTION_HASH] = found


# ---- the parts of a turn ----


@inlined
def make_part(tables: Any, states: Any, row: Any, move: Any) -> Any:
    """Make the voluntary part of a turn; returns whether it restarts the clock."""
    info = states.info
    side = info[row, SIDE]
    if (move >> TAG_SHIFT) & TAG_MASK == STOP:
        halt(states, row, side, move & FIELD_MASK)
        return False
    given = given_by(tables.ways, tables.parts[0], states, row, move)
    place = moving(states, row, side) + U(1)
    reset, info[row, RIGHTS] = make_changes(tables, states, row, changes(move))
    goal = (move >> GOAL_SHIFT) & FIELD_MASK
    if given != U(0) and states.cells[row, PIECE, goal] != 0:
        set_moving(states, row, side, goal, given, place)
    return reset


@inlined
def drift(tables: Any, states: Any, row: Any, side: Any, last: Any) -> Any:
    """Move the side's pieces in motion, in the order of their launch numbers up to ``last``.

    Returns whether that restarts the clock.
    """
    reset = False
    place = U(1)
    while place <= last:
        found = NOWHERE  # a piece may have left the board since
        for word in range(U(states.bits.shape[2])):
            pieces = states.bits[row, MOVING + side, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                if U(states.cells[row, PLACE, site]) == place:
                    found = site
                    pieces = U(0)
        if found != NOWHERE and drift_from(tables, states, row, side, found):
            reset = True
        place += U(1)
    return reset


@inlined
def drift_from(tables: Any, states: Any, row: Any, side: Any, site: Any) -> Any:
    """Make one automatic move; whether it restarts the clock."""
    motion, cells = tables.parts[0], states.cells
    piece = U(cells[row, PIECE, site])
    course = U(motion.courses[piece, U(cells[row, VECTOR, site])])
    glide = U(motion.glides[course & ROW_MASK, site])
    goal, after = glide & GLIDE_GOAL, (glide >> AFTER_SHIFT) & AFTER_MASK
    free = goal != OFF
    first = glide >> FIRST_SHIFT
    end = first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)
    while free and first < end:
        free = cells[row, PIECE, motion.through[first]] == 0
        first += U(1)
    if free:
        other = U(cells[row, PIECE, goal])
        if goal == site or other == U(0):
            free = course & MAY_MOVE != U(0)
        else:
            free = other & U(1) != side and course & MAY_CAPTURE != U(0)
    if not free:
        halt(states, row, side, site)
        return False
    if goal == site:
        cells[row, VECTOR, site] = after
        return False
    promotion = U(0)
    if tables.ways.kinds[piece] == PAWN and motion.sites[side, goal, FAR] != 0:
        promotion = tables.ways.promotions[side, U(0)]
    change = encode(site, goal, promotion, PLAIN, U(0))
    reset, states.info[row, RIGHTS] = make_changes(tables, states, row, change)
    if promotion != U(0):
        halt(states, row, side, goal)
    elif cells[row, PIECE, goal] != 0:
        cells[row, VECTOR, goal] = after
    return reset


@internal
def _swap(tables: Any, states: Any, row: Any, one: Any, other: Any) -> None:
    """Swap what stands on two sites, with all that belongs to it."""
    here, there = U(load_of(tables, states, row, one, U(0))), U(load_of(tables, states, row, other, U(0)))
    piece, second = U(states.cells[row, PIECE, one]), U(states.cells[row, PIECE, other])
    if piece != U(0):
        remove_piece(tables, states, row, one)
    if second != U(0):
        remove_piece(tables, states, row, other)
        put_piece(tables, states, row, one, second)
        unload(tables, states, row, one, there)
    if piece != U(0):
        put_piece(tables, states, row, other, piece)
        unload(tables, states, row, other, here)


@inlined
def spin(tables: Any, states: Any, row: Any, side: Any) -> None:
    """Rotate the sites that turn after a side's turn, with the pieces on them and their motion."""
    motion, cells = tables.parts[0], states.cells
    first, end = U(motion.swaps[side, U(0)]), U(motion.swaps[side, U(1)])
    if first == end:
        return
    for i in range(first, end):
        one, other = U(motion.swaps[i, U(0)]), U(motion.swaps[i, U(1)])
        if cells[row, PIECE, one] != cells[row, PIECE, other] or cells[row, PIECE, one] != 0:
            _swap(tables, states, row, one, other)
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
def make_turn(tables: Any, states: Any, row: Any, into: Any, move: Any, again: Any) -> None:
    """Write the position after a turn into another row; `PASS` is the drift alone.

    ``again`` is 1 if the same player moves next, which is still to be `counted`, else 0. The row's key does
    not yet count an en passant square.
    """
    copy_row(states, row, into)
    info = states.info
    side, rights = info[into, SIDE], info[into, RIGHTS]
    states.key[into] ^= info[into, EP_HASH]
    info[into, EP_HASH] = U(0)
    last = moving(states, into, side)
    reset = False
    if move != PASS:
        reset = make_part(tables, states, into, move)
    if drift(tables, states, into, side, last):
        reset = True
    spin(tables, states, into, side)
    set_down(tables, states, into, move)
    if again == U(0):
        counted(tables, states, into, move, False)
    kept, info[into, RIGHTS] = info[into, RIGHTS], rights
    if again != U(0):
        end_move(tables.keys, states, into, kept, reset)
    else:
        switch_side(tables.keys, states, into, kept, reset)
    stop_at_edges(tables.parts[0], states, into, info[into, SIDE])
    settle(tables, states, into)
    info[into, EP_SQUARE] = NOWHERE
    info[into, EP_PAWN] = NOWHERE
    tag, goal = (move >> TAG_SHIFT) & TAG_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    if tag == DOUBLE_STEP and again == U(0):
        sites = tables.parts[0].sites
        ep_square = extra_of(move)
        stays = U(sites[side, goal, CARRIED]) == goal and U(sites[side, ep_square, CARRIED]) == ep_square
        if stays and states.cells[into, PIECE, ep_square] == 0 and states.cells[into, PIECE, goal] != 0:
            info[into, EP_SQUARE] = ep_square
            info[into, EP_PAWN] = goal
