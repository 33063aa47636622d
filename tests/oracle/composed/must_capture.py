"""Captures are compulsory (Antichess)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position

if TYPE_CHECKING:
    from .game import Game


class MustCapture(Mechanic):
    """A player who can capture must capture; which piece is free."""

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        captures = [(move, after) for move, after in moves if move.captured or move.taken]
        return captures or moves
