"""Moves that pieces lend to others of their side, or borrow from them.

Neither is a movement that a piece has by itself: it depends on what kinds of pieces there are. So these have
no ways; `fairyring.pieces.given` gives all kinds of a game the moves that follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairyring.board import Board, Side
from fairyring.pieces.movement import Leap, Movement, Way


@dataclass(frozen=True)
class Lends:
    """A piece of the same side on whose site a leap ends may make a move that this piece lends it.

    Attributes:
        leap: the leap from this piece to the other.
        movement: how the other piece may move.
    """

    leap: Leap
    movement: Movement

    def __post_init__(self) -> None:
        """Refuse a leap that is another one from the other end.

        Raises:
            ValueError: the leap is lame.
        """
        if self.leap.lame:
            raise ValueError("a piece cannot lend a move by a lame leap")

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """None: this piece itself does not move so."""
        return iter(())


@dataclass(frozen=True)
class Borrows:
    """A piece may move as any piece of its side on whose site a leap ends, though not as that one borrows.

    Attributes:
        leap: the leap to the other piece.
    """

    leap: Leap

    def ways(self, board: Board, site: int, side: Side) -> Iterator[Way]:
        """None without other pieces."""
        return iter(())
