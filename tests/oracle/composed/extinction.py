"""The game ends when a side has no pieces left (Antichess, Horde)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import SIDES, Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class Extinction(Mechanic):
    """A side without a piece, on the board or in hand, has lost, or has won.

    Args:
        letters: the kinds of pieces that count; all unless given.
        wins: whether the side without them has won.
        sides: for which it holds.
    """

    def __init__(self, letters: str = "", wins: bool = False, sides: Sequence[str] = SIDES) -> None:
        self.letters = letters
        self.wins = wins
        self.sides = sides

    def ended(self, game: Game, pos: Position) -> Result | None:
        for side in self.sides:
            left = [letter for letter in game.holdings(pos, side) if letter in (self.letters or letter)]
            if not left:
                reason = "extinction" if self.letters else "no pieces"
                return Result(side if self.wins else other(side), reason)
        return None
