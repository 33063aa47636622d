"""Which of the hundreds of ways to put chips a search considers: those that can matter at once.

A demand is in everybody's way: it blocks a rider that attacks a piece, and a pawn before its last steps;
beside the True King it keeps riders away for good, and beside a prince it pretends to. Chips where a pawn
captures let the pawn continue when its file is blocked; the smallest chip is good enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fairyring.board import Side
from fairyring.kernels.bluff.generate import CHIP_BITS
from fairyring.kernels.bluff.tables import (
    CAPTURES,
    CHIPS,
    DEMAND,
    KING,
    NOWHERE,
    PAWN,
    PIECE,
    RIDES,
    STEP,
    TRUE,
    TURN,
    Tables,
)
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.codes import EXTRA_SHIFT, FIELD_MASK, GOAL_SHIFT

Height = Callable[[int, Side], int]

FAR = 4  # ranks from a pawn's first on which it is close to its goal, or worth helping
DEAR = 450  # hundredths of a pawn: a piece worth as much is worth a shield


def worthwhile(tables: Tables, height: Height, states: States, ply: int, puts: Sequence[int]) -> list[int]:
    """Those of some legal moves that put chips which can matter at once.

    Args:
        tables: the game's.
        height: how many ranks a site lies before a side's first rank on its board, from 0.
        states: the rows.
        ply: the position's row.
        puts: the moves.
    """
    single = [1 << int(CHIP_BITS) * place for place in range(states.cells.shape[1] - int(CHIPS))]
    ways = {(move >> int(EXTRA_SHIFT), move >> int(GOAL_SHIFT) & int(FIELD_MASK)): move for move in puts}
    chips = [chip for chip in single if any(put == chip for put, _ in ways)]
    if not chips:
        return []
    cells, side = states.cells[ply, int(PIECE)], Side.of(int(states.info[ply, int(TURN)]))
    wanted = dict.fromkeys((chips[0], site) for site in _baits(tables, height, cells, side))
    if chips[-1] == single[-1]:
        wanted |= dict.fromkeys((chips[-1], site) for site in _shields(tables, height, cells, side))
        if int(states.info[ply, int(TRUE) + side.number]) < len(cells):
            wanted |= dict.fromkeys((chips[-1], site) for site in _walls(tables, cells, side))
    return [ways[put] for put in wanted if put in ways]


def _baits(tables: Tables, height: Height, cells: Any, side: Side) -> Iterator[int]:
    """The empty sites where a side's advanced pawns capture."""
    for site in _advanced(tables, height, cells, side):
        for column in (CAPTURES, CAPTURES + U(1)):
            goal = int(tables.ways.pawns[side.number, site, column])
            if goal != NOWHERE and cells[goal] == 0:
                yield goal


def _shields(tables: Tables, height: Height, cells: Any, side: Side) -> Iterator[int]:
    """The empty sites where a demand blocks the other side's riders and advanced pawns."""
    ways, worth = tables.ways, tables.worth.pieces
    for site in _advanced(tables, height, cells, side.other):
        goal = int(ways.pawns[side.other.number, site, STEP])
        if cells[goal] == 0:
            yield goal
    for site in _standing(cells, side):
        if ways.kinds[cells[site]] != KING and worth[cells[site]] < DEAR:
            continue
        for vector in range(ways.steps.shape[1]):
            crossed, origin = [], int(ways.steps[site, vector])
            while origin != NOWHERE and cells[origin] == 0 and int(ways.covers[0]) >> vector & 1:
                crossed.append(origin)
                origin = int(ways.steps[origin, vector])
            if origin == NOWHERE or cells[origin] <= DEMAND or cells[origin] & 1 == side.number:
                continue
            if int(ways.covers[cells[origin]]) >> vector & 1 and ways.spans[cells[origin], int(RIDES)]:
                yield from crossed


def _walls(tables: Tables, cells: Any, side: Side) -> Iterator[int]:
    """The empty sites beside a side's kings: to shield the True King, or to make a prince look like it."""
    ways = tables.ways
    for site in _standing(cells, side):
        if ways.kinds[cells[site]] != KING:
            continue
        for vector in range(ways.steps.shape[1]):
            near = int(ways.steps[site, vector])
            if int(ways.covers[0]) >> vector & 1 and near != NOWHERE and cells[near] == 0:
                yield near


def _advanced(tables: Tables, height: Height, cells: Any, side: Side) -> Iterator[int]:
    """The sites of a side's pawns that do not have far to go."""
    ways = tables.ways
    for site in _standing(cells, side):
        if ways.kinds[cells[site]] == PAWN and height(site, side) >= FAR:
            yield site


def _standing(cells: Any, side: Side) -> list[int]:
    """The sites of a side's pieces."""
    found: list[int] = ((cells > DEMAND) & (cells & 1 == side.number)).nonzero()[0].tolist()
    return found
