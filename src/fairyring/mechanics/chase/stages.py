"""Whether a repetition is a perpetual chase: the moves are taken back, and each is asked what it chased."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, called, inlined, internal, lowest_bit
from fairyring.kernels.contract import (
    CHASED,
    MOVER_LOSES,
    MOVER_WINS,
    NUMBER,
    PERPETUAL,
    POINTS,
    REASON_MASK,
    SIDE,
    copy_row,
)
from fairyring.kernels.orthodox.codes import FIELD_MASK, GOAL_SHIFT, captures
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.stages import register_part
from fairyring.mechanics.chase.attacks import (
    ADVISOR,
    CANNON,
    CHARIOT,
    ELEPHANT,
    GENERAL,
    HORSE,
    SOLDIER,
    Chases,
    beside,
    blocks,
    file_of,
    in_line,
    is_home,
    number_between,
    pinned,
    rank_of,
    reaches,
)
from fairyring.mechanics.results import with_odds

PLIES, A_WORD = 64, 4  # moves that are remembered, and how many of them are in a word
# A remembered move: seven bits each for start and goal, whether it captured, and a bit that is always set.
GOAL_BITS, CAPTURED, SOME = U(7), U(1 << 14), U(1 << 15)


@inlined
def slot(part: Any, states: Any, row: Any, back: Any) -> Any:
    """The field and the shift of the move that led to the position so many plies before, at most `PLIES`."""
    place = (U(2) * states.info[row, NUMBER] + states.info[row, SIDE] + U(PLIES) - back) & U(PLIES - 1)
    return part.field[U(0)] + (place >> U(2)), (place & U(3)) << U(4)


@inlined
def counted(part: Any, tables: Any, states: Any, ply: Any, move: Any, again: Any) -> None:
    """Remember a move; the row's side and number are still those before it."""
    field, shift = slot(part, states, ply, U(PLIES - 1))
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    made = start | goal << GOAL_BITS | SOME
    if captures(states, ply - U(1), move):
        made |= CAPTURED
    states.info[ply, field] = (states.info[ply, field] & ~(U(0xFFFF) << shift)) | made << shift


@inlined
def is_prey(part: Any, states: Any, row: Any, prey: Any) -> Any:
    """Whether a piece can be chased: no general, and no soldier on its own bank."""
    piece = U(states.cells[row, U(0), prey])
    kind = part.kinds[piece]
    ashore = kind == SOLDIER and not is_home(part, piece, prey)
    return kind != GENERAL and not ashore


@called
def protected(part: Any, states: Any, row: Any, prey: Any, hunter: Any) -> Any:
    """Whether a piece could be recaptured for, by one that may leave its place."""
    piece, held = U(states.cells[row, U(0), prey]), states.cells[row, U(0), hunter]
    side = piece & U(1)
    only_king, found = False, False
    for site in range(U(states.cells.shape[2])):
        other = U(states.cells[row, U(0), site])
        if other == U(0) or other & U(1) != side or site == prey:
            continue
        states.cells[row, U(0), hunter] = 0
        near = reaches(part, states, row, other, site, prey, False)
        states.cells[row, U(0), hunter] = held
        if near and not pinned(part, states, row, side, site):
            if part.kinds[other] == GENERAL:
                only_king = True
            else:
                found = True
    if found or not only_king:
        return found
    enemy = states.info[row, KING + (U(1) - side)]
    states.cells[row, U(0), hunter] = 0
    seen = in_line(part, enemy, prey) and number_between(part, states, row, enemy, prey) == U(0)
    states.cells[row, U(0), hunter] = held
    return not seen


@called
def counts(part: Any, states: Any, row: Any, hunter: Any, prey: Any) -> Any:
    """Whether an attack on a piece is one that must not go on for ever."""
    if not is_prey(part, states, row, prey):
        return False
    piece, target = U(states.cells[row, U(0), hunter]), U(states.cells[row, U(0), prey])
    kind, of = part.kinds[piece], part.kinds[target]
    if of == CHARIOT and kind in (HORSE, CANNON, ELEPHANT, ADVISOR):
        return True
    if of in (CANNON, HORSE) and kind in (ELEPHANT, ADVISOR):
        return True
    impaired = False  # a horse with a piece where another horse may have a leg
    if kind == HORSE:
        for site in range(U(states.cells.shape[2])):
            impaired |= states.cells[row, U(0), site] != 0 and beside(part, site, hunter) == U(101)
    if impaired:
        if of == HORSE and reaches(part, states, row, target, prey, hunter, False):
            return False
    elif of == kind and not pinned(part, states, row, target & U(1), prey):
        return False
    return not protected(part, states, row, prey, hunter)


@inlined
def may_discover(part: Any, piece: Any, site: Any, start: Any, goal: Any) -> Any:
    """Whether a move from a site to another can have opened a piece's lines, by its place alone."""
    kind, far = part.kinds[piece], beside(part, site, start)
    if kind == HORSE:
        return far == U(1) or far == U(100)
    if kind == ELEPHANT:
        return far == U(101)
    if kind == CHARIOT:
        return site != start and in_line(part, site, start)
    return kind == CANNON and (in_line(part, site, start) or (site != goal and in_line(part, site, goal)))


@internal
def hunted(part: Any, states: Any, row: Any, prey: Any, start: Any, goal: Any, captured: Any) -> Any:
    """Whether the last move attacked a piece with what moved, or with what stood behind it."""
    side = U(states.cells[row, U(0), prey]) & U(1)
    moved, cells = U(states.cells[row, U(0), goal]), states.cells
    kind = part.kinds[moved]
    if kind not in (GENERAL, SOLDIER) and reaches(part, states, row, moved, goal, prey, False):
        slid = kind in (CHARIOT, CANNON)
        along_file = file_of(part, start) == file_of(part, goal)
        same = rank_of(part, prey) == rank_of(part, goal)
        if along_file:
            same = file_of(part, prey) == file_of(part, goal)
        if not (slid and same) and counts(part, states, row, goal, prey):
            return True
    for site in range(U(states.cells.shape[2])):
        piece = U(cells[row, U(0), site])
        if piece == U(0) or piece & U(1) == side or not may_discover(part, piece, site, start, goal):
            continue
        if not reaches(part, states, row, piece, site, prey, True):
            continue
        cells[row, U(0), start] = moved
        if not captured:
            cells[row, U(0), goal] = 0
        before = reaches(part, states, row, piece, site, prey, True)
        cells[row, U(0), start] = 0
        cells[row, U(0), goal] = moved
        if not before and counts(part, states, row, site, prey):
            return True
    return False


@internal
def take_back(part: Any, states: Any, row: Any, start: Any, goal: Any, captured: Any) -> None:
    """Take a move back on a row; what it captured is taken for a soldier."""
    piece = U(states.cells[row, U(0), goal])
    states.cells[row, U(0), start] = piece
    states.cells[row, U(0), goal] = part.soldiers[U(1) - (piece & U(1))] if captured else U(0)
    if states.info[row, KING + (piece & U(1))] == goal:
        states.info[row, KING + (piece & U(1))] = start


@internal
def make_again(states: Any, row: Any, start: Any, goal: Any) -> None:
    """Make a move again that has been taken back."""
    piece = U(states.cells[row, U(0), start])
    states.cells[row, U(0), start] = 0
    states.cells[row, U(0), goal] = piece
    if states.info[row, KING + (piece & U(1))] == start:
        states.info[row, KING + (piece & U(1))] = goal


@called
def attackers(part: Any, states: Any, row: Any, prey: Any, but: Any, free: Any) -> Any:
    """Whether the enemy attacks a piece, except from a site.

    With ``free``, pieces that keep their own general out of check do not count.
    """
    side = U(states.cells[row, U(0), prey]) & U(1)
    for site in range(U(states.cells.shape[2])):
        piece = U(states.cells[row, U(0), site])
        if piece == U(0) or piece & U(1) == side or site == but:
            continue
        if reaches(part, states, row, piece, site, prey, False):
            freed = not free or not blocks(part, states, row, U(1) - side, site)
            if freed:
                return True
    return False


@internal
def pinned_for(part: Any, states: Any, row: Any, prey: Any, site: Any) -> Any:
    """Whether a piece that is newly pinned to its general was all that protected another one."""
    piece = U(states.cells[row, U(0), site])
    return (
        piece & U(1) == U(states.cells[row, U(0), prey]) & U(1)
        and is_prey(part, states, row, prey)
        and reaches(part, states, row, piece, site, prey, True)
        and attackers(part, states, row, prey, NOWHERE, True)
    )


@internal
def unmasked(part: Any, states: Any, row: Any, prey: Any, site: Any) -> Any:
    """Whether a piece that would give a discovered check attacks another, which cannot be recaptured for."""
    piece, side = U(states.cells[row, U(0), site]), U(states.cells[row, U(0), prey]) & U(1)
    if piece & U(1) == side or not reaches(part, states, row, piece, site, prey, False):
        return False
    king = states.info[row, KING + side]
    general = U(states.cells[row, U(0), king])
    if not reaches(part, states, row, general, king, prey, False):
        return True
    states.cells[row, U(0), king] = 0
    states.cells[row, U(0), site] = 0
    found = attackers(part, states, row, prey, site, False)
    states.cells[row, U(0), king] = general
    states.cells[row, U(0), site] = piece
    return found


@called
def chased(part: Any, states: Any, row: Any, prey: Any, start: Any, goal: Any, captured: Any) -> Any:
    """Whether the last move attacked a piece of the mover in a way that must not go on for ever."""
    if hunted(part, states, row, prey, start, goal, captured):
        return True
    side = U(states.cells[row, U(0), prey]) & U(1)
    for site in range(U(states.cells.shape[2])):
        if states.cells[row, U(0), site] == 0 or not blocks(part, states, row, side, site):
            continue
        take_back(part, states, row, start, goal, captured)
        before = states.cells[row, U(0), site] != 0 and blocks(part, states, row, side, site)
        make_again(states, row, start, goal)
        if before:
            continue
        if pinned_for(part, states, row, prey, site) or unmasked(part, states, row, prey, site):
            return True
    return False


@called
def still_chased(part: Any, states: Any, row: Any, first: Any, pieces: Any, made: Any) -> Any:
    """Those of the pieces of a word of sites, from the site ``first`` on, that the last move chased."""
    start, goal = made & U(0x7F), (made >> GOAL_BITS) & U(0x7F)
    left, found = pieces, U(0)
    while left != U(0):
        bit = lowest_bit(left)
        left &= left - U(1)
        if chased(part, states, row, first + bit, start, goal, made & CAPTURED != U(0)):
            found |= U(1) << bit
    return found


@called
def judged(part: Any, tables: Any, states: Any, ply: Any, back: Any) -> Any:
    """1 if the mover has been chased all the time since so many plies, plus 2 if the other side has."""
    row = U(states.key.shape[0]) - U(1)
    copy_row(states, ply, row)
    mover = states.info[ply, SIDE]
    own_low, low = states.bits[ply, mover, U(0)], states.bits[ply, U(1) - mover, U(0)]
    own_high, high = U(0), U(0)
    if states.bits.shape[2] > 1:
        own_high, high = states.bits[ply, mover, U(1)], states.bits[ply, U(1) - mover, U(1)]
    for plies in range(back + U(1)):
        field, shift = slot(part, states, ply, plies)
        made = (states.info[ply, field] >> shift) & U(0xFFFF)
        if made == U(0):
            if plies < back:
                return U(0)
            break
        start, goal = made & U(0x7F), (made >> GOAL_BITS) & U(0x7F)
        if plies < back and made & CAPTURED != U(0):
            return U(0)  # what it captured has been dropped or reborn since, and is not remembered
        if start == goal:  # a pass or a drop
            own_low, own_high, low, high = by_no_piece(plies, own_low, own_high, low, high)
        elif plies & U(1) == U(0):
            own_low = still_chased(part, states, row, U(0), own_low, made)
            own_high = still_chased(part, states, row, U(64), own_high, made)
        elif plies < back:
            low = still_chased(part, states, row, U(0), low, made)
            high = still_chased(part, states, row, U(64), high, made)
        if own_low | own_high | low | high == U(0) or plies == back:
            break
        if start != goal:
            take_back(part, states, row, start, goal, False)
            own_low, own_high = moved_back(own_low, own_high, start, goal)
            low, high = moved_back(low, high, start, goal)
    return U(own_low | own_high != U(0)) + U(2) * U(low | high != U(0))


@inlined
def by_no_piece(plies: Any, own_low: Any, own_high: Any, low: Any, high: Any) -> Any:
    """The pieces that are still chased after a move by which no piece has moved: none of the other side's."""
    if plies & U(1) == U(0):
        return U(0), U(0), low, high
    return own_low, own_high, U(0), U(0)


@inlined
def moved_back(low: Any, high: Any, start: Any, goal: Any) -> Any:
    """A set of sites in two words, in which the goal of a move becomes its start, if it is there."""
    there = ((low if goal < U(64) else high) >> (goal & U(63))) & U(1)
    low &= ~(U(goal < U(64)) << (goal & U(63)))
    high &= ~(U(goal >= U(64)) << (goal & U(63)))
    low |= (there & U(start < U(64))) << (start & U(63))
    high |= (there & U(start >= U(64))) << (start & U(63))
    return low, high


@inlined
def settled(part: Any, tables: Any, states: Any, ply: Any, back: Any, code: Any) -> Any:
    """A repetition that is a perpetual chase and no perpetual check, whatever it would be otherwise."""
    reason = code & REASON_MASK
    if back == U(0) or back >= U(PLIES) or reason == PERPETUAL:
        return code
    who = judged(part, tables, states, ply, back)
    if who == U(0):
        return code
    if who != U(3):
        return CHASED | (MOVER_WINS if who == U(1) else MOVER_LOSES)
    return code if reason == POINTS else with_odds(tables.parts[0].words, states, ply, CHASED)


register_part(Chases, globals())
