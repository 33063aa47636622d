"""The store: what was appended is on disk when `Store.append` returns.

SQLAlchemy is used in threads and not through asyncio. SQLite's calls block, and its asyncio driver is a
thread, too; with one thread of our own, everything that many games have to write during a transaction goes
into the next one together. Both databases are used in the same way.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import (
    Connection,
    Engine,
    Row,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from fairyring.board import Side
from fairyring.errors import FairyringError, shown
from fairyring.messages import Message
from fairyring.web.events import (
    Beginning,
    Challenge,
    Event,
    Stored,
    Terms,
    Unreadable,
    kept,
    read_event,
)
from fairyring.web.store import schema
from fairyring.web.store.gallery import Gallery
from fairyring.web.store.news import Glances, Hear, News, Notices, notice, tell
from fairyring.web.store.seats import Seats

READERS = 4  # connections that read at once, if the database is a server
MISSED = 2.0  # without a pulse for this many intervals, no server was there
MIGRATING = 5_204_732_931  # the number of PostgreSQL's lock that one process holds while it changes tables

_options: TypeAdapter[Any] = TypeAdapter(dict[str, bool | int | str])
_terms: TypeAdapter[Any] = TypeAdapter(Terms | None)

T = TypeVar("T")
Change = tuple[Callable[[Connection], object], str]
"""What is to be done in a transaction, and the notice of it, if any."""
Outages = list[tuple[float, float]]


class StoreError(FairyringError):
    """The database cannot be used; the text says why, without the password.

    Players only hear that it does not respond.
    """

    @property
    def message(self) -> str:
        """What players are told."""
        return Message("the database is not responding; try again in a moment")


class DamagedError(StoreError):
    """What is stored cannot be read, now or later; the rest of the database may be sound."""

    @property
    def message(self) -> str:
        """What players are told."""
        return Message("its data cannot be read")


class ConflictError(StoreError):
    """Another process that uses the same database has continued this game."""

    @property
    def message(self) -> str:
        """What players are told."""
        return Message("the game has continued elsewhere")


def default_database() -> str:
    """The URL of the file in the user's data folder where games are kept by default."""
    from platformdirs import user_data_path

    return str(URL.create("sqlite", database=str(user_data_path("fairyring", False) / "games.sqlite3")))


class Store:
    """Games in a database. Use it in one event loop; every method may raise `StoreError`.

    Attributes:
        seats: the seats that browsers hold.
        gallery: the files of visitors, and what is published.
        outages: times in which no server was there.
        commits: how many transactions have been written.
        commit_seconds: how long that took, all together.
    """

    def __init__(self, url: str) -> None:
        """Reach for no database yet; ``sqlite://`` is one in memory.

        Raises:
            StoreError: the URL is not one of SQLite or PostgreSQL, or the driver is not installed.
        """
        self._engine = _engine(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")
        lite = self._engine.dialect.name == "sqlite"
        self._readers = self._writer if lite else ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._waiting: list[tuple[Change, asyncio.Future[None]]] = []
        self._draining: asyncio.Task[None] | None = None
        self._news: News | None = None
        self._name = secrets.token_hex(4)  # by which this process knows its own notices
        self.seats = Seats(self._read, self._write)
        self.gallery = Gallery(self._read, self._write)
        self._failing = False  # whether the last transaction could not be written
        self.commits = 0
        self.commit_seconds = 0.0
        self.outages: Outages = []

    async def open(self, now: float) -> float:
        """Bring the tables to where they should be, and note since when no server was there.

        Returns the time: ``now``, but no earlier than when a server was last heard of.
        """
        return await self._in(self._writer, lambda: self._open(now))

    def listen(self, hear: Hear, shared: bool = False) -> None:
        """Listen for what other processes do: on PostgreSQL, and on SQLite if others share the file."""
        if self._engine.dialect.name == "postgresql":
            self._news = Notices(self._engine, hear, self._name)
        elif shared:
            self._news = Glances(self._engine, hear, self._name)

    async def close(self) -> None:
        """Write what is waiting, and close the database."""
        if self._news is not None:
            await self._news.close()
        if self._draining is not None:
            await asyncio.wait((self._draining,))
        await self._in(self._writer, self._engine.dispose)
        for pool in {self._writer, self._readers}:
            pool.shutdown(wait=False)

    async def begin(self, beginning: Beginning, events: Sequence[Event]) -> None:
        """Keep a new game with its first events."""

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.games), beginning.model_dump())
            _insert(connection, _rows(beginning.id, 0, events))  # of which nobody knows yet

        await self._write(write)

    async def append(self, game: str, number: int, events: Sequence[Event]) -> None:
        """Keep a game's next events, the first of which has this number.

        Raises:
            ConflictError: that number is taken.
        """
        rows = _rows(game, number, events)
        await self._write(
            lambda connection: _insert(connection, rows), notice(self._name, game, number, rows)
        )

    async def load(self, game: str) -> tuple[Beginning, list[Stored]] | None:
        """A game and all its events, or None if there is no such game.

        Events from the first one on that cannot be read are one `Unreadable`.

        Raises:
            DamagedError: how it began cannot be read, or the database is broken there.
        """

        def read(connection: Connection) -> tuple[Beginning, list[Stored]] | None:
            row = connection.execute(select(schema.games).where(schema.games.c.id == game)).first()
            if row is None:
                return None
            try:
                return Beginning.model_validate(row._asdict()), _events(connection, game, 0)
            except ValidationError as error:
                raise DamagedError("the starting position of a game cannot be read") from error

        return await self._read(read)

    async def variant(self, game: str) -> str | None:
        """The name of a game's variant, or None if there is no such game."""
        wanted = select(schema.games.c.variant).where(schema.games.c.id == game)
        return await self._read(lambda connection: connection.execute(wanted).scalar())

    async def events(self, game: str, since: int) -> list[Stored]:
        """A game's events from a number on."""
        return await self._read(lambda connection: _events(connection, game, since))

    async def challenge(self, challenge: Challenge) -> None:
        """List a challenge, in place of what is listed of its game."""

        def write(connection: Connection) -> None:
            _unlist(connection, challenge.game)
            connection.execute(insert(schema.challenges), challenge.model_dump())

        await self._write(write)

    async def withdraw(self, game: str) -> None:
        """List a game no longer."""
        await self._write(lambda connection: _unlist(connection, game))

    async def challenges(self, now: float) -> list[dict[str, Any]]:
        """The open challenges, the latest first, as the lobby shows them."""
        return await self._read(lambda connection: _challenges(connection, now))

    async def beat(self, now: float, every: float) -> None:
        """Say that a server is there, and within how many seconds it will say so again."""
        await self._write(
            lambda connection: connection.execute(update(schema.pulse).values(at=now, every=every))
        )

    async def check(self) -> None:
        """Return if the database answers, and can be written again if the last attempt failed."""
        await self._read(lambda connection: connection.execute(text("SELECT 1")))
        if self._failing:
            await self._write(lambda connection: connection.execute(update(schema.pulse).values(id=1)))

    def prepare(self) -> float:
        """Bring the tables to where they should be, without an event loop, and let go of the database.

        Returns when a server was last heard of; 0.0 if none ever was.
        """
        self._reach()
        try:
            with self._engine.begin() as connection:
                _migrate(connection)
                _look_through(connection)
                last = _pulse(connection)
            self._engine.dispose()
            return last.at if last else 0.0
        except SQLAlchemyError as error:
            raise _told(error) from error

    # -- in threads ----------------------------------------------------------------------------

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except SQLAlchemyError as error:
            raise _told(error) from error

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def read() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await self._in(self._readers, read)

    async def _write(self, work: Callable[[Connection], object], told: str = "") -> None:
        """Do this in the next transaction, with all else that waits for one; listeners are ``told``."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(((work, told), done))
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        await done

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            began = loop.time()
            outcomes = await loop.run_in_executor(self._writer, self._commit, [change for change, _ in batch])
            self.commits += 1
            self.commit_seconds += loop.time() - began
            for (_, done), error in zip(batch, outcomes, strict=True):
                if done.cancelled():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)
        self._draining = None

    def _commit(self, changes: Sequence[Change]) -> list[Exception | None]:
        """Do everything in one transaction; if that fails, each in its own."""
        try:
            with self._engine.begin() as connection:
                for work, _ in changes:
                    work(connection)
                tell(connection, [told for _, told in changes if told])
        except Exception as error:  # noqa: BLE001 -- callers must get any error
            if len(changes) > 1:
                return [outcome for change in changes for outcome in self._commit([change])]
            told = _told(error) if isinstance(error, SQLAlchemyError) else error
            self._failing = isinstance(told, StoreError) and not isinstance(told, ConflictError)
            return [told]
        self._failing = False
        return [None] * len(changes)

    def _open(self, now: float) -> float:
        self._reach()
        with self._engine.begin() as connection:
            _migrate(connection)
            last = _pulse(connection)
            self._take_pulse(connection, now, last)
            found = connection.execute(select(schema.outages).order_by(schema.outages.c.since))
            self.outages = [(row.since, row.until) for row in found]
        return max(now, last.at) if last else now

    def _reach(self) -> None:
        """Make the folder of a database that is a file."""
        database = self._engine.url.database
        if self._engine.dialect.name == "sqlite" and database:
            try:
                Path(database).parent.mkdir(0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"{Path(database).parent}: {error.strerror}") from error

    def _take_pulse(self, connection: Connection, now: float, last: Row[Any, Any] | None) -> None:
        if last is None:
            connection.execute(insert(schema.pulse), {"id": 1, "at": now, "every": 0.0})
        elif now - last.at > MISSED * last.every:
            # Of two that start at once, one finds the pulse as it was.
            mine = update(schema.pulse).where(schema.pulse.c.at == last.at).values(at=now)
            if connection.execute(mine).rowcount:
                connection.execute(insert(schema.outages), {"since": last.at, "until": now})


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
    if inspect(connection).has_table("alembic_version"):
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if found == schema.REVISION:
            return
    from alembic.util import CommandError  # only now: most starts have nothing to migrate

    from fairyring.web.store.migrations import upgrade

    try:
        upgrade(connection)
    except CommandError as error:
        raise StoreError(f"the database is not one that this fairyring knows: {error}") from error


def _look_through(connection: Connection) -> None:
    """Find out whether the tables are there, before anybody waits for them."""
    for table in schema.metadata.sorted_tables:
        connection.execute(select(table).limit(1)).first()


def _pulse(connection: Connection) -> Row[Any, Any] | None:
    """When a server was last there, and within how many seconds it would have been heard of again."""
    last = connection.execute(select(schema.pulse.c.at, schema.pulse.c.every)).first()
    if last is not None and not all(isinstance(part, float) for part in last):
        raise DamagedError("the database is damaged: the time when it was last used cannot be read")
    return last


def _rows(game: str, number: int, events: Sequence[Event]) -> list[dict[str, Any]]:
    """A game's events, the first of which has this number, as rows of their table."""
    return [
        {"game": game, "number": number + index, "at": event.at, "kind": event.kind, "data": kept(event)}
        for index, event in enumerate(events)
    ]


def _insert(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(schema.events), rows)


def _unlist(connection: Connection, game: str) -> None:
    connection.execute(delete(schema.challenges).where(schema.challenges.c.game == game))


def _challenges(connection: Connection, now: float) -> list[dict[str, Any]]:
    listed, games, event = schema.challenges.c, schema.games.c, schema.events.c
    of_game = select(func.count()).where(event.game == listed.game)
    taken = of_game.where(event.kind == "joined").scalar_subquery()
    over = of_game.where(event.kind == "ended").scalar_subquery()
    wanted = (
        select(listed.game, listed.side, listed.name, listed.invitation)
        .add_columns(games.variant, games.options, games.clock)
        .join(schema.games, games.id == listed.game)
        .where(listed.until > now, taken == 1, over == 0)
        .order_by(games.at.desc(), games.id)
    )
    found = [row._asdict() for row in connection.execute(wanted)]
    return [{"id": row.pop("game"), **row} for row in found if _is_sound(row)]


def _is_sound(challenge: dict[str, Any]) -> bool:
    """Whether what is stored of a challenge can be shown."""
    try:
        _options.validate_python(challenge["options"])
        _terms.validate_python(challenge["clock"])
    except ValidationError:
        return False
    return challenge["side"] in list(Side)


def _events(connection: Connection, game: str, since: int) -> list[Stored]:
    table = schema.events
    found = connection.execute(
        select(table.c.number, table.c.kind, table.c.at, table.c.data)
        .where(table.c.game == game, table.c.number >= since)
        .order_by(table.c.number)
    )
    events: list[Stored] = []
    for number, row in enumerate(found, since):
        read = read_event(row.kind, row.at, row.data) if row.number == number else Unreadable()
        events.append(read)
        if isinstance(read, Unreadable):
            break
    return events


def _json(text: str) -> Any:
    """The value of a JSON column; a text that is not JSON as it is, which nobody takes for an object."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _engine(text: str) -> Engine:
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise StoreError(
            "a database is given by its URL, such as sqlite:////home/me/games.sqlite3"
        ) from error
    options: dict[str, Any] = {"json_deserializer": _json}
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
        options["pool_pre_ping"] = True
    elif url.get_backend_name() == "sqlite" and not url.database:
        options["poolclass"] = StaticPool
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"games are kept in sqlite or postgresql, not in {shown(url.drivername)}")
    try:
        # Players' secrets must not appear in messages or logs.
        engine = create_engine(url, hide_parameters=True, **options)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs its driver: pip install 'fairyring[postgresql]'") from error
    except (NoSuchModuleError, ArgumentError, ValueError) as error:
        raise StoreError(f"{url.render_as_string()}: {_line(error)}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        # Python's driver would begin a transaction where it sees fit, and none before tables are made.
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _prepare(connection: Any, _: object) -> None:
    """Settings of a connection to SQLite: what is committed is on the disk, and readers wait for nobody."""
    connection.isolation_level = None
    connection.text_factory = lambda data: data.decode("utf-8", "replace")  # damage is found by what it says
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def _told(error: SQLAlchemyError) -> StoreError:
    """The error in one line, without the statement and what it held."""
    if isinstance(error, IntegrityError):
        return ConflictError("another process has gone on in this game")
    cause = getattr(error, "orig", None) or error
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedError(Message("the database is damaged: {error}", error=_line(cause)))
    return StoreError(f"the database failed: {_line(cause)}")


def _line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
