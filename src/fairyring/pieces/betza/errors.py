"""What is wrong with a notation, and where."""

from __future__ import annotations

from fairyring.messages import Message


class BetzaError(ValueError):
    """A text that is not in Betza's notation.

    Attributes:
        notation: the whole text.
        column: where reading stopped, from 1; at the end of the text, its length plus 1.
        expected: what would have been right there, in words.
    """

    def __init__(self, notation: str, column: int, expected: str) -> None:
        super().__init__(notation, column, expected)
        self.notation = notation
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """What is wrong, so that it can be translated."""
        return Message("{notation}, column {column}: expected {expected}, found {found}", **self._params())

    def _params(self) -> dict[str, object]:
        notation, expected = repr(self.notation), Message(self.expected)
        return {"notation": notation, "column": self.column, "expected": expected, "found": self.found}

    @property
    def found(self) -> str:
        """What stands in the column, in words."""
        return (
            repr(self.notation[self.column - 1]) if self.column <= len(self.notation) else Message("the end")
        )

    @property
    def marked(self) -> str:
        """The notation with a caret under the column, on two lines."""
        return f"{self.notation}\n{'^':>{self.column}}"


class UnplayedError(BetzaError):
    """A text in Betza's notation with something that is understood, but cannot be played here.

    ``expected`` is the reason: what the letter in the column means, and why there is no such move.
    """

    @property
    def message(self) -> Message:
        """What is wrong, so that it can be translated."""
        return Message("{notation}, column {column}: {found} cannot be played: {expected}", **self._params())
