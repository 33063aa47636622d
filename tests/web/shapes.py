"""What is answered, held against the protocol."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from fairyring.web.shapes import Begun, Detail, Error, Message, Seat, Shape, Summary, Taken

__all__ = ["ALL", "Begun", "Detail", "Seat", "Summary", "Taken", "checked", "refusal"]


def _all(kind: type[Shape]) -> tuple[type[Shape], ...]:
    return tuple(shape for found in kind.__subclasses__() for shape in (found, *_all(found)))


ALL = _all(Shape)

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
