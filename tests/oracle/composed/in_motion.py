"""Mechanics of the composed oracle in the games of momentum: each acts in both parts of a turn.

The turns are those of `tests.oracle.momentum`; what a mechanic does to the board, it does here as in any
other game. What has to be ruled for games with motion is said in the rulings of each game: a capture by
drifting is a capture, and what it leads to happens before the next piece drifts; a turn is judged as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

import fairyring
from fairyring.pieces import Piece
from tests.oracle.momentum import Board, OracleMomentum, Turn
from tests.oracle.momentum_positions import Position as Moving
from tests.oracle.orthodox import colour, of_side

from .game import Game
from .mechanic import Mechanic
from .position import Move, Placed, Position, other
from .results import Results

REASONS = {"explosion": "exploded king"}  # fairyring's words, where they are others


def placed(pieces: Mapping[str, str]) -> dict[str, Placed]:
    return {site: Placed(piece.upper(), colour(piece)) for site, piece in pieces.items()}


class Table:
    """What mechanics ask of a `Game`, answered for a game of momentum.

    Its board is the flat one: "an explosion does not go over the edges". No piece is royal by a mechanic.
    """

    mechanics: tuple[Mechanic, ...] = ()

    def __init__(self, name: str) -> None:
        variant = fairyring.load(name)
        self.board = variant.board.flat
        self.pieces: dict[str, Piece] = {piece.letter: piece for piece in variant.rules.pieces}
        self.start_pieces = placed(OracleMomentum(name).start().pieces)
        self.making: Board | None = None

    def ground(self, stand: str) -> str:
        return stand

    def stands(self, site: str) -> tuple[str, ...]:
        return (site,)

    def royals(self, pos: Position, side: str) -> list[str]:
        return [
            site
            for site, found in pos.pieces.items()
            if found.side == side and self.pieces[found.letter].royal
        ]

    def holdings(self, pos: Position, side: str) -> str:
        return "".join(found.letter for found in pos.pieces.values() if found.side == side)

    def remove(self, before: Position, after: Position, site: str) -> None:
        assert self.making is not None
        self.making.remove(site)
        del after.pieces[site]


class MomentumWith(OracleMomentum):
    """A game of momentum with mechanics that only remove pieces and say how the game ends."""

    def __init__(self, name: str, mechanics: Sequence[Mechanic], results: Results | None = None) -> None:
        super().__init__(name)
        self.mechanics = mechanics
        self.results = results or Results()
        self.table = Table(name)

    @property
    def as_game(self) -> Game:
        return cast(Game, self.table)

    def view(self, pieces: Mapping[str, str], side: str) -> Position:
        """A position as mechanics see it."""
        return Position(placed(pieces), side, "", None, 0, 1, {})

    def has_captured(self, board: Board, side: str, site: str) -> None:
        self.table.making = board
        before = self.view(board.pieces, side)
        after = before.copy()
        move = Move(None, site, before.pieces[site].letter, captured=site)
        for mechanic in self.mechanics:
            mechanic.on_capture(self.as_game, before, after, move)

    def could_take_king(self, pos: Moving) -> bool:
        side = other(pos.side)
        king = of_side("K", side)
        if king not in pos.pieces.values():
            return False
        found = super().could_take_king(pos)
        site = self.site_of(pos.pieces, king)
        for mechanic in self.mechanics:
            found = mechanic.exposed(self.as_game, self.view(pos.pieces, pos.side), side, site, found)
        return found

    def is_safe(self, before: Moving, after: Moving) -> bool:
        found = super().is_safe(before, after)
        views = self.view(before.pieces, before.side), self.view(after.pieces, after.side)
        for mechanic in self.mechanics:
            found = mechanic.safe(self.as_game, *views, found)
        return found

    def ended(self, pos: Moving) -> tuple[str | None, str] | None:
        for mechanic in self.mechanics:
            if found := mechanic.ended(self.as_game, self.view(pos.pieces, pos.side)):
                return found.winner, REASONS.get(found.reason, found.reason)
        return None

    def legal(self, pos: Moving) -> dict[str, Moving]:
        return {} if self.ended(pos) else super().legal(pos)

    def result(self, pos: Moving, history: Collection[Hashable] = ()) -> tuple[str | None, str] | None:
        return self.ended(pos) or super().result(pos, history)

    def without_a_turn(self, pos: Moving) -> tuple[str | None, str]:
        return self.results.without_a_move(pos.side, self.in_check(pos))


DUCK = "*"


class MomentumDuck(MomentumWith):
    """A game of momentum without check, in which a turn ends with the duck on another empty square.

    "The duck is put down at the end of the turn, when the other pieces have drifted": so it has been in the
    way of both parts of the turn. It is nobody's piece, and nobody captures it.
    """

    def could_take_king(self, pos: Moving) -> bool:
        """A king may be captured like any piece."""
        return False

    def legal(self, pos: Moving) -> dict[str, Moving]:
        found: dict[str, Moving] = {}
        for text, after in super().legal(pos).items():
            without = {site: piece for site, piece in after.pieces.items() if piece != DUCK}
            for site in self.ways.place.keys() - after.pieces.keys():
                pieces = MappingProxyType({**without, site: DUCK})
                passed = None if site == after.passed else after.passed  # nobody can capture there
                found[f"{text},{site}"] = after._replace(pieces=pieces, passed=passed)
        return found


class MarseillaisMomentum(MomentumWith):
    """A game of momentum in which a turn has two moves, each with its drift; a check ends it."""

    def following(self, pos: Moving, turn: Turn, after: Moving) -> Moving:
        if pos.left == 1 or self.in_check(after) or self.ended(after):
            return after._replace(left=2)
        return self.position_after(pos, turn, self.play(pos, turn), again=True)._replace(left=pos.left - 1)

    def repetition_key(self, pos: Moving) -> Hashable:
        return super().repetition_key(pos), pos.left

    def write(self, pos: Moving) -> str:
        *before, clock, number = super().write(pos).split(" ")
        return " ".join((*before, str(pos.left), clock, number))
