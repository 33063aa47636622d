"""Pieces that change sides, and new pieces (Ataxx)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .passing import is_pass
from .position import Move, Placed, Position, Result

if TYPE_CHECKING:
    from .game import Game


class Flips(Mechanic):
    """The enemies next to where a piece arrives change sides; a full board ends the game.

    A player may put a new piece next to one of its own in place of a move.

    Args:
        grows: the letter of new pieces.
    """

    def __init__(self, grows: str) -> None:
        self.grows = grows

    def near(self, game: Game, site: str) -> Iterator[str]:
        """The squares next to one."""
        for file in (-1, 0, 1):
            for rank in (-1, 0, 1):
                name = f"{chr(ord(site[0]) + file)}{int(site[1:]) + rank}"
                if name != site and name in game.board.numbers:
                    yield name

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return moves + [
            Move(None, site, self.grows)
            for site in game.board.names
            if site not in pos.pieces
            and any(pos.pieces.get(name, (None, None))[1] == pos.side for name in self.near(game, site))
        ]

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        for name in self.near(game, move.goal):
            if name in after.pieces and not is_pass(move):
                after.pieces[name] = Placed(after.pieces[name].letter, before.side)

    def closed(self, game: Game, pos: Position) -> Result | None:
        return Result(None, "full board") if len(pos.pieces) == len(game.board.names) else None
