"""Areas of a board that belong to a side: its bank of the river, and its palace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fairyring.board.graph import Board, Side

Area = Callable[[Board, int, Side], bool]
"""Whether a site belongs to a side's area."""


def own_bank(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the side's half of the board; between the halves flows the river."""
    return 2 * board.rank(site, side) < board.charts[0].height


def palace(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the three middle files of the side's first three ranks."""
    left = (board.charts[0].width - 3) // 2
    return board.rank(site, side) < 3 and left <= board.places[site][0].x < left + 3


def with_river(board: Board) -> Board:
    """The same board with the regions of Xiangqi, for drawing: a bank of each side, and the palaces."""
    regions = tuple(
        "palace"
        if any(palace(board, site, side) for side in Side)
        else f"{next(side for side in Side if own_bank(board, site, side))} bank"
        for site in range(len(board))
    )
    return replace(board, regions=regions)
