"""Pieces that leap as long as they have not moved (Cambodian chess)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Placed, Position, other

if TYPE_CHECKING:
    from .game import Game

UNMOVED = "unmoved"


class FirstLeaps(Mechanic):
    """Pieces of some kinds leap from their squares of the first rank to empty ones, but no king in check.

    The state ``unmoved`` has the squares from which this is still possible.

    Args:
        leaps: for each letter, by how many files and ranks a side's piece leaps, as it sees the board.
        aimed: the letter of the rook. When one moves to the rank or the file of the enemy king, that king may
            no longer leap.
    """

    def __init__(self, leaps: Mapping[str, tuple[tuple[int, int], ...]], aimed: str) -> None:
        self.leaps = leaps
        self.aimed = aimed

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        found = list(moves)
        for site in pos.state[UNMOVED]:
            letter, side = pos.pieces[site]
            if side != pos.side or (game.pieces[letter].royal and game.in_check(pos)):
                continue
            for files, ranks in self.leaps[letter]:
                ahead = ranks if side == "white" else -ranks
                goal = f"{chr(ord(site[0]) + files)}{int(site[1:]) + ahead}"
                if goal in game.board.numbers and goal not in pos.pieces:
                    found.append(Move(site, goal, letter))
        return found

    def on_removal(self, game: Game, before: Position, after: Position, site: str, piece: Placed) -> None:
        after.state[UNMOVED] -= {site}

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if move.origin == move.goal:  # a pass, with which nothing moves
            return
        after.state[UNMOVED] -= {move.origin, *(move.rook or ())}
        if after.pieces[move.goal].letter == self.aimed:
            after.state[UNMOVED] -= {
                site
                for site in game.royals(after, other(before.side))
                if site[0] == move.goal[0] or site[1:] == move.goal[1:]
            }

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        """A piece that has changed sides leaps no more."""
        after.state[UNMOVED] = frozenset(
            site for site in after.state[UNMOVED] if after.pieces.get(site) == before.pieces[site]
        )

    def rights(self, game: Game, pos: Position) -> str:
        text = ""
        for side in SIDES:
            text += "".join(letter for letter in pos.castling if game.castlings[letter].side == side)
            files = "".join(site[0] for site in sorted(pos.state[UNMOVED]) if pos.pieces[site].side == side)
            text += files.upper() if side == "white" else files
        return text or "-"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        last = len(game.texts.sections[0])
        signs = [sign for sign in parts.rights.replace("-", "") if sign not in game.castlings]
        return {
            UNMOVED: frozenset(f"{sign.lower()}{1 if sign.isupper() else last}" for sign in signs),
        }
