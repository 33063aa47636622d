"""Games of a user's own file on the page: among the others, and played and written down like them."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.errors import VariantError
from fairyring.web import catalog, create_app
from tests.web.shapes import refusal
from tests.web.stub import Stub
from tests.web.tables import begin, seated

MINE = """
import dataclasses
from fairyring.variants import chess

def variant(tall: bool = False):
    return dataclasses.replace(chess.variant(), title="Mine, tall" if tall else "Mine")
"""


@pytest.fixture(autouse=True)
def _none_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


def write(folder: Path, name: str = "mine.py", text: str = MINE) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_game_of_ones_own_is_played_like_any_other(tmp_path: Path) -> None:
    path = write(tmp_path)
    with TestClient(create_app(Stub(), eager=False, own_games=[path, path])) as client:
        names = [game["name"] for game in client.get("/api/variants").json()]
        assert (names[0], names.count("mine")) == ("mine", 1)
        assert client.get("/api/variants/mine").json()["title"] == "Mine"
        assert "Mine" in client.get("/rules/mine").text
        key = begin(client, variant="mine", options={"tall": True})
        with seated(client, key) as (table, _):
            table.play("e2-e4", "e7-e5")
        record = client.get(f"/api/games/{key}/pgn").text
        assert '[Variant "mine"]' in record
        assert '[Options "tall=True"]' in record
        again = begin(client, variant="mine", pgn=record)
        with seated(client, again) as (_, state):
            assert state["ply"] == 2
        tree = client.post("/api/analysis/tree", json={"variant": "mine", "pgn": record})
        assert tree.status_code == 200, tree.text


def test_a_file_is_served_only_where_it_was_named(tmp_path: Path) -> None:
    path = write(tmp_path)
    with TestClient(create_app(Stub(), eager=False)) as client:
        for name in ("mine", str(path), path.name):
            order = {"variant": name, "white": "human", "black": "human"}
            refusal(client.post("/api/games", json=order).json())
        assert client.get("/api/variants/mine").status_code == 404


def test_files_that_are_not_served(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path / "nothing.py", "No such file"),
        (write(tmp_path, "chess.py"), "another game is called chess; give the file another name"),
        (write(tmp_path, "broken.py", "variant = 1"), "has a function variant"),
    ):
        with pytest.raises(VariantError, match=said):
            create_app(Stub(), eager=False, own_games=[path])
    (tmp_path / "other").mkdir()
    create_app(Stub(), eager=False, own_games=[write(tmp_path)])
    with pytest.raises(VariantError, match="another game is called mine"):
        create_app(Stub(), eager=False, own_games=[write(tmp_path / "other")])
