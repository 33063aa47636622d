"""Game files from strangers: whatever a file holds, it is a game or refused by a typed error, soon.

Run by hand for longer: ``python -m tests.gamefiles.test_fuzz SECONDS``.
"""

from __future__ import annotations

import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from fairyring.errors import GameFileError
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.variants import _shipped
from fairyring.variants.toml.loading import TomlGame
from tests.gamefiles.test_documents import SHOWN
from tests.gamefiles.test_positions import TEXT
from tests.variants.test_toml import FROM, WATCH

CORPUS = [*SHOWN.values(), TEXT, WATCH, FROM + "[mechanics]\nresults.plies = 'none'\ngating.pieces = 'N'\n"]
WORDS = sorted(set(re.findall(r"[A-Za-z_]+|\"[^\"\n]*\"|[\d.]+|[\[\]{}=,]", "\n".join(CORPUS))))
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


def mutants(lots: random.Random) -> Iterator[bytes]:
    """Files that are games, but for some changes."""
    while True:
        text = lots.choice(CORPUS)
        for _ in range(lots.choice((1, 1, 2, 3, 8))):
            text = mutated(text, lots)
        data = bytearray(text.encode("utf-8", "surrogatepass"))
        if lots.random() < 0.05 and data:
            data[lots.randrange(len(data))] = lots.randrange(256)
        yield bytes(data)


def mutated(
    text: str, lots: random.Random, corpus: Sequence[str] = CORPUS, words: Sequence[str] = WORDS + STRANGE
) -> str:
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


def attempt(data: bytes) -> str:
    """What becomes of a file: the kind of its end."""
    game = TomlGame(data, "strange.toml", _shipped, bounded=True)
    try:
        options = {name: each.default for name, each in game.__signature__.parameters.items()}
        game(**options)
        game(**{name: not value for name, value in options.items() if isinstance(value, bool)})
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
    for data, _ in zip(mutants(lots), range(number), strict=False):
        began = time.process_time()
        try:
            ends[attempt(data)] += 1
        except Exception as error:
            raise AssertionError(data) from error
        took = time.process_time() - began
        assert took < SECONDS, (took, data)
    return ends


def without_tables(patch: pytest.MonkeyPatch) -> None:
    """Leave tables out: they are built of what was read, and take their own time."""
    patch.setattr(Orthodox, "tables", property(lambda _: None))


def test_strange_files_are_refused_by_a_typed_error_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tables(monkeypatch)
    ends = tried(random.Random(1), 400)
    assert ends["a game"] > 20
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
