"""All rooms of a server, in memory, and so many at most."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fairyring.board import Side
from fairyring.errors import FairyringError
from fairyring.web.pages import GOING_AWAY
from fairyring.web.room import Room
from fairyring.web.thinking import Thinker

if TYPE_CHECKING:
    from fairyring.game import Game, Variant

MAX_ROOMS = 100


class FullError(FairyringError):
    """Every room is in use."""


class Rooms:
    """Rooms by id, the one that was entered last at the end."""

    def __init__(self, thinker: Thinker, limit: int = MAX_ROOMS) -> None:
        self._thinker = thinker
        self._limit = limit
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self, variant: Variant, seats: Mapping[Side, str], game: Game | None = None) -> Room:
        """Open a room; where there are too many, the one that nobody looks at for longest is dropped.

        Raises:
            FullError: somebody looks at every one.
        """
        if len(self._rooms) >= self._limit:
            idle = next((room for room in self._rooms.values() if not room.pages), None)
            if idle is None:
                raise FullError(f"{self._limit} games are being played here; no more can be opened")
            del self._rooms[idle.key]
        room = Room(secrets.token_urlsafe(12), variant, seats, self._thinker, game)
        self._rooms[room.key] = room
        return room

    def find(self, key: str) -> Room | None:
        """The room, which counts as entered now."""
        room = self._rooms.pop(key, None)
        if room is not None:
            self._rooms[key] = room
        return room

    def close(self) -> None:
        """End all games."""
        for room in self._rooms.values():
            room.close(GOING_AWAY, "the server stops")
        self._rooms.clear()
