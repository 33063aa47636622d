"""What the pieces of Xiangqi attack, whatever the tables say, and which of them are pinned."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, called, inlined
from fairyring.kernels.orthodox.tables import KING
from fairyring.kernels.packed import packed

KINDS = GENERAL, SOLDIER, HORSE, CANNON, CHARIOT, ELEPHANT, ADVISOR = tuple(U(kind) for kind in range(1, 8))


@packed
class Chases(NamedTuple):
    """The part of games with the rule.

    Attributes:
        field: uint64[1]; the first field of the last moves.
        kinds: uint64[code]; which of Xiangqi's pieces each is, by `KINDS`.
        soldiers: uint64[side]; the codes of the soldiers.
        width: uint64[1]; how many files the board has.
        homes: uint8[code, site]; 1 where a piece may go that stays in a palace or on a bank, and where a
            soldier has crossed the river.
    """

    field: npt.NDArray[np.uint64]
    kinds: npt.NDArray[np.uint64]
    soldiers: npt.NDArray[np.uint64]
    width: npt.NDArray[np.uint64]
    homes: npt.NDArray[np.uint8]


@inlined
def apart(one: Any, other: Any) -> Any:
    """How far two unsigned numbers are apart."""
    return max(one, other) - min(one, other)


@inlined
def file_of(part: Any, site: Any) -> Any:
    """A site's file, from 0."""
    return site % part.width[U(0)]


@inlined
def rank_of(part: Any, site: Any) -> Any:
    """A site's rank, from 0."""
    return site // part.width[U(0)]


@inlined
def in_line(part: Any, start: Any, goal: Any) -> Any:
    """Whether two sites are on one file or rank."""
    return file_of(part, start) == file_of(part, goal) or rank_of(part, start) == rank_of(part, goal)


@inlined
def beside(part: Any, start: Any, goal: Any) -> Any:
    """How many files and ranks two sites are apart, as one number: a hundred times files and ranks."""
    files = apart(file_of(part, start), file_of(part, goal))
    return U(100) * files + apart(rank_of(part, start), rank_of(part, goal))


@inlined
def step_of(part: Any, start: Any, goal: Any) -> Any:
    """The difference of neighbours on the line of two sites."""
    return U(1) if rank_of(part, start) == rank_of(part, goal) else part.width[U(0)]


@inlined
def number_between(part: Any, states: Any, row: Any, start: Any, goal: Any) -> Any:
    """How many pieces stand between two sites of a line."""
    found, step = U(0), step_of(part, start, goal)
    site, end = min(start, goal) + step, max(start, goal)
    while site < end:
        found += U(states.cells[row, U(0), site] != 0)
        site += step
    return found


@inlined
def leg_of(part: Any, start: Any, goal: Any) -> Any:
    """The site that blocks a horse on its way."""
    x, y, width = file_of(part, start), rank_of(part, start), part.width[U(0)]
    u, v = file_of(part, goal), rank_of(part, goal)
    return ((y + v) >> U(1)) * width + x if apart(y, v) == U(2) else y * width + ((x + u) >> U(1))


@inlined
def is_home(part: Any, piece: Any, site: Any) -> Any:
    """Whether a piece may go to a site; of a soldier, whether it has crossed the river there."""
    return part.homes[piece, site] != 0


@called
def reaches(part: Any, states: Any, row: Any, piece: Any, start: Any, goal: Any, anywhere: Any) -> Any:
    """Whether a piece on a site attacks another site.

    ``anywhere``: as if it left its palace or its bank of the river, or were a soldier beyond it.
    """
    kind, far = part.kinds[piece], beside(part, start, goal)
    if start == goal:
        return False
    if kind in (CHARIOT, CANNON):
        hurdles = U(kind == CANNON)
        return in_line(part, start, goal) and number_between(part, states, row, start, goal) == hurdles
    if kind == HORSE:
        leaps = far == U(102) or far == U(201)
        return leaps and states.cells[row, U(0), leg_of(part, start, goal)] == 0
    if kind == SOLDIER:
        sideways = far == U(100) and (anywhere or is_home(part, piece, start))
        return sideways or (far == U(1) and (goal > start) == (piece & U(1) == U(0)))
    home = anywhere or is_home(part, piece, goal)
    if kind == ELEPHANT:
        return far == U(202) and states.cells[row, U(0), (start + goal) >> U(1)] == 0 and home
    return home and (far == U(101) if kind == ADVISOR else (far == U(1) or far == U(100)))


@called
def aims(part: Any, states: Any, row: Any, site: Any, king: Any) -> Any:
    """Whether a chariot or a horse would attack the other general if something were not in its way."""
    piece = U(states.cells[row, U(0), site])
    kind, far = part.kinds[piece], beside(part, site, king)
    if kind == CHARIOT:
        lined = in_line(part, site, king)
    else:
        lined = kind == HORSE and (far == U(102) or far == U(201))
    return lined and not reaches(part, states, row, piece, site, king, False)


@called
def blocks(part: Any, states: Any, row: Any, side: Any, site: Any) -> Any:
    """Whether a piece on a site, of either side, keeps an enemy from attacking a side's general."""
    king = states.info[row, KING + side]
    for other in range(U(states.cells.shape[2])):
        piece = U(states.cells[row, U(0), other])
        if piece == U(0) or piece & U(1) == side or other == site:
            continue
        kind = part.kinds[piece]
        if kind == HORSE and aims(part, states, row, other, king) and leg_of(part, other, king) == site:
            enemy = U(states.cells[row, U(0), site]) & U(1) != side
            if not (enemy and aims(part, states, row, site, king)):
                return True
        elif (kind in (CHARIOT, CANNON)) and in_line(part, other, king):
            number, there, step = U(0), False, step_of(part, other, king)
            place, end = min(other, king) + step, max(other, king)
            while place < end:
                stands = U(states.cells[row, U(0), place])
                through = stands & U(1) != side and aims(part, states, row, place, king)
                if stands != U(0) and not (kind == CHARIOT and through):
                    number += U(1)
                    there |= place == site
                place += step
            if there and number == (U(1) if kind == CHARIOT else U(2)):
                return True
    return False


@called
def pinned(part: Any, states: Any, row: Any, side: Any, site: Any) -> Any:
    """Whether a side's piece cannot protect another: it blocks, or stands on the file of both generals."""
    if blocks(part, states, row, side, site):
        return True
    king, file = states.info[row, KING + side], file_of(part, states.info[row, KING + (U(1) - side)])
    if file_of(part, king) != file or file_of(part, site) != file or site == king:
        return False
    number, place = U(0), file
    while place < U(states.cells.shape[2]):
        piece = U(states.cells[row, U(0), place])
        number += U(piece != U(0) and piece & U(1) == side)
        place += part.width[U(0)]
    return number == U(2)
