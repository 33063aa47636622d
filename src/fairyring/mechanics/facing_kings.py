"""Facing kings: the kings may not face each other on a line without a piece between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from fairyring.board import Side
from fairyring.kernels.base import PieceRules
from fairyring.kernels.law import Mechanic
from fairyring.kernels.orthodox.tables import code_of
from fairyring.kernels.rules import Topic
from fairyring.messages import Message
from fairyring.pieces import Way, betza


@dataclass(frozen=True)
class FacingKings(Mechanic):
    """A king attacks the other king along a rook's lines, however far away it is.

    So it needs nothing at run time: the lines stand among those of attack, between sites to which kings go.
    """

    title: ClassVar[str] = "facing kings"

    def usual_captures(self) -> str:
        """It looks at what a move leaves on the board."""
        return ""

    def one_royal(self) -> str:
        """The kings look at each other as if they attacked."""
        return "a king would check other royal pieces from afar, too"

    def pairs(self) -> bool:
        """No line leads from one board to the other."""
        return True

    def check(self, rules: PieceRules) -> None:
        """Refuse a game without kings.

        Raises:
            ValueError: there is no royal piece.
        """
        if not any(piece.royal for piece in rules.pieces):
            raise ValueError("facing kings: there is no royal piece, so there are no kings")

    def glances(self, rules: PieceRules) -> Iterator[tuple[int, int, Way]]:
        """The lines between the kings."""
        board, sites = rules.board, range(len(rules.board))
        kind, royal = next((kind, piece) for kind, piece in enumerate(rules.pieces) if piece.royal)
        goes = {side: {way.goal for site in sites for way in royal.ways(board, site, side)} for side in Side}
        for side in Side:
            for site in sorted(goes[side]):
                for way in betza("R").ways(board, site, side):
                    if way.goal in goes[side.other]:
                        yield code_of(kind, side), site, way

    def topics(self, rules: PieceRules) -> tuple[Topic, ...]:
        """What the kings may not do."""
        name = next(piece.name for piece in rules.pieces if piece.royal)
        text = Message(
            "A {king} attacks the other {king} along files and ranks, however far away it is, as long as no"
            " piece stands between them. So the two may never face each other.",
            king=Message(name),
        )
        return (Topic("Facing kings", (text,)),)
