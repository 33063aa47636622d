"""Stored games that cannot be shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fairyring.errors import FairyringError
from fairyring.messages import Message
from fairyring.web.store import DamagedError, StoreError
from fairyring.web.work import BusyError


class GoneError(FairyringError):
    """A stored game cannot even be shown, for a reason that is given."""

    def __init__(self, reason: FairyringError) -> None:
        said = Message("this game can no longer be played: {reason}", reason=Message(reason.message))
        super().__init__(said)


@contextmanager
def showing() -> Iterator[None]:
    """Tell what keeps a stored game from being shown from what may be over in a moment.

    Raises:
        GoneError: the game cannot be shown.
        BusyError: too much is asked for.
        StoreError: the database does not answer.
    """
    try:
        yield
    except FairyringError as error:
        passing = isinstance(error, BusyError | StoreError) and not isinstance(error, DamagedError)
        if passing:
            raise
        raise GoneError(error) from error
