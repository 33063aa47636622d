"""Move generation of the piloting family."""

from __future__ import annotations

from typing import Any

from fairyring.kernels.compiling import U, compiled, inlined, internal, lowest_bit
from fairyring.kernels.contract import ONGOING, SIDE
from fairyring.kernels.orthodox.attacks import in_set
from fairyring.kernels.orthodox.codes import (
    CAPTURE,
    FIELD_MASK,
    GOAL_SHIFT,
    MOVE,
    PAWN,
    PROMOTE,
    PROMOTION_SHIFT,
    ROYAL,
    SITE_MASK,
    SKIP_MASK,
    SKIP_SHIFT,
)
from fairyring.kernels.orthodox.tables import WALLS
from fairyring.kernels.piloting.attacks import (
    checks_and_pins,
    may_pilot,
    small_count,
    small_pieces,
    small_words,
)
from fairyring.kernels.piloting.moves import FIRST_SHIFT, SECOND_SHIFT, far_corner, leaves_king_attacked
from fairyring.kernels.piloting.tables import ENTER, LEAVE, big_kind
from fairyring.kernels.stages import filtered, generated, over

NOBODY = U(0xFFFF)  # in place of the first of four small squares: none


@internal
def free_small(ways: Any, terms: Any, states: Any, ply: Any, side: Any, lost: Any) -> Any:
    """The small promotions that a side has left: for each choice two bits, the number left, at most 2.

    The pieces on the back that begins at ``lost`` count as captured.
    """
    free = U(0)
    for choice in range(U(len(ways.promotions))):
        kind = ways.promotions[choice]
        piece, number = kind << U(1) | side, U(0)
        for word in range(small_words(states)):
            pieces = small_pieces(states, ply, side, word)
            while pieces != U(0):
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                if U(states.cells[ply, U(0), site]) == piece and site & ~U(3) != lost:
                    number += U(1)
        if number < terms.array[kind]:
            free |= min(terms.array[kind] - number, U(2)) << (choice << U(1))
    return free


@internal
def free_big(ways: Any, terms: Any, states: Any, ply: Any, colour: Any) -> Any:
    """The big promotions that a colour has left, in the form of `free_small`."""
    free = U(0)
    for choice in range(U(len(ways.promotions))):
        kind = ways.promotions[choice]
        piece, number = big_kind(terms, kind) << U(1) | colour, U(0)
        for site in range(small_count(states), U(states.cells.shape[2])):
            if U(states.cells[ply, U(0), site]) == piece:
                number += U(1)
        if number < terms.array[kind]:
            free |= min(terms.array[kind] - number, U(2)) << (choice << U(1))
    return free


@inlined
def _step_moves(
    ways: Any, terms: Any, states: Any, ply: Any, side: Any, site: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append the pseudo-legal steps of a small piece."""
    smalls = small_count(states)
    piece = U(states.cells[ply, U(0), site])
    at = piece * U(states.cells.shape[2]) + site
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        there = U(states.cells[ply, U(0), goal])
        if there == U(0):
            if states.cells[ply, U(0), smalls + (goal >> U(2))] == 0:
                i += (step >> SKIP_SHIFT) & SKIP_MASK
                continue
            i += U(1)
            if step & MOVE == U(0):
                continue
        else:
            i += (step >> SKIP_SHIFT) & SKIP_MASK
            if there & U(1) == side or step & CAPTURE == U(0):
                continue
        move = site | goal << GOAL_SHIFT
        if step & PROMOTE != U(0):
            free = free_small(ways, terms, states, ply, side, NOBODY)
            if free != U(0):
                for choice in range(U(len(ways.promotions))):
                    if (free >> (choice << U(1))) & U(3) != U(0):
                        moves[n] = move | ways.promotions[choice] << PROMOTION_SHIFT
                        n += U(1)
                continue
        if there != U(0) or actions & MOVE != U(0):
            moves[n] = move
            n += U(1)
    return n


@inlined
def _pilot_moves(
    ways: Any, terms: Any, states: Any, ply: Any, side: Any, start: Any, actions: Any, moves: Any, n: Any
) -> Any:
    """Append the pseudo-legal pilot moves of a big piece that carries a piece of the mover's."""
    smalls = small_count(states)
    base = (start - smalls) << U(2)
    piece = U(states.cells[ply, U(0), start])
    slow, non_pawn = False, False
    for corner in range(U(4)):
        rider = U(states.cells[ply, U(0), base + corner])
        if rider != U(0):
            slow = slow or ways.kinds[rider] == ROYAL
            non_pawn = non_pawn or (rider & U(1) == side and ways.kinds[rider] != PAWN)
    at = piece * U(states.cells.shape[2]) + start
    i, end = U(ways.ray_start[at]), U(ways.ray_start[at + U(1)])
    while i < end:
        step = U(ways.rays[i])
        goal = step & SITE_MASK
        there = U(states.cells[ply, U(0), goal])
        i += (step >> SKIP_SHIFT) & SKIP_MASK if slow or there != U(0) else U(1)
        if there == U(0):
            if step & MOVE == U(0):
                continue
        elif (there ^ piece) & U(1) == U(0) or step & CAPTURE == U(0):
            continue
        if not non_pawn and not may_pilot(ways, terms, states, ply, start, goal, True, side):
            continue
        move = start | goal << GOAL_SHIFT
        arrives = terms.ranks[goal] == terms.far[side] and terms.ranks[start] != terms.ranks[goal]
        if arrives or step & PROMOTE != U(0):
            promotes = step & PROMOTE != U(0)
            n = _pilot_promotions(ways, terms, states, ply, side, move, arrives, promotes, actions, moves, n)
        elif there != U(0) or actions & MOVE != U(0):
            moves[n] = move
            n += U(1)
    return n


@internal
def _pilot_promotions(
    ways: Any,
    terms: Any,
    states: Any,
    ply: Any,
    side: Any,
    move: Any,
    arrives: Any,
    promotes: Any,
    actions: Any,
    moves: Any,
    n: Any,
) -> Any:
    """Append a pilot move with each choice of the promotions that it causes.

    ``arrives``: it brings small pawns to their far rank; ``promotes``: the big piece is a pawn that reaches
    its own.
    """
    smalls = small_count(states)
    start, goal = move & FIELD_MASK, (move >> GOAL_SHIFT) & FIELD_MASK
    choices = U(len(ways.promotions))
    big, small, first, second = U(0), U(0), U(0), U(0)
    if promotes:
        big = free_big(ways, terms, states, ply, U(states.cells[ply, U(0), start]) & U(1))
    if arrives:
        corner = ((start - smalls) << U(2)) + far_corner(side)
        one, two = U(states.cells[ply, U(0), corner]), U(states.cells[ply, U(0), corner + U(1)])
        first = U(one != U(0) and one & U(1) == side and ways.kinds[one] == PAWN)
        second = U(two != U(0) and two & U(1) == side and ways.kinds[two] == PAWN)
        if first | second != U(0):
            small = free_small(ways, terms, states, ply, side, (goal - smalls) << U(2))
    total = U(0)
    for choice in range(choices):
        total += (small >> (choice << U(1))) & U(3)
    total = min(total, first + second)
    if actions & MOVE == U(0) and big == U(0) and total == U(0) and states.cells[ply, U(0), goal] == 0:
        return n
    # The last number of each loop stands for a pawn that does not promote.
    for whole in range(choices + U(1)):
        if (big == U(0)) != (whole == choices):
            continue
        if whole < choices and (big >> (whole << U(1))) & U(3) == U(0):
            continue
        for one in range(choices + U(1)):
            for two in range(choices + U(1)):
                promotes_one, promotes_two = U(one < choices), U(two < choices)
                if promotes_one + promotes_two != total or promotes_one > first or promotes_two > second:
                    continue
                need_one = promotes_one + U(one == two) * promotes_one
                if promotes_one != U(0) and (small >> (one << U(1))) & U(3) < need_one:
                    continue
                if promotes_two != U(0) and (small >> (two << U(1))) & U(3) == U(0):
                    continue
                coded = move
                if whole < choices:
                    coded |= big_kind(terms, ways.promotions[whole]) << PROMOTION_SHIFT
                if promotes_one != U(0):
                    coded |= ways.promotions[one] << FIRST_SHIFT
                if promotes_two != U(0):
                    coded |= ways.promotions[two] << SECOND_SHIFT
                moves[n] = coded
                n += U(1)
    return n


@internal
def _pseudo_legal(ways: Any, terms: Any, states: Any, ply: Any, actions: Any, moves: Any, n: Any) -> Any:
    """Append the steps and pilot moves, whatever becomes of the mover's king."""
    side = states.info[ply, SIDE]
    smalls = small_count(states)
    for word in range(small_words(states)):
        pieces = small_pieces(states, ply, side, word)
        while pieces != U(0):
            # Riders of one back are neighbours in a word: the first of mine pilots.
            back = lowest_bit(pieces) >> U(2)
            under = smalls + (word << U(4)) + back
            n = _pilot_moves(ways, terms, states, ply, side, under, actions, moves, n)
            while pieces != U(0) and lowest_bit(pieces) >> U(2) == back:
                site = (word << U(6)) + lowest_bit(pieces)
                pieces &= pieces - U(1)
                n = _step_moves(ways, terms, states, ply, side, site, actions, moves, n)
    return n


@internal
def _keep_legal(ways: Any, terms: Any, states: Any, ply: Any, moves: Any, first: Any, last: Any) -> Any:
    """Keep those moves that leave the king safe."""
    check = checks_and_pins(ways, terms, states, ply)
    n = first
    for i in range(first, last):
        move = moves[i]
        doubtful = (
            check
            or in_set(states, ply, LEAVE, move & FIELD_MASK)
            or in_set(states, ply, ENTER, (move >> GOAL_SHIFT) & FIELD_MASK)
        )
        if doubtful and leaves_king_attacked(ways, terms, states, ply, move):
            continue
        moves[n] = move
        n += U(1)
    return n


@inlined
def _wall_off(states: Any, ply: Any) -> None:
    """Fill WALLS, in games that have it, with the small squares that there are not: nothing comes there."""
    if U(states.bits.shape[1]) <= WALLS:
        return
    smalls = small_count(states)
    for word in range(U(states.bits.shape[2])):
        states.bits[ply, WALLS, word] = U(0)
    for site in range(smalls, U(states.cells.shape[2])):
        if states.cells[ply, U(0), site] == 0:
            base = (site - smalls) << U(2)
            states.bits[ply, WALLS, base >> U(6)] |= U(0xF) << (base & U(63))


@inlined
def _generate(tables: Any, states: Any, ply: Any, actions: Any, moves: Any, first: Any) -> Any:
    """Append the legal moves; ``actions`` selects moves, captures and promotions, or both."""
    if over(tables, states, ply) != ONGOING:
        return first
    ways, terms = tables.ways, tables.parts[0]
    n = U(_pseudo_legal(ways, terms, states, ply, actions, moves, first))
    if actions & MOVE != U(0):
        _wall_off(states, ply)
        # What ends a check is seen by making the move.
        n = U(generated(tables, states, ply, U(0), moves, n))
    n = U(_keep_legal(ways, terms, states, ply, moves, first, n))
    return filtered(tables, states, ply, moves, first, n)


@compiled
def legal(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``legal``."""
    return _generate(tables, states, ply, MOVE | CAPTURE, moves, n)


@inlined
def noisy(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``noisy``: captures and promotions."""
    return _generate(tables, states, ply, CAPTURE, moves, n)


@compiled
def count(tables: Any, states: Any, ply: Any, moves: Any, n: Any) -> Any:
    """The contract's ``count``."""
    return _generate(tables, states, ply, MOVE | CAPTURE, moves, n) - n
