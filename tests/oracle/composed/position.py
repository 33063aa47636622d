"""What a position and a move of a composed game are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

SIDES = ("white", "black")


def other(side: str) -> str:
    return "black" if side == "white" else "white"


class Placed(NamedTuple):
    """A piece on the board."""

    letter: str  # a capital, for both sides
    side: str

    @property
    def sign(self) -> str:
        """The letter of a position text."""
        return self.letter if self.side == "white" else self.letter.lower()


class Passed(NamedTuple):
    """A double step just made: what may be captured en passant, and where."""

    site: str
    pawn: str  # where the pawn stands


class Castling(NamedTuple):
    """One of a game's castlings; `kings` and `rooks` say where from and where to."""

    side: str
    kings: tuple[str, str]
    rooks: tuple[str, str]
    between: tuple[str, ...]  # to be empty
    walk: tuple[str, ...]  # the king's square and those that it crosses: an enemy piece may attack none


class Move(NamedTuple):
    """What a player does to the board; a drop has no origin."""

    origin: str | None
    goal: str
    letter: str  # of the piece that stands on the goal afterwards
    promotes: bool = False
    captured: str | None = None  # the site of the captured piece
    passed: Passed | None = None  # by a double step
    rook: tuple[str, str] | None = None  # in castling
    gated: tuple[str, str] | None = None  # the letter and the site of a piece that comes in
    further: str | None = None  # one more site that the player chooses
    left: str | None = None  # where a wall stays behind, which only Fairy-Stockfish writes
    written: str | None = None  # the goal in texts, if that is another square
    taken: str | None = None  # the site of a piece that is captured on the way
    put: tuple[str, str] | None = None  # from where and to where a piece is put down
    was: str | None = None  # the letter of a piece that becomes again what it was before it promoted

    @property
    def text(self) -> str:
        """The move as fairyring writes it."""
        further = f",{self.further}" if self.further else ""
        if self.origin is None:
            return f"{self.letter}@{self.goal}{further}"
        text = f"{self.origin}-{self.written or self.goal}"
        text += f"x{self.taken}" if self.taken else ""
        if self.put:
            text += (f"x{self.put[0]}" if self.put[0] != self.goal else "") + f"/{self.put[1]}"
        text += f"={self.letter}" if self.promotes else ""
        if self.gated:
            letter, site = self.gated
            text += f"/{letter}" + (f"@{site}" if site != self.origin else "")
        return text + further

    @property
    def uci(self) -> str:
        """The move as Fairy-Stockfish writes it."""
        further = f",{self.goal}{self.further or self.left}" if self.further or self.left else ""
        if self.origin is None:
            return f"{self.letter}@{self.goal}{further}"
        if self.gated and self.rook and self.gated[1] == self.rook[0]:
            return f"{self.rook[0]}{self.origin}{self.gated[0].lower()}"
        added = self.gated[0].lower() if self.gated else ""
        if self.promotes:
            added = "+" if self.letter[0] == "+" else "-" if self.was else self.letter.lower()
        return f"{self.origin}{self.written or self.goal}{added}{further}"


class Result(NamedTuple):
    """How a game has ended."""

    winner: str | None
    reason: str


@dataclass
class Position:
    """All that a position text says. Only the stages of the move that leads to it change it."""

    pieces: dict[str, Placed]  # by site
    side: str
    castling: str  # the letters of the rights that are left, in the game's order
    passed: Passed | None
    clock: int
    number: int
    state: dict[str, Any]  # what the mechanics remember; the values are never changed in place

    def copy(self) -> Position:
        copied = object.__new__(type(self))  # `copy.copy` takes three times as long
        copied.__dict__.update(self.__dict__, pieces=dict(self.pieces), state=dict(self.state))
        return copied
