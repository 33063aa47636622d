"""Cannons that are no hurdles for each other (Janggi)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position

if TYPE_CHECKING:
    from .game import Game


class CannonRule(Mechanic):
    """A cannon jumps over anything but a cannon, and captures anything but a cannon.

    Args:
        letters: of the cannons.
    """

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def hurdles(self, game: Game, pos: Position, origin: str, goal: str) -> Iterator[str | None]:
        """What a piece jumps over on each of its open ways from a square to another."""
        for way in game.ways[pos.pieces[origin]][origin]:
            needs = game.needs(way)
            if game.board.names[way.goal] == goal and needs.fits(pos.pieces):
                yield pos.pieces[needs.hurdles[0][0]].letter if needs.hurdles else None

    def goes(self, game: Game, pos: Position, origin: str, goal: str) -> bool:
        """Whether the rule lets a piece go from a square to another, as far as it can at all."""
        if pos.pieces[origin].letter not in self.letters:
            return True
        if goal in pos.pieces and pos.pieces[goal].letter in self.letters:
            return False
        return any(
            hurdle is None or hurdle not in self.letters for hurdle in self.hurdles(game, pos, origin, goal)
        )

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return [move for move in moves if move.origin is None or self.goes(game, pos, move.origin, move.goal)]

    def attacked(self, game: Game, pos: Position, site: str, by: str, found: bool) -> bool:
        return found and any(
            self.goes(game, pos, origin, site)
            for origin, placed in pos.pieces.items()
            if placed.side == by
            and any(needs.fits(pos.pieces) for needs in game.takes[placed][origin].get(site, ()))
        )
