"""Moves are counted when there are no pawns (Makruk)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

LIMIT = "limit"


class Counting(Mechanic):
    """Without pawns, the clock counts to a limit, and then the game is drawn.

    The board's honour: while both sides have pieces, so many moves each, counted from 0. The pieces' honour:
    a lone king counts from the number of all pieces, and how far says the table of what is against it.

    The state ``limit`` is in plies, 0 without a count.

    Args:
        moves: of the board's honour, and against a lone king if the table says nothing.
        table: letter, the least number of such pieces, moves; in the order of asking.
        whole: a lone king counts from the number of all pieces, not from 0.
        few: while both sides have pieces, one with at most so many counts, whether there are pawns or not.
    """

    def __init__(
        self, moves: int, table: Sequence[tuple[str, int, int]], whole: bool = True, few: int | None = None
    ) -> None:
        self.whole, self.few = whole, few
        self.moves = moves
        self.table = table

    def allowed(self, game: Game, pos: Position, side: str) -> int | None:
        """How many moves a side may be chased; None while it does not count."""
        own, theirs = game.holdings(pos, side), game.holdings(pos, other(side))
        pawns = any(game.pieces[letter].pawn for letter in own + theirs)
        if len(theirs) == 1:
            return None
        if len(own) > 1:
            counts = not pawns if self.few is None else len(own) <= self.few
            return (self.moves or None) if counts else None
        if pawns:
            return None
        found = (moves for letter, least, moves in self.table if theirs.count(letter) >= least)
        return next(found, self.moves or None)

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        pieces = sum(each.side in SIDES for each in after.pieces.values())  # walls are none
        limit = before.state[LIMIT]
        clock = before.clock + 1 if limit else after.clock
        mover, opponent = before.side, after.side
        if (
            self.whole
            and move.captured
            and game.pieces[before.pieces[move.captured].letter].pawn
            and len(game.holdings(after, mover)) == 1
            and len(game.holdings(before, mover)) == 1  # its king has captured
            and (moves := self.allowed(game, after, mover))
        ):
            limit, clock = 2 * moves, 2 * pieces - 1
        alone = len(game.holdings(after, opponent)) == 1
        fewer = pieces < sum(each.side in SIDES for each in before.pieces.values())  # none came back
        pawn = move.promotes and game.pieces[before.pieces[str(move.origin)].letter].pawn
        begins = not limit or ((fewer or pawn) and alone)
        if begins and (moves := self.allowed(game, after, opponent)):
            limit, clock = 2 * moves, 2 * pieces if alone and self.whole else 0
        after.state[LIMIT] = limit
        after.clock = clock

    def drawn(self, game: Game, pos: Position) -> Result | None:
        limit = pos.state[LIMIT]
        return Result(None, "no progress") if limit and pos.clock > limit else None

    def fourth(self, pos: Position) -> str | None:
        return str(pos.state[LIMIT] or "-")

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {LIMIT: 0 if parts.fourth == "-" else int(parts.fourth)}
