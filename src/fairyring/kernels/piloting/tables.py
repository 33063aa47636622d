"""The tables and rows of the piloting family, and the board of big squares with small ones on them.

The four small squares of big square number b have the numbers 4b to 4b + 3 (a1, b1, a2, b2); the big
squares come after all the small ones. The kinds of big pieces are numbered on behind those of the small ones,
in the same order: so whatever acts on pieces tells them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fairyring.board import Board, Chart, Side, grid
from fairyring.kernels.compiling import U, inlined
from fairyring.kernels.contract import COMMON_FIELDS, Layout
from fairyring.kernels.orthodox import tables as orthodox
from fairyring.kernels.orthodox.codes import ATTACKER_SHIFT, ROYAL
from fairyring.kernels.orthodox.segment_tables import NO_SEGMENTS
from fairyring.kernels.orthodox.worth import MOBILITY, Worth
from fairyring.kernels.packed import packed

# There is neither castling nor en passant, but moves are made by functions that know of them.
LAYOUT = Layout(
    layers=("piece",),
    fields=orthodox.FIELDS + orthodox.SUMS,
    derived=orthodox.FIELDS[len(COMMON_FIELDS) :] + orthodox.SUMS,
    sets=6,
)
# Sets besides those of the two sides' pieces and of pawns. LEAVE and ENTER: squares, small and big, that a
# move may not leave or enter without a possible check on the mover's king.
LEAVE, ENTER = orthodox.PINNED, orthodox.BLOCKS

CORNERS = ("a1", "b1", "a2", "b2")
BOTH = U(2)  # in place of a side: riders of either


@packed
class Terms(NamedTuple):
    """The part of every game of the family: what piloting needs besides how the pieces move.

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


@packed
class PilotTables(NamedTuple):
    """The constants of a game of the piloting family; all but the last field as in `orthodox.Tables`.

    Attributes:
        ways: how pieces move and attack, on both charts.
        keys: the Zobrist keys.
        worth: the evaluation's tables; big pieces add nothing to the sums.
        sites: castling rights, of which there are none, and shades.
        parts: `Terms` first, then the mechanics that the game has besides.
    """

    ways: orthodox.Ways
    keys: orthodox.Keys
    worth: Worth
    sites: npt.NDArray[np.uint64]
    parts: tuple[Any, ...]


@inlined
def big_kind(terms: Any, kind: Any) -> Any:
    """The number of the kind of big pieces that belongs to a kind of small ones."""
    return kind + U(terms.array.shape[0]) - U(1)


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


def split(board: Board) -> tuple[Board, Board]:
    """The small squares of a stacked board as a board of their own, and the big ones as another."""
    smalls = len(board) // 5 * 4
    squares, backs = board.charts
    big_rows = tuple(tuple(site - smalls for site in row) for row in squares.rows)
    return (
        Board(board.names[:smalls], (Chart(backs.title, backs.rows),)),
        Board(board.names[smalls:], (Chart(squares.title, big_rows),)),
    )


def joined(small: orthodox.Tables, big: orthodox.Tables) -> orthodox.Tables:
    """The tables of small pieces on their board and of big ones on theirs, as those of one board and set.

    The sites are the first board's and then the second's, and so are the codes.
    """
    codes, smalls = small.keys.zobrist.shape
    more, bigs = big.keys.zobrist.shape
    shift = codes - 2  # from a small piece's code to that of the big one
    attackers = big.ways.attacks >> ATTACKER_SHIFT << (ATTACKER_SHIFT + U(shift))
    below = big.ways.attacks & ((U(1) << ATTACKER_SHIFT) - U(1))
    # Both boards' keys begin alike, so the second board's have their halves swapped.
    other = big.keys.zobrist << U(32) | big.keys.zobrist >> U(32)
    to_move = small.keys.to_move.copy()
    to_move[:, 0] = 0  # White's turn adds nothing to a key
    ray_start, rays = _rays(small.ways, big.ways, (codes, smalls), (more, bigs))
    return orthodox.Tables(
        ways=small.ways._replace(
            ray_start=ray_start,
            rays=rays,
            segments=NO_SEGMENTS,
            attack_start=np.concatenate(
                [small.ways.attack_start[:-1], big.ways.attack_start + small.ways.attack_start[-1]]
            ),
            attacks=np.concatenate([small.ways.attacks, below + U(smalls) | attackers]),
            kinds=np.concatenate([small.ways.kinds, big.ways.kinds[2:]]),
        ),
        keys=orthodox.Keys(_side_by_side(small.keys.zobrist, other), to_move),
        worth=_joined_worth(small, big),
        sites=np.concatenate([small.sites, big.sites]),
    )


def _joined_worth(small: orthodox.Tables, big: orthodox.Tables) -> Worth:
    """The evaluation's tables: the sums have small pieces alone, and a big king's goals are worth nothing."""
    pieces = big.worth.pieces.copy()
    pieces[small.ways.kinds == ROYAL, MOBILITY] = 0
    return Worth(
        pieces=np.concatenate([small.worth.pieces, pieces[2:]]),
        whole=small.worth.whole,
        places=_side_by_side(small.worth.places, big.worth.places),
        zones=small.worth.zones,
        sums=_side_by_side(small.worth.sums, np.zeros_like(big.worth.sums)),
        steps=small.worth.steps,
        pawns=small.worth.pawns,
        aims=small.worth.aims,
        network=small.worth.network,
    )


def _side_by_side(small: npt.NDArray[Any], big: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Two tables by code and site as one: 0 for a small piece on a big square and the other way round."""
    codes, smalls = small.shape[:2]
    table = np.zeros((codes + big.shape[0] - 2, smalls + big.shape[1], *small.shape[2:]), small.dtype)
    table[:codes, :smalls] = small
    table[codes:, smalls:] = big[2:]
    return table


def _rays(
    small: orthodox.Ways, big: orthodox.Ways, small_shape: tuple[int, int], big_shape: tuple[int, int]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Where the lines of a piece on a site begin, and the lines: none for a piece that is never there."""
    (codes, smalls), (more, bigs) = small_shape, big_shape
    ends = small.ray_start[1:].reshape(codes, smalls)[:, -1:]
    first = small.ray_start[:-1].reshape(codes, smalls)
    # A code's lines on the first board end where those of the next code begin, and so on.
    start = np.concatenate([first, np.repeat(ends, bigs, axis=1)], axis=1)
    second = big.ray_start[:-1].reshape(more, bigs)[2:] + np.uint32(len(small.rays))
    begins = np.repeat(second[:, :1], smalls, axis=1)
    start = np.concatenate([start, np.concatenate([begins, second], axis=1)])
    rays = np.concatenate([small.rays, big.rays + np.uint32(smalls)])
    return np.append(start.ravel(), np.uint32(len(rays))), rays


def terms(board: Board, array: Sequence[int], friendly: bool) -> Terms:
    """The terms of a game: ``array`` is how many of each kind a set of a side begins with."""
    last = board.charts[0].height - 1
    return Terms(
        ranks=np.array([board.rank(site, Side.WHITE) for site in range(len(board))], np.uint64),
        far=np.array([last, 0], np.uint64),
        array=np.array([0, *array], np.uint64),
        enemy_only=np.array([not friendly], np.uint64),
    )
