"""What is answered about positions that belong to no game, as strict types; see `fairyring.web.shapes`."""

from __future__ import annotations

from typing import Literal

from fairyring.web.events import SideName
from fairyring.web.shapes import (
    Alive,
    Chips,
    Compiling,
    Event,
    Label,
    Options,
    Refusal,
    Result,
    Score,
    Shape,
    SidePanel,
    Text,
    Token,
    Turn,
    View,
)


class Step(Shape):
    """A move, for a list of moves."""

    text: str
    notation: str
    """The move as a list of moves shows it."""
    aftermath: str
    """What happens by itself after it, as records write it."""
    side: SideName
    number: int
    """The number of the move; 0 if it counts as no ply."""


class Look(Shape):
    """A position, and the moves that can be made in it."""

    type: Literal["look"]
    key: int
    number: int
    """The number of the next move."""
    choosing: bool
    """Whether the side to move makes a choice in secret."""
    step: Step | None
    """The last move; null at the start of the line."""
    view: View
    turns: list[Turn]
    labels: dict[str, Label]
    result: Result | None


class Foreseen(Shape):
    """What a legal move would do."""

    type: Literal["course"]
    key: int
    text: str
    course: list[Event]
    reply: list[Event]
    """What the other side's pieces would then do by themselves."""


class Variation(Shape):
    """A variation that the computer found."""

    score: Score
    """For the side to move."""
    moves: list[str]
    notations: list[str]
    """The moves as they are shown in a move list."""
    choices: list[str]
    """What enters the first move."""


class Thought(Shape):
    """What the computer has found so far."""

    type: Literal["thought"]
    key: int
    side: SideName
    """The side to move."""
    depth: int
    nodes: int
    speed: int
    """Nodes in a second."""
    lines: list[Variation]
    """The best variations, the best first."""
    over: bool
    """Whether the search has ended."""


class Fault(Shape):
    """What is impossible in a position, and where in its text."""

    message: Text
    column: int
    """From 1."""


class Arranged(Shape):
    """A position that is being set up."""

    type: Literal["arranged"]
    key: int
    text: str
    side: SideName
    tokens: list[Token]
    purses: dict[SideName, list[Chips]] | None
    panels: list[SidePanel]
    motion: bool
    """Whether pieces can be set in motion."""
    fault: Fault | None
    """Null if the position is possible."""


class AnalysisRefusal(Refusal):
    """Why a message was refused, or that the computer failed."""

    key: int | None = None
    """Which message."""


AnalysisMessage = Arranged | Look | Foreseen | Thought | Compiling | AnalysisRefusal | Alive


class Branch(Step):
    """A move of a tree, with its comments."""

    parent: int
    """The index of the move before it, or -1."""
    comment: str
    lead: str
    """A comment that stands before the move."""
    glyphs: list[int]
    """Numeric annotation glyphs."""


class WholeTree(Shape):
    """A record with its variations."""

    variant: str
    options: Options
    position: str | None
    """Where it begins; null for the starting position of the game."""
    tags: dict[str, str]
    comment: str
    nodes: list[Branch]
    """The moves, each after its parent."""
    ended: Result | None
