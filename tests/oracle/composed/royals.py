"""Several royal pieces of a side (Coregal, Spartan Chess, Sho Shogi)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position

if TYPE_CHECKING:
    from .game import Game


class Royals(Mechanic):
    """Pieces of these kinds are royal.

    Args:
        letters: the kinds.
        most: a side's pieces of a kind are royal as long as it has no more of them; None for always.
        together: a side is in check only when all of them are attacked.
        alike: all these kinds count as one.
    """

    def __init__(
        self, letters: str, most: int | None = None, together: bool = False, alike: bool = False
    ) -> None:
        self.letters = letters
        self.most = most
        self.together = together
        self.alike = alike

    def royal(self, game: Game, pos: Position, side: str) -> list[str]:
        found = []
        for letter in self.letters:
            sites = [site for site, placed in pos.pieces.items() if placed == (letter, side)]
            found += sites if self.most is None or len(sites) <= self.most else []
        return found

    def bereft(self, game: Game, pos: Position, side: str) -> bool:
        standing = [placed.letter for placed in pos.pieces.values() if placed.side == side]
        return self.most is not None and any(standing.count(each) < self.most for each in self.letters)

    def check(self, game: Game, pos: Position, side: str, found: bool) -> bool:
        all_of_them = []
        for letter in self.letters:
            sites = [site for site, placed in pos.pieces.items() if placed == (letter, side)]
            all_of_them += [game.is_exposed(pos, side, site) for site in sites]
            number = len(sites)
            if self.alike:
                number = sum(
                    each.side == side and each.letter in self.letters for each in pos.pieces.values()
                )
            royal = self.most is None or number <= self.most
            if not self.together and royal and any(game.is_exposed(pos, side, site) for site in sites):
                found = True
        return found or (self.together and all_of_them != [] and all(all_of_them))


class NoEnPassant(Mechanic):
    """Double steps cannot be answered en passant."""

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        after.passed = None
