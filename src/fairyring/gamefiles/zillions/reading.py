"""The text of a rule file from strangers: words, quoted texts, and lists of them in parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairyring.errors import GameFileError, shown

MOST_BYTES: Final = 512 * 1024
MOST_DEPTH: Final = 60
MOST_NODES: Final = 100_000

_TOKEN: Final = re.compile(
    r'(?P<space>\s+|;[^\n]*)|(?P<sign>[()])|"(?P<text>[^"]*)"|(?P<word>[^\s()";]+)|(?P<open>")'
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or a text in quotes.

    Attributes:
        text: what it says.
        line: its line, from 1.
        column: its column, from 1.
        quoted: whether it stands in quotes.
    """

    text: str
    line: int
    column: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A list in parentheses.

    Attributes:
        items: what is in it.
        line: the line of its parenthesis, from 1.
        column: its column, from 1.
        size: how many words and lists there are in it, itself included.
        depth: how many lists are within each other in it, itself included.
    """

    items: tuple[Node, ...]
    line: int
    column: int
    size: int = field(init=False, repr=False, compare=False)
    depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 1 + sum(map(size, self.items)))
        depths = (item.depth for item in self.items if isinstance(item, Form))
        object.__setattr__(self, "depth", 1 + max(depths, default=0))

    @property
    def head(self) -> str:
        """The word that it begins with; empty if there is none."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) and not first.quoted else ""

    @property
    def rest(self) -> tuple[Node, ...]:
        """What is behind that word."""
        return self.items[1:]


Node = Word | Form


def size(node: Node) -> int:
    """How many words and lists a node is."""
    return node.size if isinstance(node, Form) else 1


class RefusedError(ValueError):
    """Something that no game here can have, or that is not a rule.

    Attributes:
        node: where it stands.
        reason: what is wrong, as a sentence.
    """

    def __init__(self, node: Node, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


def word(node: Node, wanted: str) -> str:
    """A word's text, in quotes or not.

    Raises:
        RefusedError: it is a list.
    """
    if isinstance(node, Form):
        raise RefusedError(node, f"expected {wanted}, not a list")
    return node.text


def whole(node: Node, wanted: str, most: int) -> int:
    """A whole number.

    Raises:
        RefusedError: it is not a rule file, or it is too large.
    """
    text = word(node, wanted)
    if not re.fullmatch("[-+]?[0-9]{1,9}", text) or abs(int(text)) > most:
        raise RefusedError(node, f"expected {wanted}, a whole number up to {most}, not {shown(text)}")
    return int(text)


def called(node: Node) -> str:
    """A node in an error: its word, or the word that its list begins with."""
    return shown(node.text if isinstance(node, Word) else f"({node.head} …)", 60)


class ZrfText:
    """The text of a rule file.

    Attributes:
        name: the file's name, for errors.
        forms: the lists in it.
    """

    def __init__(self, data: bytes, name: str) -> None:
        """Read the text.

        Raises:
            GameFileError: it is too large, or its parentheses and quotes do not fit.
        """
        self.name = name
        self._lines: list[str] = []
        if len(data) > MOST_BYTES:
            raise self._at(1, 1, f"a rule file has at most {MOST_BYTES} bytes, not {len(data)}")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")  # as most of them are
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._lines = text.split("\n")
        try:
            self.forms = tuple(_parsed(text))
        except RefusedError as error:
            raise self.error(error) from None

    def error(self, error: RefusedError) -> GameFileError:
        """The error with its place in the file."""
        return self._at(error.node.line, error.node.column, error.reason)

    def missing(self, node: Node | None, reason: str) -> GameFileError:
        """The error about something that is not in the file."""
        return self._at(node.line, node.column, reason) if node else self._at(1, 1, reason)

    def _at(self, line: int, column: int, reason: str) -> GameFileError:
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        return GameFileError(self.name, line, column, reason, text)


def _tokens(text: str) -> Iterator[tuple[str, Word]]:
    line, begins = 1, 0
    for found in _TOKEN.finditer(text):
        kind, at = found.lastgroup or "", found.start()
        if kind != "space":
            yield kind, Word(found[kind], line, at - begins + 1, kind == "text")
        lines = found[0].count("\n")
        if lines:
            line += lines
            begins = at + found[0].rindex("\n") + 1


def _parsed(text: str) -> Iterator[Form]:
    """The lists of a text.

    Raises:
        RefusedError: parentheses or quotes do not fit, or there are too many words.
    """
    within: list[tuple[Word, list[Node]]] = []
    for number, (kind, token) in enumerate(_tokens(text)):
        if number > MOST_NODES:
            raise RefusedError(token, f"a rule file has at most {MOST_NODES} words and parentheses")
        if kind == "open":
            raise RefusedError(token, 'this " has no other one behind it')
        if token.text == "(" and kind == "sign":
            if len(within) == MOST_DEPTH:
                raise RefusedError(token, f"lists are nested at most {MOST_DEPTH} deep")
            within.append((token, []))
        elif kind == "sign":
            if not within:
                raise RefusedError(token, "this ) has no ( before it")
            begun, items = within.pop()
            form = Form(tuple(items), begun.line, begun.column)
            if not within:
                yield form
            else:
                within[-1][1].append(form)
        elif within:
            within[-1][1].append(token)
        else:
            raise RefusedError(token, f"expected a list, such as (game …), not {shown(token.text)}")
    if within:
        raise RefusedError(within[-1][0], "this ( has no ) behind it")
