"""Endgames solved backwards from their ends, for every family that can derive a row from its cells.

A *material* is a multiset of up to four pieces. Its positions are numbered, and each has a value: how many
plies it is from the end of the game, and for whom. `survey` finds the positions that are ends or impossible,
and to which materials moves lead; `extend` finds those whose end is a given number of plies away, from those
that are nearer. There are no moves backwards, which few rules could give: each undecided position looks at
its moves again.

The method is Ströhlein's ("Untersuchungen über kombinatorische Spiele", Munich 1970), with the board's
symmetries used as by Thompson ("Retrograde Analysis of Certain Endgames", ICCA Journal, 1986).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, compiled, copy_over, internal
from fairyring.kernels.contract import (
    MOVER_LOSES,
    MOVER_WINS,
    ONGOING,
    SIDE,
    derive,
    in_check,
    legal,
    outcome,
    play,
)
from fairyring.kernels.packed import packed

MOST_PIECES = 4
NONE = U(0xFFFFFFFFFFFFFFFF)  # no material, site or index
SITE = U(0xFFFFFFFF)  # the bits of a scratch entry that are the site; the code is above them

# The rows: the position, what a move makes of it, what the reply makes of that, and two that hold a position
# without anything but the pieces: the one that a row is compared with, and an empty board.
HERE, NEXT, AFTER, BARE, EMPTY = (U(row) for row in range(5))
ROWS = 5

# The columns of `Endgames.materials`.
SIGNATURE, FIRST, LEAD = U(0), U(1), U(2)
SIZE = U(3)  # of each piece in turn: how many sites it can be on
FIELDS = 3 + MOST_PIECES

# Values: unknown, or plies to the end, times two, and whether the mover wins.
UNKNOWN, DRAWN, IMPOSSIBLE = U(0), U(0xFFFE), U(0xFFFF)
FARTHEST = 0x7FFD  # plies

# What `survey` and `extend` report.
CHANGED, REMEMBERED, OUTSIDE, STRANGERS = (U(number) for number in range(4))
MOST_STRANGERS = 64
REPORT = 4 + MOST_STRANGERS


@packed
class Endgames(NamedTuple):
    """Materials, how their positions are numbered, and the values of the positions.

    A position's number counts, in the order of `codes`, on which of its sites each piece is, and then the
    side to move. The first piece is one of which there is only one; where the board has symmetries, it
    is only on the sites from which all its others follow. Pieces of one kind are in the order of their sites.

    Attributes:
        materials: uint64[material, field]; the codes in ascending order as bytes, the number of the first
            position, the place of the first piece among them, and how many sites each piece has.
        codes: uint64[material, piece]; the pieces' codes, 0 behind the last.
        sites: uint64[material, piece, number]; the sites that a piece can be on.
        numbers: uint64[material, piece, site]; the same the other way; `NONE` where it cannot be.
        turns: uint64[material, site]; the symmetry that brings the first piece from a site to one of its own.
        symmetries: uint64[symmetry, site]; where each site goes.
        grounds: uint64[site]; what must be occupied beneath, or `NONE`.
        bears: uint8[code, code]; whether the first piece can be beneath the second.
        values: uint16[position].
    """

    materials: npt.NDArray[np.uint64]
    codes: npt.NDArray[np.uint64]
    sites: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.uint64]
    turns: npt.NDArray[np.uint64]
    symmetries: npt.NDArray[np.uint64]
    grounds: npt.NDArray[np.uint64]
    bears: npt.NDArray[np.uint8]
    values: npt.NDArray[np.uint16]


@internal
def won(plies: Any) -> Any:
    """The value of a position that its mover wins in so many plies."""
    return (plies + U(1)) << U(1) | U(1)


@internal
def lost(plies: Any) -> Any:
    """The value of a position that its mover loses in so many plies."""
    return (plies + U(1)) << U(1)


@internal
def plies_of(value: Any) -> Any:
    """How many plies away the end of a won or lost position is."""
    return (value >> U(1)) - U(1)


@internal
def bare(tables: Any, states: Any, row: Any, copy: Any) -> None:
    """Fill row ``copy`` with the pieces on the board of another, the side to move, and nothing else."""
    side = states.info[row, SIDE]
    copy_over(states.cells, EMPTY, copy)
    for site in range(U(states.cells.shape[2])):
        states.cells[copy, U(0), site] = states.cells[row, U(0), site]
    copy_over(states.info, EMPTY, copy)
    states.info[copy, SIDE] = side
    derive(tables, states, copy)


@internal
def place(tables: Any, states: Any, endgames: Any, material: Any, number: Any) -> Any:
    """Fill row `HERE` with a position by its number; whether it is one."""
    copy_over(states.cells, EMPTY, HERE)
    copy_over(states.info, EMPTY, HERE)
    states.info[HERE, SIDE] = number & U(1)
    rest = number >> U(1)
    above = NONE  # the site of the piece after
    for back in range(U(MOST_PIECES)):
        piece = U(MOST_PIECES - 1) - back
        code = endgames.codes[material, piece]
        if code == U(0):
            continue
        size = endgames.materials[material, SIZE + piece]
        site = endgames.sites[material, piece, rest % size]
        rest //= size
        if states.cells[HERE, U(0), site] != 0:
            return False
        same = back > U(0) and endgames.codes[material, piece + U(1)] == code
        if same and site > above:
            return False
        above = site
        states.cells[HERE, U(0), site] = code
    for site in range(U(states.cells.shape[2])):
        ground = endgames.grounds[site]
        code = states.cells[HERE, U(0), site]
        if ground != NONE and code != 0 and endgames.bears[states.cells[HERE, U(0), ground], code] == 0:
            return False
    derive(tables, states, HERE)
    return True


@internal
def find(states: Any, row: Any, endgames: Any, scratch: Any) -> Any:
    """Write a row's pieces into ``scratch``, in ascending order of code and site; their signature.

    `NONE`: there are too many.
    """
    found = U(0)
    for site in range(U(states.cells.shape[2])):
        code = U(states.cells[row, U(0), site])
        if code == U(0):
            continue
        if found == U(MOST_PIECES):
            return NONE
        hole = found
        while hole > U(0) and scratch[hole - U(1)] >> U(32) > code:
            scratch[hole] = scratch[hole - U(1)]
            hole -= U(1)
        scratch[hole] = code << U(32) | site
        found += U(1)
    signature = U(0)
    for piece in range(found):
        signature = signature << U(8) | scratch[piece] >> U(32)
    return signature


@internal
def material_of(endgames: Any, signature: Any) -> Any:
    """The number of the material with a signature, or `NONE`."""
    for material in range(U(endgames.materials.shape[0])):
        if endgames.materials[material, SIGNATURE] == signature:
            return material
    return NONE


@internal
def number_of(states: Any, row: Any, endgames: Any, material: Any, scratch: Any) -> Any:
    """The number of a position whose pieces `find` has written into ``scratch``, or `NONE`."""
    lead = endgames.materials[material, LEAD]
    turn = endgames.turns[material, scratch[lead] & SITE]
    # Turned, the pieces of a kind must be put in order again. The first piece is the only one of its kind, so
    # it keeps its place among the others.
    for piece in range(U(MOST_PIECES)):
        if endgames.codes[material, piece] == U(0):
            break
        entry = scratch[piece]
        turned = entry & ~SITE | endgames.symmetries[turn, entry & SITE]
        hole = piece
        while hole > U(0) and scratch[hole - U(1)] > turned:
            scratch[hole] = scratch[hole - U(1)]
            hole -= U(1)
        scratch[hole] = turned
    number = endgames.numbers[material, U(0), scratch[lead] & SITE]
    if number == NONE:
        return NONE
    for piece in range(U(1), U(MOST_PIECES)):
        if endgames.codes[material, piece] == U(0):
            break
        other = piece - U(1) if piece <= lead else piece
        within = endgames.numbers[material, piece, scratch[other] & SITE]
        if within == NONE:
            return NONE
        number = number * endgames.materials[material, SIZE + piece] + within
    return endgames.materials[material, FIRST] + (number << U(1) | states.info[row, SIDE])


@internal
def value_of(states: Any, row: Any, endgames: Any, scratch: Any) -> Any:
    """The value of a row's position, as far as it is known; `IMPOSSIBLE` where it has no number."""
    signature = find(states, row, endgames, scratch)
    material = material_of(endgames, signature)
    if material == NONE:
        return IMPOSSIBLE
    number = number_of(states, row, endgames, material, scratch)
    return IMPOSSIBLE if number == NONE else U(endgames.values[number])


@internal
def is_bare(tables: Any, states: Any, row: Any) -> Any:
    """Whether a row's position is nothing but what is on the board and the side to move."""
    bare(tables, states, row, BARE)
    return states.key[row] == states.key[BARE]


@internal
def ended(tables: Any, states: Any, row: Any, moves: Any) -> Any:
    """The value of a row's position with so many moves, if the game is over there; else `UNKNOWN`."""
    code = U(outcome(tables, states, row, moves))
    if code == ONGOING:
        return UNKNOWN
    if code & MOVER_WINS != U(0):
        return won(U(0))
    return lost(U(0)) if code & MOVER_LOSES != U(0) else DRAWN


@internal
def better(best: Any, worst: Any, value: Any, same: Any) -> Any:
    """Of the mover: the fewest plies to a win, and the most to a loss, with one more successor.

    ``worst`` becomes `NONE` where a successor is neither won nor lost by now.
    """
    if value == UNKNOWN or value >= DRAWN:
        return best, NONE
    plies = plies_of(value) + U(1)
    if (value & U(1) != U(0)) == same:
        return min(best, plies), worst
    return best, worst if worst == NONE else max(worst, plies)


@internal
def decided(best: Any, worst: Any) -> Any:
    """The value that follows from `better` over all moves."""
    if best != NONE:
        return won(best)
    return UNKNOWN if worst == NONE else lost(worst)


@internal
def reply(tables: Any, states: Any, endgames: Any, moves: Any, first: Any, scratch: Any) -> Any:
    """The value of row `NEXT`, which remembers more than its pieces, from those of its successors."""
    last = U(legal(tables, states, NEXT, moves, first))
    value = ended(tables, states, NEXT, last - first)
    if value != UNKNOWN:
        return value
    side = states.info[NEXT, SIDE]
    best, worst = NONE, U(0)
    for move in range(first, last):
        play(tables, states, NEXT, moves[move])
        value = value_of(states, AFTER, endgames, scratch)
        best, worst = better(best, worst, value, states.info[AFTER, SIDE] == side)
    return decided(best, worst)


@internal
def meet(states: Any, row: Any, endgames: Any, leads: Any, scratch: Any, report: Any) -> None:
    """Note to which material a row belongs: in ``leads``, or in the report if it is not known yet."""
    signature = find(states, row, endgames, scratch)
    material = material_of(endgames, signature)
    if material != NONE:
        leads[material] = U(1)
        if number_of(states, row, endgames, material, scratch) == NONE:
            report[OUTSIDE] = U(1)
        return
    count = report[STRANGERS]
    for known in range(count):
        if report[STRANGERS + U(1) + known] == signature:
            return
    if count < U(MOST_STRANGERS - 1):
        report[STRANGERS + U(1) + count] = signature
        report[STRANGERS] = count + U(1)


@compiled
def survey(
    tables: Any,
    states: Any,
    endgames: Any,
    material: Any,
    begin: Any,
    end: Any,
    moves: Any,
    scratch: Any,
    leads: Any,
    report: Any,
) -> None:
    """Give a material's positions from one number to another, counted from its first, their first values.

    These are `IMPOSSIBLE`, `DRAWN`, won or lost at once, or `UNKNOWN`.

    Args:
        tables: the game's tables.
        states: `ROWS` rows; `EMPTY` is the empty board.
        endgames: the materials; only the values are written.
        material: the material's number.
        begin: the first position.
        end: the one after the last.
        moves: room for the moves of two positions.
        scratch: uint64[MOST_PIECES].
        leads: uint64[material]; set to 1 for each material that moves lead to.
        report: uint64[REPORT]; `REMEMBERED` becomes 1 where a move leads to a position that is more than what
            is on the board, and 2 where so does the reply; `OUTSIDE` becomes 1 where a piece comes to a site
            that is none of its own; `STRANGERS` counts the signatures that follow it, of
            materials that are not known. `NONE` there means more than `MOST_PIECES`.
    """
    first = endgames.materials[material, FIRST]
    for number in range(begin, end):
        endgames.values[first + number] = IMPOSSIBLE
        if not place(tables, states, endgames, material, number):
            continue
        side = states.info[HERE, SIDE]
        states.info[HERE, SIDE] = side ^ U(1)
        threatened = in_check(tables, states, HERE)
        states.info[HERE, SIDE] = side
        if threatened:
            continue
        last = U(legal(tables, states, HERE, moves, U(0)))
        value = ended(tables, states, HERE, last)
        endgames.values[first + number] = value
        if value != UNKNOWN:
            continue
        for move in range(last):
            play(tables, states, HERE, moves[move])
            if is_bare(tables, states, NEXT):
                meet(states, NEXT, endgames, leads, scratch, report)
                continue
            report[REMEMBERED] = max(report[REMEMBERED], U(1))
            final = U(legal(tables, states, NEXT, moves, last))
            for other in range(last, final):
                play(tables, states, NEXT, moves[other])
                meet(states, AFTER, endgames, leads, scratch, report)
                if not is_bare(tables, states, AFTER):
                    report[REMEMBERED] = U(2)
                    return


@compiled
def extend(
    tables: Any,
    states: Any,
    endgames: Any,
    material: Any,
    begin: Any,
    end: Any,
    moves: Any,
    scratch: Any,
    plies: Any,
    remembering: Any,
    report: Any,
) -> None:
    """Find the positions of a material whose end is ``plies`` away, where all that are nearer are known.

    Args:
        tables: the game's tables.
        states: `ROWS` rows; `EMPTY` is the empty board.
        endgames: the materials; only the values are written.
        material: the material's number.
        begin: the first position, counted from the material's first.
        end: the one after the last.
        moves: room for the moves of two positions.
        scratch: uint64[MOST_PIECES].
        plies: from 1 on.
        remembering: whether moves may lead to positions that are more than what is on the board.
        report: uint64[REPORT]; `CHANGED` counts the positions that were found; `OUTSIDE` becomes 1 where
            a move leads to a position that counted as impossible.
    """
    first = endgames.materials[material, FIRST]
    for number in range(begin, end):
        if U(endgames.values[first + number]) != UNKNOWN:
            continue
        place(tables, states, endgames, material, number)
        side = states.info[HERE, SIDE]
        last = U(legal(tables, states, HERE, moves, U(0)))
        best, worst = NONE, U(0)
        for move in range(last):
            play(tables, states, HERE, moves[move])
            if remembering and not is_bare(tables, states, NEXT):
                value = U(reply(tables, states, endgames, moves, last, scratch))
            else:
                value = U(value_of(states, NEXT, endgames, scratch))
            best, worst = better(best, worst, value, states.info[NEXT, SIDE] == side)
            if value == IMPOSSIBLE:
                report[OUTSIDE] = U(1)
            if best == plies:
                break
        value = U(decided(best, worst))
        if value != UNKNOWN and plies_of(value) <= plies:
            endgames.values[first + number] = value
            report[CHANGED] += U(1)


@compiled
def look_up(tables: Any, states: Any, endgames: Any, scratch: Any) -> Any:
    """The value of the position in row `NEXT`; `IMPOSSIBLE` where it is not among these endgames.

    Nor is a position among them that has more than what is on the board: castling rights, say.
    """
    if not is_bare(tables, states, NEXT):
        return IMPOSSIBLE
    return value_of(states, NEXT, endgames, scratch)
