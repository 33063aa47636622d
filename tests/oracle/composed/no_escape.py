"""A king in check does not walk away (Makpong)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Placed, Position, other

if TYPE_CHECKING:
    from .game import Game


class NoEscape(Mechanic):
    """In check, the king moves only to capture the one piece that gives check."""

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        if not game.in_check(pos):
            return moves
        checking = self.checking(game, pos)
        kings = game.royals(pos, pos.side)
        return [
            (move, after) for move, after in moves if move.origin not in kings or checking == [move.captured]
        ]

    def checking(self, game: Game, pos: Position) -> list[str]:
        """Where the pieces stand that give check: without one of them there would be one check less."""
        king = game.royals(pos, pos.side)[0]
        found = []
        for site, placed in pos.pieces.items():
            if placed.side == other(pos.side):
                alone = pos.copy()
                for each, piece in pos.pieces.items():
                    if piece.side == placed.side and each != site:
                        alone.pieces[each] = Placed(piece.letter, pos.side)
                found += [site] if game.is_attacked(alone, king, placed.side) else []
        return found
