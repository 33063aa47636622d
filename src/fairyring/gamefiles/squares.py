"""Where a game file names squares: the shapes of all texts that do, which note where they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from fairyring.board.graph import NOT_IN_NAMES, SITE_NAME
from fairyring.gamefiles.positions import Path
from fairyring.gamefiles.shapes import SHORT, Text

_WORD: Final = re.compile(rf"[^\s{re.escape(NOT_IN_NAMES)}]+")
_noted: ContextVar[dict[Path, int] | None] = ContextVar("noted", default=None)


@dataclass(frozen=True)
class Naming(Text):
    """A text that names squares: one, or several between the signs that no name has.

    Attributes:
        behind: how many characters stand before the names and are something else.
    """

    behind: int = 0

    def read(self, value: object, path: Path) -> str:
        """See `Shape`."""
        read = super().read(value, path)
        noted = _noted.get()
        if noted is not None:
            noted[path] = self.behind
        return read


COORDINATE: Final = Text(20, SITE_NAME.pattern, "the name of a square, such as e4")
"""The usual name of a square, or one that it is given."""
NAME: Final = Naming(COORDINATE.most, COORDINATE.pattern, COORDINATE.wanted)
"""What a square is called."""
NAMES: Final = Naming(SHORT, least=1)
"""Several squares, as in a line or a move."""
HOME: Final = Naming(COORDINATE.most + 1, behind=1)
"""A square behind the letter of a piece."""


@contextmanager
def noted() -> Iterator[dict[Path, int]]:
    """Note where names of squares are read meanwhile, and how many characters stand before them."""
    found: dict[Path, int] = {}
    token = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(token)


def rename(data: dict[str, Any], places: Mapping[Path, int], names: Mapping[str, str]) -> None:
    """Give squares other names wherever a file's data names them.

    Args:
        data: the data.
        places: where, as `noted` has it.
        names: the new name of each square of the board by what it is called.
    """
    for path in sorted(places, key=len, reverse=True):  # keys change after what they lead to
        *way, last = path
        table: Any = data
        for key in way:
            table = table[key]
        if isinstance(table[last], str):
            start = places[path]
            table[last] = table[last][:start] + renamed(table[last][start:], names)
        else:
            entries = [(renamed(key, names) if key == last else key, value) for key, value in table.items()]
            table.clear()
            table.update(entries)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The same text with other names; ``bxc`` is two names, a move to ``b`` that captures on ``c``."""

    def word(found: re.Match[str]) -> str:
        parts = found[0].split("x")
        if found[0] not in names and all(part in names for part in parts):
            return "x".join(names[part] for part in parts)
        return names.get(found[0], found[0])

    return _WORD.sub(word, text)
