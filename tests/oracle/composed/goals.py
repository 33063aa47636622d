"""A side wins by reaching a region of the board (King of the Hill, Racing Kings)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class Goals(Mechanic):
    """The side one of whose pieces of a kind has moved to its region has won.

    Args:
        regions: the sites that each side must reach.
        letter: of the pieces that must reach them; or several letters, of pieces of which any must.
        answer: if White gets there first, Black has one more move to get there too, which is a draw. The game
            ends at once if it cannot.
        safe: a piece counts only while the enemy does not attack it, unless there are more than it takes; if
            both sides' are there so, it is a draw.
        waits: a piece that is there, other than a safe one, has won when the enemy's next move has left it.
        number: how many of the pieces must be there.
    """

    def __init__(
        self,
        regions: Mapping[str, Collection[str]],
        letter: str = "K",
        answer: bool = False,
        safe: bool = False,
        waits: bool = False,
        number: int = 1,
    ) -> None:
        self.regions = regions
        self.letter = letter
        self.answer = answer
        self.unattacked = safe
        self.waits = waits
        self.number = number

    def ended(self, game: Game, pos: Position) -> Result | None:
        mover, last = pos.side, other(pos.side)
        if self.waits:
            if len(self.runners(game, pos, mover)) >= self.number:
                return Result(mover, "goal")
            return Result(last, "goal") if self.unattacked and self.reached(game, pos, last) else None
        here, there = self.reached(game, pos, mover), self.reached(game, pos, last)
        if (self.answer or self.unattacked) and here and there:
            return Result(None, "both reached the goal")
        if there:
            waits = self.answer and last == "white"
            return None if waits and self.can_reach(game, pos) else Result(last, "goal")
        return Result(mover, "goal") if here else None

    def reached(self, game: Game, pos: Position, side: str) -> bool:
        there = self.runners(game, pos, side)
        safe = [site for site in there if not self.unattacked or not game.is_attacked(pos, site, other(side))]
        return len(safe) >= self.number or len(there) > self.number

    def runners(self, game: Game, pos: Position, side: str) -> list[str]:
        """Where they stand; a rider is where its carrier is."""
        wanted = [(letter, side) for letter in self.letter]
        stands = (stand for site in self.regions[side] for stand in game.stands(site))
        return [stand for stand in stands if pos.pieces.get(stand) in wanted]

    def can_reach(self, game: Game, pos: Position) -> bool:
        return any(self.reached(game, after, pos.side) for _, after in game.playable(pos))
