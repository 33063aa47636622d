"""A captured piece comes back where it started (Circe)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .mechanic import Mechanic
from .position import Move, Placed, Position

if TYPE_CHECKING:
    from .game import Game


class Rebirth(Mechanic):
    """A captured piece returns to the square where one of its kind stood at the start of the game.

    Pawns return on the file of the capture; of two squares, the one whose colour is that of the capture's
    square is meant. If anything stands there once the capture is made, the piece is out of the game. Royal
    pieces are never captured.
    """

    def on_capture(self, game: Game, before: Position, after: Position, move: Move) -> None:
        for site in filter(None, (move.taken, move.captured)):  # what is captured on the way comes first
            piece = before.pieces[site]
            square = self.square(game, piece, site)
            if square is not None and square not in after.pieces:
                after.pieces[square] = piece

    def square(self, game: Game, piece: Placed, captured: str) -> str | None:
        """Where a piece captured on a site returns to."""
        begun = [site for site, placed in game.start_pieces.items() if placed == piece]
        if game.pieces[piece.letter].pawn:
            return next((site for site in begun if site[0] == captured[0]), None)
        if len(begun) > 1:
            begun = [site for site in begun if self.colour(site) == self.colour(captured)]
        return begun[0] if begun else None

    def colour(self, site: str) -> bool:
        return (ord(site[0]) + int(site[1:])) % 2 == 0
