"""What is answered, held against the protocol."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from fairyring.messages import Message
from fairyring.web.details import Details, Summary
from fairyring.web.languages import phrase
from fairyring.web.shapes import Alive, Begun, Error, LiveMessage, LobbyState, Open, Seat, Taken

__all__ = [
    "Alive",
    "Begun",
    "Details",
    "LobbyState",
    "Open",
    "Seat",
    "Summary",
    "Taken",
    "checked",
    "lost_by",
    "refusal",
]


_message: TypeAdapter[Any] = TypeAdapter(LiveMessage)


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


def lost_by(reason: str) -> object:
    """How a result that Black has won is sent to be translated."""
    said = Message("{winner} wins by {reason}", winner=Message("Black"), reason=Message(reason))
    return phrase(said)
