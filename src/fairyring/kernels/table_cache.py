"""Tables that take long to build, kept on disk.

The tables of a large board take seconds. They follow from a game's rules, which the file is named by, and
from our own sources, which the folder is named by. Tables that depend on anything else, such as a movement in
a user's own file, are built each time.

Anybody can invent games on a server, so what is kept is bounded.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from fairyring.kernels import cache_files
from fairyring.kernels.cache_folder import tables_folder
from fairyring.kernels.gc_pause import collector_paused
from fairyring.pieces.movement import field_names

T = TypeVar("T")

MOST = 2 << 30  # bytes of all tables; those that were used longest ago make room


class _ForeignError(Exception):
    """Something that is defined outside our sources."""


def kept(what: str, rules: object, build: Callable[[], T]) -> T:
    """What ``build`` returns, or what an earlier call returned for the same rules.

    Args:
        what: tells apart several results that are built from the same rules.
        rules: a dataclass; the result depends on it and on our sources alone.
        build: makes the result: tuples of arrays and plain values, which come back equal and writable.
    """
    path = _path(what, rules)
    if path is None:
        return build()
    data = cache_files.read(path)
    if data is None:
        with collector_paused():
            data = pickle.dumps(build(), protocol=5)
        cache_files.write(path, data)
        cache_files.make_room(path.parent, MOST)
    else:
        cache_files.mark_used(path)
    result: T = pickle.loads(data)  # our own, from a folder that nobody else can write to
    return result


def find(what: str, rules: object) -> Any:
    """What an earlier call of `kept` returned for the same rules; None if there was none."""
    path = _path(what, rules)
    data = None if path is None else cache_files.read(path)
    if path is None or data is None:
        return None
    cache_files.mark_used(path)
    return pickle.loads(data)  # ours, too


def _path(what: str, rules: object) -> Path | None:
    """The file of a result; None where the rules hold something that is not ours."""
    try:
        told = _words(rules)
    except _ForeignError:
        return None
    # The folder's name stands for the sources.
    name = hashlib.sha256(f"{what}\n{told}".encode()).hexdigest()[:32]
    return tables_folder() / f"{name}.pickle"


def _words(value: object) -> str:
    """A value in words: equal for equal values, in this process or another.

    Raises:
        _ForeignError: it holds something that is not ours.
    """
    told: list[str] = []
    _tell(value, told)
    return "\n".join(told)


def _tell(value: object, told: list[str]) -> None:
    """Add a value in words, part by part, to what is told."""
    if value is None or isinstance(value, Enum | str | int | float):
        told.append(repr(value))
    elif isinstance(value, FunctionType):
        if "<" in value.__qualname__ or not value.__module__.startswith("fairyring."):
            raise _ForeignError
        told.append(f"{value.__module__}.{value.__qualname__}")
    elif isinstance(value, tuple | list):
        told.append(f"{len(value)} in a row")
        for part in value:
            _tell(part, told)
    elif isinstance(value, frozenset):
        told.append(f"{len(value)} in a set")
        told += sorted(_words(part) for part in value)
    elif isinstance(value, Mapping):
        told.append(f"{len(value)} pairs")
        for key, part in value.items():
            _tell(key, told)
            _tell(part, told)
    elif is_dataclass(value) and type(value).__module__.startswith("fairyring."):
        told.append(f"{type(value).__module__}.{type(value).__qualname__}")
        for name in field_names(value):
            _tell(getattr(value, name), told)
    else:
        raise _ForeignError
