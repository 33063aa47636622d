"""A side wins when so many of its pieces stand in a row (Cetus)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class InARow(Mechanic):
    """The side that has moved has won if so many of its pieces stand in a row, in any direction.

    Args:
        number: how many.
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def ended(self, game: Game, pos: Position) -> Result | None:
        last = other(pos.side)
        own = {(ord(site[0]), int(site[1:])) for site, piece in pos.pieces.items() if piece.side == last}
        for file, rank in own:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all((file + right * step, rank + up * step) in own for step in range(self.number)):
                    return Result(last, "in a row")
        return None
