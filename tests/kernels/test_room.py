"""Lists of moves have room for all moves that a position can have, on any board and with any pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring
from fairyring.errors import GameFileError

pytestmark = pytest.mark.kernel

ROW = "u" * 16
ARRAY = "/".join([f"k{ROW[1:]}", *[ROW] * 5, *["16"] * 4, *[ROW.upper()] * 5, f"K{ROW[1:].upper()}"])
FILE = f"""fairyring = 1
title = "Many"
summary = "Half the board is full of pieces that go anywhere."
array = "{ARRAY}"
promotions = ""
board = {{ width = 16, height = 16 }}
[pieces]
K = {{ name = "king", movement = "K", royal = true }}
U = {{ name = "universal leaper", movement = "mU" }}
"""


def test_there_is_room_for_all_moves(tmp_path: Path) -> None:
    (tmp_path / "many.toml").write_text(FILE)
    start = fairyring.load(str(tmp_path / "many.toml")).start()
    assert len(start.legal_moves()) == 95 * 64
    assert start.variant.rules.most_moves > 128 * 128
    assert fairyring.load("chess").rules.most_moves == 4096


def test_more_moves_than_there_can_be_room_for_are_refused(tmp_path: Path) -> None:
    (tmp_path / "many.toml").write_text(f"{FILE}[mechanics.walls]\n")
    with pytest.raises(GameFileError, match="may have more than 4194304 moves"):
        fairyring.load(str(tmp_path / "many.toml"))
