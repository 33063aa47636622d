"""Nobody may move the same piece to and fro for long (modern Janggi)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from .mechanic import Mechanic, Parts
from .passing import is_pass
from .position import Move, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

MOVED = "moved"


class Made(NamedTuple):
    """A move, and whether it can count."""

    move: Move
    side: str
    counts: bool


class ToAndFro(Mechanic):
    """Who moves a piece, and then four times the same piece, the last three times straight back, has lost.

    None of these moves, nor what the enemy does between them, may be a capture; none is made in check. There
    may be one pass before the last of them. The state ``moved`` has all moves since the last capture.

    Args:
        letters: the kinds of pieces.
    """

    untold = (MOVED,)

    def __init__(self, letters: str) -> None:
        self.letters = letters

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        counts = move.letter in self.letters and not is_pass(move) and not game.in_check(before)
        made = Made(move, before.side, counts)
        after.state[MOVED] = () if move.captured else (*after.state[MOVED], made)

    def drawn(self, game: Game, pos: Position) -> Result | None:
        last = other(pos.side)
        own = [made for made in pos.state[MOVED] if made.side == last]
        if len(own) > 1 and is_pass(own[-2].move):
            del own[-2]
        row = own[-5:]
        if len(row) < 5 or not all(made.counts for made in row):
            return None
        follows = row[1].move.origin == row[0].move.goal
        back = all(
            (one.move.origin, one.move.goal) == (two.move.goal, two.move.origin)
            for one, two in pairwise(row[1:])
        )
        return Result(pos.side, "repetition") if follows and back else None

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        return {MOVED: ()}
