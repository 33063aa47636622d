"""Perpetual check loses (Xiangqi)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

GAVE = "gave check"


class PerpetualCheck(Mechanic):
    """Who repeats a position by checks alone has lost.

    The state ``gave check`` says of each move so far, the latest last, whether it gave check.
    """

    untold = (GAVE,)

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        after.state[GAVE] = (*after.state[GAVE], game.in_check(after))

    def repeated(self, game: Game, pos: Position, moves: int) -> Result | None:
        since = pos.state[GAVE][-moves:]
        theirs, ours = all(since[1::2]), all(since[::2])  # the side to move made the first of them
        if not theirs and not ours:
            return None
        if theirs and ours:
            return Result(None, "perpetual check")
        return Result(pos.side if theirs else other(pos.side), "perpetual check")

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {GAVE: ()}
