"""The game ends when a side has too few pieces left (Antichess, Horde, Three Kings)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import SIDES, Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class Extinction(Mechanic):
    """A side that has run out of pieces, on the board and in hand, has lost, or has won.

    Args:
        letters: the kinds of pieces that count, each by itself; all together unless given.
        wins: whether the side without them has won.
        sides: for which it holds.
        most: how many are still too few.
        draws: whether it is a draw instead.
    """

    def __init__(
        self,
        letters: str = "",
        wins: bool = False,
        sides: Sequence[str] = SIDES,
        most: int = 0,
        draws: bool = False,
    ) -> None:
        self.draws = draws
        self.most = most
        self.letters = letters
        self.wins = wins
        self.sides = sides

    def ended(self, game: Game, pos: Position) -> Result | None:
        for side in (other(pos.side), pos.side):  # first the one that has moved
            if side not in self.sides:
                continue
            held = game.holdings(pos, side)
            numbers = [held.count(letter) for letter in self.letters] or [len(held)]
            if min(numbers) <= self.most:
                reason = "extinction" if self.letters or self.most else "no pieces"
                if self.draws:
                    return Result(None, reason)
                return Result(side if self.wins else other(side), reason)
        return None
