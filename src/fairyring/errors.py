"""Every error that bad input can cause. All are ValueErrors that hold the input and name the place."""

from __future__ import annotations

from collections.abc import Sequence


class FairyringError(ValueError):
    """The base of fairyring's errors about input."""


class VariantError(FairyringError):
    """A variant cannot be found or loaded, or is given an option that it does not have."""


class PositionError(FairyringError):
    """A position text is malformed, not canonical, or describes an impossible board.

    Attributes:
        text: the text as it was given.
        column: where the fault lies, from 1.
        reason: what is wrong there.
    """

    def __init__(self, text: str, column: int, reason: str) -> None:
        super().__init__(f"position text, column {column}: {reason}")
        self.text = text
        self.column = column
        self.reason = reason


class MoveError(FairyringError):
    """A move text that cannot be played.

    Attributes:
        text: the move text as it was given.
        position: the text of the position in which it was to be played.
    """

    def __init__(self, text: str, position: str, reason: str) -> None:
        super().__init__(f"move {shown(text)}: {reason}")
        self.text = text
        self.position = position
        self.reason = reason


class IllegalMoveError(MoveError):
    """The move text names no legal turn of the position."""


class AmbiguousMoveError(MoveError):
    """The move text could mean several turns.

    Attributes:
        meanings: the canonical text of each.
    """

    def __init__(self, text: str, position: str, meanings: Sequence[str]) -> None:
        super().__init__(text, position, f"it could mean {' or '.join(meanings)}")
        self.meanings = tuple(meanings)


class UnknownSecretError(MoveError):
    """What a turn does depends on a secret that the position does not hold.

    Attributes:
        question: what must be known, to be answered by yes or no.
    """

    def __init__(self, text: str, position: str, question: str) -> None:
        super().__init__(text, position, f"unknown here: {question}")
        self.question = question


class RecordError(FairyringError):
    """A game record (PGN) cannot be read.

    Attributes:
        line: the line at fault, from 1.
        column: the column at fault, from 1.
        reason: what is wrong there.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"record, line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class SetupError(FairyringError):
    """A man cannot be put where he is to go, or not set in motion so."""


class SearchError(FairyringError):
    """A search is asked for where the game is over, or with limits that make no sense."""


def shown(text: str, limit: int = 60) -> str:
    """A text quoted for a message, shortened where it is long."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")
