"""Pawns on the first rank (Horde)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairyring.board import Side

from .mechanic import Mechanic
from .position import Move, Position

if TYPE_CHECKING:
    from .game import Game


class FirstRankSteps(Mechanic):
    """A pawn on its side's first rank may make a double step too, which allows no en passant."""

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return moves + [
            Move(site, goal, placed.letter)
            for site, placed in pos.pieces.items()
            if placed.side == pos.side and game.pieces[placed.letter].pawn and game.rank(site, pos.side) == 0
            for goal in self.double_steps(game, pos, site)
        ]

    def double_steps(self, game: Game, pos: Position, site: str) -> list[str]:
        """The goals of the pawn's initial moves over empty sites."""
        piece = game.pieces[pos.pieces[site].letter]
        ways = piece.ways(game.board, game.board.numbers[site], Side(pos.side))
        paths = [(game.board.names[way.goal], *game.through(way)) for way in ways if way.initial and way.move]
        return [path[0] for path in paths if pos.pieces.keys().isdisjoint(path)]
