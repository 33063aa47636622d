"""What may happen to a king: looks that are cheap and never too hopeful, and the exact answer behind them.

Of a turn it is asked whether any part of the opponent's next one could take the mover's king. Which men of
the mover will have drifted by then, where to, and what they have taken is not known before the turn is
played. But a site on which an enemy stands, or a man of one's own who neither moves nor drifts, is
occupied after it all the same: by him, or by who took him, who has then moved. And where an enemy in
motion will go next depends on nobody. So a king whom nobody aims at, and whose every line to an enemy
has such a site on it, is safe whatever drifts, and only where that fails is a turn played out.
"""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.drifting.drift import (
    CASTLE,
    DOUBLE_STEP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    PLAIN,
    STOP,
    close_up,
    copy,
    encode,
    glide_of,
    stop_at_edges,
    turn,
)
from fairyring.kernels.drifting.motion import (
    CARRIED,
    FIRST_SHIFT,
    GLIDE_GOAL,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_TAKE,
    OFF,
    ORIGIN,
    ROW_MASK,
)
from fairyring.kernels.drifting.tables import (
    CAPTURE,
    DOUBLE,
    GIVES_MASK,
    GIVES_SHIFT,
    LANDINGS,
    MOVE,
    MOVING,
    PIECE,
    PINNED,
    PROMOTE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VECTOR,
)
from fairyring.kernels.orthodox.attacks import holds, put
from fairyring.kernels.orthodox.generate import PAWN
from fairyring.kernels.orthodox.tables import (
    ATTACKER_SHIFT,
    CASTLER,
    CASTLING_SITES,
    EMPTIES,
    KING,
    KING_GOAL,
    KING_START,
    NOWHERE,
    PASSED,
    RIGHTS,
    VICTIM,
)

# What `seen` answers.
SAFE, DOUBTFUL, OPEN = U(0), U(1), U(2)


@inlined
def _strikes(motion: Any, states: Any, row: Any, side: Any, step: Any, site: Any, man: Any) -> Any:
    """Whether an enemy takes along a line when his turn comes: he stands still by then, and moves so.

    ``side`` is whose turn it is before that, ``site`` where the man is now.
    """
    if (step >> (ATTACKER_SHIFT + man)) & U(1) == U(0):
        return False
    vector = U(states.cells[row, VECTOR, site])
    if vector == U(0):
        return True
    there = U(motion.sites[side, site, CARRIED])
    turned = U(motion.courses[U(there != site), vector])
    return glide_of(motion, man, turned, there) & GLIDE_GOAL == OFF


@inlined
def pin(ways: Any, motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether lines to the side's king might be open after its turn whoever of it moves; fills PINNED.

    PINNED: men who stand still and alone certainly keep a line closed. ``king`` is where he is then.
    """
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, PINNED, word] = U(0)
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    while i < end:
        step = ways.attacks[i]
        site = U(motion.sites[side, step & SITE_MASK, ORIGIN])
        man = U(states.cells[ply, PIECE, site])
        if man == U(0):
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if man & U(1) == side:
            guard = site if states.cells[ply, VECTOR, site] == 0 else NOWHERE
            i += U(1)
            while i < following:
                step = ways.attacks[i]
                site = U(motion.sites[side, step & SITE_MASK, ORIGIN])
                man = U(states.cells[ply, PIECE, site])
                i += U(1)
                if man == U(0):
                    continue
                if man & U(1) != side:
                    if _strikes(motion, states, ply, side, step, site, man):
                        if guard == NOWHERE:
                            return True
                        put(states, ply, PINNED, guard)
                    break
                if states.cells[ply, VECTOR, site] == 0:
                    if guard != NOWHERE:
                        break
                    guard = site
        elif _strikes(motion, states, ply, side, step, site, man):
            return True
        i = following
    return False


@inlined
def mark_landings(motion: Any, states: Any, ply: Any, side: Any) -> None:
    """Fill LANDINGS: where men of the side may drift to in its turn."""
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, LANDINGS, word] = U(0)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, MOVING + side, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            man, vector = U(states.cells[ply, PIECE, site]), U(states.cells[ply, VECTOR, site])
            goal = glide_of(motion, man, vector, site) & GLIDE_GOAL
            if goal != OFF:
                put(states, ply, LANDINGS, goal)


@inlined
def seen(ways: Any, motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """How open the lines to the side's king are after its turn, its own part made on the row.

    SAFE: every line is closed. OPEN: on one nobody stands in between, and nobody may drift to it.
    """
    found = SAFE
    i, end = U(ways.attack_start[king]), U(ways.attack_start[king + U(1)])
    clear = True
    while i < end:
        step = ways.attacks[i]
        skip = (step >> SKIP_SHIFT) & SKIP_MASK
        site = U(motion.sites[side, step & SITE_MASK, ORIGIN])
        man = U(states.cells[ply, PIECE, site])
        if holds(states, ply, LANDINGS, site):
            clear = False
        if man == U(0) or (man & U(1) == side and states.cells[ply, VECTOR, site] != 0):
            clear = clear and man == U(0)
            i += U(1)
            if skip == U(1):
                clear = True
            continue
        if man & U(1) != side and _strikes(motion, states, ply, side, step, site, man):
            if clear:
                return OPEN
            found = DOUBTFUL
        i += skip
        clear = True
    return found


@inlined
def aimed(motion: Any, states: Any, ply: Any, side: Any, king: Any) -> Any:
    """Whether an enemy in motion heads for where the side's king is after its turn."""
    enemy = U(1) - side
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, MOVING + enemy, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            there = U(motion.sites[side, site, CARRIED])
            vector = U(motion.courses[U(there != site), states.cells[ply, VECTOR, site]])
            course = U(motion.courses[U(states.cells[ply, PIECE, site]), vector])
            if motion.glides[course & ROW_MASK, there] & GLIDE_GOAL == king and course & MAY_TAKE != U(0):
                return True
    return False


# ---- the exact answer ----


@inlined
def struck(ways: Any, motion: Any, states: Any, row: Any, site: Any, by: Any) -> Any:
    """Whether a man of ``by`` who stands still, or does once he stops at an edge, takes on a site."""
    i, end = U(ways.attack_start[site]), U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        there = step & SITE_MASK
        man = U(states.cells[row, PIECE, there])
        if man == U(0):
            i += U(1)
            continue
        if man & U(1) == by and (step >> (ATTACKER_SHIFT + man)) & U(1) != U(0):
            vector = U(states.cells[row, VECTOR, there])
            if vector == U(0) or glide_of(motion, man, vector, there) & GLIDE_GOAL == OFF:
                return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return False


@internal
def _next_part(ways: Any, states: Any, row: Any, side: Any, after: Any) -> Any:
    """The voluntary parts of a side one by one, for look-outs: of a promotion any one, of castlings none.

    ``after`` is 0, or what was answered with the part before: a pair of a place to go on from, and a
    part. The place is NOWHERE when there is none.
    """
    sites = U(states.cells.shape[2])
    site, number = after & FIELD_MASK, after >> GOAL_SHIFT
    while site < sites:
        man = U(states.cells[row, PIECE, site])
        if man != U(0) and man & U(1) == side:
            if states.cells[row, VECTOR, site] != 0:
                if number == U(0):
                    return site | U(1) << GOAL_SHIFT, encode(site, site, U(0), STOP, U(0), U(0))
            else:
                at = man * sites + site
                i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
                first = i
                i += number
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[row, PIECE, goal])
                    i += U(1) if other == U(0) else (step >> SKIP_SHIFT) & SKIP_MASK
                    given = (step >> GIVES_SHIFT) & GIVES_MASK
                    found = PLAIN if step & DOUBLE == U(0) else DOUBLE_STEP
                    extra = U(0)
                    if other == U(0):
                        if step & MOVE == U(0):
                            if (
                                goal != states.info[row, PASSED]
                                or step & CAPTURE == U(0)
                                or ways.kinds[man] != PAWN
                            ):
                                continue
                            found, extra = EN_PASSANT, states.info[row, VICTIM]
                    elif other & U(1) == side or step & CAPTURE == U(0):
                        continue
                    promotion = ways.promotions[side, U(0)] if step & PROMOTE != U(0) else U(0)
                    return site | (i - first) << GOAL_SHIFT, encode(
                        site, goal, promotion, found, given, extra
                    )
        site += U(1)
        number = U(0)
    return NOWHERE, U(0)


@internal
def can_take_king(ways: Any, motion: Any, states: Any, row: Any, spare: Any) -> Any:
    """Whether a turn of the row's mover, its voluntary part or its drift, could take the enemy's king.

    The mover's men at the edges have stopped. The row ``spare`` is written to.
    """
    by = states.info[row, SIDE]
    king = states.info[row, KING + (U(1) - by)]
    if king == NOWHERE:
        return False
    if struck(ways, motion, states, row, king, by):
        return True
    # One in motion takes him only if the way is free by then. A man of the king's side on it stays there
    # in this turn, or who takes him does; but for a pawn that is taken en passant.
    aiming = False
    for word in range(U(states.bits.shape[2])):
        men = states.bits[row, MOVING + by, word]
        while men != U(0) and not aiming:
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            course = U(motion.courses[U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])])
            glide = U(motion.glides[course & ROW_MASK, site])
            if glide & GLIDE_GOAL != king or course & MAY_TAKE == U(0):
                continue
            aiming = True
            first = glide >> FIRST_SHIFT
            for i in range(first, first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)):
                passed = U(motion.through[i])
                man = U(states.cells[row, PIECE, passed])
                if man != U(0) and man & U(1) != by and passed != states.info[row, VICTIM]:
                    aiming = False
    if not aiming:
        return False
    # Of his turns those are left by which one in motion takes: each is played out.
    cursor, number = U(0), U(0)
    while True:
        if cursor != NOWHERE:
            cursor, part = _next_part(ways, states, row, by, cursor)
        if cursor == NOWHERE:
            while number < U(ways.castlings.shape[0]) and not may_castle(ways, states, row, by, number):
                number += U(1)
            if number == U(ways.castlings.shape[0]):
                return False
            part = castling(ways, number)
            number += U(1)
        turn(ways, motion, states, row, spare, part)
        if U(states.cells[spare, PIECE, U(motion.sites[by, king, CARRIED])]) & U(1) == by:
            return True


@inlined
def castling(ways: Any, number: Any) -> Any:
    """The code of a castling."""
    start, goal = ways.castlings[number, KING_START], ways.castlings[number, KING_GOAL]
    return encode(start, goal, U(0), CASTLE, U(0), number)


@inlined
def may_castle(ways: Any, states: Any, row: Any, side: Any, number: Any) -> Any:
    """Whether a side still has the right to a castling, and its way is empty."""
    if (states.info[row, RIGHTS] >> number) & U(1) == U(0) or ways.castlings[number, CASTLER] != side:
        return False
    i, end = CASTLING_SITES, CASTLING_SITES + ways.castlings[number, EMPTIES]
    while i < end and states.cells[row, PIECE, ways.castlings[number, i]] == 0:
        i += U(1)
    return i == end


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """Whether the mover is in check: whether the opponent, were it his turn, could take the king."""
    ways, motion = tables.ways, tables.motion
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE:
        return False
    if struck(ways, motion, states, ply, king, U(1) - side):
        return True
    heading = False
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, MOVING + (U(1) - side), word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            man, vector = U(states.cells[ply, PIECE, site]), U(states.cells[ply, VECTOR, site])
            if glide_of(motion, man, vector, site) & GLIDE_GOAL == king:
                heading = True
    if not heading:
        return False
    spare = U(states.key.shape[0]) - U(1)
    row = spare - U(1)
    copy(states, ply, row)
    states.info[row, SIDE] = U(1) - side
    victim = states.info[row, VICTIM]
    if victim != NOWHERE and U(states.cells[row, PIECE, victim]) & U(1) != side:
        states.info[row, PASSED] = NOWHERE  # it is not the opponent who may take en passant
    stop_at_edges(motion, states, row, U(1) - side)
    close_up(states, row, U(1) - side)
    return can_take_king(ways, motion, states, row, spare)


@internal
def exposes(ways: Any, motion: Any, states: Any, ply: Any, move: Any) -> Any:
    """Whether a turn leaves the mover's king to be taken in any part of the opponent's next: played out.

    The position after it is left on the first of the two spare rows, but for its key.
    """
    spare = U(states.key.shape[0]) - U(1)
    row = spare - U(1)
    turn(ways, motion, states, ply, row, move)
    return can_take_king(ways, motion, states, row, spare)
