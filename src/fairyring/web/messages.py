"""What the page may send, read and checked; docs/protocol.md is the contract."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from fairyring.board import Side
from fairyring.errors import FairyringError, shown

MAX_MESSAGE = 4_000  # characters of a WebSocket message; the longest turn text is far shorter
MAX_BODY = 300_000  # bytes of a request's body; a record of a thousand moves is a tenth of it

T = TypeVar("T")


class MessageError(FairyringError):
    """A message or a request's body is not what docs/protocol.md says."""


class _Strict(BaseModel):
    """No conversions and no unknown fields: a slip in the page shows at once."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Ply = Annotated[int, Field(ge=0, le=1_000_000)]


class Play(_Strict):
    """Play a turn, in the state that has this ply."""

    type: Literal["move"]
    ply: Ply
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Undo(_Strict):
    """Take back to the human's last decision."""

    type: Literal["undo"]


class Show(_Strict):
    """Show the position after so many plies."""

    type: Literal["show"]
    ply: Ply


class Course(_Strict):
    """Tell what a legal turn would do part by part, in the state that has this ply."""

    type: Literal["course"]
    ply: Ply
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Hint(_Strict):
    """Ask what the computer would play."""

    type: Literal["hint"]


class Hurry(_Strict):
    """Make the computer move now."""

    type: Literal["hurry"]


class Resign(_Strict):
    """End the game."""

    type: Literal["resign"]
    side: Literal["white", "black"]


Message = Annotated[Play | Undo | Show | Course | Hint | Hurry | Resign, Field(discriminator="type")]

Name = Annotated[str, Field(min_length=1, max_length=100)]


class NewGame(_Strict):
    """The body of ``POST /api/games``; a seat is ``"human"`` or a level's name."""

    variant: Name
    options: Annotated[dict[Name, bool | int | Name], Field(max_length=20)] = {}
    white: Name
    black: Name
    position: Annotated[str, Field(max_length=20_000)] | None = None
    pgn: Annotated[str, Field(max_length=200_000)] | None = None

    @model_validator(mode="after")
    def _one_start(self) -> Self:
        if self.position is not None and self.pgn is not None:
            raise ValueError("a game begins from a position or from a record, not from both")
        return self

    @property
    def seats(self) -> dict[Side, str]:
        """Who plays each side."""
        return {Side.WHITE: self.white, Side.BLACK: self.black}


_message: TypeAdapter[Play | Undo | Show | Course | Hint | Hurry | Resign] = TypeAdapter(Message)
_new_game = TypeAdapter(NewGame)


def read_message(text: str) -> Play | Undo | Show | Course | Hint | Hurry | Resign:
    """Read one WebSocket message.

    Raises:
        MessageError: it is no message of the protocol.
    """
    if len(text) > MAX_MESSAGE:
        raise MessageError(f"a message has at most {MAX_MESSAGE} characters, not {len(text)}")
    return _read(_message, text)


def read_new_game(body: bytes) -> NewGame:
    """Read the body of ``POST /api/games``.

    Raises:
        MessageError: it is not a new game.
    """
    return _read(_new_game, body)


def _read(adapter: TypeAdapter[T], text: str | bytes) -> T:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        reason = " ".join(first["msg"].removeprefix("Value error, ").split())
        raise MessageError(f"{shown(place)}: {reason}" if place else reason) from error
