"""The worth of a position of the drifting family, and of a turn at a glance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit, popcount
from fairyring.kernels.contract import CLOCK, SIDE
from fairyring.kernels.drifting.aim import struck
from fairyring.kernels.drifting.drift import (
    BYTE_MASK,
    EN_PASSANT,
    EXTRA_SHIFT,
    FIELD_MASK,
    GOAL_SHIFT,
    PASS,
    PROMOTION_SHIFT,
    STOP,
    TAG_MASK,
    TAG_SHIFT,
    moving,
    turn,
)
from fairyring.kernels.drifting.motion import (
    FIRST_SHIFT,
    GLIDE_GOAL,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_TAKE,
    OFF,
    ROW_MASK,
)
from fairyring.kernels.drifting.tables import (
    ACTION_SHIFT,
    MOVING,
    PIECE,
    PINNED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VECTOR,
)
from fairyring.kernels.orthodox.evaluate import RISK, TEMPO
from fairyring.kernels.orthodox.generate import OFFICER, PAWN
from fairyring.kernels.orthodox.tables import KING, NOWHERE
from fairyring.kernels.orthodox.worth import ENDING, FREE, MOBILITY, OPENING, PLAIN, WEIGHT

# What the opponent's drift would take next counts for one part in so many: there is a turn to meet it.
THREAT_PART = I(3)
# A king who is driven, in hundredths of a pawn: for each site that he may go to, for each step between the
# kings, for each goal that officers at hand have around him, and for each step that one of them is nearer to
# him than `FAR_OFF`; to the full where they weigh so much more than his own.
DRIVE_ROOM, DRIVE_STEP, DRIVE_GOAL, DRIVE_NEAR = I(20), I(8), I(10), I(4)
FAR_OFF, DRIVE_LEAD = I(8), I(40)
FADING = I(400)  # plies without progress after which nothing would be left of an advantage
PAWNS = PINNED  # scratch sets while a position is judged: the two sides' pawns


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The mover's advantage in hundredths of a pawn: the contract's ``evaluate``.

    As the board will be once his men in motion have gone on, which they do whatever else he plays; less a
    part of what the opponent's would then take; and nearer to 0 the longer nothing has been made of it.
    """
    side = states.info[ply, SIDE]
    row = ply
    if moving(states, ply, side) != U(0):
        row = U(states.key.shape[0]) - U(1)
        turn(tables.ways, tables.motion, states, ply, row, PASS)
    score = _weigh(tables.ways, tables.worth, tables.apart, states, row, side)
    # Whoever is ahead is to do what cannot be undone before the clock runs out.
    score = score * (FADING - I(states.info[row, CLOCK])) // FADING
    return score - _threats(tables.motion, tables.worth, states, row, U(1) - side) + TEMPO


@inlined
def _threats(motion: Any, worth: Any, states: Any, row: Any, by: Any) -> Any:
    """What the men of ``by`` who are in motion would take next, as far as there is no time to meet it."""
    taken = I(0)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[row, MOVING + by, word]
        while men != U(0):
            site = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            course = U(motion.courses[U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])])
            glide = U(motion.glides[course & ROW_MASK, site])
            goal = glide & GLIDE_GOAL
            if goal == OFF or course & MAY_TAKE == U(0):
                continue
            other = U(states.cells[row, PIECE, goal])
            if other == U(0) or other & U(1) == by:
                continue
            first = glide >> FIRST_SHIFT
            end = first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)
            while first < end and states.cells[row, PIECE, motion.through[first]] == 0:
                first += U(1)
            if first == end:
                taken += I(worth.men[other, PLAIN]) // THREAT_PART
    return taken


@inlined
def _weigh(ways: Any, worth: Any, apart: Any, states: Any, row: Any, view: Any) -> Any:
    """The advantage of the side ``view`` as the men stand.

    Material and placement, tapered; goals, which count half for a man in motion; nearness to a king;
    passed pawns; and a king who is driven.
    """
    opening, ending, phase, live, lead, net = I(0), I(0), I(0), I(0), I(0), I(0)
    sites, words = U(states.cells.shape[2]), U(states.bits.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[row, KING + (U(1) - side)]
        near = enemy if enemy != NOWHERE else U(0)
        pressure, close = U(0), I(0)
        for word in range(words):
            men = states.bits[row, side, word]
            pawns = U(0)
            while men != U(0):
                bit = lowest_bit(men)
                site = (word << U(6)) + bit
                men &= men - U(1)
                man = U(states.cells[row, PIECE, site])
                opening += sign * I(worth.places[man, site, OPENING])
                ending += sign * I(worth.places[man, site, ENDING])
                kind = ways.kinds[man]
                if kind != OFFICER:
                    pawns |= U(kind == PAWN) << bit
                    continue
                still = U(states.cells[row, VECTOR, site] == 0)
                weight = I(worth.men[man, WEIGHT])
                phase += weight
                lead += sign * weight
                goals = U(0)
                at = man * sites + site
                i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[row, PIECE, goal])
                    reached = U((step >> ACTION_SHIFT) & U(3) != U(0))
                    pressure += reached & still & (worth.zones[U(0), near, goal >> U(6)] >> (goal & U(63)))
                    if other == U(0):
                        goals += reached
                        i += U(1)
                    else:
                        goals += reached & (other ^ side)
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                close += max(FAR_OFF - I(apart[site, near]), I(0))
                goals >>= still ^ U(1)  # in motion he is not his player's to move
                live += sign * I(goals) * I(worth.men[man, MOBILITY])
            states.bits[row, PAWNS + side, word] = pawns
        if enemy != NOWHERE:
            opening += sign * I(pressure * pressure)
            net += sign * (DRIVE_GOAL * I(pressure) + DRIVE_NEAR * close)
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        for word in range(words):
            pawns = states.bits[row, PAWNS + side, word]
            while pawns != U(0):
                site = (word << U(6)) + lowest_bit(pawns)
                pawns &= pawns - U(1)
                man = U(states.cells[row, PIECE, site])
                stoppers = U(0)
                for other in range(words):
                    stoppers |= worth.zones[man, site, other] & states.bits[row, PAWNS + (U(1) - side), other]
                if stoppers == U(0):
                    free = I(worth.places[man, site, FREE])
                    ending += sign * free
                    opening += sign * (free // I(3))
    king, enemy = states.info[row, KING], states.info[row, KING + U(1)]
    if lead != I(0) and max(king, enemy) < sites:  # there is either king
        # Who has more officers drives the other's king to an edge, surrounds him, and brings his own.
        hunted, sign = (enemy, I(1)) if lead > I(0) else (king, I(-1))
        room = U(0)
        for word in range(words):
            room += popcount(worth.zones[U(0), hunted, word])
        far = DRIVE_ROOM * I(room) + DRIVE_STEP * I(apart[king, enemy]) - sign * net
        ending -= sign * (min(DRIVE_LEAD, sign * lead) * far // DRIVE_LEAD)
    whole = I(worth.men[U(0), WEIGHT])
    phase = min(phase, whole)
    score = (opening * phase + ending * (whole - phase)) * I(100) + live * whole
    return (I(1) - I(2) * I(view)) * score // (whole * I(100))  # the sign before dividing, which rounds down


@inlined
def gain(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a turn's voluntary part takes or makes at a glance: the contract's ``gain``."""
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    tag = (move >> TAG_SHIFT) & TAG_MASK
    man = U(states.cells[ply, PIECE, start])
    taken = U(states.cells[ply, PIECE, move >> EXTRA_SHIFT if tag == EN_PASSANT else goal])
    if tag == STOP or (taken == U(0) and promotion == U(0)):
        return I(0)
    own, worth = I(tables.worth.men[man, PLAIN]), I(tables.worth.men[taken, PLAIN])
    if promotion != U(0):
        worth += I(tables.worth.men[promotion << U(1) | man & U(1), PLAIN]) - own
    elif own > worth + RISK and struck(tables.ways, tables.motion, states, ply, goal, U(1) - (man & U(1))):
        return min(worth - own, I(-1))
    return max(worth - own // I(32), I(1))
