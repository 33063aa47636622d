"""A pawn that has moved several squares can be captured on each of those between (Wildebeest Chess)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import Move, Placed, Position

if TYPE_CHECKING:
    from .game import Game

CROSSED = "crossed"


class LongSteps(Mechanic):
    """En passant on each crossed square.

    The state ``crossed`` has the squares before the last one that an enemy pawn attacks. Pawns cross
    squares of their own side's half.
    """

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        return moves + [
            Move(start, site, placed.letter, captured=pos.passed.pawn)
            for site in pos.state[CROSSED]
            for start, placed in self.attackers(game, pos, site, pos.side)
            if pos.passed
        ]

    def attackers(self, game: Game, pos: Position, site: str, side: str) -> list[tuple[str, Placed]]:
        """A side's pawns that attack an empty square."""
        return [
            (start, placed)
            for start, placed in pos.pieces.items()
            if placed.side == side and game.pieces[placed.letter].pawn and site not in pos.pieces
            if any(needs.fits(pos.pieces) for needs in game.takes[placed][start].get(site, ()))
        ]

    def next_turn(self, game: Game, before: Position, after: Position, move: Move) -> None:
        crossed = self.crossed(game, after, move) if move.passed else []
        after.state[CROSSED] = frozenset(
            site for site in crossed if self.attackers(game, after, site, after.side)
        )

    def crossed(self, game: Game, after: Position, move: Move) -> list[str]:
        """What the pawn has crossed before the last square."""
        assert move.passed
        ways = game.ways[after.pieces[move.goal]][str(move.origin)]
        throughs = [game.through(way) for way in ways if game.board.names[way.goal] == move.goal]
        return next([*through[:-1]] for through in throughs if through[-1:] == (move.passed.site,))

    def fourth(self, pos: Position) -> str | None:
        sites = pos.state[CROSSED] | ({pos.passed.site} if pos.passed else set())
        return "".join(sorted(sites, key=lambda site: (int(site[1:]), site))) or "-"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        sites = re.findall(r"[a-z]\d+", parts.fourth)
        half = len(game.texts.sections[0]) / 2
        black = any(int(site[1:]) > half for site in sites)
        return {CROSSED: frozenset(sites[1:] if black else sites[:-1])}
