"""Castling of a king and rooks that start anywhere on the first rank (Chess960)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Position

if TYPE_CHECKING:
    from .game import Game

ROOKS = "rooks that may castle"


def files(first: str, last: str) -> set[str]:
    low, high = sorted((ord(first), ord(last)))
    return {chr(number) for number in range(low, high + 1)}


class CastlingAnywhere(Mechanic):
    """The king goes to g or c, the rook to its other side; a castling is written as king takes rook.

    The state has, for each side, the squares of the rooks that may still castle.
    """

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        rooks = pos.state[ROOKS][SIDES.index(pos.side)]
        return moves + [move for rook in sorted(rooks) for move in self.castling(game, pos, rook)]

    def castling(self, game: Game, pos: Position, rook: str) -> Iterator[Move]:
        (king,) = game.royals(pos, pos.side)
        rank = rook[1]
        king_goal, rook_goal = ("g", "f") if rook[0] > king[0] else ("c", "d")
        needed = files(king[0], king_goal) | files(rook[0], rook_goal)
        if any(f"{file}{rank}" in pos.pieces.keys() - {king, rook} for file in needed):
            return
        lifted = pos.copy()
        del lifted.pieces[king]
        walk = files(king[0], king_goal) - ({king_goal} - {king[0]})
        if any(game.is_exposed(lifted, pos.side, f"{file}{rank}") for file in walk):
            return
        yield Move(king, f"{king_goal}{rank}", "K", rook=(rook, f"{rook_goal}{rank}"), written=rook)

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        rights = []
        for side, rooks in zip(SIDES, before.state[ROOKS], strict=True):
            left = rooks - {move.origin, move.captured}
            rights.append(frozenset() if side == before.side and move.letter == "K" else left)
        after.state[ROOKS] = tuple(rights)

    def rights(self, game: Game, pos: Position) -> str:
        white, black = (
            "".join(sorted((rook[0] for rook in rooks), reverse=True)) for rooks in pos.state[ROOKS]
        )
        return white.upper() + black or "-"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        white = {f"{sign.lower()}1" for sign in parts.rights if sign.isupper()}
        black = {f"{sign}8" for sign in parts.rights if sign.islower()}
        return {ROOKS: (frozenset(white), frozenset(black))}
