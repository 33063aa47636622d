"""Captures go to hand and are dropped again (Crazyhouse)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Placed, Position, other

if TYPE_CHECKING:
    from .game import Game

HANDS, PROMOTED = "hands", "promoted"


class Hands(Mechanic):
    """A piece that leaves the board changes sides and goes to hand, a promoted one as a pawn.

    Instead of moving, a player may drop a piece from the hand on an empty square, but no pawn on the first or
    last rank. A royal piece never goes to hand.

    With ``becomes``, no piece is marked as promoted, and it says what a kind is in hand, if it is another.

    The state ``hands`` has the letters of both hands (White's first), sorted as in texts, and ``promoted``
    the sites of promoted pawns.
    """

    def __init__(self, pawn: str = "P", becomes: Mapping[str, str] | None = None) -> None:
        self.pawn = pawn
        self.becomes = becomes

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        drops = [
            Move(None, site, letter)
            for letter in sorted(set(self.reserve(pos, pos.side)))
            for site in game.board.names
            if site not in pos.pieces and self.may_drop(game, letter, site, pos.side)
        ]
        return moves + drops

    def may_drop(self, game: Game, letter: str, site: str, side: str) -> bool:
        ends = game.rank(site, side) == 0 or game.is_last_rank(site, side)
        return not (ends and game.pieces[letter].pawn)

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if move.origin is None:
            self.put(game, after, before.side, self.reserve(after, before.side).replace(move.letter, "", 1))
        marks = after.state[PROMOTED]
        if (move.promotes and self.becomes is None) or move.origin in marks:
            after.state[PROMOTED] = (marks - {move.origin}) | {move.goal}

    def on_removal(self, game: Game, before: Position, after: Position, site: str, piece: Placed) -> None:
        letter = self.pawn if site in after.state[PROMOTED] else piece.letter
        letter = (self.becomes or {}).get(letter, letter)
        if not game.pieces[letter].royal:
            self.put(game, after, other(piece.side), self.reserve(after, other(piece.side)) + letter)
        after.state[PROMOTED] -= {site}

    def put(self, game: Game, pos: Position, side: str, letters: str) -> None:
        hands = list(pos.state[HANDS])
        order = list(reversed(game.pieces))
        hands[SIDES.index(side)] = "".join(sorted(letters, key=order.index))
        pos.state[HANDS] = tuple(hands)

    def reserve(self, pos: Position, side: str) -> str:
        hand: str = pos.state[HANDS][SIDES.index(side)]
        return hand

    def mark(self, pos: Position, site: str) -> str:
        return "~" if site in pos.state[PROMOTED] else ""

    def pocket(self, game: Game, pos: Position) -> str:
        white, black = pos.state[HANDS]
        return f"{white}{black.lower()}"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        order = list(reversed(game.pieces))
        pocket = sorted(parts.pocket or "", key=lambda sign: order.index(sign.upper()))
        hands = ("".join(filter(str.isupper, pocket)), "".join(filter(str.islower, pocket)).upper())
        return {HANDS: hands, PROMOTED: frozenset(site for site, mark in parts.marks.items() if "~" in mark)}
