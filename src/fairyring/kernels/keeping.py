"""Tables that took a while to build, kept beside the compiled code and read again.

The tables of a large board take seconds. They follow from what a game's rules hold and from our own
sources, so both go into the name of the file. What we cannot tell apart, such as a movement in a
user's own file, is built afresh each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TypeVar

from fairyring.kernels.compiling import cache_folder, digest_of

T = TypeVar("T")

_DIGEST_SIZE = 32


class _StrangerError(Exception):
    """Something whose meaning does not lie in our sources."""


def kept(what: str, rules: object, build: Callable[[], T]) -> T:
    """What ``build`` returns, as it was kept when the same was built before.

    Args:
        what: tells several things apart that are built out of the same rules.
        rules: a dataclass that holds, with our sources, all that the result depends on.
        build: makes the result: tuples of arrays and plain values, that come back equal and writable.
    """
    try:
        told = "\n".join(_told(rules))
    except _StrangerError:
        return build()
    name = hashlib.sha256(f"{what}\n{_sources()}\n{told}".encode()).hexdigest()[:32]
    path = cache_folder / f"tables-{name}.pickle"
    data = _read(path)
    if data is None:
        data = pickle.dumps(build(), protocol=5)
        _write(path, data)
    result: T = pickle.loads(data)  # our own, as the compiled code in this folder is
    return result


@cache
def _sources() -> str:
    """The sources outside ``kernels/`` that tables depend on; the folder's own name has those within."""
    return digest_of("board", "pieces", "variants").hexdigest()


def _told(value: object) -> Iterator[str]:
    """A value in words, part by part: equal for equal values, in this process or another.

    Raises:
        _StrangerError: it holds something that is not ours.
    """
    if value is None or isinstance(value, Enum | str | int | float):
        yield repr(value)
    elif isinstance(value, FunctionType):
        if "<" in value.__qualname__ or not value.__module__.startswith("fairyring."):
            raise _StrangerError
        yield f"{value.__module__}.{value.__qualname__}"
    elif isinstance(value, tuple | list):
        yield f"{len(value)} in a row"
        for part in value:
            yield from _told(part)
    elif isinstance(value, Mapping):
        yield f"{len(value)} pairs"
        for key, part in value.items():
            yield from _told(key)
            yield from _told(part)
    elif is_dataclass(value) and type(value).__module__.startswith("fairyring."):
        yield f"{type(value).__module__}.{type(value).__qualname__}"
        for field in fields(value):
            yield from _told(getattr(value, field.name))
    else:
        raise _StrangerError


def _read(path: Path) -> bytes | None:
    """What was written to a file, if it is there and whole."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, data = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return data if hashlib.sha256(data).digest() == digest else None


def _write(path: Path, data: bytes) -> None:
    """Write a file at once or not at all: where there is no room, the next process builds again."""
    spare = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        spare.write_bytes(hashlib.sha256(data).digest() + data)
        spare.replace(path)
