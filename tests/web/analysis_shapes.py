"""The messages of the analysis board, held against their types."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from fairyring.web.analysis.shapes import AnalysisRefusal, Arranged, Foreseen, Look, Thought
from fairyring.web.shapes import Compiling

_message: TypeAdapter[Any] = TypeAdapter(
    Annotated[Look | Foreseen | Thought | Arranged | Compiling | AnalysisRefusal, Field(discriminator="type")]
)


def checked(message: dict[str, Any]) -> dict[str, Any]:
    """The message, if it is one of the protocol's."""
    _message.validate_python(message)
    return message
