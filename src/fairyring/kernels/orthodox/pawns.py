"""What pawns are worth in a position: what they guard, and how they advance."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, lowest_bit, popcount
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import occupied
from fairyring.kernels.orthodox.tables import ATTACKED, GUARDED, KING, NOWHERE, PAWNS, SHADE
from fairyring.kernels.orthodox.worth import (
    ABREAST,
    ABREAST_FAR,
    AHEAD,
    ALONE,
    BACKERS,
    BLOCKED,
    COME,
    CRAMPED,
    EARLY,
    EARLY_ENEMY_KING,
    EARLY_OWN_KING,
    ENEMY_KING,
    FREE,
    GUARDS,
    NEXT,
    OWN_KING,
    PASSED,
    PUSH,
    STOPPERS,
    UNSTOPPABLE,
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
def advance(tables: Any, states: Any, ply: Any, side: Any, shades: Any) -> Any:
    """What a side's pawns are worth for how they may go on: always, and more in the opening and the ending.

    Pawns that may go on to a square that another guards, or from which they attack a piece; those that are
    blocked on ``shades``, the set of those to which pieces of their side are bound; passed pawns; and how far
    the king is from pawns.
    """
    worth, whole = tables.worth, tables.worth.whole
    words, both, early = U(states.bits.shape[2]), I(0), I(0)
    later = from_pawns(worth, states, ply, side) * I(whole[ALONE])
    for word in range(words):
        pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
        advanced = worth.zones[U(1), side, word]
        while pawns != U(0):
            site = (word << U(6)) + lowest_bit(pawns)
            pawns &= pawns - U(1)
            piece = U(states.cells[ply, U(0), site])
            abreast, held = U(0), U(0)
            for other in range(words):
                first = worth.pawns[piece, site, NEXT, other]
                abreast |= first & states.bits[ply, GUARDED + side, other]
                held |= first & occupied(states, ply, other)
            if whole[PUSH] != 0 and held == U(0):
                both += I(pushes(worth, states, ply, side, site, piece)) * I(whole[PUSH])
            both += I(held != U(0) and (shades >> tables.sites[site, SHADE]) & U(1) != U(0)) * I(
                whole[CRAMPED]
            )
            if abreast != U(0):
                both += I(whole[ABREAST])
                later += I(whole[ABREAST_FAR]) * I(worth.places[piece, site, COME]) // I(100)
            if (advanced >> (site & U(63))) & U(1) != U(0):
                bonus = I(passed_bonus(worth, states, ply, side, site, piece))
                if bonus != I(0):
                    sooner, more = going_on(tables, states, ply, side, site, piece, held != U(0))
                    early += sooner
                    later += bonus + more
                    if whole[UNSTOPPABLE] != 0 and is_unstoppable(worth, states, ply, side, site, piece):
                        later += I(whole[UNSTOPPABLE])
    return both, early, later


@inlined
def pushes(worth: Any, states: Any, ply: Any, side: Any, site: Any, piece: Any) -> Any:
    """Whether a pawn that is not blocked can go on safely to where it attacks an enemy piece, not a king."""
    other = U(1) - side
    king = states.info[ply, KING + other]
    for word in range(U(states.bits.shape[2])):
        first = worth.pawns[piece, site, NEXT, word]
        if first == U(0):
            continue
        following = (word << U(6)) + lowest_bit(first)
        for there in range(U(states.bits.shape[2])):
            goals = worth.pawns[piece, following, GUARDS, there] & states.bits[ply, other, there]
            goals &= ~states.bits[ply, PAWNS, there]
            if king >> U(6) == there:
                goals &= ~(U(1) << (king & U(63)))
            if goals != U(0):  # rarely, so whether it is safe is asked last
                safe = states.bits[ply, ATTACKED + side, word] | ~states.bits[ply, ATTACKED + other, word]
                safe |= states.bits[ply, GUARDED + side, word]
                safe &= ~states.bits[ply, GUARDED + other, word]
                return (safe >> (following & U(63))) & U(1) != U(0)
    return False


@inlined
def going_on(tables: Any, states: Any, ply: Any, side: Any, site: Any, piece: Any, blocked: Any) -> Any:
    """What a passed pawn is worth in the opening, and beyond its bonus in the ending.

    It depends on what is on its way, and on the kings near it.
    """
    worth, whole, other = tables.worth, tables.worth.whole, U(1) - side
    king, enemy = states.info[ply, KING + side], states.info[ply, KING + other]
    stopped, following = U(0), site
    for word in range(U(states.bits.shape[2])):
        first = worth.pawns[piece, site, NEXT, word]
        if first != U(0):
            following = (word << U(6)) + lowest_bit(first)
        against = states.bits[ply, GUARDED + other, word] | states.bits[ply, ATTACKED + other, word]
        if enemy != NOWHERE:
            against |= worth.zones[U(0), enemy, word]
        stopped |= worth.pawns[piece, site, WAY, word] & (occupied(states, ply, word) | against)
    score, early = I(0), I(whole[EARLY])
    if max(king, enemy) < NOWHERE:
        theirs = min(I(worth.steps[enemy, following]), FAR)
        own = min(I(worth.steps[king, following]), FAR)
        score += I(whole[ENEMY_KING]) * theirs + I(whole[OWN_KING]) * own
        early += I(whole[EARLY_ENEMY_KING]) * theirs + I(whole[EARLY_OWN_KING]) * own
    if blocked:
        score += I(whole[BLOCKED])
    if stopped == U(0):
        score += I(whole[FREE])
    come = I(worth.places[piece, site, COME])
    return early * come // I(100), score * come // I(100)


@inlined
def is_unstoppable(worth: Any, states: Any, ply: Any, side: Any, site: Any, piece: Any) -> Any:
    """Whether nothing but an enemy king could stop a passed pawn, and it comes too late."""
    other, words = U(1) - side, U(states.bits.shape[2])
    king = states.info[ply, KING + other]
    if king == NOWHERE:
        return False
    last, moves = site, U(0)
    for word in range(words):
        way = worth.pawns[piece, site, WAY, word]
        pieces = states.bits[ply, other, word] & ~states.bits[ply, PAWNS, word]
        if king >> U(6) == word:
            pieces &= ~(U(1) << (king & U(63)))
        if pieces | (way & occupied(states, ply, word)) != U(0):
            return False
        moves += popcount(way)
        while way != U(0):
            there = (word << U(6)) + lowest_bit(way)
            way &= way - U(1)
            if worth.steps[site, there] > worth.steps[site, last]:
                last = there
    return U(worth.steps[king, last]) > moves + U(states.info[ply, SIDE] == other)


@inlined
def is_open(worth: Any, states: Any, ply: Any, side: Any, site: Any) -> Any:
    """Whether no pawn of a side is where one on a site could come to without capturing."""
    ahead = U(0)
    for word in range(U(states.bits.shape[2])):
        pawns = states.bits[ply, side, word] & states.bits[ply, PAWNS, word]
        ahead |= worth.zones[AHEAD + side, site, word] & pawns
    return ahead == U(0)


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
