"""Where pieces in hand may not be dropped (Shogi)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position, other

if TYPE_CHECKING:
    from .game import Game


class DropLimits(Mechanic):
    """No drop where the piece could never move, on a file with another of its kind, or to give mate.

    Args:
        per_file: letters of kinds, as often as a side may have them on a file to which it drops one.
        no_mate: letters of kinds that are not dropped to give mate.
        never: letters of kinds that are never dropped.
    """

    def __init__(self, per_file: str = "", no_mate: str = "", never: str = "") -> None:
        self.never = never
        self.per_file = per_file
        self.no_mate = no_mate

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        return [(move, after) for move, after in moves if self.allowed(game, pos, move, after)]

    def allowed(self, game: Game, pos: Position, move: Move, after: Position) -> bool:
        if move.origin is not None:
            return True
        if move.letter in self.never or not game.ways[after.pieces[move.goal]][move.goal]:
            return False
        there = sum(
            site[0] == move.goal[0] and placed == (move.letter, pos.side)
            for site, placed in pos.pieces.items()
        )
        if move.letter in self.per_file and there >= self.per_file.count(move.letter):
            return False
        mates = move.letter in self.no_mate and game.in_check(after, other(pos.side))
        return not (mates and not game.playable(after))
