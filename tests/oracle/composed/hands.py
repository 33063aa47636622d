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

    With ``becomes``, no piece is marked as promoted, and it says what a kind is in hand, if it is another;
    with ``either`` a piece in hand may be dropped as either of the two. With ``keeps``, promoted pieces stay
    what they are. With ``behind``, pawns may be dropped on the first rank.

    The state ``hands`` has the letters of both hands (White's first), sorted as in texts, and ``promoted``
    the sites of promoted pawns.
    """

    def __init__(
        self,
        pawn: str = "P",
        becomes: Mapping[str, str] | None = None,
        either: bool = False,
        keeps: bool = False,
        behind: bool = False,
    ) -> None:
        self.pawn = pawn
        self.becomes = {} if keeps and becomes is None else becomes
        self.either = either
        self.behind = behind

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        held = set(self.reserve(pos, pos.side))
        if self.either:
            held |= {letter for letter, was in (self.becomes or {}).items() if was in held}
        drops = [
            Move(None, site, letter)
            for letter in sorted(held)
            for site in game.board.names
            if site not in pos.pieces and self.may_drop(game, letter, site, pos.side)
        ]
        return moves + drops

    def may_drop(self, game: Game, letter: str, site: str, side: str) -> bool:
        ends = (game.rank(site, side) == 0 and not self.behind) or game.is_last_rank(site, side)
        return not (ends and game.pieces[letter].pawn)

    def apply(self, game: Game, before: Position, after: Position, move: Move) -> None:
        if move.origin is None:
            letter = (self.becomes or {}).get(move.letter, move.letter) if self.either else move.letter
            self.put(game, after, before.side, self.reserve(after, before.side).replace(letter, "", 1))
        went = {move.origin: move.goal} | ({move.put[0]: move.put[1]} if move.put else {})
        marks = {went.get(site, site) for site in after.state[PROMOTED]}
        if move.promotes and self.becomes is None:
            marks.add(move.goal)
        after.state[PROMOTED] = frozenset(marks)

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


class StartHands(Hands):
    """Each side has pieces in hand at the start; captured pieces leave the game.

    Args:
        ranks: on how many of its first ranks a side drops them; 0 for anywhere.
    """

    def __init__(self, ranks: int = 0) -> None:
        super().__init__(keeps=True)
        self.ranks = ranks

    def may_drop(self, game: Game, letter: str, site: str, side: str) -> bool:
        return not self.ranks or game.rank(site, side) < self.ranks

    def on_removal(self, game: Game, before: Position, after: Position, site: str, piece: Placed) -> None:
        pass


class Setup(StartHands):
    """All that is in hand is dropped before anything moves, and then king and rook may castle from home.

    Args:
        ranks: on how many of its first ranks a side drops them.
        apart: the kind of which a side's two go to squares of different shades.
        homes: for each castling, the letters of the king and of the rook.
        first: the kinds that go to the first rank alone.
    """

    def __init__(
        self, ranks: int = 1, apart: str = "", homes: tuple[str, str] = ("K", "R"), first: str = ""
    ) -> None:
        super().__init__(ranks)
        self.first = first
        self.apart = apart
        self.homes = homes

    def generate(self, game: Game, pos: Position, moves: list[Move]) -> list[Move]:
        drops = (move for move in super().generate(game, pos, []) if self.leaves_room(game, pos, move))
        return [*moves, *drops]

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        drops = [(move, after) for move, after in moves if move.origin is None]
        return drops or moves

    def may_drop(self, game: Game, letter: str, site: str, side: str) -> bool:
        near = letter not in self.first or game.rank(site, side) == 0
        return near and super().may_drop(game, letter, site, side)

    def leaves_room(self, game: Game, pos: Position, move: Move) -> bool:
        """Whether the two pieces of that kind can still go, or have gone, to squares of both shades."""
        if not self.apart:
            return True
        after = dict(pos.pieces) | {move.goal: Placed(move.letter, pos.side)}
        left = self.reserve(pos, pos.side).count(self.apart) - (move.letter == self.apart)
        free = [name for name in game.board.names if name not in after]
        open_to = {self.shade(game, name) for name in free if self.may_drop(game, self.apart, name, pos.side)}
        there = [self.shade(game, name) for name, each in after.items() if each == (self.apart, pos.side)]
        missing = {True, False} - set(there)
        return len(set(there)) == len(there) and (left < len(missing) or missing <= open_to)

    def shade(self, game: Game, name: str) -> bool:
        return bool(game.board.shade(game.board.numbers[name]))

    def home(self, game: Game, site: str) -> Placed | None:
        for castling in game.castlings.values():
            for letter, start in zip(self.homes, (castling.kings[0], castling.rooks[0]), strict=True):
                if site == start:
                    return Placed(letter, castling.side)
        return None

    def keeps(self, game: Game, before: Position, after: Position, move: Move, rights: str) -> str:
        if move.origin is not None:
            return rights
        gained = {
            letter
            for letter, castling in game.castlings.items()
            if castling.side == before.side and game.has_right(after, letter)
        }
        return "".join(letter for letter in game.castlings if letter in gained or letter in rights)
