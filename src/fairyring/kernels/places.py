"""The places of a game: the sites of its board and, where pieces carry pieces, the backs on them."""

from __future__ import annotations

from collections.abc import Iterable

from fairyring.board import Board
from fairyring.kernels.contract import Layout
from fairyring.kernels.declared import BACK


class Places:
    """Numbers for everything that a piece can stand or sit on.

    A site's number is its place on the ground. The places on backs follow in the same order, from a multiple
    of 64 on: so a set of places has whole words for each level. Numbers in between stand for nothing.

    Attributes:
        board: the board.
        number: how many numbers there are.
        back: how much larger the number of a site's back is than the site's; 0 in a game without backs.
        names: the name of each place, "" where there is none.
    """

    def __init__(self, board: Board, layout: Layout) -> None:
        """The places of a board in rows of a layout."""
        self.board = board
        self.number = layout.places(len(board))
        self.back = self.number // 2 if layout.levels > 1 else 0
        gap = ("",) * (self.back - len(board))
        upper = tuple(f"{name}{BACK}" for name in board.names) if self.back else ()
        self.names = (*board.names, *gap, *upper, *(gap if self.back else ()))

    def at(self, site: int) -> tuple[int, ...]:
        """The places at a site, from the ground up."""
        return (site, site + self.back) if self.back else (site,)

    def site(self, place: int) -> int:
        """The site of a place."""
        return place % self.back if self.back else place

    def words(self, places: Iterable[int]) -> list[int]:
        """A set of places as words."""
        words = [0] * ((self.number + 63) // 64)
        for place in places:
            words[place >> 6] |= 1 << (place & 63)
        return words
