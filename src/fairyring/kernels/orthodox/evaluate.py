"""Evaluation of positions of the orthodox family, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, called, inlined, lowest_bit, popcount
from fairyring.kernels.contract import RISK, SIDE
from fairyring.kernels.network import found_by
from fairyring.kernels.orthodox.attacks import under_attack
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    BESIDE,
    BYTE_MASK,
    CAPTURE,
    CAPTURE_SHIFT,
    DROP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    LOCUST,
    PROMOTION_SHIFT,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.orthodox.exchange import foresees
from fairyring.kernels.orthodox.tables import ATTACKED, BALANCE, GUARDED, KING, NOWHERE, PAWNS, PHASE, SHADE
from fairyring.kernels.orthodox.worth import (
    BOUND,
    CONTROL,
    HANGING,
    LESSER,
    LOOSE,
    MENACE,
    MINOR,
    MOBILITY,
    PAIR,
    PASSED,
    PLAIN,
    PRESSURE,
    RANK,
    RING,
    SHIELD,
    SUPPORT,
    TEMPO,
    WEAK,
    WEIGHT,
    halves,
)
from fairyring.kernels.stages import alone, stage, tempting, weighed


@inlined
def tapered(worth: Any, states: Any, ply: Any, opening: Any, ending: Any, live: Any) -> Any:
    """White's score for `seen_by`: ``opening`` and ``ending``, and ``live``, in hundredths, in both."""
    whole = I(worth.pieces[U(0), WEIGHT])
    phase = min(I(states.info[ply, PHASE]), whole)
    return (opening * phase + ending * (whole - phase)) * I(100) + live * whole


@inlined
def seen_by(worth: Any, side: Any, score: Any) -> Any:
    """A side's score in hundredths of a pawn, from what `tapered` returned."""
    sign = I(1) - I(2) * I(side)  # before dividing, which rounds down
    return sign * score // (I(worth.pieces[U(0), WEIGHT]) * I(100))


@inlined
def learned(worth: Any, states: Any, ply: Any, side: Any) -> Any:
    """What a network adds to a side's score, in hundredths of a pawn."""
    phase, whole = I(states.info[ply, PHASE]), I(worth.pieces[U(0), WEIGHT])
    return found_by(worth.network, states, ply, side, phase, whole)


@inlined
def _for_mover(tables: Any, states: Any, ply: Any, opening: Any, ending: Any, live: Any) -> Any:
    """The mover's score, from White's as `tapered` takes it and what mechanics add to it."""
    extra = I(weighed(tables, states, ply, I(0)))
    score = tapered(tables.worth, states, ply, opening + extra, ending + extra, live)
    return seen_by(tables.worth, states.info[ply, SIDE], score) + I(tables.worth.whole[TEMPO])


@inlined
def lazy_eval(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``lazy_eval``: material and placement, of which the row keeps sums."""
    opening, ending = halves(states.info[ply, BALANCE])
    return _for_mover(tables, states, ply, opening, ending, I(0))


@inlined
def captures(step: Any) -> Any:
    """Whether a piece captures by a step of its lines, as 1 or 0."""
    return (step & CAPTURE) >> CAPTURE_SHIFT


@stage(alone)
def reaching(tables: Any, states: Any, ply: Any, site: Any, piece: Any, shelter: Any) -> Any:
    """How many goals a piece has, how many around the enemy's king on ``shelter``, and how many targets.

    Goals that enemy pawns guard, as `mark_guarded` has found, do not count but around the king. Targets are
    enemy pieces that are clearly worth more and that it attacks. What it attacks or guards is marked in its
    side's set ATTACKED.
    """
    goals, near, targets = U(0), U(0), U(0)
    dearer = I(tables.worth.pieces[piece, RANK]) + RISK
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(tables.ways.ray_start[at]), U(tables.ways.ray_start[at + U(1)])
    guarded, attacked = GUARDED + (U(1) - (piece & U(1))), ATTACKED + (piece & U(1))
    while i < end:
        step = U(tables.ways.rays[i])
        goal = step & SITE_MASK
        other = U(states.cells[ply, U(0), goal])
        reached = U((step >> ACTION_SHIFT) & U(3) != U(0))
        states.bits[ply, attacked, goal >> U(6)] |= captures(step) << (goal & U(63))
        near += reached & (tables.worth.zones[U(0), shelter, goal >> U(6)] >> (goal & U(63)))
        free = ~(states.bits[ply, guarded, goal >> U(6)] >> (goal & U(63)))
        if other == U(0):
            goals += reached & free
            i += U(1)
        else:
            reached &= other ^ piece
            goals += reached & free
            if other < U(tables.worth.pieces.shape[0]):  # else it only blocks
                targets += reached & U(I(tables.worth.pieces[other, RANK]) > dearer)
            i += (step >> SKIP_SHIFT) & SKIP_MASK
    return goals, near, targets


@inlined
def mark_guarded(worth: Any, states: Any, ply: Any, side: Any) -> Any:
    """Mark in the set GUARDED + ``side`` what the side's pawns guard.

    Returns the bonus of its passed pawns, and the number of its pawns that no other can guard.
    """
    words, bonus, weak = U(states.bits.shape[2]), I(0), I(0)
    for word in range(words):
        states.bits[ply, GUARDED + side, word] = U(0)
    for word in range(words):
        pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
        advanced = worth.zones[U(1), side, word]
        while pawns != U(0):
            site = (word << U(6)) + lowest_bit(pawns)
            pawns &= pawns - U(1)
            piece = U(states.cells[ply, U(0), site])
            backers = U(0)
            for other in range(words):
                states.bits[ply, GUARDED + side, other] |= worth.guards[piece, site, other]
                own = states.bits[ply, side, other] & states.bits[ply, PAWNS, other]
                backers |= worth.backers[piece, site, other] & own
            weak += I(backers == U(0))
            if (advanced >> (site & U(63))) & U(1) != U(0):
                bonus += I(passed_bonus(worth, states, ply, side, site))
    return bonus, weak


@called
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    Material and placement, tapered from opening to ending by the non-pawn pieces left; the mobility of
    those pieces, and how many of their goals lie around the enemy's king; pawns in front of the king;
    passed pawns; what pawns guard or attack; what is attacked and not guarded; and bishops in pairs.
    """
    opening, ending = halves(states.info[ply, BALANCE])
    live, threat, shelters, structure, dealings = I(0), I(0), I(0), I(0), I(0)
    whole, words = tables.worth.whole, U(states.bits.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        for word in range(words):
            states.bits[ply, ATTACKED + side, word] = U(0)
        bonus, weak = mark_guarded(tables.worth, states, ply, side)
        dealings -= sign * weak * I(whole[WEAK])
        ending += sign * bonus
        opening += sign * (bonus // I(3))
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        king, enemy = states.info[ply, KING + side], states.info[ply, KING + (U(1) - side)]
        shelter = enemy if enemy != NOWHERE else U(0)
        pressure, shield, shades = U(0), I(0), U(0)
        for word in range(words):
            pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
            pieces = states.bits[ply, side, word] ^ pawns
            if king >> U(6) == word:
                pieces &= ~(U(1) << (king & U(63)))
            supported = I(popcount(pawns & states.bits[ply, GUARDED + side, word]))
            menaced = I(popcount(pieces & states.bits[ply, GUARDED + (U(1) - side), word]))
            structure += sign * (supported * I(whole[SUPPORT]) - menaced * I(whole[MENACE]))
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                piece = U(states.cells[ply, U(0), site])
                goals, near, targets = reaching(tables, states, ply, site, piece, shelter)
                pressure += near
                dealings += sign * I(targets) * I(whole[LESSER])
                shades |= U(tables.worth.pieces[piece, MINOR] == BOUND) << tables.sites[site, SHADE]
                live += sign * I(goals) * I(tables.worth.pieces[piece, MOBILITY])
            if king != NOWHERE:
                shield += I(popcount(pawns & tables.worth.zones[U(0), king, word]))
        # A few attackers are harmless, many are a great danger.
        if enemy != NOWHERE:
            threat += sign * I(pressure * pressure)
        shelters += sign * shield
        if shades == U(3):
            structure += sign * I(whole[PAIR])
    if foresees(tables):  # else guarding means little: it lost 70 Elo in atomic chess
        structure += dealings
        for side in range(U(2)):
            sign = I(1) - I(2) * I(side)
            safe, control, ring = undefended(tables.worth, states, ply, side)
            structure += sign * safe
            live += sign * control
            opening += sign * ring
    opening += threat * I(whole[PRESSURE]) // I(100) + shelters * I(whole[SHIELD])
    usual = _for_mover(tables, states, ply, opening + structure, ending + structure, live)
    return usual + learned(tables.worth, states, ply, states.info[ply, SIDE])


@inlined
def undefended(worth: Any, states: Any, ply: Any, side: Any) -> Any:
    """What a side counts for what it alone attacks.

    For pieces and pawns; for all sites, in hundredths; and for sites beside the king.
    """
    pieces, pawns, sites, beside = U(0), U(0), U(0), U(0)
    other = U(1) - side
    king, enemy = states.info[ply, KING + side], states.info[ply, KING + other]
    for word in range(U(states.bits.shape[2])):
        own = states.bits[ply, GUARDED + side, word] | states.bits[ply, ATTACKED + side, word]
        guarded = states.bits[ply, GUARDED + other, word] | states.bits[ply, ATTACKED + other, word]
        there = states.bits[ply, other, word]
        if king != NOWHERE:
            own |= worth.zones[U(0), king, word]
        if enemy != NOWHERE:
            ring = worth.zones[U(0), enemy, word]
            beside += popcount(own & ring & ~guarded)
            guarded |= ring  # the king guards itself, too
        own &= ~guarded
        there &= own
        sites += popcount(own)
        pawns += popcount(there & states.bits[ply, PAWNS, word])
        pieces += popcount(there & ~states.bits[ply, PAWNS, word])
    safe = I(pieces) * I(worth.whole[HANGING]) + I(pawns) * I(worth.whole[LOOSE])
    return safe, I(sites) * I(worth.whole[CONTROL]), I(beside) * I(worth.whole[RING])


@inlined
def passed_bonus(worth: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    """The bonus of a passed pawn in the ending; 0 for a pawn that an enemy pawn can stop or capture."""
    piece = U(states.cells[ply, U(0), site])
    stoppers = U(0)
    for word in range(U(states.bits.shape[2])):
        enemies = states.bits[ply, PAWNS, word] & states.bits[ply, U(1) - side, word]
        stoppers |= worth.zones[piece, site, word] & enemies
    return worth.places[piece, site, PASSED] if stoppers == U(0) else 0


@inlined
def capture_score(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """The contract's ``capture_score``."""
    tag = (move >> TAG_SHIFT) & TAG_MASK
    if tag >= DROP and tag != LOCUST:  # or a choice
        return I(0)
    return tempting(tables, states, ply, move, _exchange(tables, states, ply, move))


@inlined
def _exchange(tables: Any, states: Any, ply: Any, move: Any) -> Any:
    """What a move captures and promotes to, less what it risks.

    The value of the captured piece and of the promotion, less a little of the capturing piece's value; less
    all of it if that is clearly more, nobody can tell how the captures that follow end, and there are some.
    """
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    promotion = (move >> PROMOTION_SHIFT) & BYTE_MASK
    piece = U(states.cells[ply, U(0), start])
    captured = U(states.cells[ply, U(0), goal])
    if (move >> TAG_SHIFT) & BESIDE == EN_PASSANT:
        captured = U(states.cells[ply, U(0), extra_of(move)])
    if captured == U(0) and promotion == U(0):
        return I(0)
    own, value = I(tables.worth.pieces[piece, PLAIN]), I(tables.worth.pieces[captured, PLAIN])
    if promotion != U(0):
        value += I(tables.worth.pieces[promotion << U(1), PLAIN]) - own
    elif (
        own > value + RISK
        and not foresees(tables)
        and under_attack(tables, states, ply, goal, U(1) - (piece & U(1)))
    ):
        return min(value - own, I(-1))
    return max(value - own // I(32), I(1))
