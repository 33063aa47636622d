"""What the page may send, read and checked; docs/protocol.md is the contract."""

from __future__ import annotations

import unicodedata
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
from fairyring.web.events import Terms, What
from fairyring.web.seats import MAX_TOKEN

HUMAN = "human"
OPEN = "open"  # a seat that waits for whoever is invited

MAX_SAID = 200  # characters of one line of talk
MAX_MESSAGE = 4_000  # characters of a WebSocket message; the longest turn text is far shorter
MAX_BODY = 300_000  # bytes of a request's body; a record of a thousand moves is a tenth of it

T = TypeVar("T")


class MessageError(FairyringError):
    """A message or a request's body is not what docs/protocol.md says."""


class Strict(BaseModel):
    """No conversions and no unknown fields: a slip in the page shows at once."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Ply = Annotated[int, Field(ge=0, le=1_000_000)]


class Play(Strict):
    """Play a turn, in the state that has this ply."""

    type: Literal["move"]
    ply: Ply
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Undo(Strict):
    """Take back to the human's last decision."""

    type: Literal["undo"]


class Show(Strict):
    """Show the position after so many plies."""

    type: Literal["show"]
    ply: Ply


class Course(Strict):
    """Tell what a legal turn would do part by part, in the state that has this ply."""

    type: Literal["course"]
    ply: Ply
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Hint(Strict):
    """Ask what the computer would play."""

    type: Literal["hint"]


class Explain(Strict):
    """Tell what was to be believed of what the players hid, in a game that is over."""

    type: Literal["explain"]


class Hurry(Strict):
    """Make the computer move now."""

    type: Literal["hurry"]


class Resign(Strict):
    """End the game."""

    type: Literal["resign"]
    side: Literal["white", "black"]


class Abort(Strict):
    """End a game that has hardly begun, without a result."""

    type: Literal["abort"]


class Offer(Strict):
    """Offer the other player a draw, a rematch, or to take a turn back."""

    type: Literal["offer"]
    what: What


class Accept(Strict):
    """Accept what the other player offers."""

    type: Literal["accept"]
    what: What


class Decline(Strict):
    """Decline what the other player offers, or withdraw what one has offered oneself."""

    type: Literal["decline"]
    what: What


def _one_line(text: str) -> str:
    """The text without what would break its line, or turn around how the rest of the page reads."""
    kept = (
        char
        for char in text
        if unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp")
        and unicodedata.bidirectional(char)
        not in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    )
    if not (line := "".join(kept).strip()):
        raise ValueError("there is nothing to read in it")
    return line


def storable(text: str) -> str:
    """The text, unless it holds what no database can keep and no page can show."""
    if "\0" in text or any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("it holds a character that is none")
    return text


class Say(Strict):
    """Say something to the other player."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=MAX_SAID), AfterValidator(_one_line)]


Act = Play | Undo | Resign | Abort | Offer | Accept | Decline | Say
"""What changes a game."""

Deed = Annotated[Act | Hurry, Field(discriminator="type")]
"""The body of ``POST /api/games/{id}/acts``: what needs no page that is there for the answer."""

Request = Annotated[Act | Hurry | Show | Course | Hint | Explain, Field(discriminator="type")]
"""What the page says on its line."""

Name = Annotated[str, Field(min_length=1, max_length=100)]


class Claim(Strict):
    """The body of ``POST /api/games/{id}/seat``: a seat's token, or an invitation."""

    token: Annotated[str, Field(min_length=1, max_length=MAX_TOKEN)]


class NewGame(Strict):
    """The body of ``POST /api/games``.

    A seat is ``"human"``, who is whoever asks, ``"open"`` for whoever is invited, or a level's name.
    """

    variant: Name
    options: Annotated[dict[Name, bool | int | Name], Field(max_length=20)] = {}
    white: Name
    black: Name
    position: Annotated[str, Field(max_length=20_000), AfterValidator(storable)] | None = None
    pgn: Annotated[str, Field(max_length=200_000), AfterValidator(storable)] | None = None
    clock: Terms | None = None

    @model_validator(mode="after")
    def _one_start(self) -> Self:
        if self.position is not None and self.pgn is not None:
            raise ValueError("a game begins from a position or from a record, not from both")
        seats = sorted((self.white, self.black))
        if OPEN in seats and HUMAN not in seats:
            raise ValueError("whoever leaves a seat open takes the other one")
        if self.clock is not None and OPEN not in seats:
            raise ValueError("a clock is for games between two people")
        return self

    @property
    def seats(self) -> dict[Side, str]:
        """Who plays each side."""
        return {Side.WHITE: self.white, Side.BLACK: self.black}


_message: TypeAdapter[Act | Hurry | Show | Course | Hint | Explain] = TypeAdapter(Request)
_deed: TypeAdapter[Act | Hurry] = TypeAdapter(Deed)
_new_game = TypeAdapter(NewGame)
_claim = TypeAdapter(Claim)


def read_message(text: str) -> Act | Hurry | Show | Course | Hint | Explain:
    """Read one WebSocket message.

    Raises:
        MessageError: it is no message of the protocol.
    """
    if len(text) > MAX_MESSAGE:
        raise MessageError(f"a message has at most {MAX_MESSAGE} characters, not {len(text)}")
    return read_as(_message, text)


def read_deed(body: bytes) -> Act | Hurry:
    """Read the body of ``POST /api/games/{id}/acts``.

    Raises:
        MessageError: it is nothing that is done in a game.
    """
    return read_as(_deed, body)


def read_new_game(body: bytes) -> NewGame:
    """Read the body of ``POST /api/games``.

    Raises:
        MessageError: it is not a new game.
    """
    return read_as(_new_game, body)


def read_claim(body: bytes) -> Claim:
    """Read the body of ``POST /api/games/{id}/seat``.

    Raises:
        MessageError: it holds no token.
    """
    return read_as(_claim, body)


def read_as(adapter: TypeAdapter[T], text: str | bytes) -> T:
    """Read a text as what an adapter wants.

    Raises:
        MessageError: it is something else.
    """
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        reason = " ".join(first["msg"].removeprefix("Value error, ").split())
        raise MessageError(f"{shown(place)}: {reason}" if place else reason) from error
