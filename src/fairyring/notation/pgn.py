"""Game records: PGN's tag pairs and moves, read and written without knowledge of any game."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fairyring.errors import RecordError, shown
from fairyring.messages import Message

MAX_LENGTH = 4_000_000
MAX_NESTING = 100  # variations within variations; far more than people write
MAX_GLYPH = 255  # as the standard has it
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The usual signs for good and bad moves, by PGN's numeric glyphs."""
WIDTH = 80

_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\["\\])*)"\s*\]')
_SPACE = re.compile(r"\s+")
# A move's number; the standard has readers take it with any number of dots, which may stand apart.
# Without a dot, a word must follow that begins with a letter, or dots.
_NUMBER = re.compile(r"\d+(?:\.+(?=\s|[A-Za-z]|$)|(?=\s+[A-Za-z.]))|\.+(?=\s)")
# Signs after a move; the one after @ is an unknown place. A run of signs is tried from its first sign only:
# tried from each, a long run that does not end a word would take time by the square of its length.
_GLYPHS = re.compile(r"(?:(?<=@[!?])|(?<![!?@]))[!?]+$")
_GLYPH = re.compile(r"\$([0-9]{1,3})(?![^\s{}()\[\];])")
_WORD = re.compile(r"[^\s{}()\[\];]+")
_GLYPH_OF = {sign: glyph for glyph, sign in SIGNS.items()}


@dataclass
class RecordedMove:
    """A move of a record, with its comments.

    Attributes:
        text: the move text, without signs.
        line: its line in the text that was read, from 1; otherwise 0.
        column: its column there, from 1; otherwise 0.
        comment: the comment after it.
        glyphs: its annotations as numeric glyphs; see `SIGNS`.
        lead: the comment before it, at the beginning of a variation.
        others: the variations that begin with another move in its place.
        number: its number, for writing; 0 if it is no ply, and so has none.
        black: whether Black makes it, for writing.
    """

    text: str
    line: int = 0
    column: int = 0
    comment: str = ""
    glyphs: list[int] = field(default_factory=list)
    lead: str = ""
    others: list[list[RecordedMove]] = field(default_factory=list)
    number: int = 0
    black: bool = False


@dataclass
class Record:
    """One game of a PGN text.

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
        raise RecordError(1, 1, Message("longer than {most} characters", most=MAX_LENGTH))
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
        """Skip white space, and lines that are escaped by %."""
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
            raise self.fail("expected a tag pair or a move")
        return record

    def moves(self, nesting: int) -> tuple[list[RecordedMove], str, str]:
        """Moves with their variations, the comment before them, and the result that ends them, or ""."""
        opened = self.at
        self.at += nesting > 0  # the parenthesis
        found: list[RecordedMove] = []
        comments: list[str] = []
        lead = ""

        def close() -> None:
            """Give the comments read so far to the last move, or to the place before the first."""
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
            raise self.fail("this variation is never closed", opened)
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
        """A numeric glyph, which belongs to the last move; one before any move is ignored."""
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
            raise self.fail(Message("variations are nested more than {most} deep", most=MAX_NESTING))
        if not found:
            raise self.fail("a variation cannot come before the first move")
        others, lead, _ = self.moves(nesting + 1)
        if not others:
            raise self.fail("this variation has no move", opened)
        others[0].lead = lead
        found[-1].others.append(others)

    def tags(self, record: Record) -> None:
        self.space()
        while self.text.startswith("[", self.at):
            found = _TAG.match(self.text, self.at)
            if not found:
                raise self.fail('a tag pair is written like [Variant "ravioli"]')
            name, value = found.groups()
            if name in record.tags:
                raise self.fail(Message("tag {tag} occurs twice", tag=shown(name)))
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
            raise self.fail("this comment is never closed")
        self.at = end + 1
        return " ".join(self.text[start + 1 : end].split())

    def word(self) -> str:
        found = _WORD.match(self.text, self.at)
        if not found:
            raise self.fail(Message("expected a move, not {found}", found=shown(self.text[self.at])))
        self.at = found.end()
        return found.group()


def write(
    tags: Mapping[str, str],
    moves: Sequence[RecordedMove],
    result: str,
    opening: str = "",
) -> str:
    """One game's text, in lines of at most 80 characters unless a single word is longer.

    Args:
        tags: the tag pairs, written in this order.
        moves: the main line. Runs of white space in comments become single spaces, as in the tags.
        result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
        opening: the comment before the first move.

    Raises:
        ValueError: a tag's name has other characters than letters, digits and ``_``.
    """
    for name in tags:
        if not _TAG_NAME.fullmatch(name):
            raise ValueError(f"the name of a tag has letters, digits and _ only, not {shown(name)}")
    words = [*_said(opening), *_words(moves), result]
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
        if word.lstrip("(").startswith(";"):
            lines.append("")
    header = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    return header + "\n" + "\n".join(lines) + "\n"


def _words(moves: Sequence[RecordedMove]) -> Iterator[str]:
    """The words of some moves. Of several moves in one turn, only the first has the number."""
    numbered = True  # whether a move of Black's needs its number
    turn = (0, False)
    for move in moves:
        yield from _said(move.lead)
        if (move.number, move.black) != turn:
            turn = (move.number, move.black)
            if not move.black:
                yield f"{move.number}."
            elif numbered or move.lead:
                yield f"{move.number}..."
        yield move.text
        yield from (f"${glyph}" for glyph in move.glyphs)
        yield from _said(move.comment)
        for others in move.others:
            first, *rest = _words(others)
            *rest, last = [f"({first}", *rest]
            yield from rest
            yield from (last, ")") if last.lstrip("(").startswith(";") else (f"{last})",)
        numbered = not move.number or bool(move.others or list(_said(move.comment)))


def _said(comment: str) -> list[str]:
    """A comment in braces; one with a closing brace, which PGN cannot escape, after a semicolon."""
    text = " ".join(comment.split())
    return [f"; {text}" if "}" in text else f"{{{text}}}"] if text else []


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
