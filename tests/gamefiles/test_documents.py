"""The documents of game files: all that is written from the declarations is so, and every file is a game."""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema_rs
import pytest

import fairyring
from fairyring import testing
from fairyring.variants.toml.declaration import schema
from tests.test_docs import FILE, read
from tools import game_files

WRITE = "tools/game_files.py writes it anew"
SHOWN = {
    found[1]: text.strip("\n") + "\n"
    for name, text in read(game_files.DOCUMENT).items()
    if (found := FILE.fullmatch(name))
}


def test_the_schema_is_up_to_date() -> None:
    assert game_files.SCHEMA.read_text(encoding="utf-8") == game_files.written(), WRITE


def test_the_tables_are_up_to_date() -> None:
    text = game_files.DOCUMENT.read_text(encoding="utf-8")
    assert game_files.document(text) == text, WRITE
    assert len(game_files.MARKER.findall(text)) == 5


@pytest.mark.parametrize("name", SHOWN)
def test_every_file_is_a_game(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(SHOWN[name], encoding="utf-8")
    assert list(jsonschema_rs.validator_for(schema()).iter_errors(tomllib.loads(SHOWN[name]))) == []
    testing.look(fairyring.load(path))
