"""Game files from strangers: whatever a file holds, it is a game or refused by a typed error, soon.

Run by hand for longer: ``python benchmarks/fuzz.py toml``.
"""

from __future__ import annotations

import random
import re

import pytest

from fairyring.variants import _shipped
from fairyring.variants.toml.loading import TomlGame
from tests.gamefiles.fuzzing import STRANGE, Reader, mutant, tried, without_tables
from tests.gamefiles.test_documents import SHOWN
from tests.gamefiles.test_positions import TEXT
from tests.variants.test_toml import FROM, WATCH

CORPUS = [*SHOWN.values(), TEXT, WATCH, FROM + "[mechanics]\nresults.plies = 'none'\ngating.pieces = 'N'\n"]
WORDS = sorted(set(re.findall(r"[A-Za-z_]+|\"[^\"\n]*\"|[\d.]+|[\[\]{}=,]", "\n".join(CORPUS))))


def almost(lots: random.Random) -> bytes:
    """A file that is a game, but for some changes."""
    return mutant(lots.choice(CORPUS), lots, CORPUS, WORDS + STRANGE)


def attempt(data: bytes, _: random.Random) -> None:
    """Make its game, and once more with its options turned."""
    game = TomlGame(data, "strange.toml", _shipped, bounded=True)
    options = {name: each.default for name, each in game.__signature__.parameters.items()}
    game(**options)
    game(**{name: not value for name, value in options.items() if isinstance(value, bool)})


READER = Reader(almost, attempt)


def test_strange_files_are_refused_by_a_typed_error_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tables(monkeypatch)
    ends = tried(READER, random.Random(1), 400)
    assert ends["read"] > 20
    assert ends["refused"] > 100
