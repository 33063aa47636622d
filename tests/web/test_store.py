"""What is on disk, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, make_url, text

from fairyring.web.events import (
    Beginning,
    Declined,
    Ended,
    Event,
    Followed,
    Invited,
    Joined,
    Moved,
    Offered,
    Said,
    TakenBack,
    Terms,
)
from fairyring.web.store import ConflictError, Store, StoreError, default_database, schema
from fairyring.web.store.migrations import configured
from tests.web.databases import database

__all__ = ["database"]  # a fixture

EVERY_KIND: list[Event] = [
    Joined(at=0.25, side="white", key="a" * 64),
    Invited(at=0.5, side="black", key="b" * 64),
    Moved(at=1.125, text="e2-e4"),
    Offered(at=2.0, side="white", what="takeback"),
    Declined(at=3.0, side="black", what="takeback"),
    Said(at=4.0, side="black", text="Żółw 🐢 'quoted' \\ %s"),
    TakenBack(at=5.0, ply=0),
    Ended(at=1795279455.4464402, winner=None, reason="agreement"),
    Followed(at=6.0, id="x"),
]


def game(**change: object) -> Beginning:
    plain = Beginning(
        id=uuid4().hex,
        at=1795279455.4464402,
        variant="mini-meta",
        options={"friendly_fire_check": False, "number": 3, "word": "ü"},
        position=None,
        record=None,
        white="human",
        black="human",
        clock=None,
    )
    return plain.model_copy(update=change)


def using(url: str, work: Callable[[Store], Awaitable[None]], now: float = 1000.0) -> None:
    async def run() -> None:
        store = Store(url)
        await store.open(now)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(make_url(url.replace("postgresql:", "postgresql+psycopg:")))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_what_was_kept_is_there_when_the_store_is_opened_again(database: str) -> None:
    games = [
        game(),
        game(clock=Terms(kind="game", seconds=300, increment=2), position="8/8 w", white="club"),
        game(clock=Terms(kind="move", seconds=86_400), record="1. e2-e4 *"),
    ]

    async def keep(store: Store) -> None:
        for beginning in games:
            await store.begin(beginning, EVERY_KIND[:2])
            await store.append(beginning.id, 2, EVERY_KIND[2:5])
            await store.append(beginning.id, 5, EVERY_KIND[5:])

    async def look(store: Store) -> None:
        for beginning in games:
            assert await store.load(beginning.id) == (beginning, EVERY_KIND)
            assert await store.events(beginning.id, 4) == EVERY_KIND[4:]
        assert await store.load("nowhere") is None
        await store.check()

    using(database, keep)
    using(database, look)


def moves(count: int) -> list[Moved]:
    return [Moved(at=float(number), text=f"move {number}") for number in range(count)]


def test_a_number_is_taken_once(database: str) -> None:
    async def check(store: Store) -> None:
        beginning = game()
        await store.begin(beginning, moves(2))
        for number in (0, 1):
            with pytest.raises(ConflictError, match="gone on in this game"):
                await store.append(beginning.id, number, moves(3)[2:])
        with pytest.raises(ConflictError):
            await store.begin(beginning, [])
        assert await store.load(beginning.id) == (beginning, moves(2))

    using(database, check)


def test_of_two_who_write_the_same_number_at_once_one_has_it(database: str) -> None:
    beginning = game()

    async def write(store: Store, who: str) -> bool:
        try:
            await store.append(beginning.id, 0, [Moved(at=1.0, text=who)])
        except ConflictError:
            return False
        return True

    async def check(one: Store) -> None:
        two = Store(database)
        await two.open(1000.0)
        await one.begin(beginning, [])
        outcomes = await asyncio.gather(*(write(store, f"{n}") for n in range(10) for store in (one, two)))
        assert sum(outcomes) == 1
        assert len(await two.events(beginning.id, 0)) == 1
        await two.close()

    using(database, check)


def test_many_write_at_once_and_one_that_fails_spoils_nothing(database: str) -> None:
    games = [game() for _ in range(30)]

    async def play(store: Store, beginning: Beginning, texts: Sequence[Moved]) -> None:
        for number, move in enumerate(texts):
            await store.append(beginning.id, number, [move])

    async def check(store: Store) -> None:
        for beginning in games:
            await store.begin(beginning, [])
        await store.append(games[3].id, 5, moves(1))  # where its sixth event would be
        done = await asyncio.gather(
            *(play(store, beginning, moves(10)) for beginning in games), return_exceptions=True
        )
        assert [isinstance(outcome, ConflictError) for outcome in done] == [n == 3 for n in range(30)]
        for number, beginning in enumerate(games):
            kept = await store.events(beginning.id, 0)
            assert kept == ([*moves(5), *moves(1)] if number == 3 else moves(10))

    using(database, check)


def test_time_without_a_server_is_noted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'games.sqlite3'}"

    async def beat(store: Store) -> None:
        assert store.outages == []
        await store.beat(1100.0, 2.0)

    async def at_once(store: Store) -> None:
        assert store.outages == []

    async def later(store: Store) -> None:
        assert store.outages == [(1100.0, 5000.0)]

    using(url, beat, 1000.0)
    using(url, at_once, 1104.0)  # another process, perhaps
    using(url, later, 5000.0)
    using(url, later, 5001.0)


def test_the_steps_lead_to_the_tables(database: str) -> None:
    from alembic.autogenerate import compare_metadata

    Store(database).prepare()
    with connected(database) as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        scripts = ScriptDirectory.from_config(configured(connection))
        assert scripts.get_current_head() == schema.REVISION
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == schema.REVISION


def test_games_that_were_kept_before_a_step_are_kept_after_it(tmp_path: Path) -> None:
    url, beginning = f"sqlite:///{tmp_path / 'games.sqlite3'}", game()
    with connected(url) as connection:
        command.upgrade(configured(connection), "0001")
        connection.execute(insert(schema.games), beginning.model_dump())
        connection.execute(text("INSERT INTO pulse (id, at) VALUES (1, 5.0)"))

    async def look(store: Store) -> None:
        assert await store.load(beginning.id) == (beginning, [])
        assert store.outages == [(5.0, 10.0)]

    using(url, look, 10.0)


def test_what_cannot_be_written_is_told_and_the_rest_is_written(tmp_path: Path) -> None:
    bad = game(position="\ud800")

    async def check(store: Store) -> None:
        good = game()
        done = await asyncio.gather(store.begin(bad, []), store.begin(good, []), return_exceptions=True)
        assert isinstance(done[0], Exception)
        assert done[1] is None
        assert await store.load(good.id) == (good, [])

    using(f"sqlite:///{tmp_path / 'games.sqlite3'}", check)


def test_a_database_from_the_future_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    Store(url).prepare()
    with connected(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match=r"not one that this fairyring knows.*9999"):
        Store(url).prepare()


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_text("these are my memoirs, and no database at all. " * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(f"sqlite:///{file}").prepare()
    assert file.read_text().startswith("these are my memoirs")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "URL"),
        ("games.sqlite3", "URL"),
        ("mysql://me:secret@host/games", "not in 'mysql'"),
        ("postgresql://me:secret@nowhere.invalid/games", "database failed"),
        ("postgresql+nothing://me:secret@host/games", "nothing"),
        ("sqlite:////proc/nowhere/games.sqlite3", "/proc/nowhere"),
        ("sqlite:////dev/null/games.sqlite3", "/dev/null"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_line_without_the_password(url: str, words: str) -> None:
    with pytest.raises(StoreError) as refused:
        Store(url).prepare()
    assert words in str(refused.value)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_games_are_kept_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Store(default_database()).prepare()
    (kept,) = tmp_path.rglob("games.sqlite3")
    assert kept.parent.stat().st_mode & 0o077 == 0, "for nobody else to read"
