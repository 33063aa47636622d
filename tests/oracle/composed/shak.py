"""Which mates win (Shatar)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

SHAKS = "shaks"


class Shak(Mechanic):
    """A mate wins if a strong piece gave a check in the series of checks that it ends; or it is a draw.

    A mate by pieces that may not give it loses. The state ``shaks`` says for each side whether there was one.
    """

    untold = (SHAKS,)

    def __init__(self, strong: str, never: str) -> None:
        self.strong = strong
        self.never = never

    def checking(self, game: Game, pos: Position, side: str) -> set[str]:
        """The letters of the pieces that give check to a side."""
        kings = game.royals(pos, side)
        if not game.in_check(pos, side):
            return set()
        return {
            placed.letter
            for origin, placed in pos.pieces.items()
            if placed.side == other(side)
            if any(needs.fits(pos.pieces) for needs in game.takes[placed][origin].get(kings[0], ()))
        }

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        found = self.checking(game, after, after.side)
        shaks = list(after.state[SHAKS])
        place = SIDES.index(after.side)
        shaks[place] = bool(found) and (shaks[place] or bool(found & set(self.strong)))
        after.state[SHAKS] = tuple(shaks)

    def mated(self, game: Game, pos: Position, result: Result) -> Result:
        found = self.checking(game, pos, pos.side)
        if result.reason != "checkmate":
            return result
        if found <= set(self.never):
            return result._replace(winner=pos.side)
        shak = found & set(self.strong) or pos.state[SHAKS][SIDES.index(pos.side)]
        return result if shak else result._replace(winner=None)

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {SHAKS: (False, False)}
