"""Databases for tests: a file, and a PostgreSQL of our own that is gone when they are over."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, select
from typer.testing import CliRunner

from fairyring.cli.commands import app
from fairyring.web.store import schema

OWNER = "postgres"  # of Debian's package; the server refuses to run as root


def _program(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))  # Debian keeps it off the path
    return shutil.which(name) or (str(found[-1]) if found else None)


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a fresh database server on a socket of its own; skips where there is none to start."""
    initdb, control = _program("initdb"), _program("pg_ctl")
    if initdb is None or control is None:
        pytest.skip("PostgreSQL is missing: games on it are NOT TESTED (apt-get install postgresql)")
    user = OWNER if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="fairyring-postgresql-"))
    if user:
        shutil.chown(folder, user, user)
    data, log = folder / "data", folder / "log"

    def run(*words: str | Path) -> None:
        subprocess.run(words, user=user, group=user, cwd=folder, check=True, capture_output=True, timeout=120)

    try:
        run(initdb, "-D", data, "-U", "fairyring", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses= -c unix_socket_directories={folder}"
        run(control, "-D", data, "-l", log, "-w", "-o", options, "start")
        try:
            yield f"postgresql://fairyring@/postgres?host={folder}"
        finally:
            run(control, "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database that is kept, of each kind; it is shared by the tests of a file."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('games') / 'games.sqlite3'}"
    else:
        with postgresql() as url:
            yield url


def kept(database: Engine, game: str) -> list[str]:
    """The moves of a game in the database, including those taken back."""
    events = schema.events.c
    moved = select(events.data).where(events.game == game, events.kind == "moved").order_by(events.number)
    with database.connect() as connection:
        return [data["text"] for data in connection.scalars(moved)]


def refused(*options: str) -> str:
    """What ``fairyring serve`` says on one line, where it refuses to serve with some options."""
    done = CliRunner().invoke(app, ["serve", "--port", "0", *options])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("fairyring: ")
    assert done.stderr.count("\n") == 1
    return done.stderr
