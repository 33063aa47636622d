"""What a kind of piece is: its letter, its movement, its name and drawing, and its special duties."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairyring.board import Board, Side
from fairyring.pieces.betza import betza
from fairyring.pieces.movement import Movement, Way


@dataclass(frozen=True)
class Piece:
    """One kind of piece of a game.

    Attributes:
        letter: one capital letter, the piece's sign in texts (small for Black).
        name: what players call it, in lower case.
        movement: Betza notation, or any `Movement`.
        royal: it must not be left capturable; a side has one.
        pawn: its own moves reset the half-move clock, it promotes, and it takes and is taken en
            passant.
        drawing: the name of its drawing; the piece's name unless given.
        note: a sentence or two for the rules page, on what the diagram cannot show.
    """

    letter: str
    name: str
    movement: str | Movement
    royal: bool = False
    pawn: bool = False
    drawing: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not (len(self.letter) == 1 and "A" <= self.letter <= "Z"):
            raise ValueError(f"a piece's letter is one of A to Z, not {self.letter!r}")
        if isinstance(self.movement, str):
            object.__setattr__(self, "movement", betza(self.movement))

    @property
    def picture(self) -> str:
        """The name of the drawing."""
        return self.drawing or self.name

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """Every way that this piece of ``side`` has from ``site`` on ``board``."""
        assert not isinstance(self.movement, str)
        yield from self.movement.ways(board, site, side)
