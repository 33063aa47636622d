"""What `(define …)` defines, put in where it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fairyring.gamefiles.zillions.reading import MOST_DEPTH, Form, Node, RefusedError, Word, size

MOST_NODES: Final = 150_000  # in all that is put in
MOST_CHARACTERS: Final = 20_000  # of a word that is made of others
_TOO_DEEP: Final = "lists and definitions are within too many others, or a definition uses itself"
_PARAMETER: Final = re.compile(r"\$([0-9])")

_Given = Sequence[tuple[Node, ...]]


class Macros:
    """The definitions of a file, and how much they have made so far."""

    def __init__(self) -> None:
        self._bodies: dict[str, tuple[Node, ...]] = {}
        self._left = MOST_NODES

    def define(self, form: Form) -> None:
        """Take in a definition; a later one of the same name replaces it.

        Raises:
            RefusedError: it has no name.
        """
        name = form.items[1] if len(form.items) > 1 else form
        if not isinstance(name, Word) or name.quoted:
            raise RefusedError(name, "a definition is (define name …)")
        self._bodies[name.text] = form.items[2:]

    def expanded(self, form: Form) -> Form:
        """A list with everything put in that it uses.

        Raises:
            RefusedError: a definition uses itself, or all become too long.
        """
        return Form(tuple(self._items(form.items, (), 0)), form.line, form.column)

    def _items(self, items: Sequence[Node], given: _Given, depth: int) -> Iterator[Node]:
        for item in items:
            if isinstance(item, Word):
                for found in self._filled(item, given):
                    self._left -= size(found)
                    self._check(item)
                    yield found
                continue
            self._left -= 1
            self._check(item)
            if depth == MOST_DEPTH:
                raise RefusedError(item, _TOO_DEEP)
            head = _PARAMETER.sub(lambda found: _text(given, int(found[1])), item.head)
            if head in self._bodies:
                arguments = [tuple(self._items((each,), given, depth + 1)) for each in item.rest]
                yield from self._items(self._bodies[head], arguments, depth + 1)
            else:
                made = Form(tuple(self._items(item.items, given, depth + 1)), item.line, item.column)
                if made.depth > MOST_DEPTH:
                    raise RefusedError(item, _TOO_DEEP)
                yield made

    def _check(self, item: Node) -> None:
        if self._left < 0:
            raise RefusedError(item, f"with its definitions, the file has more than {MOST_NODES} words")

    def _filled(self, word: Word, given: _Given) -> Iterator[Node]:
        """A word with arguments in place of $1, $2 and so on; one that is not given is nothing."""
        if "$" not in word.text:
            yield word
            return
        whole = _PARAMETER.fullmatch(word.text)
        if whole and not word.quoted:
            number = int(whole[1])
            if 0 < number <= len(given):
                yield from given[number - 1]
            return
        text = _PARAMETER.sub(lambda found: _text(given, int(found[1])), word.text)
        if len(text) > MOST_CHARACTERS:
            raise RefusedError(word, f"a word has at most {MOST_CHARACTERS} characters")
        if text or word.quoted:
            yield Word(text, word.line, word.column, word.quoted)


def _text(given: _Given, number: int) -> str:
    """An argument within a word: nothing if it is not a word."""
    nodes = given[number - 1] if 0 < number <= len(given) else ()
    return nodes[0].text if len(nodes) == 1 and isinstance(nodes[0], Word) else ""
