"""Position texts: a form of fields, each of which reads, checks and writes its own part of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from fairyring.errors import PositionError, shown
from fairyring.kernels.contract import States
from fairyring.kernels.rules import Rules

MAX_LENGTH = 20_000  # no position of any game is near; a longer text is refused unread


@dataclass(frozen=True)
class Token:
    """One field's part of a position text."""

    whole: str
    start: int
    text: str

    def fail(self, reason: str, offset: int = 0) -> NoReturn:
        """Refuse the text, pointing ``offset`` characters into this part.

        Raises:
            PositionError: always.
        """
        raise PositionError(self.whole, self.start + offset + 1, reason)


class Field(Protocol):
    """One part of a position text."""

    @property
    def name(self) -> str:
        """What the part is called."""

    @property
    def note(self) -> str:
        """For players: how it is written."""

    def read(self, token: Token, states: States) -> None:
        """Read the part into row 0, or fail."""

    def check(self, token: Token, states: States) -> None:
        """Refuse what is impossible on the board, once all fields are read and row 0 is derived."""

    def mend(self, states: States) -> None:
        """Make the part of row 0 fit the board again, after somebody has changed what stands there."""

    def write(self, states: States, ply: int) -> str:
        """The part for a row."""


@dataclass(frozen=True)
class Form:
    """The form of a game's position texts: its fields, one space between them."""

    rules: Rules
    fields: Sequence[Field]

    def read(self, text: str) -> States:
        """A single row that holds the position.

        Raises:
            PositionError: the text is malformed, not canonical, or describes an impossible board.
        """
        states, tokens = self._placed(text)
        self.rules.derive(states, 0)
        for part, token in zip(self.fields, tokens, strict=True):
            part.check(token, states)
        # Each field refuses what it knows to be out of form; this is the promise itself.
        written = self.write(states, 0)
        if written != text:
            column = next(
                (i for i, (a, b) in enumerate(zip(text, written, strict=False)) if a != b), len(written)
            )
            raise PositionError(text, column + 1, f"not canonical; written {shown(written[column:])}")
        return states

    def placed(self, text: str) -> States:
        """A single row with what the text says and nothing derived from it or checked.

        It is enough to show what lies on the board, and needs nothing compiled.

        Raises:
            PositionError: the text is malformed.
        """
        return self._placed(text)[0]

    def _placed(self, text: str) -> tuple[States, list[Token]]:
        if len(text) > MAX_LENGTH:
            raise PositionError(text, MAX_LENGTH + 1, f"longer than {MAX_LENGTH} characters")
        states = self.rules.layout.rows(len(self.rules.board), 1)
        tokens = self._split(text)
        for part, token in zip(self.fields, tokens, strict=True):
            part.read(token, states)
        return states, tokens

    def _split(self, text: str) -> list[Token]:
        tokens, start = [], 0
        for part in text.split(" "):
            tokens.append(Token(text, start, part))
            start += len(part) + 1
        for number, token in enumerate(tokens):
            if number == len(self.fields):
                token.fail(f"more than the {len(self.fields)} fields of this game")
            if not token.text:
                token.fail(f"{self.fields[number].name} expected (fields are separated by single spaces)")
        if len(tokens) < len(self.fields):
            tokens[-1].fail(f"{self.fields[len(tokens)].name} expected next", len(tokens[-1].text))
        return tokens

    def write(self, states: States, ply: int) -> str:
        """The canonical text of a row."""
        return " ".join(part.write(states, ply) for part in self.fields)


@dataclass(frozen=True)
class Counter:
    """A number in plain decimal digits."""

    name: str
    index: int
    least: int
    note: str = ""

    def read(self, token: Token, states: States) -> None:
        """Read the number, or fail where it is not one, or is written with a leading zero."""
        text = token.text
        for offset, character in enumerate(text):
            if character not in "0123456789":
                token.fail(f"{self.name}: a digit expected, not {shown(character)}", offset)
        if len(text) > 1 and text[0] == "0":
            token.fail(f"{self.name}: no leading zeros")
        if len(text) > 6 or int(text) < self.least:
            token.fail(f"{self.name}: a number from {self.least} to 999999 expected")
        states.info[0, self.index] = int(text)

    def check(self, token: Token, states: States) -> None:
        """Any count is possible."""

    def mend(self, states: States) -> None:
        """A count fits any board."""

    def write(self, states: States, ply: int) -> str:
        """The number."""
        return str(int(states.info[ply, self.index]))
