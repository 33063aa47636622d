"""Pawns that promote where they stand (Sittuyin)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Placed, Position, Result, other

if TYPE_CHECKING:
    from .game import Game


class InPlace(Mechanic):
    """In place of a move, a pawn becomes a certain piece while its side has none.

    It does so on its square, or by that piece's step to an empty one; not if the new piece attacks anything,
    and not if there is a check then.

    Args:
        letter: of the piece.
        squares: on which a side's pawns do so; its only pawn does so anywhere.
    """

    def __init__(self, letter: str, squares: Mapping[str, Collection[str]]) -> None:
        self.letter = letter
        self.squares = squares

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return moves + self.own(game, pos)

    def own(self, game: Game, pos: Position) -> list[Move]:
        """The promotions in place, as far as they attack nothing."""
        new = Placed(self.letter, pos.side)
        if new in pos.pieces.values():
            return []
        pawns = [
            site
            for site, placed in pos.pieces.items()
            if placed.side == pos.side and game.pieces[placed.letter].pawn
        ]
        return [
            Move(site, goal, self.letter, promotes=True)
            for site in pawns
            if len(pawns) == 1 or site in self.squares[pos.side]
            for goal in (site, *game.takes[new][site])
            if goal == site or goal not in pos.pieces
            if not any(
                near in pos.pieces and pos.pieces[near].side == other(pos.side)
                for near in game.takes[new][goal]
            )
        ]

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        own = set(self.own(game, pos))
        return [
            (move, after)
            for move, after in moves
            if move._replace(further=None, left=None) not in own or not game.in_check(after, other(pos.side))
        ]

    def drawn(self, game: Game, pos: Position) -> Result | None:
        own = [placed for placed in pos.pieces.values() if placed.side == pos.side]
        few = len(own) == 2 and sum(game.pieces[placed.letter].pawn for placed in own) == 1
        if few and not game.in_check(pos) and all(move.promotes for move, _ in game.playable(pos)):
            return Result(None, "stalemate")
        return None
