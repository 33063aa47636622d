"""What tests of files from strangers share: files that are almost right, and how they are tried."""

from __future__ import annotations

import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from fairyring.errors import GameFileError
from fairyring.kernels.orthodox.rules import Orthodox

STRANGE = [
    *(
        "0",
        "-1",
        "999",
        "1e9",
        "inf",
        "nan",
        "1979-05-27",
        "true",
        '""',
        "[]",
        "{}",
        "[[]]",
        "[[",
        "]]",
        "\n",
    ),
    *(
        "9" * 400,
        "0x" + "f" * 300,
        '"' + "\u00e9" * 300 + '"',
        "'''",
        '"""',
        "\\u0000",
        "\x00",
        "\ufeff",
        "\r",
    ),
    *('"QRBNKWFDAGHCZ"', '"NNQQ"', '"t[FB]t[WR]"', '"a-z"', '"../x"', '"%s{x}"', "[" * 40, "a." * 40, "#"),
    *('"K' + "?" * 30 + '"', "{ kind = 'grid' }", "{ ranks = [1, 2] }", "640", "26", "64", "[1, 2, 3]"),
]
SECONDS = 1.0  # of the processor

Mutant = Callable[[random.Random], bytes]
Attempt = Callable[[bytes, random.Random], None]
"""It raises `GameFileError` if the file is no game."""


def mutant(text: str, lots: random.Random, corpus: Sequence[str], words: Sequence[str]) -> bytes:
    """A file with some changes."""
    for _ in range(lots.choice((1, 1, 2, 3, 8))):
        text = mutated(text, lots, corpus, words)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if lots.random() < 0.05 and data:
        data[lots.randrange(len(data))] = lots.randrange(256)
    return bytes(data)


def mutated(text: str, lots: random.Random, corpus: Sequence[str], words: Sequence[str]) -> str:
    """A text with one change."""
    lines = text.split("\n")
    place = lots.randrange(len(lines))
    match lots.randrange(7):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lots.choice(lines))
        case 2:
            other = lots.choice(corpus).split("\n")
            lines[place:place] = other[lots.randrange(len(other)) :][: lots.randrange(1, 8)]
        case 3:
            parts = re.findall(r"\w+|\"[^\"]*\"|\s+|.", lines[place])
            if parts:
                parts[lots.randrange(len(parts))] = lots.choice(words)
            lines[place] = "".join(parts)
        case 4:
            key, equals, _ = lines[place].partition("=")
            lines[place] = f"{key}{equals} {lots.choice(words)}"
        case 5:
            lines[place] += lots.choice(STRANGE)
        case _:
            lines[place] = lines[place] * lots.choice((2, 3, 30))
    return "\n".join(lines)


def tried(made: Mutant, attempt: Attempt, lots: random.Random, number: int) -> Counter[str]:
    """Try some files; how many of them are a game, and how many are refused."""
    ends: Counter[str] = Counter()
    for _ in range(number):
        data, began = made(lots), time.process_time()
        try:
            ends[_end(attempt, data, lots)] += 1
        except Exception as error:
            raise AssertionError(data) from error
        took = time.process_time() - began
        assert took < SECONDS, (took, data)
    return ends


def _end(attempt: Attempt, data: bytes, lots: random.Random) -> str:
    try:
        attempt(data, lots)
    except GameFileError as error:
        found = error
    else:
        return "a game"
    assert min(found.line, found.column) >= 1
    assert len(str(found)) < 3000
    return "refused"


def without_tables(patch: pytest.MonkeyPatch) -> None:
    """Leave tables out: they are built of what was read, and take their own time."""
    patch.setattr(Orthodox, "tables", property(lambda _: None))


def main(made: Mutant, attempt: Attempt) -> None:
    """Try files for some seconds, and say how it went."""
    with pytest.MonkeyPatch.context() as patch:
        without_tables(patch)
        lots, ends = random.Random(), Counter[str]()
        until = time.monotonic() + float(sys.argv[1])
        tried(made, attempt, lots, 500)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        while time.monotonic() < until:
            ends += tried(made, attempt, lots, 500)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        sys.stdout.write(f"{dict(ends)}, memory grew by {grown} KiB\n")
