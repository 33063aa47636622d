"""A side wins when its pieces connect two parts of the board (Gale)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class Connection(Mechanic):
    """The side that has moved has won if its pieces lead from one part of the board to another.

    Args:
        ends: for each side, the two parts.
        diagonal: whether squares connect diagonally, too.
    """

    def __init__(
        self, ends: dict[str, tuple[Collection[str], Collection[str]]], diagonal: bool = False
    ) -> None:
        self.ends = ends
        self.diagonal = diagonal

    def connects(self, one: str, another: str) -> bool:
        files, ranks = abs(ord(one[0]) - ord(another[0])), abs(int(one[1:]) - int(another[1:]))
        return files + ranks == 1 or (self.diagonal and files == ranks == 1)

    def ended(self, game: Game, pos: Position) -> Result | None:
        last = other(pos.side)
        own = {site for site, piece in pos.pieces.items() if piece.side == last}
        start, end = self.ends[last]
        reached = own & set(start)
        while more := {site for site in own - reached if any(self.connects(site, each) for each in reached)}:
            reached |= more
        return Result(last, "connection") if reached & set(end) else None
