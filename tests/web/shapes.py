"""The messages of docs/protocol.md as strict types: nothing more, nothing less, nothing converted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


SideName = Literal["white", "black"]


class Momentum(Shape):
    dx: int
    dy: int
    place: int


Legs = list[list[list[float]]]


class Motion(Momentum):
    legs: Legs


class Event(Shape):
    what: Literal["move", "stop", "drift", "halt", "spin"]
    sites: list[str]
    legs: Legs
    taken: str
    becomes: str
    momentum: Momentum | None


class Chips(Shape):
    worth: int
    number: int


class Token(Shape):
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
    text: str
    side: SideName
    checked: list[str]
    last: list[str]
    tokens: list[Token]
    taken: list[Token]
    course: list[Event]
    purses: dict[SideName, list[Chips]] | None


class Turn(Shape):
    text: str
    choices: list[str]


class Label(Shape):
    name: str
    picture: str


class Result(Shape):
    winner: SideName | None
    reason: str
    score: Literal["1-0", "0-1", "1/2-1/2", "*"]
    text: str
    purses: dict[SideName, list[Chips]] | None


class Clock(Shape):
    kind: Literal["game", "move"]
    seconds: int
    increment: int
    left: dict[SideName, float]
    running: SideName | None


class Offered(Shape):
    what: Literal["draw", "takeback", "rematch"]
    side: SideName


class Seats(Shape):
    white: str
    black: str


class State(Shape):
    type: Literal["state"]
    id: str
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
    type: Literal["shown"]
    ply: int
    view: View


class Course(Shape):
    type: Literal["course"]
    ply: int
    text: str
    course: list[Event]
    reply: list[Event]


class Line(Shape):
    side: SideName
    text: str


class Chat(Shape):
    type: Literal["chat"]
    first: int
    lines: list[Line]


class Present(Shape):
    type: Literal["present"]
    sides: list[SideName]


class Mate(Shape):
    mate: int


class Hint(Shape):
    type: Literal["hint"]
    ply: int
    text: str
    choices: list[str]
    score: int | Mate
    depth: int


class Compiling(Shape):
    type: Literal["progress"]
    task: Literal["compile"]
    step: str
    done: int
    total: int


class Thinking(Shape):
    type: Literal["progress"]
    task: Literal["think"]
    depth: int
    score: int | Mate
    line: list[str]
    nodes: int
    speed: int


class Refusal(Shape):
    type: Literal["error"]
    message: str


Message = (
    State
    | Shown
    | Course
    | Hint
    | Chat
    | Present
    | Annotated[Compiling | Thinking, Field(discriminator="task")]
    | Refusal
)


class Summary(Shape):
    name: str
    title: str
    summary: str
    inventor: str
    year: int


class Panel(Shape):
    title: str
    width: int
    height: int


class Outline(Shape):
    panel: int
    points: list[list[int]]


class Site(Shape):
    name: str
    shade: int
    region: str
    carrier: str
    outlines: list[Outline]


class Place(Shape):
    site: str
    level: str
    name: str


class Board(Shape):
    panels: list[Panel]
    sites: list[Site]
    places: dict[str, Place]
    turning: list[str]


class PieceWords(Shape):
    letter: str
    name: str
    picture: str
    note: str


class LevelWords(Shape):
    name: str
    title: str


class OptionWords(Shape):
    name: str
    value: bool | int | str
    words: str


class Detail(Summary):
    board: Board
    pieces: list[PieceWords]
    levels: list[LevelWords]
    options: list[OptionWords]
    start: list[Token]


class Begun(Shape):
    id: str
    token: str


class Taken(Shape):
    sides: list[SideName]
    token: str


class Seat(Taken):
    invitation: str


class Error(Shape):
    error: str


ALL: tuple[type[Shape], ...] = (
    *(
        State,
        Seats,
        View,
        Token,
        Motion,
        Momentum,
        Event,
        Course,
        Turn,
        Label,
        Result,
        Clock,
        Chips,
        Offered,
        Chat,
        Line,
        Present,
        Shown,
        Hint,
        Mate,
        Compiling,
        Thinking,
        Refusal,
    ),
    *(Summary, Detail, Board, Panel, Site, Place, Outline, PieceWords, LevelWords, OptionWords, Error),
    *(Begun, Taken, Seat),
)

_message: TypeAdapter[Any] = TypeAdapter(Message)


def checked(message: dict[str, Any]) -> dict[str, Any]:
    """The message, if it is one of the protocol's."""
    _message.validate_python(message)
    return message


def refusal(body: object) -> str:
    """The words of a refused request, if they are one line for people."""
    error = Error.model_validate(body).error
    assert error
    assert "\n" not in error
    assert "Traceback" not in error
    return error
