"""What a side threatens: enemy pieces that are guarded too little, and safe checks."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import I, U, inlined, popcount
from fairyring.kernels.orthodox.codes import SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.tables import (
    AIMED,
    ATTACKED,
    GUARDED,
    HEAVY,
    KING,
    NOWHERE,
    PAWNS,
    SAFE,
    TWICE,
)
from fairyring.kernels.orthodox.worth import (
    BESIEGED,
    BESIEGED_ENDING,
    CONTROL,
    HANGING,
    LOOSE,
    LOOSE_ENDING,
    RING,
    SHAKY,
    SHAKY_ENDING,
    SHAKY_PAWN,
    SHAKY_PAWN_ENDING,
)


@inlined
def reach(worth: Any, states: Any, ply: Any, side: Any, word: Any) -> Any:
    """A word of what a side attacks or guards.

    Returns:
        By pawns; by pawns or pieces; twice, with the king; and the sites beside the king.
    """
    king = states.info[ply, KING + side]
    by_pawns, by_pieces = states.bits[ply, GUARDED + side, word], states.bits[ply, ATTACKED + side, word]
    ring = worth.zones[U(0), king, word] if king != NOWHERE else U(0)
    either = by_pawns | by_pieces
    return by_pawns, either, states.bits[ply, TWICE + side, word] | by_pawns & by_pieces | either & ring, ring


@inlined
def undefended(worth: Any, states: Any, ply: Any, side: Any) -> Any:
    """What a side counts for what it attacks where the other guards too little.

    Afterwards the set SAFE has the sites where its pieces could go and nothing could capture them.

    Returns:
        For pieces and pawns; for all sites, in hundredths; for sites beside the king; and more in the ending.
    """
    whole, other = worth.whole, U(1) - side
    pieces, pawns, sites, beside, shaky, shaky_pawns, besieged = U(0), U(0), U(0), U(0), U(0), U(0), U(0)
    for word in range(U(states.bits.shape[2])):
        _, own, twice, ring = reach(worth, states, ply, side, word)
        own |= ring
        by_pawns, guarded, well, ring = reach(worth, states, ply, other, word)
        beside += popcount(own & ~guarded & ring)
        states.bits[ply, SAFE, word] = own & ~guarded & (~ring | twice)
        guarded |= ring  # the king guards itself, too
        there, all_pawns = states.bits[ply, other, word] & own, states.bits[ply, PAWNS, word]
        heavy = states.bits[ply, HEAVY, word]  # where many pieces are light, too much else would count
        little = there & ~by_pawns & (heavy | all_pawns)
        besieged += popcount(little & twice & ~well)
        little &= guarded & (twice | ~well)
        there &= ~guarded
        sites += popcount(own & ~guarded)
        pawns += popcount(there & all_pawns)
        pieces += popcount(there & ~all_pawns)
        shaky_pawns += popcount(little & all_pawns)
        shaky += popcount(little & heavy)
    both = I(pieces) * I(whole[HANGING]) + I(pawns) * I(whole[LOOSE]) + I(besieged) * I(whole[BESIEGED])
    both += I(shaky) * I(whole[SHAKY]) + I(shaky_pawns) * I(whole[SHAKY_PAWN])
    later = I(besieged) * I(whole[BESIEGED_ENDING]) + I(pawns) * I(whole[LOOSE_ENDING])
    later += I(shaky) * I(whole[SHAKY_ENDING]) + I(shaky_pawns) * I(whole[SHAKY_PAWN_ENDING])
    return both, I(sites) * I(whole[CONTROL]), I(beside) * I(whole[RING]), later


@inlined
def safe_checks(ways: Any, states: Any, ply: Any, side: Any) -> Any:
    """How many checks a side could give at once on sites in the set SAFE, as `undefended` has left it."""
    checks, some = U(0), U(0)
    enemy = states.info[ply, KING + (U(1) - side)]
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, SAFE, word] &= states.bits[ply, AIMED + side, word] & ~states.bits[ply, side, word]
        some |= states.bits[ply, SAFE, word]
    if enemy == NOWHERE or some == U(0):
        return I(0)
    # Those from which nothing hides the king.
    i, end = U(ways.attack_start[enemy]), U(ways.attack_start[enemy + U(1)])
    while i < end:
        step = ways.attacks[i]
        site = step & SITE_MASK
        checks += (states.bits[ply, SAFE, site >> U(6)] >> (site & U(63))) & U(1)
        i += U(1) if states.cells[ply, U(0), site] == 0 else (step >> SKIP_SHIFT) & SKIP_MASK
    return I(checks)
