"""Areas of a board that belong to a side: its bank of the river, and its palace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from fairyring.board.graph import Board, Side, SquareName
from fairyring.messages import Message

Area = Callable[[Board, int, Side], bool]
"""Whether a site belongs to a side's area."""


def own_bank(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the side's half of the board; between the halves flows the river."""
    return 2 * board.rank(site, side) < board.charts[0].height


def palace(board: Board, site: int, side: Side) -> bool:
    """Whether a site is on the three middle files of the side's first three ranks."""
    left = (board.charts[0].width - 3) // 2
    return board.rank(site, side) < 3 and left <= board.places[site][0].x < left + 3


def file_end(board: Board, site: int, side: Side) -> bool:
    """Whether a site is the last one of its file, as the side sees it."""
    place, step = board.places[site][0], 1 if side is Side.WHITE else -1
    ahead = range(place.y + step, board.charts[place.chart].height if step == 1 else -1, step)
    return all(board.at(place._replace(y=y)) is None for y in ahead)


def file_second(board: Board, site: int, side: Side) -> bool:
    """Whether a site is the second one of its file, as the side sees it."""
    place, step = board.places[site][0], -1 if side is Side.WHITE else 1
    behind = range(place.y + step, board.charts[place.chart].height if step == 1 else -1, step)
    return sum(board.at(place._replace(y=y)) is not None for y in behind) == 1


@dataclass(frozen=True)
class Squares:
    """An area that is given by ranks, files and names; a site must fit all that is given.

    Attributes:
        ranks: ranks as the side sees them, from 1; -1 is the last one, -2 the one before it.
        files: the names of files.
        names: the names of squares.
    """

    ranks: tuple[int, ...] = ()
    files: tuple[str, ...] = ()
    names: tuple[SquareName, ...] = ()

    def __call__(self, board: Board, site: int, side: Side) -> bool:
        """Whether a site belongs to it."""
        place = board.places[site][0]
        chart, rank = board.charts[place.chart], board.rank(site, side)
        return (
            (not self.ranks or rank + 1 in self.ranks or rank - chart.height in self.ranks)
            and (not self.files or board.file_name(chart, place.x) in self.files)
            and (not self.names or board.names[site] in self.names)
        )

    def check(self, board: Board) -> None:
        """Refuse what a board does not have.

        Raises:
            ValueError: there is no such rank, file or square.
        """
        ranks = {rank for chart in board.charts for y in range(chart.height) for rank in (y + 1, -y - 1)}
        files = {board.file_name(chart, x) for chart in board.charts for x in range(chart.width)}
        for what, given, known in (
            (Message("rank"), self.ranks, ranks),
            (Message("file"), self.files, files),
            (Message("square"), self.names, board.numbers),
        ):
            for each in given:
                if each not in known:
                    raise ValueError(Message("the board has no {what} {each}", what=what, each=repr(each)))


@dataclass(frozen=True)
class SidesSquares:
    """An area that differs for the two sides.

    Attributes:
        white: White's area.
        black: Black's area.
    """

    white: Area
    black: Area

    def __call__(self, board: Board, site: int, side: Side) -> bool:
        """Whether a site belongs to the side's own."""
        return (self.white if side is Side.WHITE else self.black)(board, site, side)

    def check(self, board: Board) -> None:
        """Refuse what a board does not have.

        Raises:
            ValueError: there is no such rank, file or square.
        """
        for area in (self.white, self.black):
            if isinstance(area, Squares | SidesSquares):
                area.check(board)


def with_river(board: Board) -> Board:
    """The same board with the regions of Xiangqi, for drawing: a bank of each side, and the palaces."""
    regions = tuple(
        "palace"
        if any(palace(board, site, side) for side in Side)
        else f"{next(side for side in Side if own_bank(board, site, side))} bank"
        for site in range(len(board))
    )
    return replace(board, regions=regions)
