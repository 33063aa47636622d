"""Pieces in hand come to squares that others leave with their first move (Seirawan Chess)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Placed, Position

if TYPE_CHECKING:
    from .game import Game

HANDS, GATES = "hands", "gates"


class Gating(Mechanic):
    """With a move of a piece that still stands where it stood at the start of the game on its first rank, and
    with castling, a piece may be put where the piece, the king or the rook came from.

    The state ``gates`` has the squares where that is still possible, ``hands`` the letters of each side.

    Args:
        shared: whether the hands are those of captures, which come before this and from which pieces are
            dropped; then squares are not closed because a hand is empty, and no pawn comes in.
    """

    def __init__(self, shared: bool = False) -> None:
        self.shared = shared

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        hand = pos.state[HANDS][SIDES.index(pos.side)]
        found = list(moves)
        for move in moves:
            left = [site for site in (move.origin, *(move.rook or ())[:1]) if site]
            left = [site for site in left if site not in (move.goal, *(move.rook or ())[1:])]
            found += [
                move._replace(gated=(letter, site))
                for site in left
                if site in pos.state[GATES]
                for letter in sorted(set(hand))
                if not (self.shared and game.pieces[letter].pawn)
            ]
        return found

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        """What has come in does not count: the king must be safe without it, too."""
        return [(move, after) for move, after in moves if self.needless(game, pos, move, after)]

    def needless(self, game: Game, pos: Position, move: Move, after: Position) -> bool:
        lifted = after.copy()
        if move.gated:
            lifted.pieces.pop(move.gated[1], None)
        return game.is_safe(pos, lifted)

    def on_removal(self, game: Game, before: Position, after: Position, site: str, piece: Placed) -> None:
        after.state[GATES] -= {site}

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        left = {move.origin, move.captured, *(move.rook or ())}
        after.state[GATES] -= set() if move.origin == move.goal else left  # who passes moves nothing
        if move.gated:
            letter, site = move.gated
            after.pieces[site] = Placed(letter, before.side)
            hands = list(after.state[HANDS])
            hands[SIDES.index(before.side)] = hands[SIDES.index(before.side)].replace(letter, "", 1)
            after.state[HANDS] = tuple(hands)
        after.state[GATES] = frozenset(
            site for site in after.state[GATES] if self.shared or self.hand(after, after.pieces[site].side)
        )

    def keeps(self, game: Game, before: Position, after: Position, move: Move, rights: str) -> str:
        """A rook that comes in behind another is none to castle with."""
        left = {move.origin, *(move.rook or ())[:1]}
        return "".join(
            letter
            for letter in rights
            if left.isdisjoint((game.castlings[letter].kings[0], game.castlings[letter].rooks[0]))
        )

    def hand(self, pos: Position, side: str) -> str:
        found: str = pos.state[HANDS][SIDES.index(side)]
        return found

    def reserve(self, pos: Position, side: str) -> str:
        return "" if self.shared else self.hand(pos, side)

    def pocket(self, game: Game, pos: Position) -> str | None:
        if self.shared:
            return None
        white, black = pos.state[HANDS]
        return f"{white}{black.lower()}"

    def rights(self, game: Game, pos: Position) -> str:
        """The castling field: a file's letter for each square that the castlings do not imply."""
        text = ""
        for side in SIDES:
            own = [letter for letter in pos.castling if game.castlings[letter].side == side]
            implied = {
                site
                for letter in own
                for site in (game.castlings[letter].kings[0], game.castlings[letter].rooks[0])
            }
            files = [
                site[0].upper()
                for site in sorted(pos.state[GATES])
                if pos.pieces[site].side == side and site not in implied
            ]
            letters = "".join(own).upper() + "".join(files)
            text += letters if side == "white" else letters.lower()
        return text or "-"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        pocket = [] if self.shared else sorted(parts.pocket or "", key="EHeh".index)
        hands = ("".join(filter(str.isupper, pocket)), "".join(filter(str.islower, pocket)).upper())
        gates: set[str] = set()
        for sign in parts.rights.replace("-", ""):
            side = "white" if sign.isupper() else "black"
            if sign in game.castlings:
                sites = {game.castlings[sign].kings[0], game.castlings[sign].rooks[0]}
            else:
                sites = {sign.lower() + ("1" if side == "white" else "8")}
            if self.shared or hands[SIDES.index(side)]:
                gates |= sites
        return {GATES: frozenset(gates)} if self.shared else {HANDS: hands, GATES: frozenset(gates)}
