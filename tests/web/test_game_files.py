"""Game files on the page: served by the server itself, in each language, and followed as they change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.web import catalog, create_app
from tests.web.stub import Stub
from tests.web.tables import begin, seated

MINE = """\
fairyring = 1
base = "chess"
title = "Kept in a File"
summary = "It is chess."
notes = ["This is the only note."]

[pieces.N]
name = "file knight"

[words.de]
title = "In einer Datei"
notes = ["Dies ist der einzige Absatz."]
pieces.N = { name = "Dateispringer", white = "weißer Dateispringer" }
"""


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "kept_in_a_file.toml"
    path.write_text(MINE, encoding="utf-8")
    yield path
    catalog._own.pop("kept-in-a-file", None)


@pytest.mark.slow
def test_a_game_file_is_played_like_any_other(path: Path) -> None:
    with TestClient(create_app(Stub(), eager=False, own_games=[path])) as client:
        names = [game["name"] for game in client.get("/api/variants").json()]
        assert (names[0], names.count("kept-in-a-file")) == ("kept-in-a-file", 1)
        key = begin(client, variant="kept-in-a-file")
        with seated(client, key) as (table, _):
            table.play("e2-e4", "e7-e5")
        assert '[Variant "kept-in-a-file"]' in client.get(f"/api/games/{key}/pgn").text
        assert "This is the only note." in client.get("/rules/kept-in-a-file").text
        german = client.get("/rules/kept-in-a-file?language=de").text
        assert "In einer Datei" in german
        assert "Dies ist der einzige Absatz." in german
        words = client.get("/static/languages/de.messages.json").json()
        assert words["file knight"] == "Dateispringer"
        assert words["white file knight"] == "weißer Dateispringer"
        assert words["white rook"] == "weißer Turm"
        assert "watch.js" not in client.get("/").text
        assert client.get("/api/watch").status_code == 404


def change(path: Path, text: str) -> None:
    """Write a file as editors do, in one step."""
    other = path.with_suffix(".new")
    other.write_text(text, encoding="utf-8")
    other.replace(path)


def test_changes_of_a_file_are_followed(path: Path) -> None:
    with TestClient(create_app(Stub(), eager=False, own_games=[path], watch=True)) as client:
        assert client.get("/api/watch").json() == {"version": 0, "faults": []}
        for address in ("/", "/analysis/kept-in-a-file"):
            page = client.get(address)
            assert page.text.count('src="/static/watch.js"') == 1
            assert int(page.headers["content-length"]) == len(page.content)
        change(path, MINE.replace("It is chess.", "It is chess, still."))
        assert client.get("/api/watch?version=0").json() == {"version": 1, "faults": []}
        assert client.get("/api/variants/kept-in-a-file").json()["summary"] == "It is chess, still."
        change(path, MINE.replace("notes", "nots", 1))
        found = client.get("/api/watch?version=1").json()
        assert found["version"] == 2
        (fault,) = found["faults"]
        assert fault.splitlines() == [
            "kept_in_a_file.toml, line 5, column 1: unknown key 'nots': did you mean 'notes'?",
            '  nots = ["This is the only note."]',
            "  ^",
        ]
        assert client.get("/api/variants/kept-in-a-file").json()["summary"] == "It is chess, still."
        path.unlink()
        change(path, MINE)
        assert client.get("/api/watch?version=2").json() == {"version": 3, "faults": []}
        assert client.get("/api/variants/kept-in-a-file").json()["summary"] == "It is chess."
