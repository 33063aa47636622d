"""What tests of texts from strangers share: texts that are almost right, and how they are read."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from fairyring.errors import FairyringError
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
MOST_TOLD = 3000  # characters of an error

Mutant = Callable[[random.Random], bytes]
Attempt = Callable[[bytes, random.Random], None]
"""It raises a typed error if the text is not what is read."""


class Reader(NamedTuple):
    """Something that reads texts from strangers.

    Attributes:
        almost: makes a text that is almost right.
        attempt: reads it.
    """

    almost: Mutant
    attempt: Attempt


class Trial(NamedTuple):
    """How a text was read.

    Attributes:
        data: the text.
        read: whether it was read, rather than refused by a typed error.
        seconds: the processor time that it took.
        fault: the error that was not typed, or None.
    """

    data: bytes
    read: bool
    seconds: float
    fault: Exception | None = None


def mutant(text: str, lots: random.Random, corpus: Sequence[str], words: Sequence[str]) -> bytes:
    """A text with some changes."""
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


def trial(reader: Reader, lots: random.Random) -> Trial:
    """Read a text that is almost right."""
    data, began = reader.almost(lots), time.process_time()
    read, fault = False, None
    try:
        reader.attempt(data, lots)
        read = True
    except FairyringError as error:
        fault = _told_badly(error)
    except Exception as error:  # noqa: BLE001 -- it is what is looked for
        fault = error
    return Trial(data, read, time.process_time() - began, fault)


def _told_badly(error: FairyringError) -> Exception | None:
    """What is wrong with what an error tells, or None."""
    places = [getattr(error, name, 1) for name in ("line", "column")]
    if min(places) < 1 or len(str(error)) > MOST_TOLD:
        return ValueError(f"an error of {len(str(error))} characters, at line and column {places}")
    return None


def tried(reader: Reader, lots: random.Random, number: int) -> Counter[str]:
    """Read some texts, each soon; how many of them are read, and how many are refused."""
    ends: Counter[str] = Counter()
    for _ in range(number):
        found = trial(reader, lots)
        if found.fault:
            raise AssertionError(found.data) from found.fault
        assert found.seconds < SECONDS, (found.seconds, found.data)
        ends["read" if found.read else "refused"] += 1
    return ends


def without_tables(patch: pytest.MonkeyPatch) -> None:
    """Leave tables out: they are built of what was read, and take their own time."""
    patch.setattr(Orthodox, "tables", property(lambda _: None))
    patch.setattr(Orthodox, "most_moves", property(lambda _: 0))  # which are counted in the tables
