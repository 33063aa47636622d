"""The end of a game in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairyring.messages import Message
from fairyring.web.events import ABORTION, TIME

if TYPE_CHECKING:
    from fairyring.game import Result


def sentence(result: Result) -> Message:
    """How a game ended, such as "White wins by checkmate"."""
    if result.reason == ABORTION:
        return Message("Aborted")
    if result.reason == TIME and result.winner is not None:
        return Message("{winner} wins on time", winner=Message(str(result.winner).capitalize()))
    return result.message
