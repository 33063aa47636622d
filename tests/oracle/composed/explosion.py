"""Captures explode (Atomic)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairyring.board import Side
from fairyring.pieces import Piece

from .mechanic import Mechanic
from .position import SIDES, Move, Placed, Position, Result, other

if TYPE_CHECKING:
    from .game import Game

STEP = Piece("K", "king", "K")  # how far an explosion reaches, whatever the game's own king is


class Explosion(Mechanic):
    """A capture removes the capturing piece too, and every non-pawn piece a king's step from the goal.

    The player whose royal piece explodes has lost, so none may explode its own; a move that explodes the
    enemy's is legal even in check. Royal pieces that touch are not in check: who captured one would explode
    the other.

    Args:
        immune: the letters of pieces that no explosion harms, not even that of their own capture.
    """

    def __init__(self, immune: str = "") -> None:
        self.immune = immune

    def near(self, game: Game, site: str, side: str) -> set[str]:
        """Where pieces stand a king's step away, on all levels, and what else stands at the same site."""
        here = game.ground(site)
        ways = STEP.ways(game.board, game.board.numbers[here], Side(side))
        around = {here, *(game.board.names[way.goal] for way in ways)}
        return {stand for name in around for stand in game.stands(name)} - {site}

    def on_capture(self, game: Game, before: Position, after: Position, move: Move) -> None:
        near = self.near(game, move.goal, before.side)
        sites = [
            site for site in near if site in after.pieces and not game.pieces[after.pieces[site].letter].pawn
        ]
        for site in (move.goal, *sorted(sites)):
            if after.pieces[site].letter not in self.immune:
                game.remove(before, after, site)

    def exposed(self, game: Game, pos: Position, side: str, site: str, found: bool) -> bool:
        return found and self.near(game, site, side).isdisjoint(game.royals(pos, other(side)))

    def safe(self, game: Game, before: Position, after: Position, found: bool) -> bool:
        if self.exploded(game, after, before.side):
            return False
        return found or self.exploded(game, after, other(before.side))

    def exploded(self, game: Game, pos: Position, side: str) -> bool:
        """Whether the side began with a royal piece and has none now."""
        return not game.royals(pos, side) and any(
            self.is_royal(game, side, p) for p in game.start_pieces.values()
        )

    def is_royal(self, game: Game, side: str, placed: Placed) -> bool:
        return placed.side == side and game.pieces[placed.letter].royal

    def ended(self, game: Game, pos: Position) -> Result | None:
        for side in SIDES:
            if self.exploded(game, pos, side):
                return Result(other(side), "explosion")
        return None
