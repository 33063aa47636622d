"""Attacks: who attacks a site, what checks the king, and what is pinned to it."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.codes import ATTACKER_SHIFT, SITE_MASK, SKIP_MASK, SKIP_SHIFT
from fairyring.kernels.orthodox.tables import BLOCKS, KING, LINE, NOWHERE, PINNED, WALLS
from fairyring.kernels.stages import alone, endangered, further_attack, further_checks, sheltered, stage

_WORD, _BIT = U(6), U(63)


@inlined
def add_to_set(states: Any, ply: Any, chosen: Any, site: Any) -> None:
    """Add a site to a set."""
    states.bits[ply, chosen, site >> _WORD] |= U(1) << (site & _BIT)


@inlined
def in_set(states: Any, ply: Any, chosen: Any, site: Any) -> Any:
    """Whether a set contains a site."""
    return (states.bits[ply, chosen, site >> _WORD] >> (site & _BIT)) & U(1) != U(0)


@inlined
def occupied(states: Any, ply: Any, word: Any) -> Any:
    """A word of the set of the sites on which anything stands."""
    walls = states.bits[ply, WALLS, word] if U(states.bits.shape[1]) > WALLS else U(0)
    return states.bits[ply, U(0), word] | states.bits[ply, U(1), word] | walls


@inlined
def attacked(ways: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether side ``by`` attacks a site, as the row's cells stand."""
    i = U(ways.attack_start[site])
    end = U(ways.attack_start[site + U(1)])
    while i < end:
        step = ways.attacks[i]
        piece = U(states.cells[ply, U(0), step & SITE_MASK])
        if piece == U(0):
            i += U(1)
            continue
        if (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0) and piece & U(1) == by:
            return True
        i += (step >> SKIP_SHIFT) & SKIP_MASK
    return further_attack(ways, states, ply, site, by)


@stage(alone)
def under_attack(tables: Any, states: Any, ply: Any, site: Any, by: Any) -> Any:
    """Whether side ``by`` attacks a site, as the row's cells stand; a part may say it in its own way."""
    return attacked(tables.ways, states, ply, site, by)


@inlined
def is_in_check(tables: Any, states: Any, ply: Any, side: Any) -> Any:
    """Whether a side's king is attacked, or another royal piece of it. False in a game without any."""
    king = states.info[ply, KING + side]
    return (
        king != NOWHERE
        and under_attack(tables, states, ply, king, U(1) - side)
        and not sheltered(tables, states, ply, side, king)
    ) or endangered(tables, states, ply, side)


@compiled
def in_check(tables: Any, states: Any, ply: Any) -> Any:
    """The contract's ``in_check``: whether the mover is in check."""
    return is_in_check(tables, states, ply, states.info[ply, SIDE])


@stage(alone)
def gives_check(tables: Any, states: Any, ply: Any) -> Any:
    """Whether a move that the row's mover has made on it leaves the other side in check."""
    return is_in_check(tables, states, ply, U(1) - states.info[ply, SIDE])


@inlined
def checks_and_pins(ways: Any, states: Any, ply: Any) -> Any:
    """Walk the king's attack lines once: the number of checks, with the sets PINNED and BLOCKS.

    PINNED: the mover's pieces that alone stand between an attacker and the king. BLOCKS: the sites where
    a piece ends every check at once, by capturing or by blocking; only set in check. An attacker that
    reaches the king along two lines counts as two checks.
    """
    words = U(states.bits.shape[2])
    for word in range(words):
        states.bits[ply, PINNED, word] = U(0)
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    checks = U(0)
    if king == NOWHERE:
        return checks
    i = U(ways.attack_start[king])
    end = U(ways.attack_start[king + U(1)])
    first = i
    while i < end:
        step = ways.attacks[i]
        piece = U(states.cells[ply, U(0), step & SITE_MASK])
        if piece == U(0):
            if (step >> SKIP_SHIFT) & SKIP_MASK == U(1):
                first = i + U(1)
            i += U(1)
            continue
        following = i + ((step >> SKIP_SHIFT) & SKIP_MASK)
        if piece & U(1) != side:
            if (step >> (ATTACKER_SHIFT + piece)) & U(1) != U(0):
                for word in range(words):
                    states.bits[ply, LINE, word] = U(0)
                for j in range(first, i + U(1)):
                    add_to_set(states, ply, LINE, ways.attacks[j] & SITE_MASK)
                for word in range(words):
                    if checks == U(0):
                        states.bits[ply, BLOCKS, word] = states.bits[ply, LINE, word]
                    else:
                        states.bits[ply, BLOCKS, word] &= states.bits[ply, LINE, word]
                checks += U(1)
        else:
            j = i + U(1)
            while j < following:
                beyond = ways.attacks[j]
                other = U(states.cells[ply, U(0), beyond & SITE_MASK])
                if other != U(0):
                    if other & U(1) != side and (beyond >> (ATTACKER_SHIFT + other)) & U(1) != U(0):
                        add_to_set(states, ply, PINNED, step & SITE_MASK)
                    break
                j += U(1)
        i = following
        first = i
    return further_checks(ways, states, ply, king, checks)


@stage(alone)
def looked(tables: Any, states: Any, ply: Any) -> Any:
    """`checks_and_pins`, or what a part finds in place of it, with the same sets."""
    return checks_and_pins(tables.ways, states, ply)
