"""Riding: pieces sit on the backs of other pieces, a second level on top of the board (MetaChess)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.declared import Backs, State
from fairyring.kernels.law import Draft, Mechanic
from fairyring.kernels.rules import Topic
from fairyring.mechanics.riding.stages import Riders
from fairyring.mechanics.riding.words import topics
from fairyring.messages import Message


@dataclass(frozen=True)
class Riding(Mechanic):
    """Any piece but a pawn may sit on another piece that is on the ground, except on a king.

    Attributes:
        riders_fall: whether the rider of a captured piece is captured with it.
    """

    riders_fall: bool = False
    title: ClassVar[str] = "riding"
    newness: ClassVar[int] = 2

    def rides(self) -> bool:
        """That is what it is about."""
        return True

    def state(self) -> tuple[State, ...]:
        """A back on every square."""
        return (Backs(),)

    def check(self, rules: PieceRules) -> None:
        """Refuse hoppers.

        Raises:
            ValueError: a piece moves over a hurdle.
        """
        for piece in rules.pieces:
            sites = range(len(rules.board))
            if any(way.hurdle for site in sites for way in piece.ways(rules.board, site, Side.WHITE)):
                raise self.fault(
                    "{title}: the {piece} hops over hurdles, and cannot be combined with riding,"
                    " because nothing says whether a carrier, its rider or both are the hurdle",
                    piece=Message(piece.name),
                )

    def part(self, draft: Draft) -> Riders:
        """Whether riders fall."""
        return Riders(np.array([self.riders_fall], np.uint64))

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """Where riders may go, and how that is written."""
        return topics(self.riders_fall)
