"""Every error that bad input can cause. All are ValueErrors that hold the input and name the place.

What an error says is a `Message` wherever it has parameters, so that it can be translated: see
`FairyringError.message`. Reasons given to errors may be messages too.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from fairyring.messages import Message, joined

LONG = 60  # characters: what is longer is shortened in messages


class FairyringError(ValueError):
    """The base class of all errors about input."""

    @property
    def message(self) -> str:
        """What the error says: a `Message` if it was made from one, so that it can be translated."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the attributes as they are, whatever a subclass is made from."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type[FairyringError], args: tuple[object, ...], attributes: Mapping[str, object]
) -> FairyringError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(attributes)
    return error


class VariantError(FairyringError):
    """A variant cannot be found or loaded, or does not have this option or value."""


class UnknownGameError(VariantError):
    """No game that comes with fairyring is called so.

    Attributes:
        name: the name.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


class GameFileError(VariantError):
    """A game file (TOML) is malformed, or does not describe a game.

    Attributes:
        file: the name of the file.
        line: the line of the fault, from 1.
        column: its column, from 1.
        reason: what is wrong there, and what would be right.
        text: the text of that line.
        further: other faults in the same file, in its order.
    """

    def __init__(
        self,
        file: str,
        line: int,
        column: int,
        reason: str,
        text: str,
        further: Sequence[GameFileError] = (),
    ) -> None:
        super().__init__(
            Message(
                "{file}, line {line}, column {column}: {reason}",
                file=file,
                line=line,
                column=column,
                reason=reason,
            )
        )
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
        self.text = text
        self.further = tuple(further)


class PositionError(FairyringError):
    """A position text is malformed, not in the standard form, or describes an impossible position.

    Attributes:
        text: the text as given.
        column: where the fault is, from 1.
        reason: what is wrong there; a `Message` if it has parameters.
    """

    def __init__(self, text: str, column: int, reason: str) -> None:
        super().__init__(
            Message("position text, column {column}: {reason}", column=column, reason=Message(reason))
        )
        self.text = text
        self.column = column
        self.reason = reason


class MoveError(FairyringError):
    """A move text that cannot be played.

    Attributes:
        text: the move text as given.
        position: the text of the position in which it was to be played.
        reason: why it cannot be played; a `Message` if it has parameters.
    """

    def __init__(self, text: str, position: str, reason: str) -> None:
        super().__init__(Message("move {move}: {reason}", move=shown(text), reason=Message(reason)))
        self.text = text
        self.position = position
        self.reason = reason


class IllegalMoveError(MoveError):
    """The move text is not a legal move of the position."""


class AmbiguousMoveError(MoveError):
    """The move text could mean several moves.

    Attributes:
        meanings: the canonical text of each.
    """

    def __init__(self, text: str, position: str, meanings: Sequence[str]) -> None:
        choices = joined("{first} or {rest}", meanings)
        super().__init__(text, position, Message("this could mean {choices}", choices=choices))
        self.meanings = tuple(meanings)


class UnknownSecretError(MoveError):
    """What a move does depends on a secret that the position does not hold.

    Attributes:
        question: what must be known: a question with the answer yes or no.
    """

    def __init__(self, text: str, position: str, question: str) -> None:
        reason = Message("this must be known first: {question}", question=Message(question))
        super().__init__(text, position, reason)
        self.question = question


class RecordError(FairyringError):
    """A game record (PGN) cannot be read.

    Attributes:
        line: the line of the fault, from 1.
        column: its column, from 1.
        reason: what is wrong there; a `Message` if it has parameters.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(
            Message(
                "record, line {line}, column {column}: {reason}",
                line=line,
                column=column,
                reason=Message(reason),
            )
        )
        self.line = line
        self.column = column
        self.reason = reason


class PuzzleError(FairyringError):
    """A file of puzzles is broken.

    Attributes:
        file: the name of the file.
        line: the line of the fault, from 1.
        reason: what is wrong there, and what would be right; a `Message` if it has parameters.
    """

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(
            Message("{file}, line {line}: {reason}", file=file, line=line, reason=Message(reason))
        )
        self.file = file
        self.line = line
        self.reason = reason


class SetupError(FairyringError):
    """A piece cannot be put on a square, or cannot be in motion in that direction."""


class BatchError(FairyringError):
    """A batch was given invalid numbers or an illegal action."""


class LabError(FairyringError):
    """A plan of the laboratory that makes no sense, or a folder that belongs to another one."""


class WorkerError(FairyringError):
    """Workers that cannot be reached, or a task that ends each worker that does it."""


class EndgameError(FairyringError):
    """The game has no such pieces, or the endgame cannot be solved."""


class SearchError(FairyringError):
    """A search of a finished game, or with invalid limits."""


def expect(value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Check that an argument is of a type; ``wanted`` says what it should be.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{wanted}, not {shortened(repr(value))}")


def whole_number(
    name: str,
    value: Any,
    least: int | None = None,
    most: int | None = None,
    kind: type[ValueError] = ValueError,
) -> int:
    """An argument that is a whole number, of any type that has such: NumPy's, too, but not bool.

    Args:
        name: what the argument is called.
        value: the argument.
        least: the least that it may be; None if there is no such limit.
        most: the most that it may be; None if there is no such limit.
        kind: the error if it is something else.

    Raises:
        ValueError: it is something else, or out of range.
    """
    bounds = "" if least is None else f" from {least}" if most is None else f" from {least} to {most}"
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None:
        raise kind(f"{name}: a whole number{bounds}, not {shortened(repr(value))}")
    if (least is not None and number < least) or (most is not None and number > most):
        raise kind(f"{name}: a number{bounds}, not {number}")
    return number


def reason_of(error: Exception) -> str:
    """What an error says, on one line: a `Message` if it was made from one, so that it can be translated."""
    said = getattr(error, "message", error.args[0] if len(error.args) == 1 else None)
    return said if isinstance(said, Message) else " ".join(str(error).split())


def shown(text: str, limit: int = LONG) -> str:
    """A text in quotes for a message, shortened if it is long."""
    return repr(shortened(text, limit))


def shortened(text: str, limit: int = LONG) -> str:
    """A text that is no longer than this; a longer one ends with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
