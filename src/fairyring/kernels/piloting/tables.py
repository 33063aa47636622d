"""The tables and rows of the piloting family, and the board of big squares with small ones on them.

The four small squares of big square number b have the numbers 4b to 4b + 3 (a1, b1, a2, b2); the big
squares come after all the small ones. Big and small pieces of a kind share a code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Chart, Side, grid
from fairyring.kernels.compiling import U
from fairyring.kernels.contract import Layout
from fairyring.kernels.orthodox import tables as orthodox
from fairyring.kernels.orthodox.worth import Worth

LAYOUT = Layout(
    layers=("piece",),
    fields=("side", "clock", "number", "king of white", "king of black", *orthodox.SUMS),
    derived=("king of white", "king of black", *orthodox.SUMS),
    sets=4,
)
KING = U(3)  # White's; Black's follows
BALANCE, PHASE = U(5), U(6)  # of the small pieces
# Sets: 0 and 1 are the two sides' small pieces. LEAVE and ENTER: squares, small and big, that a move may not
# leave or enter without a possible check on the mover's king.
LEAVE, ENTER = U(2), U(3)

CORNERS = ("a1", "b1", "a2", "b2")
BOTH = U(2)  # in place of a side: riders of either


class Terms(NamedTuple):
    """What the rules of piloting need besides how the pieces move.

    Attributes:
        ranks: uint64[site]; the rank of a site on its own chart, from White's first.
        far: uint64[side]; the rank of big squares where that side's pawns end.
        array: uint64[kind's number]; how many of a kind each set of a side begins with.
        enemy_only: uint64[1]; 1 if only enemy pilots threaten a king, 0 if its own side's do, too.
    """

    ranks: npt.NDArray[np.uint64]
    far: npt.NDArray[np.uint64]
    array: npt.NDArray[np.uint64]
    enemy_only: npt.NDArray[np.uint64]


class Tables(NamedTuple):
    """The constants of a game of the piloting family.

    Attributes:
        ways: how pieces move and attack, on both charts.
        terms: what else the rules of piloting need.
        keys: the Zobrist keys.
        worth: the evaluation's tables for the small squares.
        big_worth: those for the big squares, numbered from 0.
    """

    ways: orthodox.Ways
    terms: Terms
    keys: orthodox.Keys
    worth: Worth
    big_worth: Worth


def stacked(width: int, height: int) -> Board:
    """A board of big squares ``d4``, each with four small ones ``d4:a1``, ``:b1``, ``:a2``, ``:b2``.

    The first chart shows the big squares, and carries the second, which shows all the small ones.
    """
    big = grid(width, height)
    first = 4 * len(big)
    names = tuple(f"{name}:{corner}" for name in big.names for corner in CORNERS) + big.names
    squares = tuple(tuple(first + site for site in row) for row in big.charts[0].rows)
    backs = tuple(
        tuple(4 * big.charts[0].rows[y // 2][x // 2] + 2 * (y % 2) + x % 2 for x in range(2 * width))
        for y in range(2 * height)
    )
    regions = ("small squares",) * first + ("big squares",) * len(big)
    charts = (Chart("Big squares", squares), Chart("Small squares", backs, carried=True))
    return Board(names, charts, regions=regions)


def parts(board: Board) -> tuple[Board, Board]:
    """The small squares of a stacked board as a board of their own, and the big ones as another."""
    smalls = len(board) // 5 * 4
    squares, backs = board.charts
    big_rows = tuple(tuple(site - smalls for site in row) for row in squares.rows)
    return (
        Board(board.names[:smalls], (Chart(backs.title, backs.rows),)),
        Board(board.names[smalls:], (Chart(squares.title, big_rows),)),
    )


def joined(small: orthodox.Tables, big: orthodox.Tables) -> orthodox.Tables:
    """The tables of two boards as those of one, whose sites are the first board's and then the second's.

    The evaluation's tables are the first board's.
    """
    codes, smalls = small.keys.zobrist.shape
    bigs = big.keys.zobrist.shape[1]
    chunks: list[npt.NDArray[np.uint32]] = []
    starts: list[npt.NDArray[np.uint32]] = []
    total = 0
    for code in range(codes):
        for table, sites, first in ((small, smalls, 0), (big, bigs, smalls)):
            bounds = table.ways.ray_start[code * sites : (code + 1) * sites + 1]
            chunks.append(table.ways.rays[bounds[0] : bounds[-1]] + np.uint32(first))
            starts.append(bounds[:-1] - bounds[0] + np.uint32(total))
            total += len(chunks[-1])
    attacks_end = small.ways.attack_start[-1]
    # Both boards' keys begin alike, so the second board's have their halves swapped.
    other = big.keys.zobrist << U(32) | big.keys.zobrist >> U(32)
    return small._replace(
        ways=small.ways._replace(
            ray_start=np.array([*np.concatenate(starts), total], np.uint32),
            rays=np.concatenate(chunks),
            attack_start=np.concatenate([small.ways.attack_start[:-1], big.ways.attack_start + attacks_end]),
            attacks=np.concatenate([small.ways.attacks, big.ways.attacks + U(smalls)]),
        ),
        keys=small.keys._replace(
            zobrist=np.ascontiguousarray(np.concatenate([small.keys.zobrist, other], axis=1))
        ),
        sites=np.concatenate([small.sites, big.sites]),
    )


def terms(board: Board, array: Sequence[int], friendly: bool) -> Terms:
    """The terms of a game: ``array`` is how many of each kind a set of a side begins with."""
    last = board.charts[0].height - 1
    return Terms(
        ranks=np.array([board.rank(site, Side.WHITE) for site in range(len(board))], np.uint64),
        far=np.array([last, 0], np.uint64),
        array=np.array([0, *array], np.uint64),
        enemy_only=np.array([not friendly], np.uint64),
    )
