"""News of what other processes do to the games of a database.

PostgreSQL sends it, by LISTEN and NOTIFY. A notice is part of the transaction that it is about, so there are
no notices of events that were never stored; and it holds the events, so that nobody has to read them. SQLite
sends nothing; there, a thread checks many times a second whether the file has changed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from fairyring.web.events import Stored, read_event

CHANNEL = "fairyring"
PATIENCE = 1.0  # seconds between two looks at whether to go on listening
PAUSE = 2.0  # seconds before a line to the database that broke is tried again
GLANCE = 0.02  # seconds between two looks at whether an SQLite file has changed

WRITTEN = "SELECT game, max(number) + 1, max(rowid) FROM events WHERE rowid > ? GROUP BY game"

MOST_WORDS = 7_900  # bytes of a notice; PostgreSQL takes less than 8,000
TELL = "SELECT pg_notify(:channel, words) FROM unnest(CAST(:notices AS text[])) AS words"

Hear = Callable[[str, int, Sequence[Stored]], None]
"""Called with a game's id, how many events it has, and the last of them, or none where they must be read.

With "" and 0 where notices may have been missed.
"""

logger = logging.getLogger(__name__)


def notice(sender: str, game: str, number: int, rows: Sequence[dict[str, Any]]) -> str:
    """What listeners hear about new events of a game, as rows of the table; the first has this number."""
    about, count = [sender, game, number], len(rows)
    words = json.dumps([*about, count, [[row["kind"], row["at"], row["data"]] for row in rows]])
    return words if len(words) <= MOST_WORDS else json.dumps([*about, count, []])


def tell(connection: Connection, notices: Sequence[str]) -> None:
    """Tell all listeners, when the transaction is over."""
    if notices and connection.dialect.name == "postgresql":
        connection.execute(text(TELL), {"channel": CHANNEL, "notices": list(notices)})


class News(ABC):
    """A thread that listens, and calls in the event loop."""

    def __init__(self, engine: Engine, hear: Hear, own: str) -> None:
        """Listen to all senders but one's ``own``."""
        self._engine = engine
        self._own = own
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

    def _call(self, game: str, count: int, events: Sequence[Stored] = ()) -> None:
        try:
            self._loop.call_soon_threadsafe(self._hear, game, count, events)
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
            for heard in driver.notifies(timeout=PATIENCE):
                sender, game, number, count, rows = json.loads(heard.payload)
                if sender != self._own:
                    self._call(game, number + count, [read_event(*row) for row in rows])
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
                for game, count, row in driver.execute(WRITTEN, (last,)).fetchall():
                    last = max(last, row)
                    self._call(game, count)
