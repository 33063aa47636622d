"""Pieces that cannot capture those of their own kind (Atomar)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position

if TYPE_CHECKING:
    from .game import Game


class Immunity(Mechanic):
    """A piece of certain kinds cannot capture a piece of its own kind.

    Args:
        letters: the kinds.
    """

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return [
            move
            for move in moves
            if move.captured is None
            or move.origin is None
            or pos.pieces[move.origin].letter not in self.letters
            or pos.pieces[move.captured].letter != pos.pieces[move.origin].letter
        ]
