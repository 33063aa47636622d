"""Sections from strangers: whatever an ini file holds, it is a game or refused by a typed error, soon.

Run by hand for longer: ``python benchmarks/fuzz.py ini``.
"""

from __future__ import annotations

import random
import re
from importlib.resources import files

import pytest

from fairyring.gamefiles.ini.keys import KEYS, KINDS
from fairyring.variants import _shipped
from fairyring.variants.toml.loading import IniGame
from tests.gamefiles.fuzzing import STRANGE, Reader, mutant, tried, without_tables
from tests.gamefiles.test_ini import FILE

BUILT_IN = files("fairyring.gamefiles.ini").joinpath("builtin.ini").read_text(encoding="utf-8")
CORPUS = [f"[{text}" for whole in (FILE.read_text(), BUILT_IN) for text in whole.split("\n[")[1:]]
OWN = [
    "*1",
    "*8",
    "a* b*",
    "a1",
    "z9",
    "*",
    "-",
    "p:q r:",
    "p:9",
    "KQkq",
    "w 0 1",
    "*" * 30,
    "99",
    "[Pp]",
    "Qqq",
]
WORDS = [*sorted(set(re.findall(r"[^\s=]+", "\n".join(CORPUS)))), *KEYS, *KINDS, *OWN, *STRANGE]


def almost(lots: random.Random) -> bytes:
    """A file with some sections, one of which or more are not as they were."""
    text = "\n".join(lots.choice(CORPUS) for _ in range(lots.choice((1, 1, 2, 3))))
    return mutant(text, lots, CORPUS, WORDS)


def attempt(data: bytes, lots: random.Random) -> None:
    """Make the game of one of its sections."""
    names = re.findall(rb"^\[([a-z0-9_-]+)", data, re.MULTILINE)
    name = lots.choice(names).decode() if names else "none"
    IniGame(data, "strange.ini", _shipped, bounded=True, section=name)()


READER = Reader(almost, attempt)


def test_strange_sections_are_refused_by_a_typed_error_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tables(monkeypatch)
    ends = tried(READER, random.Random(1), 500)
    assert ends["read"] > 50
    assert ends["refused"] > 100
