"""Points at the end of a game without mate (Janggi)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Position, Result

if TYPE_CHECKING:
    from .game import Game


class Points(Mechanic):
    """A game that would be drawn is won by the side whose pieces on the board are worth more.

    Args:
        values: by letter; other pieces are worth nothing.
        more: what Black has besides.
    """

    def __init__(self, values: Mapping[str, int], more: float = 0) -> None:
        self.values = values
        self.more = more

    def settle(self, game: Game, pos: Position, result: Result) -> Result:
        if result.winner is not None:
            return result
        white, black = (
            float(sum(self.values.get(each.letter, 0) for each in pos.pieces.values() if each.side == side))
            for side in ("white", "black")
        )
        black += self.more
        if white == black:
            return result
        return Result("white" if white > black else "black", "points")
