"""Those who run a server read what visitors report, and remove games."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from fairyring.web.store import Store
from tests.cli.conftest import Run

ROW = {"origin": None, "summary": "", "inventor": "", "public": True, "browser": "me", "picture": "<svg/>"}


async def publish(url: str) -> None:
    store = Store(url)
    await store.open(1.0)
    for at, key in enumerate(("a" * 32, "b" * 32)):
        await store.gallery.keep(key, f"text {key}", at)
        row = {**ROW, "hash": key, "at": at, "title": f"Game {key[0]}"}
        await store.gallery.publish(row, None)
        await store.gallery.report(key, "you", f"[bold] {key[0]} is rude", 60.0 * at)
    await store.close()


def test_reports_are_read_and_games_removed(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.sqlite3"
    asyncio.run(publish(url))
    read = run("reports", "--database", url)
    assert read.exit_code == 0
    assert read.stdout.splitlines() == [
        f"1970-01-01 00:01  Game b  /gallery/{'b' * 32}",
        "    [bold] b is rude",
        f"1970-01-01 00:00  Game a  /gallery/{'a' * 32}",
        "    [bold] a is rude",
    ]
    left = run("reports", "--remove", "b" * 32, "--json", "--database", url)
    assert [each["title"] for each in json.loads(left.stdout)] == ["Game a"]
    again = run("reports", "--remove", "b" * 32, "--database", url)
    assert again.exit_code == 2
    assert "no published game has the hash" in again.stderr
    run("reports", "--remove", "a" * 32, "--database", url)
    assert "There are no reports." in run("reports", "--database", url).stdout
