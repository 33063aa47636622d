"""Pieces that change sides, and new pieces (Ataxx, Othello, Quadwrangle, Snort)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .passing import is_pass
from .position import Move, Placed, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

WIND = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank]


class Flips(Mechanic):
    """Enemies by where a piece arrives change sides; a full board ends the game.

    A player may put a new piece on an empty square in place of a move.

    Args:
        grows: the letter of new pieces; empty for none.
        turns: which enemies: those "next" to the piece; the same, but for a piece that was dropped only if it
            is "joined" to another; those in "rows" between it and another; or "none".
        where: where new pieces come: "next" to one of their side, "anywhere", or "apart" from enemies.
        first: squares where pieces are dropped while one of them is empty.
    """

    def __init__(
        self, grows: str = "", turns: str = "next", where: str = "next", first: Collection[str] = ()
    ) -> None:
        self.grows = grows
        self.turns = turns
        self.where = where
        self.first = first

    def step(self, game: Game, site: str, file: int, rank: int) -> str | None:
        """The square that is so far away."""
        name = f"{chr(ord(site[0]) + file)}{int(site[1:]) + rank}"
        return name if name in game.board.numbers else None

    def near(self, game: Game, site: str) -> Iterator[str]:
        """The squares next to one."""
        for file, rank in WIND:
            name = self.step(game, site, file, rank)
            if name:
                yield name

    def is_of(self, pos: Position, site: str, side: str) -> bool:
        return site in pos.pieces and pos.pieces[site].side == side

    def in_rows(self, game: Game, pos: Position, site: str, side: str) -> set[str]:
        """The enemies between a square and another piece of a side, in each direction."""
        found: set[str] = set()
        for file, rank in WIND:
            between: set[str] = set()
            there = self.step(game, site, file, rank)
            while there and self.is_of(pos, there, other(side)):
                between.add(there)
                there = self.step(game, there, file, rank)
            if there and self.is_of(pos, there, side):
                found |= between
        return found

    def turned(self, game: Game, pos: Position, site: str, side: str, dropped: bool) -> set[str]:
        """The enemies that change sides when a side's piece has come to a square."""
        if self.turns == "none":
            return set()
        if self.turns == "rows":
            return self.in_rows(game, pos, site, side)
        joined = any(self.is_of(pos, name, side) for name in self.near(game, site))
        if self.turns == "joined" and dropped and not joined:
            return set()
        return {name for name in self.near(game, site) if self.is_of(pos, name, other(side))}

    def fits(self, game: Game, pos: Position, site: str) -> bool:
        """Whether a new piece may come to an empty square."""
        if self.where == "next":
            return any(self.is_of(pos, name, pos.side) for name in self.near(game, site))
        if self.where == "apart":
            beside = [name for name in self.near(game, site) if name[0] == site[0] or name[1:] == site[1:]]
            return not any(self.is_of(pos, name, other(pos.side)) for name in beside)
        return True

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        if not self.grows:
            return moves
        free = [site for site in game.board.names if site not in pos.pieces]
        return moves + [Move(None, site, self.grows) for site in free if self.fits(game, pos, site)]

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        return [(move, after) for move, after in moves if self.allowed(game, pos, move)]

    def allowed(self, game: Game, pos: Position, move: Move) -> bool:
        """Whether a drop is on one of the first squares, or turns some if it must."""
        if move.origin is not None:
            return True
        if any(site not in pos.pieces for site in self.first):
            return move.goal in self.first
        return self.turns != "rows" or bool(self.in_rows(game, pos, move.goal, pos.side))

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if is_pass(move):
            return
        for name in self.turned(game, after, move.goal, before.side, move.origin is None):
            after.pieces[name] = Placed(after.pieces[name].letter, before.side)

    def closed(self, game: Game, pos: Position) -> Result | None:
        return Result(None, "full board") if len(pos.pieces) == len(game.board.names) else None
