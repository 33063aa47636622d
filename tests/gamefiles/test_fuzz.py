"""Game files from strangers: whatever a file holds, it is a game or refused by a typed error, soon.

Run by hand for longer: ``python benchmarks/fuzz.py toml``.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter

import jsonschema_rs
import pytest

from fairyring.errors import GameFileError
from fairyring.gamefiles.faults import FaultsError
from fairyring.gamefiles.reading import Source
from fairyring.variants import _shipped
from fairyring.variants.toml import declaration
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


def test_the_schema_is_what_the_reader_takes() -> None:
    """All that is read fits it; of what is not read, it lacks only what numbers and letters mean together."""
    schema, lots, ends = jsonschema_rs.validator_for(declaration.schema()), random.Random(2), Counter[str]()
    while ends.total() < 400:
        try:
            raw = Source(almost(lots), "strange.toml").raw
            json.dumps(raw)
        except (GameFileError, TypeError):  # no TOML, or dates, which JSON does not have
            continue
        valid = schema.is_valid(raw)
        try:
            declaration.read(raw)
        except FaultsError:
            ends["valid" if valid else "refused by both"] += 1
        else:
            assert valid, raw
            ends["read"] += 1
    assert ends["read"] > 50
    assert ends["refused by both"] > 20 * ends["valid"]


def test_strange_files_are_refused_by_a_typed_error_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tables(monkeypatch)
    ends = tried(READER, random.Random(1), 400)
    assert ends["read"] > 20
    assert ends["refused"] > 100
