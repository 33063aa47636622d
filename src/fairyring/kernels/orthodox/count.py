"""Counting legal moves without listing them: the contract's ``count``, which perft lives on."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, lowest_bit
from fairyring.kernels.contract import SIDE
from fairyring.kernels.orthodox.attacks import danger
from fairyring.kernels.orthodox.generate import (
    CAPTURES,
    EN_PASSANT,
    MOVES,
    PAWN,
    castling_moves,
    encode,
    exposes,
    king_moves,
    legal,
    man_moves,
)
from fairyring.kernels.orthodox.tables import (
    ACTION_SHIFT,
    CAPTURE,
    KING,
    MOVE,
    NOWHERE,
    ORDINAL_MASK,
    ORDINAL_SHIFT,
    PASSED,
    PINNED,
    PROMOTE,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    VICTIM,
)


@compiled
def count(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """Count the legal moves: the contract's ``count``."""
    ways = tables.ways
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if danger(ways, states, ply) != U(0):
        return legal(tables, states, ply, moves, n) - n
    passed = states.info[ply, PASSED]
    promotions = U(ways.promotions.shape[0])
    sites = U(states.cells.shape[2])
    total = U(0)
    for word in range(U(states.bits.shape[2])):
        men = states.bits[ply, side, word] & ~states.bits[ply, PINNED, word]
        while men != U(0):
            start = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            man = U(states.cells[ply, U(0), start])
            at = man * sites + start
            i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
            seen = U(0)
            kind = ways.kinds[man]
            if kind == PAWN:
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[ply, U(0), goal])
                    if other == U(0):
                        i += U(1)
                        if step & CAPTURE != U(0) and goal == passed:
                            taking = encode(start, goal, U(0), EN_PASSANT, states.info[ply, VICTIM])
                            if exposes(ways, states, ply, taking):
                                continue
                        elif step & MOVE == U(0):
                            continue
                    else:
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                        if other & U(1) == side or step & CAPTURE == U(0):
                            continue
                    if step & SHARED != U(0):
                        mark = U(1) << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
                        if seen & mark != U(0):
                            continue
                        seen |= mark
                    total += promotions if step & PROMOTE != U(0) else U(1)
            elif start != king:
                while i < end:
                    step = U(ways.rays[i])
                    other = U(states.cells[ply, U(0), step & SITE_MASK])
                    if other == U(0):
                        i += U(1)
                        action = step >> ACTION_SHIFT
                    else:
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                        action = (step >> (ACTION_SHIFT + U(1))) & (other ^ side)
                    action &= U(1)
                    if step & SHARED != U(0):
                        mark = action << ((step >> ORDINAL_SHIFT) & ORDINAL_MASK)
                        if seen & mark != U(0):
                            continue
                        seen |= mark
                    total += action
        men = states.bits[ply, PINNED, word]
        while men != U(0):
            start = (word << U(6)) + lowest_bit(men)
            men &= men - U(1)
            last = man_moves(ways, states, ply, side, start, moves, n)
            for i in range(n, last):
                if not exposes(ways, states, ply, moves[i]):
                    total += U(1)
    if king != NOWHERE:
        last = king_moves(ways, states, ply, side, MOVES | CAPTURES, moves, n)
        total += castling_moves(ways, states, ply, side, moves, last) - n
    return total
