"""Castling rights in games that start from many arrays: the files of the rooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fairyring.board import Side
from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import RIGHTS, code_of, rights_of
from fairyring.messages import Message
from fairyring.notation.position import FieldText
from fairyring.notation.rights import LettersOfRights


class Home(NamedTuple):
    """Where a rook that may castle starts."""

    side: Side
    site: int


class Standing(NamedTuple):
    """Where a side's king and rooks are on its first rank, from left to right; None for a king elsewhere."""

    king: int | None
    rooks: tuple[int, ...]


def rook_code(rules: Orthodox, side: Side) -> int:
    """The code of the rook that castles."""
    return code_of(rules.kinds[rules.castlings[0].anywhere[1]], side)


@dataclass(frozen=True)
class ShuffledRights(LettersOfRights):
    """The castlings still allowed: the file of each rook that may castle, a capital letter for White.

    It is written as in Shredder-FEN (``HAha``). X-FEN's ``KQkq`` is read, too: the outermost rook on that
    side of the king.
    """

    name: str = "castling rights"
    note: str = (
        "The file of each rook that may still castle, a capital letter for White; K and Q, or k and q, mean"
        " the outermost rook on the right and on the left of the king. Or a hyphen."
    )

    @cached_property
    def homes(self) -> Mapping[str, Home]:
        """Where rooks start, by the letters of the rights, in their order."""
        return {each.letter: Home(each.side, each.rook[0]) for each in self.rules.castlings}

    def standing(self, states: States, side: Side) -> Standing:
        """Where a side's king and rooks are on its first rank."""
        king = code_of(self.rules.kinds[self.rules.castlings[0].anywhere[0]], side)
        cells = states.cells[0, 0].tolist()
        sites = sorted(home.site for home in self.homes.values() if home.side is side)
        kings = [site for site in sites if cells[site] == king]
        rooks = tuple(site for site in sites if cells[site] == rook_code(self.rules, side))
        return Standing(kings[0] if kings else None, rooks)

    def meant(self, part: FieldText, states: States, offset: int) -> str:
        """A letter of X-FEN means that of a rook's file."""
        return self._outermost(part, states, offset) if part.text[offset] in "KQkq" else part.text[offset]

    def is_respelled(self, text: str) -> bool:
        """Whether a right is written as in X-FEN."""
        return not set(text).isdisjoint("KQkq")

    def _outermost(self, part: FieldText, states: States, offset: int) -> str:
        """The letter that K, Q, k or q means in a position."""
        sign = part.text[offset]
        side = Side.WHITE if sign.isupper() else Side.BLACK
        king, rooks = self.standing(states, side)
        right = sign in "Kk"
        outer = [site for site in rooks if king is not None and (site > king) == right]
        if not outer:
            part.fail(
                Message("castling {letter}: there is no rook on that side of the king", letter=sign), offset
            )
        site = max(outer) if right else min(outer)
        return next(letter for letter, home in self.homes.items() if home.site == site and home.side is side)

    def _wrong(self, states: States) -> Iterator[tuple[str, Message]]:
        """The letters of rights that cannot be, and why."""
        rights, wings = int(states.info[0, int(RIGHTS)]), set[tuple[Side, bool]]()
        for number, (letter, home) in enumerate(self.homes.items()):
            if not rights >> number & 1:
                continue
            king, rooks = self.standing(states, home.side)
            site = self.rules.board.names[home.site]
            if home.site not in rooks:
                yield (
                    letter,
                    Message(
                        "castling {letter}: there is no {piece} on {site}",
                        letter=letter,
                        piece=self.rules.piece_of(rook_code(self.rules, home.side)).called(home.side),
                        site=site,
                    ),
                )
            elif king is None:
                yield letter, Message("castling {letter}: the king is not on its first rank", letter=letter)
            elif (wing := (home.side, home.site > king)) in wings:
                yield (
                    letter,
                    Message(
                        "castling {letter}: only one rook on each side of the king may castle", letter=letter
                    ),
                )
            else:
                wings.add(wing)

    def mend(self, states: States) -> None:
        """A king or rook that is not where it could castle has lost its rights."""
        numbers = rights_of(self.rules.castlings)
        for letter, _ in list(self._wrong(states)):
            states.info[0, int(RIGHTS)] &= ~np.uint64(1 << numbers[letter])

    def check(self, part: FieldText, states: States) -> None:
        """Kings and rooks must be on their first ranks, and one rook on each side of the king may castle."""
        for letter, reason in self._wrong(states):
            part.fail(reason, max(part.text.find(letter), 0))
