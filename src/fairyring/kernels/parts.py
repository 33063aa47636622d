"""The parts of games' tables, with their functions for the stages of a turn; see `stages`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fairyring.kernels.owners import HOUSE, owner_of
from fairyring.kernels.packed import packed
from fairyring.kernels.symbols import make_distinct
from fairyring.messages import Message


class Stage(NamedTuple):
    """What a part's function of a stage's name must be.

    Attributes:
        arguments: the names of what it takes after the part.
        asks: whether what it returns is used.
    """

    arguments: tuple[str, ...]
    asks: bool


_parts: dict[type, dict[str, Callable[..., Any]]] = {}
stages: dict[str, Stage] = {}


def register_part(part: type, namespace: Mapping[str, Any]) -> None:
    """Have those functions of a module that have names of stages act for parts of this NamedTuple type.

    A type that is not fairyring's gets a name of its own: Numba tells types apart by their names.

    Args:
        part: the type.
        namespace: the module's names; functions that it imports do not count.

    Raises:
        ValueError: other functions act for that type.
    """
    functions = {
        name: namespace[name]
        for name in sorted(stages.keys() & namespace.keys())
        if namespace[name].__module__ == namespace["__name__"]
    }
    if _parts.get(part, functions) != functions:
        raise ValueError(f"other functions are registered for {part.__module__}.{part.__name__}")
    if owner_of(part.__module__) != HOUSE:
        make_distinct(part)
    packed(part)
    _parts[part] = functions


def functions_of(part: type) -> Mapping[str, Callable[..., Any]]:
    """The functions that act for parts of a type, by their stages.

    Raises:
        ValueError: `register_part` was not called with it.
    """
    if part not in _parts:
        said = "`{part}` is not registered: call `register_part({part}, globals())`"
        raise ValueError(Message(said, part=part.__qualname__))
    return _parts[part]
