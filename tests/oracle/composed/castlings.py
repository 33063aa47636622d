"""Castlings that win, and those that the other side may not make on the same wing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class OppositeCastling(Mechanic):
    """Once a side has castled on a wing, the other side may not castle on that wing."""

    def keeps(self, game: Game, before: Position, after: Position, move: Move, rights: str) -> str:
        if move.rook is None:
            return rights
        taken = {
            letter
            for letter, castling in game.castlings.items()
            if castling.side != before.side and castling.kings[1][0] == move.goal[0]
        }
        return "".join(letter for letter in rights if letter not in taken)


class CastlingWins(Mechanic):
    """A side wins by a castling, and loses when its right to it is gone.

    If the right is gone and king and rook are where they go in castling, they have castled.
    """

    def __init__(self, letters: str = "Qq") -> None:
        self.letters = letters

    def ended(self, game: Game, pos: Position) -> Result | None:
        for side in (other(pos.side), pos.side):  # first the side that has moved
            for letter in self.letters:
                castling = game.castlings[letter]
                if castling.side != side or letter in pos.castling:
                    continue
                king, rook = (pos.pieces.get(site) for site in (castling.kings[1], castling.rooks[1]))
                castled = king is not None and king == game.home(castling.kings[0])
                castled = castled and rook is not None and rook.side == side
                return Result(side if castled else other(side), "castling")
        return None
