"""Where pieces in hand may not be dropped (Shogi)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position, other

if TYPE_CHECKING:
    from .game import Game

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


class DropLimits(Mechanic):
    """No drop where the piece could never move, on a file with another of its kind, or to give mate.

    Args:
        per_file: letters of kinds, as often as a side may have them on a file to which it drops one.
        no_mate: letters of kinds that are not dropped to give mate.
        never: letters of kinds that are never dropped.
        slides: whether a piece comes in from a side of the board, as far as it can go.
    """

    def __init__(self, per_file: str = "", no_mate: str = "", never: str = "", slides: bool = False) -> None:
        self.never = never
        self.slides = slides
        self.per_file = per_file
        self.no_mate = no_mate

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        return [(move, after) for move, after in moves if self.allowed(game, pos, move, after)]

    def allowed(self, game: Game, pos: Position, move: Move, after: Position) -> bool:
        if move.origin is not None or move.letter not in game.pieces:  # a wall is not dropped
            return True
        if self.slides:
            return any(self.comes_to(game, pos, move.goal, file, rank) for file, rank in SIDES)
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

    def comes_to(self, game: Game, pos: Position, site: str, file: int, rank: int) -> bool:
        """Whether a piece that slides in a direction goes to a square, and no further."""
        line = [name for name in game.board.names if self.on_line(name, site, file)]
        line.sort(key=lambda name: (ord(name[0]) * file, int(name[1:]) * rank))
        until = line.index(site)
        ahead = line[until + 1 : until + 2]
        free = not any(name in pos.pieces for name in line[: until + 1])
        return free and (not ahead or ahead[0] in pos.pieces)

    def on_line(self, name: str, site: str, file: int) -> bool:
        return name[1:] == site[1:] if file else name[0] == site[0]
