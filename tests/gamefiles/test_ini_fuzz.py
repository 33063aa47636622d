"""Sections from strangers: whatever an ini file holds, it is a game or refused by a typed error, soon.

Run by hand for longer: ``python -m tests.gamefiles.test_ini_fuzz SECONDS``.
"""

from __future__ import annotations

import random
import re
import resource
import sys
import time
from collections import Counter
from importlib.resources import files

import pytest

from fairyring.errors import GameFileError
from fairyring.gamefiles.ini.keys import KEYS, KINDS
from fairyring.variants import _shipped
from fairyring.variants.toml.loading import IniGame
from tests.gamefiles.test_fuzz import STRANGE, mutated, without_tables
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
SECONDS = 1.0  # of the processor


def mutant(lots: random.Random) -> bytes:
    """A file with some sections, one of which or more are not as they were."""
    text = "\n".join(lots.choice(CORPUS) for _ in range(lots.choice((1, 1, 2, 3))))
    for _ in range(lots.choice((1, 1, 2, 3, 8))):
        text = mutated(text, lots, CORPUS, WORDS)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if lots.random() < 0.05 and data:
        data[lots.randrange(len(data))] = lots.randrange(256)
    return bytes(data)


def attempt(data: bytes, lots: random.Random) -> str:
    """What becomes of a section: the kind of its end."""
    names = re.findall(rb"^\[([a-z0-9_-]+)", data, re.MULTILINE)
    name = lots.choice(names).decode() if names else "none"
    game = IniGame(data, "strange.ini", _shipped, bounded=True, section=name)
    try:
        game()
    except GameFileError as error:
        found = error
    else:
        return "a game"
    assert min(found.line, found.column) >= 1
    assert len(str(found)) < 3000
    return "refused"


def tried(lots: random.Random, number: int) -> Counter[str]:
    """Try some files."""
    ends: Counter[str] = Counter()
    for _ in range(number):
        data, began = mutant(lots), time.process_time()
        try:
            ends[attempt(data, lots)] += 1
        except Exception as error:
            raise AssertionError(data) from error
        took = time.process_time() - began
        assert took < SECONDS, (took, data)
    return ends


def test_strange_sections_are_refused_by_a_typed_error_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tables(monkeypatch)
    ends = tried(random.Random(1), 500)
    assert ends["a game"] > 50
    assert ends["refused"] > 100


def main() -> None:
    """Try files for some seconds, and say how it went."""
    with pytest.MonkeyPatch.context() as patch:
        without_tables(patch)
        lots, ends = random.Random(), Counter[str]()
        until = time.monotonic() + float(sys.argv[1])
        tried(lots, 500)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        while time.monotonic() < until:
            ends += tried(lots, 500)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        sys.stdout.write(f"{dict(ends)}, memory grew by {grown} KiB\n")


if __name__ == "__main__":
    main()
