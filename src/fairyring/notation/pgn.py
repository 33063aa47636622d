"""Game records: PGN's tag pairs and movetext, read and written without knowing any game."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fairyring.errors import RecordError, shown

MAX_LENGTH = 4_000_000
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 80

_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\["\\])*)"\s*\]')
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+\.(?:\.\.)?(?=\s|[A-Za-z]|$)")
_GLYPHS = re.compile(r"(?<!@)[!?]+$")  # what is thought of a move; after @ it is the unknown place itself
_WORD = re.compile(r"[^\s{}()\[\];]+")


@dataclass(frozen=True)
class RecordedMove:
    """A move text with the place where it stands and the comment that follows it."""

    text: str
    line: int
    column: int
    comment: str = ""


@dataclass
class Record:
    """One game as it is written.

    Attributes:
        tags: the tag pairs, in order.
        moves: the moves of the main line.
        result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
        opening: a comment before the first move.
        places: line and column of each tag pair.
    """

    tags: dict[str, str]
    moves: list[RecordedMove] = field(default_factory=list)
    result: str = "*"
    opening: str = ""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)


def read(text: str) -> list[Record]:
    """Every game of a text.

    Variations in parentheses and ``$`` glyphs are passed over.

    Raises:
        RecordError: the text is not PGN; it names the line and the column.
    """
    if len(text) > MAX_LENGTH:
        raise RecordError(1, 1, f"longer than {MAX_LENGTH} characters")
    return list(_Reader(text.removeprefix("\ufeff")).games())


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line_starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def fail(self, reason: str, at: int | None = None) -> RecordError:
        line, column = self.place(self.at if at is None else at)
        return RecordError(line, column, reason)

    def place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, at)
        return line, at - self.line_starts[line - 1] + 1

    def games(self) -> Iterator[Record]:
        self.space()
        while self.at < len(self.text):
            yield self.game()
            self.space()

    def space(self) -> None:
        """Pass white space, and lines that PGN's escape mechanism hides."""
        while True:
            found = _SPACE.match(self.text, self.at)
            if found:
                self.at = found.end()
            if self.text.startswith("%", self.at) and self.place(self.at)[1] == 1:
                self.at = self.line_end()
                continue
            return

    def line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def game(self) -> Record:
        record = Record({})
        self.tags(record)
        comments: list[str] = []
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign in "{;":
                comments.append(self.comment())
            elif sign == "(":
                self.variation()
            elif sign == "[":
                break
            elif sign == "$" or _NUMBER.match(self.text, self.at):
                found = _NUMBER.match(self.text, self.at) or _WORD.match(self.text, self.at)
                assert found is not None
                self.at = found.end()
            else:
                word = self.word()
                if word in RESULTS:
                    record.result = word
                    self._close(record, comments)
                    return record
                self._close(record, comments)
                line, column = self.place(self.at - len(word))
                record.moves.append(RecordedMove(_GLYPHS.sub("", word), line, column))
            self.space()
        self._close(record, comments)
        if not record.tags and not record.moves:
            raise self.fail("a tag pair or a move expected")
        return record

    def _close(self, record: Record, comments: list[str]) -> None:
        """Hang the comments read so far on the last move, or on the game."""
        said = " ".join(comments)
        comments.clear()
        if said and record.moves:
            last = record.moves[-1]
            record.moves[-1] = RecordedMove(last.text, last.line, last.column, said)
        elif said:
            record.opening = said

    def tags(self, record: Record) -> None:
        self.space()
        while self.text.startswith("[", self.at):
            found = _TAG.match(self.text, self.at)
            if not found:
                raise self.fail('a tag pair looks like [Variant "ravioli"]')
            name, value = found.groups()
            if name in record.tags:
                raise self.fail(f"the tag {shown(name)} stands twice")
            record.tags[name] = re.sub(r"\\(.)", r"\1", value)
            record.places[name] = self.place(self.at)
            self.at = found.end()
            self.space()

    def comment(self) -> str:
        start = self.at
        if self.text[start] == ";":
            self.at = self.line_end()
            return self.text[start + 1 : self.at].strip()
        end = self.text.find("}", start)
        if end < 0:
            raise self.fail("a comment is opened here and never closed")
        self.at = end + 1
        return " ".join(self.text[start + 1 : end].split())

    def variation(self) -> None:
        """Pass a variation, with those inside it."""
        opened = [self.at]
        self.at += 1
        while opened:
            if self.at >= len(self.text):
                raise self.fail("a variation is opened here and never closed", opened[-1])
            sign = self.text[self.at]
            if sign in "{;":
                self.comment()
                continue
            if sign == "(":
                opened.append(self.at)
            elif sign == ")":
                opened.pop()
            self.at += 1

    def word(self) -> str:
        found = _WORD.match(self.text, self.at)
        if not found:
            raise self.fail(f"a move expected, not {shown(self.text[self.at])}")
        self.at = found.end()
        return found.group()


def write(
    tags: Mapping[str, str],
    moves: Sequence[str],
    result: str,
    number: int = 1,
    black_first: bool = False,
    comments: Mapping[int, str] | None = None,
    before: int = 0,
) -> str:
    """One game's text, its lines at most 80 characters wide where its words allow it.

    Args:
        tags: the tag pairs, written in this order.
        moves: the move texts.
        result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
        number: the number of the first move.
        black_first: whether Black makes it.
        comments: what is said after the move of an index (-1: before the first); runs of white space
            in it become single spaces, as in the tags.
        before: how many of the first moves are no plies: they have no number.

    Raises:
        ValueError: a tag's name is not of letters, digits and ``_`` alone.
    """
    for name in tags:
        if not _TAG_NAME.fullmatch(name):
            raise ValueError(f"a tag's name is of letters, digits and _, not {shown(name)}")
    said = {index: " ".join(comment.split()) for index, comment in (comments or {}).items()}
    words: list[str] = [_comment(said[-1])] if said.get(-1) else []
    black = black_first
    for index, move in enumerate(moves):
        if index < before:
            words.append(move)
            if said.get(index):
                words.append(_comment(said[index]))
            continue
        if not black:
            words.append(f"{number}.")
        elif index == before or said.get(index - 1):
            words.append(f"{number}...")
        words.append(move)
        if said.get(index):
            words.append(_comment(said[index]))
        number += black
        black = not black
    words.append(result)
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
        if word.startswith(";"):
            lines.append("")
    header = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    return header + "\n" + "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    """A comment in braces; one that holds a closing brace, which PGN cannot escape, to the line's end."""
    return f"; {text}" if "}" in text else f"{{{text}}}"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
