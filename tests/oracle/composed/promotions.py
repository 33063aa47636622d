"""Which pieces promote, where and to what (Makruk, Grand Chess, Shogi)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Position, other

if TYPE_CHECKING:
    from .game import Game


class Promotions(Mechanic):
    """Pieces of some kinds promote by moving into the last ranks, or also by moving from there.

    Args:
        to: for each kind, the letters that it may become.
        ranks: how many of the last ranks count.
        leaving: whether a move that begins there promotes, too.
        optional: whether a piece may stay what it is, where it could still move on an empty board.
        most: letters of pieces, as often as a side may have them on the board; no limit for others.
        black: ``to`` for Black, if it is another.
        capturing: whether only captures promote.
        idle: whether a piece may stay what it is even where it could not.
        forced: kinds that must promote all the same.
        black_ranks: ``ranks`` for Black, if it is another.
    """

    def __init__(
        self,
        to: Mapping[str, str | tuple[str, ...]],
        ranks: int = 1,
        leaving: bool = False,
        optional: bool = False,
        most: str = "",
        black: Mapping[str, str | tuple[str, ...]] | None = None,
        capturing: bool = False,
        idle: bool = False,
        forced: str = "",
        black_ranks: int | None = None,
    ) -> None:
        self.idle = idle
        self.forced = forced
        self.to = {"white": to, "black": to if black is None else black}
        self.capturing = capturing
        self.ranks = {"white": ranks, "black": ranks if black_ranks is None else black_ranks}
        self.leaving = leaving
        self.optional = optional
        self.most = most

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return [each for move in moves for each in self.ways(game, pos, move)]

    def ways(self, game: Game, pos: Position, move: Move) -> Iterator[Move]:
        """A move, or what becomes of it."""
        to = self.to[pos.side]
        passing = move.captured not in (None, move.goal)
        stays = passing or (self.capturing and move.captured is None)
        if move.origin is None or move.letter not in to or stays:
            yield move
            return
        sites = (move.goal, move.origin) if self.leaving else (move.goal,)
        if not any(game.rank(site, other(pos.side)) < self.ranks[pos.side] for site in sites):
            yield move
            return
        stuck = not self.idle and not game.ways[pos.pieces[move.origin]][move.goal]
        if self.optional and not stuck and move.letter not in self.forced:
            yield move
        on_board = [placed.letter for placed in pos.pieces.values() if placed.side == pos.side]
        for letter in to[move.letter]:
            if letter not in self.most or on_board.count(letter) < self.most.count(letter):
                was = move.letter if move.letter == f"+{letter}" else None
                yield move._replace(letter=letter, promotes=True, was=was)
