"""What a page or a program may send about a game, as strict types. With `shapes` they are the protocol."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from fairyring.board import Side
from fairyring.errors import FairyringError, shown
from fairyring.messages import Message
from fairyring.web.events import SideName, Terms, What
from fairyring.web.seats import MAX_TOKEN

HUMAN = "human"
OPEN = "open"  # a seat that waits for an invited player

MAX_NAME = 24  # characters of a player's name
MAX_SAID = 200  # characters of a chat message
MAX_MESSAGE = 4_000  # characters of a WebSocket message; the longest move text is far shorter
MAX_BODY = 300_000  # bytes of a request's body; a record of a thousand moves has a tenth of that

T = TypeVar("T")
Q = TypeVar("Q", bound="BaseModel")


class MessageError(FairyringError):
    """A message or a request's body is not one of the protocol."""


class Strict(BaseModel):
    """No conversions and no unknown fields: a mistake in the page shows at once."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True)


Ply = Annotated[int, Field(ge=0, le=1_000_000)]

MoveText = Annotated[str, Field(min_length=1, max_length=500)]

_ply: TypeAdapter[int] = TypeAdapter(Ply)


class Play(Strict):
    """Make a move."""

    type: Literal["move"]
    ply: Ply
    """The state's, so that nothing is played twice."""
    text: MoveText


class Undo(Strict):
    """Take back to your last decision: against the computer two plies. Not in a game between two people."""

    type: Literal["undo"]


class Show(Strict):
    """Ask for an earlier position: a `shown`, to this page only."""

    type: Literal["show"]
    ply: Ply


class Foresee(Strict):
    """Ask what a legal move would do: a `course`, to this page only, unless the game has gone on."""

    type: Literal["course"]
    ply: Ply
    """The state's."""
    text: MoveText


class Hint(Strict):
    """Ask what the computer would play: a `hint`, to this page only, unless the game goes on before."""

    type: Literal["hint"]


class Explain(Strict):
    """After a game with secrets, ask what could be believed about them: an `explained`, to this page only."""

    type: Literal["explain"]


class Hurry(Strict):
    """Make the computer move now, or try again after a failure."""

    type: Literal["hurry"]


class Resign(Strict):
    """Resign."""

    type: Literal["resign"]
    side: SideName
    """One of yours."""


class Abort(Strict):
    """End a game between two people, who have not both moved yet, without a result."""

    type: Literal["abort"]


class Offer(Strict):
    """Offer the opponent a draw, to take back your last move, or a rematch with the sides changed.

    A rematch begins at once if nobody else plays.
    """

    type: Literal["offer"]
    what: What


class Accept(Strict):
    """Accept what the opponent offers."""

    type: Literal["accept"]
    what: What


class Decline(Strict):
    """Decline what the opponent offers, or withdraw your own offer."""

    type: Literal["decline"]
    what: What


def _one_line(text: str) -> str:
    """The text without characters that break its line or change the direction of the text around it."""
    kept = (
        char
        for char in text
        if unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp")
        and unicodedata.bidirectional(char)
        not in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    )
    if not (line := "".join(kept).strip()):
        raise ValueError(Message("the message is empty"))
    return line


def storable(text: str) -> str:
    """The text, unless it has a character that databases cannot keep and pages cannot show."""
    if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError(Message("the text has a character that cannot be shown"))
    return text


class Say(Strict):
    """Send the opponent a chat message of at most 200 characters."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=MAX_SAID), AfterValidator(_one_line)]


Act = Play | Undo | Resign | Abort | Offer | Accept | Decline | Say
"""What changes a game."""

Deed = Annotated[Act | Hurry, Field(discriminator="type")]
"""The body of ``POST /api/games/{key}/acts``: what needs no connection for its answer."""

Request = Annotated[Act | Hurry | Show | Foresee | Hint | Explain, Field(discriminator="type")]
"""What a page sends on its connection."""

Name = Annotated[str, Field(min_length=1, max_length=100)]


PlayerName = Annotated[
    str, Field(max_length=MAX_NAME), AfterValidator(lambda text: _one_line(text) if text.strip() else "")
]
"""What a player wants to be called, in one line; "" for nothing."""


class Claim(Strict):
    """A seat token, or an invitation."""

    token: Annotated[str, Field(min_length=1, max_length=MAX_TOKEN)]
    name: PlayerName = ""
    """What you want to be called, if the token is an invitation."""


Options = Annotated[dict[Name, bool | int | Name], Field(max_length=20)]


class NewGame(Strict):
    """A game to begin."""

    variant: Name
    options: Options = {}
    """The options that differ from their defaults."""
    white: Name
    """`human` for you, `open` for a player whom you invite, or the name of a level."""
    black: Name
    position: Annotated[str, Field(max_length=20_000), AfterValidator(storable)] | None = None
    """The first position, if not the game's own."""
    pgn: Annotated[str, Field(max_length=200_000), AfterValidator(storable)] | None = None
    """A record to continue, instead of a position. Options that it names replace those here."""
    clock: Terms | None = None
    """Only where a person plays. The computer takes what its clock allows, and does not lose on time."""

    name: PlayerName = ""
    """What you want to be called."""

    @model_validator(mode="after")
    def _one_start(self) -> Self:
        if self.position is not None and self.pgn is not None:
            raise ValueError(Message("a game starts from a position or from a record, not from both"))
        seats = sorted((self.white, self.black))
        if OPEN in seats and HUMAN not in seats:
            raise ValueError(Message("with an open seat, the other seat must be yours"))
        if self.clock is not None and HUMAN not in seats:
            raise ValueError(Message("only games in which a person plays have a clock"))
        return self

    @property
    def seats(self) -> dict[Side, str]:
        """Who plays each side."""
        return {Side.WHITE: self.white, Side.BLACK: self.black}


_message: TypeAdapter[Act | Hurry | Show | Foresee | Hint | Explain] = TypeAdapter(Request)


def read_message(text: str) -> Act | Hurry | Show | Foresee | Hint | Explain:
    """Read one WebSocket message.

    Raises:
        MessageError: it is not a message of the protocol.
    """
    if len(text) > MAX_MESSAGE:
        raise MessageError(too_long(MAX_MESSAGE, len(text)))
    return read_as(_message, text)


def read_as(adapter: TypeAdapter[T], text: str | bytes) -> T:
    """Read a text as what an adapter wants.

    Raises:
        MessageError: it is something else.
    """
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from error


def read_query(kind: type[Q], query: Mapping[str, str]) -> Q:
    """Read a query, whose values are texts.

    Raises:
        MessageError: it is not what is wanted.
    """
    try:
        return kind.model_validate_strings(dict(query), strict=False)
    except ValidationError as error:
        raise _refusal(error) from error


def read_ply(text: str) -> int:
    """Read a ply in an address.

    Raises:
        MessageError: the text is not the number of a ply.
    """
    try:
        return _ply.validate_strings(text, strict=False)
    except ValidationError as error:
        raise _refusal(error) from error


def _refusal(error: ValidationError) -> MessageError:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    reason = Message(" ".join(first["msg"].removeprefix("Value error, ").split()))
    return MessageError(Message("{place}: {reason}", place=shown(place), reason=reason) if place else reason)


def too_long(most: int, number: int) -> Message:
    """Why a message is refused that has too many characters."""
    return Message("a message has at most {most} characters, not {number}", most=most, number=number)
