"""The second set of drawings: its files are as the tool writes them, each for a piece that is there."""

from __future__ import annotations

from fairyring.drawing import pictures
from tools.blocks import DRAWINGS, drawn


def test_the_files_are_as_their_blocks_say() -> None:
    assert {path.name: path.read_text(encoding="utf-8") for path in DRAWINGS.iterdir()} == drawn()
    assert {name.removesuffix(".svg") for name in drawn()} <= pictures()


def test_they_have_no_colours_but_the_sides() -> None:
    for name, text in drawn().items():
        assert len(text) < 2000, name
        assert text.count("style=") == text.count("<path"), name
