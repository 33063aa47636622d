"""The contract's ``count``, which perft relies on: legal turns are counted without being listed."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, lowest_bit, popcount
from fairyring.kernels.contract import ONGOING, SIDE
from fairyring.kernels.drifting.drift import launch
from fairyring.kernels.drifting.generate import castlings, doubtful, keep_legal, legal, parts
from fairyring.kernels.drifting.tables import MOVING, PIECE, PINNED
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    CAPTURE,
    CAPTURES,
    EN_PASSANT,
    MOVE,
    MOVES,
    PAWN,
    PROMOTE,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, KING, NOWHERE
from fairyring.kernels.stages import NO_MOVES, bulk, listed, over, probing, twin


@compiled
def count(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``count``."""
    if over(tables, states, ply) != ONGOING:
        return U(0)
    if listed(tables) or probing(tables) != NO_MOVES:
        return legal(tables, states, ply, moves, n) - n
    ways, motion = tables.ways, tables.parts[0]
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    if king == NOWHERE or doubtful(ways, motion, states, ply, side, king):
        return legal(tables, states, ply, moves, n) - n
    ep_square = states.info[ply, EP_SQUARE]
    promotions = U(ways.promotions.shape[1])
    sites = U(states.cells.shape[2])
    total = U(0)
    for word in range(U(states.bits.shape[2])):
        moving = states.bits[ply, MOVING + side, word]
        pinned = states.bits[ply, PINNED, word]
        total += popcount(moving)
        pieces = states.bits[ply, side, word] & ~moving & ~pinned
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = U(states.cells[ply, PIECE, start])
            at = piece * sites + start
            i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
            first, seen = i, U(0)
            if ways.kinds[piece] == PAWN:
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[ply, PIECE, goal])
                    mark = twin(ways, i)
                    if other == U(0):
                        number = i - first
                        i += U(1)
                        if step & CAPTURE != U(0) and goal == ep_square and seen & mark == U(0):
                            seen |= mark
                            taking = encode(start, goal, U(0), EN_PASSANT, states.info[ply, EP_PAWN])
                            moves[n] = taking | launch(number)
                            total += keep_legal(tables, states, ply, moves, n, n + U(1)) - n
                            continue
                        if step & MOVE == U(0):
                            continue
                    else:
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                        if other & U(1) == side or step & CAPTURE == U(0):
                            continue
                    if seen & mark == U(0):
                        seen |= mark
                        total += promotions if step & PROMOTE != U(0) else U(1)
            elif start != king:
                while i < end:
                    step = U(ways.rays[i])
                    other = U(states.cells[ply, PIECE, step & SITE_MASK])
                    mark = twin(ways, i)
                    if other == U(0):
                        i += U(1)
                        action = step >> ACTION_SHIFT
                    else:
                        i += (step >> SKIP_SHIFT) & SKIP_MASK
                        action = (step >> (ACTION_SHIFT + U(1))) & (other ^ side)
                    action &= U(seen & mark == U(0))
                    seen |= mark * action
                    total += action
        while pinned != U(0):
            start = (word << U(6)) + lowest_bit(pinned)
            pinned &= pinned - U(1)
            last = parts(ways, states, ply, side, start, MOVES | CAPTURES, moves, n)
            total += keep_legal(tables, states, ply, moves, n, last) - n
    last = parts(ways, states, ply, side, king, MOVES | CAPTURES, moves, n)
    last = castlings(ways, states, ply, side, moves, last)
    total += keep_legal(tables, states, ply, moves, n, last) - n
    return bulk(tables, states, ply, moves, total)
