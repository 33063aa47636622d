"""Shapes that follow from Python's declarations: of dataclasses, and of functions' parameters."""

from __future__ import annotations

import collections.abc
import inspect
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from fairyring.board.graph import HomeName, SquareName, SquareNames
from fairyring.gamefiles.shapes import (
    SHORT,
    Either,
    Entry,
    Items,
    Keyed,
    Number,
    Row,
    Shape,
    Table,
    Text,
    Truth,
    Word,
    words_of,
)
from fairyring.gamefiles.squares import HOME, NAME, NAMES

NONE = "none"  # the word for None, which TOML cannot say

_PLAIN: Mapping[object, Shape] = {bool: Truth(), int: Number()}
_LISTS = (list, tuple, frozenset, set, collections.abc.Sequence, collections.abc.Collection)


class UnknownShapeError(TypeError):
    """A type that no file can say."""


class Derivation:
    """Derives shapes from types.

    Attributes:
        special: the shapes of types that are written in a way of their own.
    """

    def __init__(self, special: Mapping[object, Shape] | None = None, longest: int = SHORT) -> None:
        """With special types of its own, and texts of at most so many characters."""
        squares: dict[object, Shape] = {SquareName: NAME, SquareNames: NAMES, HomeName: HOME}
        self.special: dict[object, Shape] = {str: Text(longest), **squares, **(special or {})}

    def of(self, hint: Any) -> Shape:
        """How values of a type are written.

        Raises:
            UnknownShapeError: they cannot be.
        """
        for known in (self.special, _PLAIN):
            if hint in known:
                return known[hint]
        origin, args = get_origin(hint), get_args(hint)
        if origin is Literal:
            return words_of(args)
        if origin in (Union, types.UnionType):
            return self._union(args)
        if origin is tuple and args[-1] is not ...:
            return Row(tuple(map(self.of, args)))
        if origin in _LISTS:
            return Items(self.of(args[0]), frozenset if origin is frozenset else tuple)
        if origin in (dict, collections.abc.Mapping):
            key = self.of(args[0])
            if isinstance(key, Text | Word):
                return Keyed(key, self.of(args[1]))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return Word({_word(member): member for member in hint})
        if hasattr(hint, "__dataclass_fields__") or hasattr(hint, "_fields"):
            return self.table(hint)
        raise UnknownShapeError(f"a game file cannot say {hint!r}")

    def _union(self, args: tuple[Any, ...]) -> Shape:
        others = [arg for arg in args if arg is not types.NoneType]
        if len(others) != 1:
            raise UnknownShapeError(f"a game file cannot say {args!r}")
        shape = self.of(others[0])
        if others[0] is not int or len(args) == 1:
            return shape  # None is what it is when it is left out
        return Either({int: shape, str: Word({NONE: None})}, "a whole number, or 'none'")

    def entries(self, cls: type, leave_out: Iterable[str] = (), partly: bool = False) -> dict[str, Entry]:
        """The keys for the fields of a dataclass or a NamedTuple.

        Args:
            cls: the class.
            leave_out: fields that are given otherwise.
            partly: whether all of them may be left out.

        Raises:
            UnknownShapeError: a field cannot be written in a file.
        """
        hints, notes = get_type_hints(cls, include_extras=True), described(cls)
        found = {}
        for name in _names(cls):
            if name not in leave_out:
                required = not partly and name in _needed(cls)
                found[name] = Entry(self.of(hints[name]), notes.get(name, ""), required)
        return found

    def table(self, cls: type, leave_out: Iterable[str] = ()) -> Table:
        """The shape of a dataclass or a NamedTuple: a table with a key for each field."""
        return Table(self.entries(cls, leave_out), cls, first_sentence(cls.__doc__ or ""))

    def call(self, function: Callable[..., Any]) -> Table:
        """The shape of a call of a function: a table with a key for each parameter."""
        hints = get_type_hints(function)
        found = {
            parameter.name: Entry(
                self.of(hints[parameter.name]), required=parameter.default is parameter.empty
            )
            for parameter in inspect.signature(function).parameters.values()
        }
        return Table(found, function, first_sentence(function.__doc__ or ""))


def _word(member: Enum) -> str:
    return member.value if isinstance(member.value, str) else member.name.lower()


def _names(cls: Any) -> list[str]:
    if hasattr(cls, "_fields"):
        return list(cls._fields)
    return [field.name for field in fields(cls) if field.init]


def _needed(cls: Any) -> set[str]:
    if hasattr(cls, "_fields"):
        return {name for name in cls._fields if name not in cls._field_defaults}
    return {
        field.name for field in fields(cls) if field.default is MISSING and field.default_factory is MISSING
    }


def first_sentence(text: str) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join(text.partition("\n\n")[0].split())


def described(cls: type) -> dict[str, str]:
    """What the ``Attributes`` of a class's docstring, and of those that it derives from, say of each."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        found |= dict(_attributes(base.__doc__ or ""))
    return found


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    _, _, section = text.partition("Attributes:\n")
    for entry in re.split(r"\n(?= {8}\w+: | {4}\w+: )", f"\n{section}"):
        name, colon, words = entry.strip().partition(": ")
        if colon and name.isidentifier():
            yield name, " ".join(words.split())
