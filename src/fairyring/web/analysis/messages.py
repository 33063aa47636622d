"""What may be asked of positions, read and checked; docs/protocol.md is the contract."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from fairyring.web.match import MAX_PLIES
from fairyring.web.messages import MessageError, Name, Strict, read_as, storable

MAX_MESSAGE = 60_000  # characters: a line of as many moves as a game may have
MAX_NODES = 3_000  # moves of a tree
MAX_LINES = 5  # of the computer's
MAX_SECONDS = 60
MAX_ACTS = 20  # on a board at once
MAX_COMMENT = 2_000

Text = Annotated[str, Field(min_length=1, max_length=100)]
PositionText = Annotated[str, Field(min_length=1, max_length=20_000), AfterValidator(storable)]
Comment = Annotated[str, Field(max_length=MAX_COMMENT), AfterValidator(storable)]
Options = Annotated[dict[Name, bool | int | Name], Field(max_length=20)]
Key = Annotated[int, Field(ge=0, le=1 << 53)]


class Place(Strict):
    """Where a position is: after some moves from a position, or from the start of the game."""

    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    moves: Annotated[list[Text], Field(max_length=MAX_PLIES)] = Field(default_factory=list)


class Look(Strict):
    """Show a position, and the turns that it has."""

    type: Literal["look"]
    key: Key
    at: Place


class Foresee(Strict):
    """Tell what a legal turn would do part by part."""

    type: Literal["course"]
    key: Key
    at: Place
    text: Text


class Think(Strict):
    """Let the computer look for the best lines, in place of what it looks for now."""

    type: Literal["think"]
    key: Key
    at: Place
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] = 1
    seconds: Annotated[int | float, Field(gt=0, le=MAX_SECONDS)] = MAX_SECONDS


class Rest(Strict):
    """Let the computer stop."""

    type: Literal["rest"]


class Put(Strict):
    """Put a man somewhere."""

    act: Literal["put"]
    at: Text
    letter: Text


class Take(Strict):
    """Take away whoever stands there, or the chips where nobody does."""

    act: Literal["take"]
    at: Text


class Carry(Strict):
    """Carry whoever stands there elsewhere, with all that is his, or the chips where nobody does."""

    act: Literal["carry"]
    start: Text
    goal: Text


class Launch(Strict):
    """Set a man in motion; stop him, where he would not leave his site."""

    act: Literal["launch"]
    start: Text
    goal: Text


class Pay(Strict):
    """Move a chip from a site, or the purse of a side that is named, to another."""

    act: Literal["pay"]
    worth: Annotated[int, Field(ge=1, le=1000)]
    start: Text
    goal: Text


class Turn(Strict):
    """Let a side be to move."""

    act: Literal["turn"]
    side: Literal["white", "black"]


class Clear(Strict):
    """Take everything off the board."""

    act: Literal["clear"]


Act = Annotated[Put | Take | Carry | Launch | Pay | Turn | Clear, Field(discriminator="act")]


class Arrange(Strict):
    """Change what stands on a board, be it possible or not; show it, and say what is impossible in it."""

    type: Literal["arrange"]
    key: Key
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    acts: Annotated[list[Act], Field(max_length=MAX_ACTS)] = Field(default_factory=list)


Request = Look | Foresee | Think | Rest | Arrange


class Node(Strict):
    """A move of a tree, with what is said of it; `parent` is the node it follows, or -1."""

    parent: Annotated[int, Field(ge=-1, lt=MAX_NODES)]
    text: Text
    comment: Comment = ""
    lead: Comment = ""
    glyphs: Annotated[list[Annotated[int, Field(ge=1, le=255)]], Field(max_length=10)] = Field(
        default_factory=list
    )


class Ending(Strict):
    """How a game ended by word."""

    winner: Literal["white", "black"] | None
    reason: Text


class WriteTree(Strict):
    """The body of ``POST /api/analysis/pgn``: a tree, each node after the one that it follows."""

    variant: Name
    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    tags: Annotated[dict[Text, Comment], Field(max_length=100)] = Field(default_factory=dict)
    comment: Comment = ""
    nodes: Annotated[list[Node], Field(max_length=MAX_NODES)] = Field(default_factory=list)
    ended: Ending | None = None


class ReadTree(Strict):
    """The body of ``POST /api/analysis/tree``: a record, and what it is of where it does not say."""

    variant: Name
    pgn: Annotated[str, Field(max_length=200_000), AfterValidator(storable)]


_request: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])
_write = TypeAdapter(WriteTree)
_read = TypeAdapter(ReadTree)


def read_request(text: str) -> Request:
    """Read one WebSocket message.

    Raises:
        MessageError: it is no message of the protocol.
    """
    if len(text) > MAX_MESSAGE:
        raise MessageError(f"a message has at most {MAX_MESSAGE} characters, not {len(text)}")
    return read_as(_request, text)


def read_tree_to_write(body: bytes) -> WriteTree:
    """Read the body of ``POST /api/analysis/pgn``.

    Raises:
        MessageError: it is no tree.
    """
    return read_as(_write, body)


def read_record(body: bytes) -> ReadTree:
    """Read the body of ``POST /api/analysis/tree``.

    Raises:
        MessageError: it holds no record.
    """
    return read_as(_read, body)
