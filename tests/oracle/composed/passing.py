"""Passes, and kings that face each other (Janggi)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .facing import faces
from .mechanic import Mechanic, Parts
from .position import Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

PASSED, FACED = "passed", "faced"


def is_pass(move: Move) -> bool:
    """Whether nothing moves."""
    return move.origin == move.goal


class Pass(Mechanic):
    """A player may pass with the king, as long as it is safe where it stands; two passes end the game.

    The state ``passed`` has the sides that have passed with the moves just made, one after the other.

    Args:
        stuck: whether players pass only when they have no move; without a king, it is the first piece's.
    """

    untold = (PASSED,)

    def __init__(self, stuck: bool = False) -> None:
        self.stuck = stuck

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        if moves or not self.stuck or game.in_check(pos):
            return moves
        own = [site for site, placed in pos.pieces.items() if placed.side == pos.side]
        first = game.royals(pos, pos.side) or sorted(own, key=game.board.names.index)[:1]
        passes = [Move(site, site, pos.pieces[site].letter) for site in first]
        return [(move, game.play(pos, move)) for move in passes]

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        if self.stuck:
            return moves
        return moves + [
            Move(site, site, pos.pieces[site].letter) for site in sorted(game.royals(pos, pos.side))
        ]

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        after.state[PASSED] = before.state[PASSED] | {before.side} if is_pass(move) else frozenset()

    def closed(self, game: Game, pos: Position) -> Result | None:
        return Result(None, "passes") if len(pos.state[PASSED]) == 2 else None

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {PASSED: frozenset()}


class Bikjang(Mechanic):
    """Kings that face each other must be parted by the next move, or its player passes and the game is over.

    The pass is allowed in check, too, and nobody captures the king then. The state ``faced`` says whether the
    kings faced each other in the last two positions.
    """

    untold = (FACED,)

    def facing(self, game: Game, pos: Position) -> bool:
        return any(
            faces(pos, one, two) for one in game.royals(pos, "white") for two in game.royals(pos, "black")
        )

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        if not self.facing(game, pos):
            return moves
        passes = [(move, game.play(pos, move)) for move in game.pseudo_legal(pos) if is_pass(move)]
        king = game.royals(pos, other(pos.side))
        parting = [(move, after) for move, after in moves if move.goal not in king]
        return [(move, after) for move, after in parting if not self.facing(game, after)] + passes

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        after.state[FACED] = self.facing(game, before) and self.facing(game, after)

    def closed(self, game: Game, pos: Position) -> Result | None:
        return Result(None, "facing kings") if pos.state[FACED] else None

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {FACED: False}
