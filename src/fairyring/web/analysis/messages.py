"""What an analysis board may send, as strict types; see `fairyring.web.messages`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from fairyring.web.events import SideName
from fairyring.web.match import MAX_PLIES
from fairyring.web.messages import MessageError, Name, Options, Strict, read_as, storable, too_long

MAX_MESSAGE = 60_000  # characters: a line of as many moves as a game may have
MAX_NODES = 3_000  # moves of a tree
MAX_LINES = 5  # variations
MAX_SECONDS = 60
MAX_ACTS = 20  # of one message
MAX_COMMENT = 2_000

Text = Annotated[str, Field(min_length=1, max_length=100)]
PositionText = Annotated[str, Field(min_length=1, max_length=20_000), AfterValidator(storable)]
Comment = Annotated[str, Field(max_length=MAX_COMMENT), AfterValidator(storable)]
Key = Annotated[int, Field(ge=0, le=1 << 53)]


class At(Strict):
    """Where a position is."""

    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    """Where the line begins; null for the starting position of the game."""
    moves: Annotated[list[Text], Field(max_length=MAX_PLIES)] = Field(default_factory=list)
    """The moves from there."""


class Look(Strict):
    """Ask for a position and its moves: a `look`."""

    type: Literal["look"]
    key: Key
    """A number by which the page knows the answer."""
    at: At


class Foresee(Strict):
    """Ask what a legal move would do: a `course`."""

    type: Literal["course"]
    key: Key
    at: At
    text: Text


class Think(Strict):
    """Let the computer analyse a position instead of the one before: `thought` messages."""

    type: Literal["think"]
    key: Key
    at: At
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] = 1
    """How many variations to find."""
    seconds: Annotated[int | float, Field(gt=0, le=MAX_SECONDS)] = MAX_SECONDS


class Rest(Strict):
    """Stop the computer."""

    type: Literal["rest"]


class Put(Strict):
    """Put a piece on a square."""

    act: Literal["put"]
    at: Text
    letter: Text


class Take(Strict):
    """Remove the piece from a square, or the chips if there is no piece."""

    act: Literal["take"]
    at: Text


class Carry(Strict):
    """Move the piece from a square, with everything on it, or the chips if there is no piece."""

    act: Literal["carry"]
    start: Text
    goal: Text


class Launch(Strict):
    """Set a piece in motion; with its own square as the goal, stop it."""

    act: Literal["launch"]
    start: Text
    goal: Text


class Pay(Strict):
    """Move a chip from a square, or from the purse of a side that is named, to another."""

    act: Literal["pay"]
    worth: Annotated[int, Field(ge=1, le=1000)]
    start: Text
    goal: Text


class Turn(Strict):
    """Give a side the move."""

    act: Literal["turn"]
    side: SideName


class Clear(Strict):
    """Remove everything from the board."""

    act: Literal["clear"]


Act = Annotated[Put | Take | Carry | Launch | Pay | Turn | Clear, Field(discriminator="act")]


class Arrange(Strict):
    """Set up a position, possible or not: an `arranged`."""

    type: Literal["arrange"]
    key: Key
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    """The position to change; null for the starting position of the game."""
    acts: Annotated[list[Act], Field(max_length=MAX_ACTS)] = Field(default_factory=list)
    """What to do, in this order."""


Request = Look | Foresee | Think | Rest | Arrange


class Node(Strict):
    """A move of a tree."""

    parent: Annotated[int, Field(ge=-1, lt=MAX_NODES)]
    """The index of the move before it, or -1."""
    text: Text
    comment: Comment = ""
    lead: Comment = ""
    """A comment that stands before the move."""
    glyphs: Annotated[list[Annotated[int, Field(ge=1, le=255)]], Field(max_length=10)] = Field(
        default_factory=list
    )
    """Numeric annotation glyphs."""


class Ending(Strict):
    """How a game ended that was not over on the board."""

    winner: SideName | None
    reason: Text


class WriteTree(Strict):
    """A tree of moves, to be written as a record."""

    variant: Name
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    """Where it begins; null for the starting position of the game."""
    tags: Annotated[dict[Text, Comment], Field(max_length=100)] = Field(default_factory=dict)
    comment: Comment = ""
    nodes: Annotated[list[Node], Field(max_length=MAX_NODES)] = Field(default_factory=list)
    """Each after its parent."""
    ended: Ending | None = None


class ReadTree(Strict):
    """A record, to be read as a tree of moves."""

    variant: Name
    """The game that it is of, if it does not say."""
    pgn: Annotated[str, Field(max_length=200_000), AfterValidator(storable)]


_request: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])


def read_request(text: str) -> Request:
    """Read one WebSocket message.

    Raises:
        MessageError: it is not a message of the protocol.
    """
    if len(text) > MAX_MESSAGE:
        raise MessageError(too_long(MAX_MESSAGE, len(text)))
    return read_as(_request, text)
