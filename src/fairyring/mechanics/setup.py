"""Setup: the game begins by dropping all pieces in hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from fairyring.board import Side
from fairyring.errors import shown
from fairyring.kernels.base import PieceRules
from fairyring.kernels.law import Draft, check_letters
from fairyring.kernels.orthodox.tables import code_of
from fairyring.mechanics.castling_rules import castlings_of
from fairyring.mechanics.dropping import APART, FIRST, LIGHT, ROOK
from fairyring.mechanics.hands import StartHands
from fairyring.messages import Message


@dataclass(frozen=True)
class Setup(StartHands):
    """Before they move, the players take turns dropping the pieces in hand, as far as they can.

    Captured pieces leave the game. The king may be among these pieces. Where there are castlings, a king and
    a rook that are dropped on the squares from which they castle may do so.

    Attributes:
        apart: the letter of a kind of which each side has two, which go to squares of different shades.
        rook: the letter of the piece that castles.
    """

    apart: str = ""
    rook: str = "R"
    title: ClassVar[str] = "setup"

    def holds_royals(self) -> bool:
        """The king may be in hand."""
        return True

    def _castles(self, rules: PieceRules) -> bool:
        royal = [piece.letter for piece in rules.pieces if piece.royal]
        return bool(castlings_of(rules)) and bool(royal) and royal[0] in self.pieces

    def castlers(self, rules: PieceRules) -> Mapping[int, int]:
        """King and rooks, if the king is in hand."""
        if not self._castles(rules):
            return {}
        king = next(kind for kind, piece in enumerate(rules.pieces) if piece.royal)
        found = {}
        for castling in castlings_of(rules):
            found[castling.king[0]] = code_of(king, castling.side)
            found[castling.rook[0]] = code_of(rules.kinds[self.rook], castling.side)
        return found

    def check(self, rules: PieceRules) -> None:
        """Refuse pieces that do not fit.

        Raises:
            ValueError: a piece is not there, or not in hand twice; or another mechanic needs kings on the
                board.
        """
        super().check(rules)
        if self.apart and (len(self.apart) > 1 or self.pieces.count(self.apart) != 2):
            raise self.fault(
                "{title}: apart is the letter of a kind that is in hand twice, not {apart}",
                apart=shown(self.apart),
            )
        if self._castles(rules):
            check_letters(self.title, [self.rook], rules)
        held = [piece.name for piece in rules.pieces if piece.royal and piece.letter in self.pieces]
        for other in getattr(rules, "mechanics", ()):
            if held and (reason := other.set_kings()):
                raise ValueError(
                    Message(
                        "mechanics: {other} and setup cannot be combined while the {piece} is in hand,"
                        " because {reason}",
                        other=Message(other.title),
                        piece=Message(held[0]),
                        reason=Message(reason),
                    )
                )

    def takes(self, rules: Any, piece: Any, site: int, side: Side) -> bool:
        """A king, too."""
        near = not self.ranks or rules.board.rank(site, side) < self.ranks
        return super().takes(rules, piece, site, side) or (piece.royal and near)

    def write(self, draft: Draft) -> None:
        """Write what must be dropped, and how."""
        super().write(draft)
        rules, board = draft.rules, draft.rules.board
        draft.set(FIRST, (1 << len(rules.pieces)) - 1)
        draft.append(LIGHT, draft.site_words(site for site in range(len(board)) if board.shade(site)))
        if self.apart:
            draft.set(APART, rules.kinds[self.apart] + 1)
        if self._castles(rules):
            draft.set(ROOK, rules.kinds[self.rook] + 1)

    def dropped(self) -> tuple[Message, ...]:
        """When and where the pieces are dropped, in words."""
        first = Message("Before anything moves, the players put these pieces on the board in turn.")
        where = (
            Message("They go to empty squares of your own first rank.")
            if self.ranks == 1
            else Message("They go to empty squares of your own first {ranks} ranks.", ranks=self.ranks)
        )
        apart = Message(
            "If two of your pieces are of the same kind and can never change shade, they go to squares of"
            " different shades."
        )
        castle = Message(
            "A king and a rook may castle if they were put on the squares from which they castle in chess."
        )
        return (
            first,
            *[where] * bool(self.ranks),
            *[apart] * bool(self.apart),
            *[castle] * ("K" in self.pieces),
        )
