"""Castling rights as letters: what all position texts with castlings share."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.kernels.contract import States
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.orthodox.tables import RIGHTS, rights_of
from fairyring.messages import Message
from fairyring.notation.position import FieldText


@dataclass(frozen=True)
class LettersOfRights:
    """The letters of the castlings still allowed, in their order, or ``-``.

    Attributes:
        rules: the game's rules.
    """

    rules: Orthodox

    def meant(self, part: FieldText, states: States, offset: int) -> str:
        """The letter of the right that is meant by the sign at an offset: that sign itself."""
        return part.text[offset]

    def read(self, part: FieldText, states: States) -> None:
        """Read the letters."""
        numbers = rights_of(self.rules.castlings)
        letters = "".join(numbers)
        rights, last = 0, -1
        for offset in range(0 if part.text == "-" else len(part.text)):
            if not letters:
                part.fail("there is no castling in this game; write '-'", offset)
            letter = self.meant(part, states, offset)
            if letter not in numbers:
                part.fail(Message("castling rights are some of {letters}, or '-'", letters=letters), offset)
            if numbers[letter] <= last:
                part.fail(
                    Message("castling rights are written once each, in the order {letters}", letters=letters),
                    offset,
                )
            last = numbers[letter]
            rights |= 1 << last
        states.info[0, int(RIGHTS)] = rights

    def write(self, states: States, ply: int) -> str:
        """The letters of a row's rights."""
        rights, numbers = int(states.info[ply, int(RIGHTS)]), rights_of(self.rules.castlings)
        return "".join(letter for letter in numbers if rights >> numbers[letter] & 1) or "-"
