"""A bare king has lost (Shatranj)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class BareKing(Mechanic):
    """Who has a single piece left has lost, unless the opponent's last but one can be captured at once."""

    def ended(self, game: Game, pos: Position) -> Result | None:
        own, theirs = (len(game.holdings(pos, side)) for side in (pos.side, other(pos.side)))
        if theirs == 1 and own > 1:  # it has had its chance
            return Result(pos.side, "bare king")
        if own == 1 and theirs > 2:  # one capture would not be enough
            return Result(other(pos.side), "bare king")
        return None
