"""Game records: PGN's tag pairs and movetext, read and written without knowing any game."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fairyring.errors import RecordError, shown

MAX_LENGTH = 4_000_000
MAX_NESTING = 100  # variations within variations: far more than anybody writes
MAX_GLYPH = 255  # as the standard has it
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""What the usual signs for a good or a bad move are as PGN's numeric glyphs."""
WIDTH = 80

_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\["\\])*)"\s*\]')
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+\.(?:\.\.)?(?=\s|[A-Za-z]|$)")
# What is thought of a move; the sign after @ is the unknown place itself. A run is looked at from its first
# sign alone: from each of them, a long one that ends no word would take the square of its length.
_GLYPHS = re.compile(r"(?:(?<=@[!?])|(?<![!?@]))[!?]+$")
_GLYPH = re.compile(r"\$([0-9]{1,3})(?![^\s{}()\[\];])")
_WORD = re.compile(r"[^\s{}()\[\];]+")
_GLYPH_OF = {sign: glyph for glyph, sign in SIGNS.items()}


@dataclass
class RecordedMove:
    """A move as a record has it, with what is said of it.

    Attributes:
        text: the move text, without signs.
        line: where it stands, from 1; 0 where it has been read nowhere.
        column: likewise.
        comment: what is said after it.
        glyphs: what is thought of it, as numeric glyphs; see `SIGNS`.
        lead: what is said before it, at the beginning of a variation.
        others: the variations that begin with another move in its place.
    """

    text: str
    line: int = 0
    column: int = 0
    comment: str = ""
    glyphs: list[int] = field(default_factory=list)
    lead: str = ""
    others: list[list[RecordedMove]] = field(default_factory=list)


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
    """Every game of a text, with its variations.

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
        record.moves, record.opening, result = self.moves(0)
        record.result = result or "*"
        if not record.tags and not record.moves and not result:
            raise self.fail("a tag pair or a move expected")
        return record

    def moves(self, nesting: int) -> tuple[list[RecordedMove], str, str]:
        """A line of moves with its variations, what is said before it, and the result that ends it, or ""."""
        opened = self.at
        self.at += nesting > 0  # the parenthesis
        found: list[RecordedMove] = []
        comments: list[str] = []
        lead = ""

        def close() -> None:
            """Hang the comments read so far on the last move, or before the first."""
            nonlocal lead
            said = " ".join(comments)
            comments.clear()
            if found:
                found[-1].comment = said
            else:
                lead = said

        self.space()
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign in "{;":
                comments.append(self.comment())
            elif sign == "(":
                self.variation(found, nesting)
            elif sign == ")" and nesting:
                self.at += 1
                close()
                return found, lead, ""
            elif sign == "[":
                break
            elif sign == "$":
                self.glyph(found)
            elif number := _NUMBER.match(self.text, self.at):
                self.at = number.end()
            else:
                word = self.word()
                if word not in RESULTS:
                    close()
                    found.append(self.move(word))
                elif not nesting:
                    close()
                    return found, lead, word
            self.space()
        if nesting:
            raise self.fail("a variation is opened here and never closed", opened)
        close()
        return found, lead, ""

    def move(self, word: str) -> RecordedMove:
        """The move of a word that has just been read."""
        line, column = self.place(self.at - len(word))
        signs = _GLYPHS.search(word)
        if signs is None:
            return RecordedMove(word, line, column)
        glyph = _GLYPH_OF.get(signs.group())
        return RecordedMove(word[: signs.start()], line, column, glyphs=[] if glyph is None else [glyph])

    def glyph(self, found: list[RecordedMove]) -> None:
        """A numeric glyph, which belongs to the last move; what belongs to none is passed over."""
        number = _GLYPH.match(self.text, self.at)
        word = number or _WORD.match(self.text, self.at)
        assert word is not None
        self.at = word.end()
        if number and found and 0 < int(number[1]) <= MAX_GLYPH and int(number[1]) not in found[-1].glyphs:
            found[-1].glyphs.append(int(number[1]))

    def variation(self, found: list[RecordedMove], nesting: int) -> None:
        """A variation, which begins with another move in the last one's place."""
        opened = self.at
        if nesting == MAX_NESTING:
            raise self.fail(f"variations within more than {MAX_NESTING} others")
        if not found:
            raise self.fail("a variation before any move")
        others, lead, _ = self.moves(nesting + 1)
        if not others:
            raise self.fail("a variation without a move", opened)
        others[0].lead = lead
        found[-1].others.append(others)

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

    def word(self) -> str:
        found = _WORD.match(self.text, self.at)
        if not found:
            raise self.fail(f"a move expected, not {shown(self.text[self.at])}")
        self.at = found.end()
        return found.group()


def write(
    tags: Mapping[str, str],
    moves: Sequence[RecordedMove],
    result: str,
    number: int = 1,
    black_first: bool = False,
    opening: str = "",
    before: int = 0,
) -> str:
    """One game's text, its lines at most 80 characters wide where its words allow it.

    Args:
        tags: the tag pairs, written in this order.
        moves: the main line. Runs of white space in comments become single spaces, as in the tags.
        result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
        number: the number of the first move.
        black_first: whether Black makes it.
        opening: what is said before the first move.
        before: how many of the first moves are no plies: they have no number.

    Raises:
        ValueError: a tag's name is not of letters, digits and ``_`` alone.
    """
    for name in tags:
        if not _TAG_NAME.fullmatch(name):
            raise ValueError(f"a tag's name is of letters, digits and _, not {shown(name)}")
    words = [*_said(opening), *_words(moves, 2 * number + black_first, before), result]
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
        if word.lstrip("(").startswith(";"):
            lines.append("")
    header = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    return header + "\n" + "\n".join(lines) + "\n"


def _words(moves: Sequence[RecordedMove], ply: int, before: int) -> Iterator[str]:
    """The words of a line; ``ply`` is twice the number of its first move, and one more for Black's."""
    fresh = True  # whether a move of Black's needs its number
    for index, move in enumerate(moves):
        yield from _said(move.lead)
        if index >= before:
            if ply % 2 == 0:
                yield f"{ply // 2}."
            elif fresh or move.lead:
                yield f"{ply // 2}..."
        yield move.text
        yield from (f"${glyph}" for glyph in move.glyphs)
        yield from _said(move.comment)
        for others in move.others:
            first, *rest = _words(others, ply, max(0, before - index))
            *rest, last = [f"({first}", *rest]
            yield from rest
            yield from (last, ")") if last.lstrip("(").startswith(";") else (f"{last})",)
        if index >= before:
            ply += 1
            fresh = bool(move.others or list(_said(move.comment)))


def _said(comment: str) -> list[str]:
    """A comment in braces; one that holds a closing brace, which PGN cannot escape, to the line's end."""
    text = " ".join(comment.split())
    return [f"; {text}" if "}" in text else f"{{{text}}}"] if text else []


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
