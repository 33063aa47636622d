"""What is said about positions that belong to no game, as strict types; docs/protocol.md says it in words."""

from __future__ import annotations

from typing import Literal

from fairyring.web.events import SideName
from fairyring.web.shapes import Chips, Event, Label, Mate, Result, Shape, Token, Turn, View


class Step(Shape):
    """A move, for a list of moves; the number is 0 where it counts as no ply."""

    text: str
    notation: str
    aftermath: str
    side: SideName
    number: int


class Look(Shape):
    """A position, and the turns that may be made in it."""

    type: Literal["look"]
    key: int
    number: int
    choosing: bool
    step: Step | None
    view: View
    turns: list[Turn]
    labels: dict[str, Label]
    result: Result | None


class Course(Shape):
    """What a turn would do."""

    type: Literal["course"]
    key: int
    text: str
    course: list[Event]
    reply: list[Event]


class Line(Shape):
    """A line of the computer's."""

    score: int | Mate
    moves: list[str]
    notations: list[str]
    choices: list[str]


class Thought(Shape):
    """What the computer has found so far."""

    type: Literal["thought"]
    key: int
    side: SideName
    depth: int
    nodes: int
    speed: int
    lines: list[Line]
    over: bool


class Fault(Shape):
    """What is impossible in a position, and where in its text."""

    message: str
    column: int


class Arranged(Shape):
    """A position in the making."""

    type: Literal["arranged"]
    key: int
    text: str
    side: SideName
    tokens: list[Token]
    purses: dict[SideName, list[Chips]] | None
    motion: bool
    fault: Fault | None


class Refusal(Shape):
    """Why a message was refused."""

    type: Literal["error"]
    key: int | None = None
    message: str


class Node(Step):
    """A move of a tree, and what is said of it; `parent` is the index of the one before, or -1."""

    parent: int
    comment: str
    lead: str
    glyphs: list[int]


class Tree(Shape):
    """A record with its variations."""

    variant: str
    options: dict[str, bool | int | str]
    position: str | None
    tags: dict[str, str]
    comment: str
    nodes: list[Node]
    ended: Result | None
