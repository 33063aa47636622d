"""One of a side's kings is its True King, and only its owner knows which."""

from __future__ import annotations

from typing import Any

from .game import Game
from .mechanic import Mechanic, Parts
from .position import SIDES, Move, Position, Result, other

CHOICE = "true"  # in place of a letter, in a move that chooses a True King


class HiddenRoyal(Mechanic):
    """Each side chooses one of its kings; who captures it has won. No king is royal.

    The state "true" is White's True King and Black's: a site; "-" before it is chosen; "x" once it has been
    captured; "?" if the reader of the position does not know it.
    """

    untold = ("true", "fell")  # only whether they are chosen or captured counts for repetition

    def __init__(self, king: str = "K") -> None:
        self.king = king

    def kings(self, pos: Position, side: str) -> list[str]:
        """Where a side's kings stand."""
        return [site for site, placed in pos.pieces.items() if placed == (self.king, side)]

    def true(self, pos: Position, side: str) -> str:
        """What the position says of a side's True King."""
        found: str = pos.state["true"][SIDES.index(side)]
        return found

    def set_true(self, pos: Position, side: str, value: str) -> None:
        """Say something else, and what everybody knows of it."""
        pair = [value if side == each else self.true(pos, each) for each in SIDES]
        pos.state["true"] = tuple(pair)
        pos.state["known"] = tuple(each if each in "-x" else "" for each in pair)

    def filter(
        self, game: Game, pos: Position, moves: list[tuple[Move, Position]]
    ) -> list[tuple[Move, Position]]:
        """No capture takes a king of its own side off the board, whichever king it is."""
        mine = len(self.kings(pos, pos.side))
        return [(move, after) for move, after in moves if len(self.kings(after, pos.side)) == mine]

    def after_move(self, game: Game, before: Position, after: Position, move: Move) -> None:
        """The mover's True King has moved, or kings of the other side have left the board."""
        side, enemy = before.side, other(before.side)
        if self.true(before, side) == move.origin:
            self.set_true(after, side, move.goal)
        had, left, true = self.kings(before, enemy), self.kings(after, enemy), self.true(before, enemy)
        if len(left) == len(had):
            return
        if not left or (true != "?" and true not in left) or (true == "?" and before.state.get("fell")):
            self.set_true(after, enemy, "x")
        elif len(left) == 1:
            self.set_true(after, enemy, left[0])

    def ended(self, game: Game, pos: Position) -> Result | None:
        """ "A player who captures the True King wins." """
        for side in SIDES:
            if self.true(pos, side) == "x":
                return Result(other(side), "true king")
        return None

    def field(self, pos: Position) -> str:
        white, black = pos.state["true"]
        return f"{white},{black}"

    def read(self, game: Game, parts: Parts) -> dict[str, Any]:
        pair = tuple(parts.fields.pop(0).split(","))
        return {"true": pair, "known": tuple(each if each in "-x" else "" for each in pair)}


class HiddenGame(Game):
    """A game with a `HiddenRoyal`: before the first move, there are choices to be made."""

    @property
    def hidden(self) -> HiddenRoyal:
        """The mechanic."""
        return next(each for each in self.mechanics if isinstance(each, HiddenRoyal))

    def playable(self, pos: Position) -> list[tuple[Move, Position]]:
        if self.hidden.true(pos, pos.side) != "-":
            return super().playable(pos)
        return [self.choice(pos, site) for site in self.hidden.kings(pos, pos.side)]

    def choice(self, pos: Position, site: str) -> tuple[Move, Position]:
        """The choice of a king, after which it is the other side's turn, to choose or to move."""
        after = pos.copy()
        self.hidden.set_true(after, pos.side, site)
        after.side, after.passed = other(pos.side), None
        return Move(None, site, CHOICE), after

    def seen(self, pos: Position, viewer: str) -> Position:
        """The position as one side, or a spectator, may know it."""
        after = pos.copy()
        for side in SIDES:
            secret = self.hidden.true(pos, side) not in ("-", "x") and len(self.hidden.kings(pos, side)) > 1
            if secret and side != viewer:
                self.hidden.set_true(after, side, "?")
        return after

    def asks(self, pos: Position, move: Move) -> bool:
        """Whether a move must be told if it captures the True King."""
        enemy = other(pos.side)
        left = self.hidden.kings(self.play(pos, move), enemy)
        fewer = len(left) < len(self.hidden.kings(pos, enemy))
        return self.hidden.true(pos, enemy) == "?" and fewer and bool(left)

    def answered(self, pos: Position, move: Move, fell: bool) -> Position:
        """The position after a move that `asks`."""
        told = pos.copy()
        told.state["fell"] = fell
        after = self.play(told, move)
        del after.state["fell"]
        return after
