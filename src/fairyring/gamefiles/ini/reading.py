"""The text of an ini file from strangers: its sections, their parents, and their keys by line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from fairyring.errors import GameFileError, shown
from fairyring.messages import Message

MOST_BYTES: Final = 1024 * 1024
MOST_SECTIONS: Final = 2000
MOST_KEYS: Final = 300  # of a section
MOST_COLUMNS: Final = 2000  # of a line

SECTION_NAME: Final = re.compile("[a-z0-9_-]{1,60}")
_SECTION: Final = re.compile(rf"\[({SECTION_NAME.pattern})(?::({SECTION_NAME.pattern}))?\]\s*")
_KEY: Final = re.compile(r"([A-Za-z][A-Za-z0-9]{0,59})\s*=\s*")


class Said(NamedTuple):
    """A value, and where it stands.

    Attributes:
        text: the value.
        line: its line, from 1; 0 if it is that of a built-in game.
        column: its column, from 1.
        key: its key, as it is written.
    """

    text: str
    line: int
    column: int
    key: str


@dataclass(frozen=True)
class Section:
    """A section.

    Attributes:
        name: its name.
        parent: the name of what it inherits from; empty if nothing.
        line: its line.
        said: its values, by their keys.
    """

    name: str
    parent: str
    line: int
    said: dict[str, Said] = field(default_factory=dict)


class RefusedError(ValueError):
    """A section that is not a game here.

    Attributes:
        said: the value that is the reason, or None if it is the whole section.
        reason: why, as a sentence.
    """

    def __init__(self, said: Said | None, reason: str) -> None:
        super().__init__(reason)
        self.said = said
        self.reason = reason


def lacks(said: Said | None, what: str) -> RefusedError:
    """The error about a value that asks for what cannot be played here."""
    return RefusedError(said, Message("fairyring does not support {what}", what=Message(what)))


class UnsaidError(ValueError):
    """A game that no section can say, with the reason as a sentence without its end."""


class IniText:
    """The text of an ini file.

    Attributes:
        name: the file's name, for errors.
        sections: its sections by name, in its order.
    """

    def __init__(self, data: bytes, name: str) -> None:
        """Read the text.

        Raises:
            GameFileError: it is too large, or no such text.
        """
        self.name = name
        self._lines: list[str] = []
        if len(data) > MOST_BYTES:
            raise self.error(
                1,
                1,
                Message(
                    "an ini file has at most {most} bytes, not {number}", most=MOST_BYTES, number=len(data)
                ),
            )
        try:
            self._lines = data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
        except UnicodeDecodeError as error:
            number = data.count(b"\n", 0, error.start) + 1
            raise self.error(number, 1, "an ini file is UTF-8, and a byte of this line is not") from None
        found: dict[str, Section] = {}
        for number, line in enumerate(self._lines, start=1):
            self._read(number, line, found)
        self.sections: Mapping[str, Section] = found

    def _read(self, number: int, line: str, found: dict[str, Section]) -> None:
        if len(line) > MOST_COLUMNS:
            reason = Message(
                "a line has at most {most} characters, not {number}", most=MOST_COLUMNS, number=len(line)
            )
            raise self.error(number, MOST_COLUMNS + 1, reason)
        if not line.strip() or line.lstrip()[0] in "#;":
            return
        if line.startswith("["):
            opened = _SECTION.fullmatch(line)
            if not opened:
                raise self.error(number, 1, "a section begins with [name] or [name:parent], in small letters")
            if opened[1] in found:
                first = found[opened[1]].line
                raise self.error(
                    number,
                    2,
                    Message("a section {name} is already in line {first}", name=opened[1], first=first),
                )
            if len(found) == MOST_SECTIONS:
                raise self.error(
                    number, 1, Message("an ini file has at most {most} sections", most=MOST_SECTIONS)
                )
            found[opened[1]] = Section(opened[1], opened[2] or "", number)
            return
        key = _KEY.match(line)
        if not key:
            raise self.error(number, 1, "expected a key, = and a value, or a section in brackets")
        if not found:
            raise self.error(number, 1, "a key stands in a section, which begins with [name]")
        section = found[next(reversed(found))]
        if len(section.said) == MOST_KEYS:
            raise self.error(number, 1, Message("a section has at most {most} keys", most=MOST_KEYS))
        section.said[key[1]] = Said(line[key.end() :].rstrip(), number, key.end() + 1, key[1])

    def section(self, name: str) -> Section:
        """The section of that name.

        Raises:
            GameFileError: there is none.
        """
        if name not in self.sections:
            known = ", ".join(list(self.sections)[:20]) or "none"
            raise self.error(
                1,
                1,
                Message("there is no section {name}; there are {known}", name=shown(name, 60), known=known),
            )
        return self.sections[name]

    def error(self, line: int, column: int, reason: str) -> GameFileError:
        """An error about a place."""
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        return GameFileError(self.name, line, column, reason, text)

    def refusal(self, section: Section, error: RefusedError) -> GameFileError:
        """The error about a section that is not a game here."""
        if error.said is None or not error.said.line:
            reason = error.reason
            if error.said:
                reason = Message("{key}, of its parent: {reason}", key=error.said.key, reason=reason)
            return self.error(section.line, 1, reason)
        return self.error(
            error.said.line,
            error.said.column,
            Message("{key}: {reason}", key=error.said.key, reason=error.reason),
        )
