"""The hidden royal: one of a side's kings is its True King, and only its owner knows which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.declared import State, TrueKing
from fairyring.kernels.law import Draft, Mechanic, check_letters
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Secrets, Topic
from fairyring.kernels.true_kings import KINGS
from fairyring.mechanics.hidden_royal.search import HiddenKings
from fairyring.mechanics.hidden_royal.stages import Hidden
from fairyring.messages import Message

MOST_CODES = 46  # that fit into a step of an attack line
FIELD = "true king"


@dataclass(frozen=True)
class HiddenRoyal(Mechanic):
    """Each side has several kings, none royal; one is secretly the True King, whose capture wins.

    Attributes:
        king: the letter of the kings.
        number: how many of them each side has at the start.
    """

    king: str = "K"
    number: int = 2
    title: ClassVar[str] = "hidden royal"

    def state(self) -> tuple[State, ...]:
        """The True Kings."""
        return (TrueKing(FIELD, self.number),)

    def hides(self) -> bool:
        """It is what hides them."""
        return True

    def foresees(self) -> bool:
        """A player who makes a move learns at once which kings it captures."""
        return True

    def check(self, rules: Any) -> None:
        """Refuse a game without such kings, or with other royal pieces, and what does not go with them.

        Raises:
            ValueError: the text says which.
        """
        check_letters(self.title, [self.king], rules)
        for piece in rules.pieces:
            if piece.royal:
                raise self.fault(
                    "{title}: the {piece} is royal, which a hidden king must not be",
                    piece=Message(piece.name),
                )
            sites = range(len(rules.board))
            if any(way.hurdle for site in sites for way in piece.ways(rules.board, site, Side.WHITE)):
                raise self.fault(
                    "{title}: the {piece} hops over hurdles, and cannot be combined with hidden"
                    " royals yet, because their search counts each king as a kind of its own",
                    piece=Message(piece.name),
                )
        if self.king in rules.promotions:
            raise ValueError("hidden royal: a pawn cannot become a king")
        if self.number < 2 or 2 * (len(rules.pieces) + 1) + 4 * self.number > MOST_CODES:
            most = (MOST_CODES - 2 * (len(rules.pieces) + 1)) // 4
            raise self.fault("{title}: from 2 to {most} kings, not {number}", most=most, number=self.number)

    def part(self, draft: Draft) -> Hidden:
        """Where the True Kings are kept, and which pieces are kings."""
        kind = draft.rules.kinds[self.king]
        mask = sum(1 << code_of(kind, side) for side in Side)
        return Hidden(np.array([self._first(draft.rules), mask], np.uint64))

    def _first(self, rules: PieceRules) -> int:
        """The index in ``info`` of White's True King."""
        return rules.layout.field(self.fields(rules)[0])

    def secrets(self, rules: PieceRules) -> Secrets:
        """The True Kings."""
        return HiddenKings(rules, self.king, self._first(rules), self.number)

    def decides(self, rules: PieceRules) -> bool:
        """By capturing the True King."""
        return True

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """True Kings, and how their choice is written."""
        writing = (
            "The choice of a True King is written true@ and its square, and true@? for everybody who may not"
            " know it."
        )
        return (KINGS._replace(paragraphs=(*KINGS.paragraphs, writing)),)
