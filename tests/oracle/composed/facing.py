"""The kings may not face each other (Xiangqi)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Position, other

if TYPE_CHECKING:
    from .game import Game


class FacingKings(Mechanic):
    """A king on the same file or rank as the other one, with nothing between them, is in check by it."""

    def exposed(self, game: Game, pos: Position, side: str, site: str, found: bool) -> bool:
        return found or any(faces(pos, site, enemy) for enemy in game.royals(pos, other(side)))


def faces(pos: Position, one: str, two: str) -> bool:
    """Whether two squares are on one file or rank of a plain board, and no piece stands between them."""
    file, rank = one[0], int(one[1:])
    file2, rank2 = two[0], int(two[1:])
    if file == file2:
        between = [f"{file}{number}" for number in range(min(rank, rank2) + 1, max(rank, rank2))]
    elif rank == rank2:
        letters = range(min(ord(file), ord(file2)) + 1, max(ord(file), ord(file2)))
        between = [f"{chr(letter)}{rank}" for letter in letters]
    else:
        return False
    return pos.pieces.keys().isdisjoint(between)
