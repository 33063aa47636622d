"""What pawns are worth in a position: what they guard, and how they advance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit
from fairyring.kernels.orthodox.attacks import occupied
from fairyring.kernels.orthodox.tables import ATTACKED, GUARDED, KING, NOWHERE, PAWNS
from fairyring.kernels.orthodox.worth import (
    ABREAST,
    ABREAST_FAR,
    ALONE,
    BACKERS,
    BLOCKED,
    COME,
    ENEMY_KING,
    FREE,
    GUARDS,
    NEXT,
    OWN_KING,
    PASSED,
    STOPPERS,
    WAY,
)

FAR = I(5)  # a king's steps; one that is further away does not matter less


@inlined
def mark_guarded(worth: Any, states: Any, ply: Any, side: Any) -> Any:
    """Mark in the set GUARDED + ``side`` what the side's pawns guard.

    Returns the number of its pawns that no other can guard.
    """
    words, weak = U(states.bits.shape[2]), I(0)
    for word in range(words):
        states.bits[ply, GUARDED + side, word] = U(0)
    for word in range(words):
        pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
        while pawns != U(0):
            site = (word << U(6)) + lowest_bit(pawns)
            pawns &= pawns - U(1)
            piece = U(states.cells[ply, U(0), site])
            backers = U(0)
            for other in range(words):
                states.bits[ply, GUARDED + side, other] |= worth.pawns[piece, site, GUARDS, other]
                own = states.bits[ply, side, other] & states.bits[ply, PAWNS, other]
                backers |= worth.pawns[piece, site, BACKERS, other] & own
            weak += I(backers == U(0))
    return weak


@inlined
def advance(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """What a side's pawns are worth for how they may go on: always, and more than that in the ending.

    Pawns that may go on to a square that another guards, passed pawns, and how far the king is from pawns.
    """
    worth, whole = tables.worth, tables.worth.whole
    words, both = U(states.bits.shape[2]), I(0)
    later = from_pawns(worth, states, ply, side) * I(whole[ALONE])
    for word in range(words):
        pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
        advanced = worth.zones[U(1), side, word]
        while pawns != U(0):
            site = (word << U(6)) + lowest_bit(pawns)
            pawns &= pawns - U(1)
            piece = U(states.cells[ply, U(0), site])
            abreast = U(0)
            for other in range(words):
                abreast |= worth.pawns[piece, site, NEXT, other] & states.bits[ply, GUARDED + side, other]
            if abreast != U(0):
                both += I(whole[ABREAST])
                later += I(whole[ABREAST_FAR]) * I(worth.places[piece, site, COME]) // I(100)
            if (advanced >> (site & U(63))) & U(1) != U(0):
                bonus = I(passed_bonus(worth, states, ply, side, site, piece))
                if bonus != I(0):
                    later += bonus + going_on(tables, states, ply, side, site, piece)
    return both, later


@inlined
def going_on(tables: Any, states: Any, ply: Any, side: Any, site: Any, piece: Any) -> Any:
    """What a passed pawn is worth beyond its bonus for what is on its way, and for the kings near it."""
    worth, whole, other = tables.worth, tables.worth.whole, U(1) - side
    king, enemy = states.info[ply, KING + side], states.info[ply, KING + other]
    held, stopped, following = U(0), U(0), site
    for word in range(U(states.bits.shape[2])):
        full = occupied(states, ply, word)
        first = worth.pawns[piece, site, NEXT, word]
        if first != U(0):
            following = (word << U(6)) + lowest_bit(first)
        held |= first & full
        against = states.bits[ply, GUARDED + other, word] | states.bits[ply, ATTACKED + other, word]
        if enemy != NOWHERE:
            against |= worth.zones[U(0), enemy, word]
        stopped |= worth.pawns[piece, site, WAY, word] & (full | against)
    score = I(0)
    if max(king, enemy) < NOWHERE:
        score += I(whole[ENEMY_KING]) * min(I(worth.steps[enemy, following]), FAR)
        score += I(whole[OWN_KING]) * min(I(worth.steps[king, following]), FAR)
    if held != U(0):
        score += I(whole[BLOCKED])
    if stopped == U(0):
        score += I(whole[FREE])
    return score * I(worth.places[piece, site, COME]) // I(100)


@inlined
def from_pawns(worth: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many steps, at most `FAR`, a side's king takes to the nearest pawn; 0 if there is none."""
    king, nearest, any_pawn = states.info[ply, KING + side], U(FAR), U(0)
    if king == NOWHERE:
        return I(0)
    for word in range(U(states.bits.shape[2])):
        pawns = states.bits[ply, PAWNS, word]
        any_pawn |= pawns
        while pawns != U(0):
            nearest = min(nearest, U(worth.steps[king, (word << U(6)) + lowest_bit(pawns)]))
            pawns &= pawns - U(1)
    return I(nearest) if any_pawn != U(0) else I(0)


@inlined
def passed_bonus(worth: Any, states: Any, ply: Any, side: Any, site: Any, piece: Any) -> Any:
    """The bonus of a passed pawn in the ending; 0 for a pawn that an enemy pawn can stop or capture."""
    stoppers = U(0)
    for word in range(U(states.bits.shape[2])):
        enemies = states.bits[ply, PAWNS, word] & states.bits[ply, U(1) - side, word]
        stoppers |= worth.pawns[piece, site, STOPPERS, word] & enemies
    return worth.places[piece, site, PASSED] if stoppers == U(0) else 0
