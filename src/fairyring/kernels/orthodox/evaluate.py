"""Evaluation of positions of the orthodox family, and quick scores of captures."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, called, inlined, lowest_bit, popcount
from fairyring.kernels.contract import RISK, SIDE
from fairyring.kernels.network import found_by
from fairyring.kernels.orthodox.attacks import occupied, under_attack
from fairyring.kernels.orthodox.codes import (
    BESIDE,
    BYTE_MASK,
    DROP,
    EN_PASSANT,
    FIELD_MASK,
    GOAL_SHIFT,
    LOCUST,
    PROMOTION_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    extra_of,
)
from fairyring.kernels.orthodox.exchange import foresees
from fairyring.kernels.orthodox.leads import CERTAIN, won_by
from fairyring.kernels.orthodox.pawns import advance, is_open, mark_guarded
from fairyring.kernels.orthodox.segment_tables import GOALS, HEAD, IN_WORD, TAKES
from fairyring.kernels.orthodox.segments import seen_along
from fairyring.kernels.orthodox.tables import (
    AIMED,
    ATTACKED,
    BALANCE,
    GUARDED,
    HEAVY,
    KING,
    NOWHERE,
    PAWNS,
    PHASE,
    SHADE,
    TWICE,
)
from fairyring.kernels.orthodox.threats import safe_checks, undefended
from fairyring.kernels.orthodox.worth import (
    BOUND,
    CHECK,
    CHECK_ENDING,
    EQUAL,
    LESSER,
    MECHANICS,
    MECHANICS_ENDING,
    MENACE,
    MINOR,
    MOBILITY,
    OPEN,
    PAIR,
    PLAIN,
    PRESSURE,
    RANK,
    SHIELD,
    SUPPORT,
    TEMPO,
    TRAPPED,
    WEAK,
    WEIGHT,
    halves,
)
from fairyring.kernels.stages import alone, stage, tempting, unmarked, weighed

# For a lone king: hundredths of a pawn for each step that it is from the squares of the board, as a mean, and
# from the other king. Steps beyond `FAR_OFF` count no more.
DRIVE, NEAR, FAR_OFF = I(60), I(8), I(16)


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
def from_mechanics(tables: Any, states: Any, ply: Any) -> Any:
    """What mechanics add to White's score, in the opening and in the ending."""
    extra, whole = I(weighed(tables, states, ply, I(0))), tables.worth.whole
    opening = extra * I(whole[MECHANICS]) // I(100)
    return opening, opening + extra * I(whole[MECHANICS_ENDING]) // I(100)


@inlined
def _tapered(tables: Any, states: Any, ply: Any, opening: Any, ending: Any, live: Any) -> Any:
    """White's score as `tapered` has it, with what mechanics add to it."""
    sooner, later = from_mechanics(tables, states, ply)
    return tapered(tables.worth, states, ply, opening + sooner, ending + later, live)


@inlined
def _for_mover(tables: Any, states: Any, ply: Any, score: Any) -> Any:
    """The mover's score, from White's."""
    return seen_by(tables.worth, states.info[ply, SIDE], score) + I(tables.worth.whole[TEMPO])


@inlined
def lazy_eval(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``lazy_eval``: material and placement, of which the row keeps sums."""
    opening, ending = halves(states.info[ply, BALANCE])
    return _for_mover(tables, states, ply, _tapered(tables, states, ply, opening, ending, I(0)))


@stage(alone)
def reaching(tables: Any, states: Any, ply: Any, site: Any, piece: Any, shelter: Any) -> Any:
    """How many goals a piece has, how many around the enemy's king on ``shelter``, and its targets.

    Goals that enemy pawns guard, as `mark_guarded` has found, do not count but around the king. Its targets
    are the enemy pieces that it attacks and that are worth no less: how many are clearly worth more, and how
    many are of another kind that is worth about the same. What it attacks or guards is marked in its side's
    set ATTACKED, in TWICE if that had it, and in AIMED if the piece may attack the shelter from there.
    """
    goals, near, targets, equals = U(0), U(0), U(0), U(0)
    rank = I(tables.worth.pieces[piece, RANK])
    at = piece * U(states.cells.shape[2]) + site
    segments = tables.ways.segments
    number, end, before = U(segments.ends[at, 0]), U(segments.ends[at, 1]), U(0)
    own = piece & U(1)
    enemy = U(1) - own
    guarded, attacked, twice = GUARDED + enemy, ATTACKED + own, TWICE + own
    while number < end:
        word = segments.sets[number, HEAD] & IN_WORD
        full, takes, reached = occupied(states, ply, word), U(0), U(0)
        while number < end and segments.sets[number, HEAD] & IN_WORD == word:
            seen, before = seen_along(segments, number, full, before)
            takes |= seen & segments.sets[number, TAKES]
            reached |= seen & segments.sets[number, GOALS]
            number += U(1)
        states.bits[ply, twice, word] |= states.bits[ply, attacked, word] & takes
        states.bits[ply, attacked, word] |= takes
        states.bits[ply, AIMED + own, word] |= takes & tables.worth.aims[piece, shelter, word]
        near += popcount(reached & tables.worth.zones[U(0), shelter, word])
        enemies = states.bits[ply, enemy, word]
        reached &= enemies | ~full
        goals += popcount(reached & ~states.bits[ply, guarded, word])
        reached &= enemies
        while reached != U(0):
            other = U(states.cells[ply, U(0), (word << U(6)) + lowest_bit(reached)])
            reached &= reached - U(1)
            more = I(tables.worth.pieces[other, RANK]) - rank
            targets += U(more > RISK)
            equals += U(abs(more) <= RISK) & U(other >> U(1) != piece >> U(1))
    return goals, near, targets, equals


@called
def driven(worth: Any, king: Any, enemy: Any) -> Any:
    """How far a lone king is driven: how far it is from all squares, and how near the other king is to it.

    It is mated at an edge, which a search of a few plies does not see from the middle of the board.
    """
    sites, steps = worth.steps.shape[0], I(0)
    for site in range(sites):
        steps += min(I(worth.steps[king, site]), FAR_OFF)
    return DRIVE * steps // I(sites) - NEAR * min(I(worth.steps[king, enemy]), FAR_OFF)


@called
def evaluate(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``evaluate``: the mover's advantage in hundredths of a pawn.

    Material and placement, tapered from opening to ending by the non-pawn pieces left; the mobility of
    those pieces, and how many of their goals lie around the enemy's king; pawns in front of the king;
    pawns that advance; what pawns guard or attack; what is attacked and not guarded; bishops in pairs; how
    far a lone king is driven; and how much a lead of this kind counts.
    """
    opening, ending = halves(states.info[ply, BALANCE])
    live, threat, shelters, structure, dealings = I(0), I(0), I(0), I(0), I(0)
    lead, bound, unbound = I(0), U(0), U(0)
    whole, words = tables.worth.whole, U(states.bits.shape[2])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        for word in range(words):
            states.bits[ply, ATTACKED + side, word] = states.bits[ply, HEAVY, word] = U(0)
            states.bits[ply, TWICE + side, word] = states.bits[ply, AIMED + side, word] = U(0)
        dealings -= sign * mark_guarded(tables.worth, states, ply, side) * I(whole[WEAK])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        king, enemy = states.info[ply, KING + side], states.info[ply, KING + (U(1) - side)]
        shelter = enemy if enemy != NOWHERE else U(0)
        pressure, shield, shades, others = U(0), I(0), U(0), U(0)
        for word in range(words):
            pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
            pieces = states.bits[ply, side, word] ^ pawns
            if king >> U(6) == word:
                pieces &= ~(U(1) << (king & U(63)))
            others |= pawns | pieces
            supported = I(popcount(pawns & states.bits[ply, GUARDED + side, word]))
            menaced = I(popcount(pieces & states.bits[ply, GUARDED + (U(1) - side), word]))
            structure += sign * (supported * I(whole[SUPPORT]) - menaced * I(whole[MENACE]))
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                piece = U(states.cells[ply, U(0), site])
                goals, near, targets, equals = reaching(tables, states, ply, site, piece, shelter)
                pressure += near
                heavy = tables.worth.pieces[piece, WEIGHT] != 0
                lead += sign * I(tables.worth.pieces[piece, WEIGHT])
                unbound |= U(heavy and tables.worth.pieces[piece, MINOR] != BOUND)
                if tables.worth.pieces[piece, OPEN] != 0 and is_open(tables.worth, states, ply, side, site):
                    structure += sign * I(tables.worth.pieces[piece, OPEN])
                states.bits[ply, HEAVY, word] |= U(heavy) << (site & U(63))
                dealings += sign * I(targets) * I(whole[LESSER])
                if heavy:
                    dealings += sign * (I(goals == U(0)) * I(whole[TRAPPED]) + I(equals) * I(whole[EQUAL]))
                shades |= U(tables.worth.pieces[piece, MINOR] == BOUND) << tables.sites[site, SHADE]
                live += sign * I(goals) * I(tables.worth.pieces[piece, MOBILITY])
            if king != NOWHERE:
                shield += I(popcount(pawns & tables.worth.zones[U(0), king, word]))
        # A few attackers are harmless, many are a great danger.
        if enemy != NOWHERE:
            threat += sign * I(pressure * pressure)
        shelters += sign * shield
        if others == U(0) and max(king, enemy) != NOWHERE and states.info[ply, PHASE] != U(0):
            ending -= sign * driven(tables.worth, king, enemy)
        bound |= shades << (side + side)
        if shades == U(3):
            structure += sign * I(whole[PAIR])
    # Where exchanges are not foreseen, guarding means little: it lost 70 Elo in atomic chess.
    if foresees(tables) and not unmarked(tables):
        structure += dealings
        for side in range(U(2)):
            sign = I(1) - I(2) * I(side)
            safe, control, ring, later = undefended(tables.worth, states, ply, side)
            structure += sign * safe
            live += sign * control
            opening += sign * ring
            ending += sign * later
            checks = safe_checks(tables.ways, states, ply, side)
            structure += sign * checks * I(whole[CHECK])
            ending += sign * checks * I(whole[CHECK_ENDING])
    for side in range(U(2)):
        sign = I(1) - I(2) * I(side)
        both, early, later = advance(tables, states, ply, side, (bound >> (side + side)) & U(3))
        structure += sign * both
        opening += sign * early
        ending += sign * later
    opening += threat * I(whole[PRESSURE]) // I(100) + shelters * I(whole[SHIELD])
    score = _tapered(tables, states, ply, opening + structure, ending + structure, live)
    score = score * won_by(whole, states, ply, score, lead, bound, unbound) // CERTAIN
    usual = _for_mover(tables, states, ply, score)
    return usual + learned(tables.worth, states, ply, states.info[ply, SIDE])


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
    all of it if it is worth clearly more, and captures follow whose end cannot be foreseen.
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
