"""News of what other processes do to the games of a database.

PostgreSQL sends it, by LISTEN and NOTIFY. A notice is part of the transaction that it is about, so a process
that gets it finds the events, and there are no notices of events that were never stored. SQLite sends
nothing; there, a thread checks many times a second whether the file has changed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "fairyring"
PATIENCE = 1.0  # seconds between two looks at whether to go on listening
PAUSE = 2.0  # seconds before a line to the database that broke is tried again
GLANCE = 0.02  # seconds between two looks at whether an SQLite file has changed

WRITTEN = "SELECT game, max(number) + 1, max(rowid) FROM events WHERE rowid > ? GROUP BY game"

Hear = Callable[[str, int], None]
"""Called with a game's id and how many events it has; with "" and 0 where notices may have been missed."""

logger = logging.getLogger(__name__)


def tell(connection: Connection, game: str, events: int) -> None:
    """Tell all listeners how many events a game has, when the transaction is over."""
    if connection.dialect.name == "postgresql":
        notice = {"channel": CHANNEL, "words": f"{game} {events}"}
        connection.execute(text("SELECT pg_notify(:channel, :words)"), notice)


class News(ABC):
    """A thread that listens, and calls in the event loop."""

    def __init__(self, engine: Engine, hear: Hear) -> None:
        self._engine = engine
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="news", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Listen no longer."""
        self._over.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                with self._engine.connect() as connection:
                    self._listen(connection)
            except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error) as error:
                logger.warning("the database tells no news: %s", type(error).__name__)
                self._over.wait(PAUSE)

    @abstractmethod
    def _listen(self, connection: Connection) -> None:
        """Call for all that happens, until it is over."""

    def _call(self, game: str, events: int) -> None:
        try:
            self._loop.call_soon_threadsafe(self._hear, game, events)
        except RuntimeError:
            self._over.set()  # the loop has ended


class Notices(News):
    """PostgreSQL's."""

    def _listen(self, connection: Connection) -> None:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.execute(text(f"LISTEN {CHANNEL}"))
        self._call("", 0)
        driver: Any = connection.connection.driver_connection
        while not self._over.is_set():
            for notice in driver.notifies(timeout=PATIENCE):
                game, events = notice.payload.split()
                self._call(game, int(events))
                if self._over.is_set():
                    return


class Glances(News):
    """At an SQLite file, whose rows are numbered in their order, for nothing is ever deleted."""

    def _listen(self, connection: Connection) -> None:
        # Not through SQLAlchemy, which would begin to write with each look.
        driver: Any = connection.connection.driver_connection
        version = None
        (last,) = driver.execute("SELECT coalesce(max(rowid), 0) FROM events").fetchone()
        self._call("", 0)
        while not self._over.wait(GLANCE):
            found = driver.execute("PRAGMA data_version").fetchone()
            if found != version:
                version = found
                for game, events, row in driver.execute(WRITTEN, (last,)).fetchall():
                    last = max(last, row)
                    self._call(game, events)
