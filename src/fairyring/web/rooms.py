"""The rooms of a server. Games are in the store; a room is open while somebody looks in, and for longer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fairyring.errors import shown
from fairyring.messages import Message
from fairyring.web import replay
from fairyring.web.damage import showing
from fairyring.web.pages import GOING_AWAY
from fairyring.web.room import Room
from fairyring.web.store import Store, StoreError
from fairyring.web.thinking import Thinker
from fairyring.web.work import BusyError

if TYPE_CHECKING:
    from fairyring.game import Variant
    from fairyring.web.events import Beginning, Stored

MAX_ROOMS = 2_000
MAX_BYTES = 600_000_000  # of the games in all rooms, as they are estimated
MAX_EACH = MAX_BYTES // 20  # of those that one visitor had opened, and that are in use
MAX_VISITORS = 20  # pages and waiting programs that look at one game
MAX_KEY = 40  # characters of a game's id
BEAT, REST = 2.0, 60.0  # seconds between two pulses, while somebody's time runs and otherwise

logger = logging.getLogger(__name__)


def no_game(key: str) -> Message:
    """Why nothing can be done with the id of no game."""
    return Message("there is no game {id}", id=shown(key))


class FullError(BusyError):
    """Every room is in use."""


class Rooms:
    """Open rooms by id, the one that was entered last at the end."""

    def __init__(
        self, store: Store, thinker: Thinker, now: Callable[[], float], limit: int = MAX_ROOMS
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._now = now
        self._limit = limit
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._beaten, self._promised = float("-inf"), REST

    def __len__(self) -> int:
        return len(self._rooms)

    @asynccontextmanager
    async def entered(self, key: str) -> AsyncIterator[Room | None]:
        """The room of a game, which stays open meanwhile, or None where there is no such game.

        Raises:
            FullError: its room is not open, and somebody is in every other.
            StoreError: the database failed.
            GoneError: the game is on disk, but cannot be shown.
        """
        room = await self._find(key)
        if room is None:
            yield None
            return
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1

    async def _find(self, key: str) -> Room | None:
        room = self._rooms.pop(key, None)
        if room is None:
            return await self._open(key) if len(key) <= MAX_KEY else None
        self._rooms[key] = room
        return room

    async def _open(self, key: str) -> Room | None:
        async with self._opening:  # or two who come at once would each find a room of their own
            if key in self._rooms:
                return self._rooms[key]
            found = await self._load(key)
            if found is None:
                return None
            beginning, events, variant = found
            room = Room(beginning, events, variant, self._store, self._thinker, self._now, self.stir)
            self._check(room)
            await self._make_room(room.size)
            self._rooms[key] = room
            return room

    async def _load(self, key: str) -> tuple[Beginning, Sequence[Stored], Variant] | None:
        with showing():
            found = await self._store.load(key)
            if found is None:
                return None
            return *found, await self._thinker.work.moves.do(replay.variant, found[0])

    def _check(self, room: Room) -> None:
        """Refuse what would give one visitor too much of the memory."""
        own = (each for each in self._rooms.values() if each.visitors and each.opener == room.opener)
        if room.opener and room.size + sum(each.size for each in own) > MAX_EACH:
            raise FullError("long games are open for your address already; close some of them first")

    async def _make_room(self, size: int) -> None:
        """Close the rooms in which nobody has been for longest, if there are too many, or too large ones."""
        size += sum(room.size for room in self._rooms.values())
        while len(self._rooms) >= self._limit or size > MAX_BYTES:
            idle = next((room for room in self._rooms.values() if not room.visitors), None)
            if idle is None:
                raise FullError(
                    Message("{number} games are open here; try again later", number=len(self._rooms))
                )
            await idle.settled()
            if not idle.visitors:
                del self._rooms[idle.key]
                size -= idle.size
                idle.close(GOING_AWAY, "nobody was here")
                idle.release()

    async def beat(self) -> None:
        """Leave a pulse in the store for as long as the server lives.

        When it comes back, it knows since when nobody could move.
        """
        while True:
            pause = BEAT if any(room.ticking for room in self._rooms.values()) else REST
            if self._now() - self._beaten >= pause:
                await self._beat(pause)
            await asyncio.sleep(BEAT)

    async def stir(self) -> None:
        """Promise a quick pulse from now on: somebody's time runs."""
        if self._promised > BEAT:
            await self._beat(BEAT)

    async def _beat(self, promise: float) -> None:
        self._beaten, self._promised = self._now(), promise
        try:
            await self._store.beat(self._beaten, promise)
        except StoreError:
            self._promised = REST
            logger.exception("the pulse")

    def hear(self, game: str, count: int, events: Sequence[Stored]) -> None:
        """Another process may have gone on in a game, or in any, if none is named; see `store.news.Hear`."""
        for room in (self._rooms.get(game),) if game else self._rooms.values():
            if room is not None:
                room.hear(count if game else None, events)

    def forget(self, browser: str, game: str = "") -> None:
        """Close the pages of a browser that has given up its seat in a game, or all its seats.

        They come back as spectators. Pages at other processes stay until they connect again.
        """
        for room in [self._rooms[game]] if game in self._rooms else [] if game else self._rooms.values():
            for page in room.pages:
                if page.browser == browser:
                    page.close(GOING_AWAY, "this browser has given up its seat")

    async def close(self) -> None:
        """Close all rooms; the games are on disk."""
        for room in self._rooms.values():
            room.close(GOING_AWAY, "the server is shutting down")
            await room.settled()
        self._rooms.clear()
