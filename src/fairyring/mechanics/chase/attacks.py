"""What the pieces of Xiangqi attack, whatever the tables say, and which of them are pinned."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.kernels.compiling import U, called, inlined
from fairyring.kernels.orthodox.tables import KING
from fairyring.kernels.packed import packed

KINDS = GENERAL, SOLDIER, HORSE, CANNON, CHARIOT, ELEPHANT, ADVISOR = tuple(U(kind) for kind in range(1, 8))
WIDTH, HEIGHT = U(9), U(10)
SITES = U(90)


@packed
class Chases(NamedTuple):
    """The part of games with the rule.

    Attributes:
        field: uint64[1]; the first field of the last moves.
        kinds: uint64[code]; which of Xiangqi's pieces each is, by `KINDS`.
        soldiers: uint64[side]; the codes of the soldiers.
    """

    field: npt.NDArray[np.uint64]
    kinds: npt.NDArray[np.uint64]
    soldiers: npt.NDArray[np.uint64]


@inlined
def apart(one: Any, other: Any) -> Any:
    """How far two unsigned numbers are apart."""
    return max(one, other) - min(one, other)


@inlined
def forward(side: Any, y: Any) -> Any:
    """A rank as a side counts, from 0."""
    return y if side == U(0) else HEIGHT - U(1) - y


@inlined
def in_line(start: Any, goal: Any) -> Any:
    """Whether two sites are on one file or rank."""
    return start % WIDTH == goal % WIDTH or start // WIDTH == goal // WIDTH


@inlined
def beside(start: Any, goal: Any) -> Any:
    """How many files and ranks two sites are apart, as one number: ten times files and ranks."""
    return U(10) * apart(start % WIDTH, goal % WIDTH) + apart(start // WIDTH, goal // WIDTH)


@inlined
def step_of(start: Any, goal: Any) -> Any:
    """The difference of neighbours on the line of two sites."""
    return U(1) if start // WIDTH == goal // WIDTH else WIDTH


@inlined
def number_between(states: Any, row: Any, start: Any, goal: Any) -> Any:
    """How many pieces stand between two sites of a line."""
    found, step = U(0), step_of(start, goal)
    site, end = min(start, goal) + step, max(start, goal)
    while site < end:
        found += U(states.cells[row, U(0), site] != 0)
        site += step
    return found


@inlined
def leg_of(start: Any, goal: Any) -> Any:
    """The site that blocks a horse on its way."""
    x, y, u, v = start % WIDTH, start // WIDTH, goal % WIDTH, goal // WIDTH
    return ((y + v) >> U(1)) * WIDTH + x if apart(y, v) == U(2) else y * WIDTH + ((x + u) >> U(1))


@called
def reaches(part: Any, states: Any, row: Any, piece: Any, start: Any, goal: Any, anywhere: Any) -> Any:
    """Whether a piece on a site attacks another site.

    ``anywhere``: as if it left its palace or its bank of the river, or were a soldier beyond it.
    """
    kind, side, far = part.kinds[piece], piece & U(1), beside(start, goal)
    if start == goal:
        return False
    if kind in (CHARIOT, CANNON):
        return in_line(start, goal) and number_between(states, row, start, goal) == U(kind == CANNON)
    if kind == HORSE:
        return (far == U(12) or far == U(21)) and states.cells[row, U(0), leg_of(start, goal)] == 0
    rank, end = forward(side, start // WIDTH), forward(side, goal // WIDTH)
    if kind == SOLDIER:
        sideways = far == U(10) and (anywhere or U(2) * rank >= HEIGHT)
        return sideways or (far == U(1) and end == rank + U(1))
    if kind == ELEPHANT:
        eye = (start + goal) >> U(1)
        home = anywhere or U(2) * end < HEIGHT
        return far == U(22) and states.cells[row, U(0), eye] == 0 and home
    palace = anywhere or (end < U(3) and apart(goal % WIDTH, U(4)) < U(2))
    return palace and (far == U(11) if kind == ADVISOR else (far == U(1) or far == U(10)))


@called
def aims(part: Any, states: Any, row: Any, site: Any, king: Any) -> Any:
    """Whether a chariot or a horse would attack the other general if something were not in its way."""
    piece = U(states.cells[row, U(0), site])
    kind, far = part.kinds[piece], beside(site, king)
    if kind == CHARIOT:
        lined = in_line(site, king)
    else:
        lined = kind == HORSE and (far == U(12) or far == U(21))
    return lined and not reaches(part, states, row, piece, site, king, False)


@called
def blocks(part: Any, states: Any, row: Any, side: Any, site: Any) -> Any:
    """Whether a piece on a site, of either side, keeps an enemy from attacking a side's general."""
    king = states.info[row, KING + side]
    for other in range(SITES):
        piece = U(states.cells[row, U(0), other])
        if piece == U(0) or piece & U(1) == side or other == site:
            continue
        kind = part.kinds[piece]
        if kind == HORSE and aims(part, states, row, other, king) and leg_of(other, king) == site:
            enemy = U(states.cells[row, U(0), site]) & U(1) != side
            if not (enemy and aims(part, states, row, site, king)):
                return True
        elif (kind in (CHARIOT, CANNON)) and in_line(other, king):
            number, there, step = U(0), False, step_of(other, king)
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
    king, file = states.info[row, KING + side], states.info[row, KING + (U(1) - side)] % WIDTH
    if king % WIDTH != file or site % WIDTH != file or site == king:
        return False
    number = U(0)
    for y in range(HEIGHT):
        piece = U(states.cells[row, U(0), y * WIDTH + file])
        number += U(piece != U(0) and piece & U(1) == side)
    return number == U(2)
