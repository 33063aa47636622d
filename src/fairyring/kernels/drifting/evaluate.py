"""Evaluation of positions of the drifting family, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit, popcount
from fairyring.kernels.contract import CLOCK, RISK, SIDE
from fairyring.kernels.drifting.attacks import attacked
from fairyring.kernels.drifting.drift import PASS, changes, make_turn, moving
from fairyring.kernels.drifting.motion import (
    FIRST_SHIFT,
    GLIDE_GOAL,
    LENGTH_MASK,
    LENGTH_SHIFT,
    MAY_CAPTURE,
    OFF,
    ROW_MASK,
)
from fairyring.kernels.drifting.tables import MOVING, PIECE, VECTOR
from fairyring.kernels.orthodox.codes import (
    BYTE_MASK,
    CASTLE,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    NON_PAWN,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.orthodox.evaluate import from_mechanics, learned, reaching, seen_by, tapered
from fairyring.kernels.orthodox.pawns import advance
from fairyring.kernels.orthodox.tables import ATTACKED, BALANCE, GUARDED, KING, NOWHERE, PAWNS
from fairyring.kernels.orthodox.worth import MOBILITY, PLAIN, PRESSURE, TEMPO, WEIGHT, halves
from fairyring.kernels.stages import tempting

# One part in so many of what the opponent's drift would capture next: there is a turn to prevent it.
THREAT_PART = I(3)
# A king that is driven to mate, in hundredths of a pawn: for each site that it may go to, for each step
# between the kings, for each goal of the attackers near it, and for each step that one of them is nearer to
# it than `FAR_OFF`; in full if the attackers outweigh its own pieces by `DRIVE_LEAD`.
DRIVE_ROOM, DRIVE_STEP, DRIVE_GOAL, DRIVE_NEAR = I(20), I(8), I(10), I(4)
FAR_OFF, DRIVE_LEAD = I(8), I(40)
FADING = I(400)  # plies without progress after which nothing would be left of an advantage


@inlined
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    For the board after the mover's pieces in motion have drifted, which they do whatever else is played; less
    a part of what the opponent's would then capture; and nearer to 0 the longer there has been no progress.
    """
    side = states.info[ply, SIDE]
    row = ply
    if moving(states, ply, side) != U(0):
        row = U(states.key.shape[0]) - U(1)
        make_turn(tables, states, ply, row, PASS, U(0))
    score = _weigh(tables, states, row, side)
    # The side that is ahead should do what cannot be undone before the clock runs out.
    score = score * (FADING - I(states.info[row, CLOCK])) // FADING
    score -= _threats(tables.parts[0], tables.worth, states, row, U(1) - side)
    score += learned(tables.worth, states, row, side)
    return score + I(tables.worth.whole[TEMPO])


@inlined
def _threats(motion: Any, worth: Any, states: Any, row: Any, by: Any) -> Any:
    """What the pieces in motion of ``by`` would capture next, as far as there is no time to prevent it."""
    loss = I(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[row, MOVING + by, word]
        while pieces != U(0):
            site = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            course = U(motion.courses[U(states.cells[row, PIECE, site]), U(states.cells[row, VECTOR, site])])
            glide = U(motion.glides[course & ROW_MASK, site])
            goal = glide & GLIDE_GOAL
            if goal == OFF or course & MAY_CAPTURE == U(0):
                continue
            other = U(states.cells[row, PIECE, goal])
            # The codes of a blocker, which nothing captures, are behind those that are worth something.
            if other == U(0) or other & U(1) == by or other >= U(worth.pieces.shape[0]):
                continue
            first = glide >> FIRST_SHIFT
            end = first + ((glide >> LENGTH_SHIFT) & LENGTH_MASK)
            while first < end and states.cells[row, PIECE, motion.through[first]] == 0:
                first += U(1)
            if first == end:
                loss += I(worth.pieces[other, PLAIN]) // THREAT_PART
    return loss


@inlined
def _weigh(tables: Any, states: Any, row: Any, view: Any) -> Any:
    """The advantage of the side ``view`` on the row's board.

    Material and placement, tapered; mobility, which counts half for a piece in motion; attackers near a king;
    passed pawns; and a king that is driven to mate.
    """
    ways, worth = tables.ways, tables.worth
    opening, ending = halves(states.info[row, BALANCE])
    live, lead, net, threat = I(0), I(0), I(0), I(0)
    sites, words = U(states.cells.shape[2]), U(states.bits.shape[2])
    for side in range(U(2)):
        for word in range(words):
            states.bits[row, GUARDED + side, word] = U(0)  # pawns keep little from pieces that keep moving
            states.bits[row, ATTACKED + side, word] = U(0)
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        enemy = states.info[row, KING + (U(1) - side)]
        near = enemy if enemy != NOWHERE else U(0)
        pressure, close = U(0), I(0)
        for word in range(words):
            pieces = states.bits[row, side, word] & ~states.bits[row, PAWNS, word]
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                piece = U(states.cells[row, PIECE, site])
                if ways.kinds[piece] != NON_PAWN:
                    continue
                still = U(states.cells[row, VECTOR, site] == 0)
                weight = I(worth.pieces[piece, WEIGHT])
                lead += sign * weight
                goals, pressing, _, _ = reaching(tables, states, row, site, piece, near)
                pressure += still * pressing
                close += max(FAR_OFF - I(worth.steps[site, near]), I(0))
                goals >>= still ^ U(1)  # in motion, it is not the player's to move
                live += sign * I(goals) * I(worth.pieces[piece, MOBILITY])
        if enemy != NOWHERE:
            threat += sign * I(pressure * pressure)
            net += sign * (DRIVE_GOAL * I(pressure) + DRIVE_NEAR * close)
    opening += threat * I(worth.whole[PRESSURE]) // I(100)
    for side in range(U(2)):
        both, early, later = advance(tables, states, row, side, U(0))
        sign = I(1) - I(2) * I(side)
        opening += sign * (both + early)
        ending += sign * (both + later)
    king, enemy = states.info[row, KING], states.info[row, KING + U(1)]
    if lead != I(0) and max(king, enemy) < sites:  # both kings exist
        # The side with more pieces drives the other's king to an edge, surrounds it, and brings its own king.
        hunted, sign = (enemy, I(1)) if lead > I(0) else (king, I(-1))
        room = U(0)
        for word in range(words):
            room += popcount(worth.zones[U(0), hunted, word])
        far = DRIVE_ROOM * I(room) + DRIVE_STEP * I(worth.steps[king, enemy]) - sign * net
        ending -= sign * (min(DRIVE_LEAD, sign * lead) * far // DRIVE_LEAD)
    sooner, later = from_mechanics(tables, states, row)
    return seen_by(worth, view, tapered(worth, states, row, opening + sooner, ending + later, live))


@inlined
def capture_score(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``capture_score``, for a turn's voluntary part."""
    if (move >> TAG_SHIFT) & TAG_MASK > CASTLE:  # a stop or a drop
        return I(0)
    return tempting(tables, states, ply, move, _exchange(tables, states, ply, move))


@inlined
def _exchange(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a move captures and promotes to, less what it risks."""
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (changes(move) >> PROMOTION_SHIFT) & BYTE_MASK
    piece = U(states.cells[ply, PIECE, start])
    if (move >> TAG_SHIFT) & TAG_MASK == EN_PASSANT:
        goal = extra_of(move)
    captured = U(states.cells[ply, PIECE, goal])
    if captured == U(0) and promotion == U(0):
        return I(0)
    own, value = I(tables.worth.pieces[piece, PLAIN]), I(tables.worth.pieces[captured, PLAIN])
    if promotion != U(0):
        value += I(tables.worth.pieces[promotion << U(1) | piece & U(1), PLAIN]) - own
    elif own > value + RISK and attacked(
        tables.ways, tables.parts[0], states, ply, goal, U(1) - (piece & U(1))
    ):
        return min(value - own, I(-1))
    return max(value - own // I(32), I(1))
