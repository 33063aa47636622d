"""Reading TOML from strangers: bounded in size and depth, with every fault by file, line and column."""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping
from typing import Any, Final

from fairyring.errors import GameFileError
from fairyring.gamefiles.faults import Fault, FaultsError
from fairyring.gamefiles.positions import Path, Spot, Spots, given_twice, spots
from fairyring.messages import Message

MOST_BYTES: Final = 64 * 1024
MOST_COLUMNS: Final = 2000  # of a line: `tomllib` takes time for a dotted key by the square of its length
MOST_DEPTH: Final = 16  # of tables and lists within each other

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

_TWICE: Final = re.compile("Cannot (overwrite|declare|mutate|redefine)|Duplicate")
# What the errors of `tomllib` begin with, and what they mean.
PLAINLY: Final = {
    "Invalid value": "expected a value: a text in quotes, a number, true, false, a list or a table",
    "Invalid statement": "expected a key, or a table's name in brackets",
    "Invalid initial character for a key part": "expected a key on this line: a word, or a text in quotes",
    "Expected newline": "expected the end of the line after the value",
    "Expected '='": "expected = after the key",
    "Expected ']": "expected ] after the name of the table",
    "Unclosed array": "expected , or ] in the list",
    "Unclosed inline table": "expected , or } in the table, which ends on the line on which it begins",
    "Unterminated string": "the quotes of this text are not closed",
    "Illegal character '\\n'": "the quotes of this text are not closed on its line",
    "Found invalid character '\\n'": "the quotes of this text are not closed on its line",
    "Expected \"'": "the quotes of this text are not closed",
    "Unescaped '\\'": "a backslash in a text is written twice",
}


class Source:
    """The text of a game file, and where everything in it stands.

    Attributes:
        name: the file's name, for errors.
        raw: what `tomllib` reads in it.
    """

    def __init__(self, data: bytes, name: str) -> None:
        """Read the text.

        Raises:
            GameFileError: it is too large, or not TOML.
        """
        self.name = name
        self._text = ""
        if len(data) > MOST_BYTES:
            raise self._at(
                Spot(1, 1),
                Message(
                    "a game file has at most {most} bytes, not {number}", most=MOST_BYTES, number=len(data)
                ),
            )
        data = data.removeprefix(BOM_UTF8)  # which some editors write
        try:
            self._text = data.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            self._text = data[: error.start].decode("utf-8")
            before = self._text.split("\n")
            spot = Spot(len(before), len(before[-1]) + 1)
            raise self._at(spot, "a game file is UTF-8, and this byte is not") from None
        for number, line in enumerate(self._text.split("\n"), start=1):
            if len(line) > MOST_COLUMNS:
                reason = Message(
                    "a line has at most {most} characters, not {number}", most=MOST_COLUMNS, number=len(line)
                )
                raise self._at(Spot(number, MOST_COLUMNS + 1), reason)
        self.raw = self._parsed()
        _check_depth(self)
        self._spots: Mapping[Path, Spots] | None = None

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            reason = str(error)
            found = _PLACE.search(reason)
            lines = self._text.split("\n")
            end = Spot(len(lines), len(lines[-1]) + 1)
            spot = Spot(int(found[1]), int(found[2])) if found and found[1] else end
            reason = _PLACE.sub("", reason)
            if twice := _TWICE.match(reason) and given_twice(self._before(spot)):
                key, spot, first = twice
                said = Message("{key} is given twice; the first is in line {line}", key=repr(key), line=first)
                raise self._at(spot, said) from None
            reason = next((said for known, said in PLAINLY.items() if reason.startswith(known)), reason)
            raise self._at(spot, Message("this is not TOML: {reason}", reason=Message(reason))) from None
        except RecursionError:
            raise self.too_deep() from None
        except ValueError as error:  # such as a number of thousands of digits
            raise self._at(Spot(1, 1), Message("this is not TOML: {reason}", reason=str(error))) from None

    def _before(self, spot: Spot) -> str:
        """The text before a place."""
        lines = self._text.split("\n")
        return "\n".join([*lines[: spot.line - 1], lines[spot.line - 1][: spot.column - 1]])

    def too_deep(self) -> GameFileError:
        """The error about a file that nests too deeply."""
        return self._at(
            Spot(1, 1), Message("tables and lists are nested at most {most} deep", most=MOST_DEPTH)
        )

    def _at(self, spot: Spot, reason: str) -> GameFileError:
        return GameFileError(self.name, spot.line, spot.column, reason, self.line(spot.line))

    def spot(self, path: Path, on_key: bool = False) -> Spots:
        """Where a value stands, or the nearest one around it that does."""
        if self._spots is None:
            self._spots = spots(self._text)
        while path not in self._spots:
            path = path[:-1]
        return self._spots[path]

    def error(self, found: FaultsError, moved: Mapping[Path, Path] | None = None) -> GameFileError:
        """The faults as one error, the first in the file before the others.

        Args:
            found: the faults.
            moved: where values stand in the file that are not at their own place.
        """
        places = sorted({(self._place(fault, moved or {}), fault.reason) for fault in found.faults})
        first, *others = (self._at(*place) for place in places)
        return GameFileError(first.file, first.line, first.column, first.reason, first.text, others)

    def _place(self, fault: Fault, moved: Mapping[Path, Path]) -> Spot:
        path = fault.path
        for length in range(len(path), -1, -1):
            if path[:length] in moved:
                path = (*moved[path[:length]], *path[length:])
                break
        found = self.spot(path)
        if fault.on_key:
            return found.key
        line = self.line(found.value.line)
        # An offset counts in what is between the quotes of a text on one line.
        inside = line[found.value.column - 1 :]
        if fault.offset is not None and inside[:1] in "\"'" and inside[:3] not in ('"""', "'''"):
            return Spot(found.value.line, min(found.value.column + 1 + fault.offset, len(line) + 1))
        return found.value

    def line(self, number: int) -> str:
        """The text of a line."""
        return self._text.split("\n")[number - 1]


def _check_depth(source: Source) -> None:
    """Refuse tables and lists that nest too deeply, without recursion."""
    level: list[Any] = [source.raw]
    for _ in range(MOST_DEPTH + 1):
        inside: list[Any] = []
        for value in level:
            inside += value.values() if isinstance(value, dict) else value
        level = [value for value in inside if isinstance(value, dict | list)]
        if not level:
            return
    raise source.too_deep()
