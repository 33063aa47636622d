"""Position texts: a form made of fields, each of which reads, checks and writes its own part of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NoReturn, Protocol, runtime_checkable

from fairyring.board import Side
from fairyring.errors import PositionError, shown
from fairyring.kernels.contract import States
from fairyring.kernels.rules import Rules
from fairyring.messages import Message

MAX_LENGTH = 20_000  # far longer than any game's positions; a longer text is refused unread


@dataclass(frozen=True)
class FieldText:
    """One field's part of a position text.

    Attributes:
        whole: the position text.
        start: where the part begins in it, from 0.
        text: the part.
    """

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

    def read(self, part: FieldText, states: States) -> None:
        """Read the part into row 0.

        Raises:
            PositionError: the part is malformed.
        """

    def check(self, part: FieldText, states: States) -> None:
        """Refuse what is impossible on the board, once all fields are read and row 0 is derived.

        Raises:
            PositionError: it is impossible.
        """

    def mend(self, states: States) -> None:
        """Make the part of row 0 fit the board again after a change to it."""

    def write(self, states: States, ply: int) -> str:
        """The part for a row."""


@runtime_checkable
class Placing(Protocol):
    """A field that says what stands where, and so what can be changed as a position is set up.

    A place is a site's number, and whether it is on the back of the piece that stands there.
    """

    motion: ClassVar[bool]
    """Whether pieces can be set in motion."""

    @property
    def codes(self) -> Mapping[str, int]:
        """The code of each piece by its letter in position texts."""

    def put(self, states: States, site: int, back: bool, code: int) -> None:
        """Put a piece at a place of row 0 in place of what is there; code 0 takes away what is there.

        Raises:
            SetupError: there is no piece whose back it could stand on.
        """

    def carry(self, states: States, start: tuple[int, bool], goal: tuple[int, bool]) -> None:
        """Move what stands at one place of row 0, with all that belongs to it, to another.

        Raises:
            SetupError: nothing stands there, or there is no piece whose back it could stand on.
        """

    def launch(self, states: States, start: int, goal: int) -> None:
        """Set a piece of row 0 in motion by the step from its site to another; its own site stops it.

        Raises:
            SetupError: it cannot be in motion that way.
        """

    def pay(self, states: States, worth: int, start: int | Side, goal: int | Side) -> None:
        """Move a chip of row 0 from a site or a side's purse to another.

        Raises:
            SetupError: there is no such chip, or no room for it.
        """


@runtime_checkable
class SideToMove(Protocol):
    """A field that says which side makes the next move."""

    @property
    def side_field(self) -> int:
        """The place in ``info`` of the side's number."""


@runtime_checkable
class Respelled(Protocol):
    """A field that reads another spelling than the one that it writes."""

    def is_respelled(self, text: str) -> bool:
        """Whether a part that it has read is in the other spelling."""


@dataclass(frozen=True)
class Form:
    """The form of a game's position texts: its fields, with one space between them."""

    rules: Rules
    fields: Sequence[Field]

    @cached_property
    def placing(self) -> Placing | None:
        """The field that says what stands where; None if positions of this form cannot be set up."""
        return next((field for field in self.fields if isinstance(field, Placing)), None)

    @cached_property
    def side(self) -> SideToMove | None:
        """The field that says which side is to move; None if positions of this form cannot be set up."""
        return next((field for field in self.fields if isinstance(field, SideToMove)), None)

    @cached_property
    def _respelled(self) -> list[tuple[int, Respelled]]:
        """The fields that read another spelling, too, each with its number."""
        return [(number, field) for number, field in enumerate(self.fields) if isinstance(field, Respelled)]

    def read(self, text: str) -> States:
        """A single row that holds the position.

        Raises:
            PositionError: the text is malformed, not canonical, or describes an impossible position.
        """
        states, parts = self._placed(text)
        self.rules.derive(states, 0)
        for field, part in zip(self.fields, parts, strict=True):
            field.check(part, states)
        # Each field refuses what it knows to be out of form; this guarantees it for the whole text.
        written = self.write(states, 0)
        given = text
        for number, respelled in self._respelled:
            if respelled.is_respelled(parts[number].text):
                words = given.split(" ")
                words[number] = self.fields[number].write(states, 0)
                given = " ".join(words)
        if written != given:
            column = next(
                (i for i, (a, b) in enumerate(zip(given, written, strict=False)) if a != b), len(written)
            )
            expected = shown(written[column:])
            reason = Message("not in the standard form; expected {expected}", expected=expected)
            raise PositionError(text, column + 1, reason)
        return states

    def placed(self, text: str) -> States:
        """A single row with what the text says; nothing is derived from it or checked.

        It is enough to show what is on the board, and needs nothing compiled.

        Raises:
            PositionError: the text is malformed.
        """
        return self._placed(text)[0]

    def _placed(self, text: str) -> tuple[States, list[FieldText]]:
        if len(text) > MAX_LENGTH:
            raise PositionError(
                text, MAX_LENGTH + 1, Message("longer than {most} characters", most=MAX_LENGTH)
            )
        states = self.rules.layout.rows(len(self.rules.board), 1)
        parts = self._split(text)
        for field, part in zip(self.fields, parts, strict=True):
            field.read(part, states)
        return states, parts

    def _split(self, text: str) -> list[FieldText]:
        parts, start = [], 0
        for word in text.split(" "):
            parts.append(FieldText(text, start, word))
            start += len(word) + 1
        for number, part in enumerate(parts):
            if number == len(self.fields):
                part.fail(Message("the text should end here, after {number} fields", number=number))
            if not part.text:
                field = Message(self.fields[number].name)
                part.fail(Message("expected {field}; fields are separated by single spaces", field=field))
        if len(parts) < len(self.fields):
            field = Message(self.fields[len(parts)].name)
            parts[-1].fail(Message("expected {field} next", field=field), len(parts[-1].text))
        return parts

    def write(self, states: States, ply: int) -> str:
        """The canonical text of a row."""
        return " ".join(field.write(states, ply) for field in self.fields)


@dataclass(frozen=True)
class Counter:
    """A number in plain decimal digits.

    Attributes:
        name: what it counts.
        field: its place in ``info``.
        least: the smallest number allowed.
        note: for players.
        most: the largest number allowed.
    """

    name: str
    field: int
    least: int
    note: str = ""
    most: int = 999_999

    def read(self, part: FieldText, states: States) -> None:
        """Read the number; leading zeros are refused."""
        text, name = part.text, Message(self.name)
        for offset, character in enumerate(text):
            if character not in "0123456789":
                found = shown(character)
                part.fail(Message("{field}: expected a digit, not {found}", field=name, found=found), offset)
        if len(text) > 1 and text[0] == "0":
            part.fail(Message("{field}: no leading zeros", field=name))
        if len(text) > 6 or not self.least <= int(text) <= self.most:
            range_ = Message(
                "{field}: a number from {least} to {most}", field=name, least=self.least, most=str(self.most)
            )
            part.fail(range_)
        states.info[0, self.field] = int(text)

    def check(self, part: FieldText, states: States) -> None:
        """Any count is possible."""

    def mend(self, states: States) -> None:
        """A count fits any board."""

    def write(self, states: States, ply: int) -> str:
        """The number."""
        return str(int(states.info[ply, self.field]))


def move_number(field: int) -> Counter:
    """The last field of all games' texts, the number of the move to be made."""
    return Counter("move number", field, 1, "It starts at 1 and goes up by one after each move of Black's.")


def read_site(rules: Rules, part: FieldText, offset: int, name: str) -> int:
    """The number of a site by its name.

    Raises:
        PositionError: there is no such site.
    """
    site = rules.board.numbers.get(name)
    if site is None:
        part.fail(Message("the board has no square {square}", square=shown(name)), offset)
    return site
