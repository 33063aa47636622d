"""After each move the player puts a duck on the board, which is in everybody's way (Duck Chess)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import Move, Placed, Position

if TYPE_CHECKING:
    from .game import Game

DUCK = Placed("*", "nobody")


class Duck(Mechanic):
    """A move ends with the duck on an empty square that is not the one where it was.

    The duck stands among the pieces, so that no piece goes through it; but none may capture it.
    """

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        found = []
        for move in moves:
            if move.captured is None or pos.pieces[move.captured] != DUCK:
                board = game.changed(pos, move)
                found += [
                    move._replace(further=site) for site in game.board.names if site not in board.pieces
                ]
        return found

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        for site, placed in before.pieces.items():
            if placed == DUCK:
                del after.pieces[site]
        assert move.further is not None
        assert move.further not in after.pieces
        after.pieces[move.further] = DUCK
        if after.passed and after.passed.site == move.further:
            after.passed = None  # nobody can capture there

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {}
