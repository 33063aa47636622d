"""The contract's ``count``, which perft relies on: legal moves are counted without being listed."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, lowest_bit
from fairyring.kernels.contract import ONGOING, SIDE
from fairyring.kernels.orthodox.attacks import checks_and_pins
from fairyring.kernels.orthodox.codes import (
    ACTION_SHIFT,
    CAPTURE,
    CAPTURES,
    EN_PASSANT,
    MOVE,
    MOVES,
    ORDINAL_MASK,
    ORDINAL_SHIFT,
    PASSING,
    PAWN,
    PROMOTE,
    SHARED,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
    TAG_MASK,
    TAG_SHIFT,
    encode,
)
from fairyring.kernels.orthodox.generate import (
    castling_moves,
    generate,
    king_moves,
    leaves_king_attacked,
    legal,
    moves_from,
)
from fairyring.kernels.orthodox.tables import EP_PAWN, EP_SQUARE, KING, NOWHERE, PINNED
from fairyring.kernels.stages import (
    NO_GOALS,
    NO_MOVES,
    bulk,
    choices,
    doubted,
    further_count,
    listed,
    over,
    probing,
    promoted,
    promoting,
)


@compiled
def count(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``count``."""
    if over(tables, states, ply) != ONGOING:
        return U(0)
    if listed(tables) or probing(tables) != NO_MOVES:
        end = U(generate(tables, states, ply, MOVES | CAPTURES, moves, n))
        return choices(tables, states, ply, moves, n, end, end - n)
    ways = tables.ways
    side = states.info[ply, SIDE]
    king = states.info[ply, KING + side]
    checks = checks_and_pins(ways, states, ply)
    if checks != U(0) or doubted(ways, states, ply, checks) != NO_GOALS:
        return legal(tables, states, ply, moves, n) - n
    ep_square = states.info[ply, EP_SQUARE]
    promotions = U(ways.promotions.shape[0])
    sites = U(states.cells.shape[2])
    total = U(0)
    for word in range(U(states.bits.shape[2])):
        pieces = states.bits[ply, side, word] & ~states.bits[ply, PINNED, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            piece = U(states.cells[ply, U(0), start])
            at = piece * sites + start
            i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
            seen = U(0)
            kind = ways.kinds[piece]
            if promoting(tables, states, ply, start):
                last = moves_from(ways, states, ply, side, start, moves, n)
                last = promoted(tables, states, ply, start, MOVES | CAPTURES, moves, n, last)
                for j in range(n, last):
                    passing = (moves[j] >> TAG_SHIFT) & TAG_MASK == EN_PASSANT
                    if not (passing and leaves_king_attacked(ways, states, ply, moves[j])):
                        total += U(1)
            elif kind == PAWN:
                while i < end:
                    step = U(ways.rays[i])
                    goal = step & SITE_MASK
                    other = U(states.cells[ply, U(0), goal])
                    if other == U(0):
                        i += U(1)
                        if step & PASSING != U(0) and goal == ep_square:
                            taking = encode(start, goal, U(0), EN_PASSANT, states.info[ply, EP_PAWN])
                            if leaves_king_attacked(ways, states, ply, taking):
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
                total = further_count(ways, states, ply, side, start, seen, total)
        pieces = states.bits[ply, PINNED, word]
        while pieces != U(0):
            start = (word << U(6)) + lowest_bit(pieces)
            pieces &= pieces - U(1)
            last = moves_from(ways, states, ply, side, start, moves, n)
            last = promoted(tables, states, ply, start, MOVES | CAPTURES, moves, n, last)
            for i in range(n, last):
                if not leaves_king_attacked(ways, states, ply, moves[i]):
                    total += U(1)
    if king != NOWHERE:
        total += king_moves(tables, states, ply, side, MOVES | CAPTURES, moves, n) - n
    total += castling_moves(tables, states, ply, side, U(0), moves, n) - n
    return bulk(tables, states, ply, moves, total)
