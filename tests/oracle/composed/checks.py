"""Rules about checks: counting them (Three-check), and not giving them (Racing Kings)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

LEFT = "checks left"


class CheckCounting(Mechanic):
    """A side that has given all its checks has won; a double check is one.

    The state ``checks left`` has how many White still has to give, and Black.
    """

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if game.in_check(after, other(before.side)):
            left = list(after.state[LEFT])
            left[SIDES.index(before.side)] -= 1
            after.state[LEFT] = tuple(left)

    def ended(self, game: Game, pos: Position) -> Result | None:
        for side, left in zip(SIDES, pos.state[LEFT], strict=True):
            if left == 0:
                return Result(side, "checks")
        return None

    def field(self, pos: Position) -> str:
        white, black = pos.state[LEFT]
        return f"{white}+{black}"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        white, black = parts.fields.pop(0).split("+")
        return {LEFT: (int(white), int(black))}


class NoChecks(Mechanic):
    """A move that gives check is illegal."""

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        return [(move, after) for move, after in moves if not game.in_check(after, other(pos.side))]
