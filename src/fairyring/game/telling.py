"""What a position tells: moves, results, and what a viewer may know."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.board import Side
from fairyring.kernels.rules import Purse, Token, Words

SPECTATOR = "spectator"
Viewer = Side | str | None

SCORES = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        winner: the side that won, or None for a draw.
        reason: why, in words: ``"checkmate"``, ``"stalemate"``, ``"threefold repetition"``, ….
        purses: White's chips and Black's, the winner's spoils in them; None in a game without chips.
    """

    winner: Side | None
    reason: str
    purses: tuple[Purse, Purse] | None = None

    @property
    def score(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, as records write it."""
        return SCORES[self.winner]

    def __str__(self) -> str:
        return f"{self.winner or 'draw'}{' wins' if self.winner else ''}: {self.reason}"


@dataclass(frozen=True)
class Move:
    """A legal turn of one position; ``str(move)`` is its canonical text.

    Attributes:
        text: the canonical text; no other legal turn of the position has the same.
        choices: the turn as small decisions, one after the other: what an interface offers step by step.
        uci: the UCI form, ``""`` in a game that has none.
        code: the kernel's own number for it, a uint64.
        also: other rows of decisions that are the same turn, as where two riders may pilot one carrier.
        notation: how a list of moves shows the turn to people; in most games the text.
        ply: whether it counts as a ply; False for what is chosen before the first move.
    """

    text: str
    choices: tuple[str, ...]
    uci: str
    code: int
    also: tuple[tuple[str, ...], ...] = ()
    notation: str = ""
    ply: bool = True

    @property
    def entries(self) -> tuple[tuple[str, ...], ...]:
        """Every row of small decisions that is this turn."""
        return (self.choices, *self.also)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class View:
    """What a viewer may know of a position.

    Attributes:
        text: the position's text, as far as the viewer may know it.
        side: the side to move.
        tokens: what lies on the board.
        checked: the names of the sites on which the mover's king stands in check.
        result: None, or how the game ended.
        purses: White's chips and Black's; None in a game without chips.
    """

    text: str
    side: Side
    tokens: tuple[Token, ...]
    checked: tuple[str, ...]
    result: Result | None
    purses: tuple[Purse, Purse] | None = None


def move_of(words: Words, code: int) -> Move:
    """The move of a code, in the words of its family."""
    notation = words.notation or words.text
    return Move(words.text, words.choices, words.uci, code, words.also, notation, words.ply)


def check_viewer(viewer: Viewer) -> None:
    """Refuse a viewer that there is not.

    Raises:
        ValueError: always, but for a side, ``"spectator"`` and None.
    """
    if viewer is not None and viewer not in (*Side, SPECTATOR):
        raise ValueError(f"a viewer is 'white', 'black', 'spectator' or None, not {viewer!r}")
