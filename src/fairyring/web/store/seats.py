"""The seats that browsers hold, by the hashes of their cookies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from fairyring.web.events import Joined, read_event
from fairyring.web.store import schema

Read = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
Write = Callable[[Callable[[Connection], object]], Awaitable[None]]

held, games, event = schema.seats.c, schema.games.c, schema.events.c


class Seats:
    """A part of the store; every method may raise its errors."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read = read
        self._write = write

    async def find(self, browser: str, game: str) -> str | None:
        """The sealed token of a browser's seat in a game, or None if it has none."""
        wanted = select(held.token).where(held.browser == browser, held.game == game)
        token: str | None = await self._read(lambda connection: connection.execute(wanted).scalar())
        return token

    async def opens(self, game: str, key: str) -> bool:
        """Whether the token with this hash has opened a seat of a game."""
        wanted = select(event.data).where(event.game == game, event.kind == "joined")
        found = await self._read(lambda connection: list(connection.scalars(wanted)))
        return any(isinstance(data, dict) and data.get("key") == key for data in found)

    async def keep(self, browser: str, game: str, token: str, at: float) -> None:
        """Keep a browser's seat in a game, in place of the one that it had there."""

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.seats).where(held.browser == browser, held.game == game))
            row = {"browser": browser, "game": game, "at": at, "token": token}
            connection.execute(insert(schema.seats), row)

        await self._write(write)

    async def forget(self, browser: str, game: str = "") -> None:
        """Keep a browser's seat in a game no longer, or any of its seats."""
        gone = delete(schema.seats).where(held.browser == browser, *[held.game == game] if game else [])
        await self._write(lambda connection: connection.execute(gone))

    async def all(self, browser: str) -> list[dict[str, Any]]:
        """The games in which a browser has a seat, the latest first, with who has joined each."""
        found: list[dict[str, Any]] = await self._read(lambda connection: _all(connection, browser))
        return found


def _all(connection: Connection, browser: str) -> list[dict[str, Any]]:
    wanted = (
        select(held.game, held.at, held.token, games.variant, games.white, games.black)
        .join(schema.games, games.id == held.game)
        .where(held.browser == browser)
        .order_by(held.at.desc(), held.game)
    )
    found: dict[str, dict[str, Any]] = {}
    for game in connection.execute(wanted):
        about = {"id": game.game, "at": game.at, "token": game.token, "variant": game.variant, "joined": {}}
        found[game.game] = about | {"seats": {"white": game.white, "black": game.black}}
    joins = (
        select(event.game, event.kind, event.at, event.data)
        .join(schema.seats, held.game == event.game)
        .where(held.browser == browser, event.kind == "joined")
        .order_by(event.game, event.number)
    )
    for row in connection.execute(joins):
        read = read_event(row.kind, row.at, row.data)
        if isinstance(read, Joined):
            found[row.game]["joined"][read.side] = {"key": read.key, "name": read.name}
    return list(found.values())
