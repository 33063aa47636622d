"""Where each key and each value of a TOML text stands, by line and column.

`tomllib` reads the text and says nothing of places. Once it has found a text to be right, few rules are left
to find the places in it: what is in strings and comments is passed over, and brackets are counted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

Path = tuple[str | int, ...]
"""The keys, and the places in lists from 0, that lead to a value."""


class Spot(NamedTuple):
    """A line and a column of a text, both from 1."""

    line: int
    column: int


class Spots(NamedTuple):
    """Where the key of a value stands, and where the value begins; the same in a list."""

    key: Spot
    value: Spot


_SPACE: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK: Final = re.compile(r"[ \t]*")
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\]|\\.)*"|\'[^\']*\'', re.DOTALL
)
_KEY: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|[A-Za-z0-9_-]+')
_CLOSED: Final = re.compile(rf"(?:{_KEY.pattern})[ \t]*\]")
_PLAIN: Final = re.compile(r"[^,\]}#\n]*")


def spots(text: str) -> dict[Path, Spots]:
    """The places of all keys and values of a text that `tomllib` reads; the root's is its beginning."""
    scan = _Scan(text)
    found: dict[Path, Spots] = {(): Spots(Spot(1, 1), Spot(1, 1))}
    for path, key, value in scan.document():
        found.setdefault(path, Spots(scan.spot(key), scan.spot(value)))
    return found


def given_twice(text: str) -> tuple[str, Spot, int] | None:
    """The key that comes for the second time in a text which `tomllib` refuses for it, up to that place.

    Returns:
        The key, where it stands, and the line where it comes first; None if there is none.
    """
    scan, found = _Scan(f"{text}\n"), list[_Found]()
    with suppress(IndexError, ValueError):  # the text ends within a value or a table's name
        for each in scan.document():
            found.append(each)
    first: dict[Path, _Found] = {}
    values = set[Path]()
    for path, key, value in found:
        # A table can be named again for what is in it, but neither a value nor a table as a value.
        if path in first and (value != key or path in values):
            return _again(scan, (path, key, value), first[path])
        first.setdefault(path, (path, key, value))
        if value != key:
            values.add(path)
    # A table's name that comes again; a table that only others imply comes first where none is named so.
    *before, last = [(_trimmed(each), each) for each in found] or [((), ((), 0, 0))]
    again = [each for path, each in before if path == last[0] and each[1] != last[1][1]]
    named = [each for each in again if _CLOSED.match(text, each[1])]
    return _again(scan, last[1], (named or again)[0]) if again else None


def _trimmed(found: _Found) -> Path:
    """The path of a value, or of the list that it is in."""
    path = found[0]
    while path and isinstance(path[-1], int):
        path = path[:-1]
    return path


def _again(scan: _Scan, found: _Found, first: _Found) -> tuple[str, Spot, int]:
    word = next(part for part in reversed(found[0]) if isinstance(part, str))
    return word, scan.spot(found[1]), scan.spot(first[1]).line


_Found = tuple[Path, int, int]  # of a value: its path, and where its key and it begin


class _Scan:
    """A text, and how far it has been read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._line = 0

    def spot(self, offset: int) -> Spot:
        """The line and column of an offset, which are asked for in about their order."""
        while self._lines[self._line] > offset:
            self._line -= 1
        while self._line + 1 < len(self._lines) and self._lines[self._line + 1] <= offset:
            self._line += 1
        return Spot(self._line + 1, offset - self._lines[self._line] + 1)

    def document(self) -> Iterator[_Found]:
        """Every value, table and list in the text."""
        table: Path = ()
        lists: dict[Path, int] = {}
        while self._skip(_SPACE) < len(self._text):
            start = self._at
            if self._text[start] != "[":
                yield from self._pair(table)
                continue
            several = self._text.startswith("[[", start)
            self._at += 2 if several else 1
            table = ()
            keys = list(self._keys())
            for place, (key, spot) in enumerate(keys):
                table = (*table, key)
                last = place == len(keys) - 1
                if several and last:
                    lists[table] = lists.get(table, -1) + 1
                    yield table, spot, spot
                if table in lists:
                    table = (*table, lists[table])
                yield table, spot, spot
            self._at = self._text.index("]", self._at) + (2 if several else 1)

    def _pair(self, table: Path) -> Iterator[_Found]:
        for key, start in self._keys():
            table = (*table, key)
            yield from self._implied(table, start)
        # What the last key leads to is the value.
        self._skip(_BLANK)
        self._at += 1  # the equals sign
        self._skip(_BLANK)
        yield table, start, self._at
        yield from self._value(table)

    def _implied(self, table: Path, start: int) -> Iterator[_Found]:
        """A table that a dotted key implies."""
        if self._text[self._skip(_BLANK)] == ".":
            yield table, start, start

    def _keys(self) -> Iterator[tuple[str, int]]:
        """The parts of a dotted key, up to what follows it."""
        while True:
            self._skip(_BLANK)
            found = _KEY.match(self._text, self._at)
            assert found is not None  # the text is right
            start, self._at = self._at, found.end()
            word = found[0]
            yield (next(iter(tomllib.loads(f"{word}=0"))) if word[0] in "\"'" else word), start
            if self._text[self._skip(_BLANK)] != ".":
                return
            self._at += 1

    def _value(self, path: Path) -> Iterator[_Found]:
        """What is inside a value, which begins here; then the value has been read."""
        # Brackets within brackets are kept on a stack: a text may nest them deeply.
        stack: list[tuple[str, Path, int]] = []
        here = path
        while True:
            sign = self._text[self._at]
            if sign in "[{":
                self._at += 1
                stack.append((sign, here, -1))
            else:
                found = _STRING.match(self._text, self._at) or _PLAIN.match(self._text, self._at)
                assert found is not None
                self._at = found.end()
            # Behind a value: to the next one, or out of as many brackets as close here.
            while stack:
                bracket, outer, number = stack[-1]
                self._skip(_SPACE)
                if self._text[self._at] == ",":
                    self._at += 1
                    self._skip(_SPACE)
                if self._text[self._at] in "]}":
                    self._at += 1
                    stack.pop()
                    continue
                stack[-1] = bracket, outer, number + 1
                here = (*outer, number + 1) if bracket == "[" else outer
                start = self._at
                if bracket == "{":
                    for key, start in self._keys():
                        here = (*here, key)
                        yield from self._implied(here, start)
                    self._at += 1
                    self._skip(_SPACE)
                yield here, start, self._at
                break
            if not stack:
                return

    def _skip(self, pattern: re.Pattern[str]) -> int:
        """Pass over what a pattern matches; where reading goes on."""
        found = pattern.match(self._text, self._at)
        assert found is not None  # both patterns match nothing, too
        self._at = found.end()
        return self._at
