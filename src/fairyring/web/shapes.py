"""All that is answered, as strict types: what docs/protocol.md says, no more, no less, not converted.

Answers are made without them, as fast as they can be; the OpenAPI document describes answers by them, and the
tests hold every answer against them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fairyring.web.events import SideName, What


class Shape(BaseModel):
    """A message or a part of one."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Momentum(Shape):
    """How a man in motion goes on by himself, and when among his side's."""

    dx: int
    dy: int
    place: int


Legs = list[list[list[float]]]


class Motion(Momentum):
    """His momentum, and the lines along which he will go."""

    legs: Legs


class Event(Shape):
    """One part of what happened in a turn."""

    what: Literal["move", "stop", "drift", "halt", "spin"]
    sites: list[str]
    legs: Legs
    taken: str
    becomes: str
    momentum: Momentum | None


class Chips(Shape):
    """So many chips of one worth."""

    worth: int
    number: int


class Token(Shape):
    """Something that lies on the board."""

    site: str
    letter: str
    name: str
    picture: str
    side: SideName | None
    level: str
    momentum: Motion | None
    chips: list[Chips]
    marked: bool


class View(Shape):
    """One position, as its viewer may know it."""

    text: str
    side: SideName
    checked: list[str]
    last: list[str]
    tokens: list[Token]
    taken: list[Token]
    course: list[Event]
    purses: dict[SideName, list[Chips]] | None


class Turn(Shape):
    """A legal turn, and one row of choices that enters it."""

    text: str
    choices: list[str]


class Label(Shape):
    """What a choice that is no site is called."""

    name: str
    picture: str


class Result(Shape):
    """How a game ended."""

    winner: SideName | None
    reason: str
    score: Literal["1-0", "0-1", "1/2-1/2", "*"]
    text: str
    purses: dict[SideName, list[Chips]] | None


class Clock(Shape):
    """The clocks."""

    kind: Literal["game", "move"]
    seconds: int
    increment: int
    left: dict[SideName, float]
    running: SideName | None


class Offered(Shape):
    """Something that one player offers the other."""

    what: What
    side: SideName


class Seats(Shape):
    """Who plays: ``human``, ``open``, or a level of the computer."""

    white: str
    black: str


class State(Shape):
    """All that one viewer may know of a game."""

    type: Literal["state"]
    id: str
    events: int
    variant: str
    options: dict[str, bool | int | str]
    seats: Seats
    you: list[SideName]
    shared: bool
    ply: int
    number: int
    first: SideName
    moves: list[str]
    notations: list[str]
    aftermaths: list[str]
    choices: int
    choosing: bool
    knows: Literal["", "white", "black", "spectator"]
    view: View
    turns: list[Turn]
    labels: dict[str, Label]
    thinking: bool
    clock: Clock | None
    offers: list[Offered]
    can: list[Literal["undo", "hint", "resign", "abort", "draw", "takeback", "rematch", "chat"]]
    next: str
    result: Result | None


class Shown(Shape):
    """The position after so many plies."""

    type: Literal["shown"]
    ply: int
    view: View


class Course(Shape):
    """What a legal turn would do."""

    type: Literal["course"]
    ply: int
    text: str
    course: list[Event]
    reply: list[Event]


class Line(Shape):
    """A line that somebody said."""

    side: SideName
    text: str


class Chat(Shape):
    """What was said, from the line of an index on."""

    type: Literal["chat"]
    first: int
    lines: list[Line]


class Present(Shape):
    """The sides that are connected."""

    type: Literal["present"]
    sides: list[SideName]


class Mate(Shape):
    """A mate in so many plies; negative: suffered."""

    mate: int


class Hint(Shape):
    """What the computer would play."""

    type: Literal["hint"]
    ply: int
    text: str
    choices: list[str]
    score: int | Mate
    depth: int


class Explained(Shape):
    """What was to be believed of what the players hid."""

    type: Literal["explained"]
    ply: int
    lines: list[str]


class Compiling(Shape):
    """How far a compile has come."""

    type: Literal["progress"]
    task: Literal["compile"]
    step: str
    done: int
    total: int


class Thinking(Shape):
    """How far a search has come."""

    type: Literal["progress"]
    task: Literal["think"]
    depth: int
    score: int | Mate
    line: list[str]
    nodes: int
    speed: int


class Refusal(Shape):
    """Why a message was refused."""

    type: Literal["error"]
    message: str


Message = (
    State
    | Shown
    | Course
    | Hint
    | Explained
    | Chat
    | Present
    | Annotated[Compiling | Thinking, Field(discriminator="task")]
    | Refusal
)


class Summary(Shape):
    """A game in a few words."""

    name: str
    title: str
    summary: str
    inventor: str
    year: int


class Panel(Shape):
    """One board to draw."""

    title: str
    width: int
    height: int


class Outline(Shape):
    """Where a site is drawn on a panel."""

    panel: int
    points: list[list[int]]


class Site(Shape):
    """A site and its outlines."""

    name: str
    shade: int
    region: str
    carrier: str
    outlines: list[Outline]


class Place(Shape):
    """A choice that is made at a site without being its name."""

    site: str
    level: str
    name: str


class Board(Shape):
    """What there is to draw."""

    panels: list[Panel]
    sites: list[Site]
    places: dict[str, Place]
    turning: list[str]


class PieceWords(Shape):
    """A piece, for people."""

    letter: str
    name: str
    picture: str
    note: str


class LevelWords(Shape):
    """A level of the computer, for people."""

    name: str
    title: str


class OptionWords(Shape):
    """An option of a game, with the value that it has otherwise."""

    name: str
    value: bool | int | str
    words: str


class Detail(Summary):
    """A game, its board and its pieces."""

    board: Board
    pieces: list[PieceWords]
    levels: list[LevelWords]
    options: list[OptionWords]
    start: list[Token]


class Begun(Shape):
    """A game that has begun, and the token of whoever began it."""

    id: str
    token: str


class Taken(Shape):
    """The sides of a seat, and its token."""

    sides: list[SideName]
    token: str


class Seat(Taken):
    """What a token opens."""

    invitation: str


class Health(Shape):
    """The server and its database are well."""

    status: Literal["ok"]


class Error(Shape):
    """Why a request was refused, in one line for people."""

    error: str
