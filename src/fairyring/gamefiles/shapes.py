"""How values are written in a game file: shapes, most of which follow from the types of Python's classes.

A shape reads a value that TOML gives, with errors that name the place, and describes itself as a JSON Schema.
Both come from one declaration, so they cannot disagree.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final, NamedTuple, Protocol

from fairyring.errors import reason_of, shown
from fairyring.gamefiles.faults import Fault, FaultsError, Gathered
from fairyring.gamefiles.positions import Path
from fairyring.messages import Message, listed

Schema = dict[str, Any]

MOST_ITEMS: Final = 200
MOST_LISTED: Final = 100  # words that an error offers
MOST_ALIKE: Final = 3  # words that an error offers if they are equally near
NEAR: Final = 0.6  # from 0 to 1: how alike a word is that may have been meant
MOST_NUMBER: Final = 1000
LONG, SHORT = 2000, 200  # characters of a paragraph, and of a line


class Shape(Protocol):
    """How values of one kind are written."""

    def read(self, value: object, path: Path) -> Any:
        """The value that is meant.

        Raises:
            FaultsError: it is not written so.
        """

    def schema(self, named: Schemas) -> Schema:
        """What a JSON Schema says of it; shapes with names are in ``named``."""


class Schemas:
    """The schemas of the shapes that have names."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}

    def of(self, shape: Named) -> Schema:
        """A reference to a shape's schema."""
        if shape.name not in self.found:
            self.found[shape.name] = {}  # it may refer to itself
            self.found[shape.name] = shape.shape.schema(self)
        return {"$ref": f"#/definitions/{shape.name}"}


def expected(wanted: str, value: object, path: Path) -> FaultsError:
    """A value of another kind."""
    return FaultsError(
        Fault(path, Message("expected {wanted}, not {found}", wanted=Message(wanted), found=_called(value)))
    )


def _called(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return shown(str(value), 20)
        case str():
            return shown(value, 40)
        case list():
            return Message("a list")
        case dict():
            return Message("a table")
    return Message("a date or time")


def nearest(word: str, known: Iterable[str], most: int = MOST_LISTED) -> str:
    """A question whether a known word was meant, or which there are: a few if they are more than ``most``."""
    words = list(known)
    if near := _near(word, words):
        return Message("did you mean {word}?", word=listed("{first} or {last}", list(map(repr, near))))
    if not words:
        return Message("there are none")
    if len(words) > most:
        words[3:-1] = ["…"]
    return Message("there are {known}", known=", ".join(words))


def _near(word: str, known: Iterable[str]) -> list[str]:
    """The known words that may have been meant: of those that are as near, those that begin like it."""
    word = word[:40].lower()
    matcher = difflib.SequenceMatcher(b=word)
    likeness: dict[str, tuple[float, int]] = {}
    for each in known:
        matcher.set_seq1(each.lower())
        if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR and matcher.ratio() >= NEAR:
            alike = takewhile(lambda pair: pair[0] == pair[1], zip(word, each.lower(), strict=False))
            likeness[each] = matcher.ratio(), sum(1 for _ in alike)
    best = max(likeness.values(), default=None)
    return [each for each, found in likeness.items() if found == best][:MOST_ALIKE]


@dataclass(frozen=True)
class Number:
    """A whole number."""

    least: int = -MOST_NUMBER
    most: int = MOST_NUMBER
    wanted: str = ""

    def read(self, value: object, path: Path) -> int:
        """See `Shape`."""
        if type(value) is int and self.least <= value <= self.most:
            return value
        raise expected(self.wanted or self._usual(value), value, path)

    def _usual(self, value: object) -> str:
        """What is expected in place of a value, unless ``wanted`` says it."""
        if (self.least, self.most) != (-MOST_NUMBER, MOST_NUMBER):
            return Message("a whole number from {least} to {most}", least=self.least, most=self.most)
        # What a number stands for has bounds of its own, which are closer than these.
        if type(value) is int:
            if value > self.most:
                return Message("a whole number of at most {most}", most=self.most)
            return Message("a whole number of at least {least}", least=self.least)
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+\s*", value):
            return Message("a whole number without quotes")
        return Message("a whole number")

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Truth:
    """True or false."""

    def read(self, value: object, path: Path) -> bool:
        """See `Shape`."""
        if not isinstance(value, bool):
            raise expected("true or false", value, path)
        return value

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return {"type": "boolean"}


@dataclass(frozen=True)
class Text:
    """A text, perhaps of a certain pattern, which ``wanted`` describes."""

    most: int = SHORT
    pattern: str = ""
    wanted: str = "a text"
    least: int = 0

    def read(self, value: object, path: Path) -> str:
        """See `Shape`."""
        if not isinstance(value, str):
            raise expected(Message("{wanted} in quotes", wanted=Message(self.wanted)), value, path)
        if self.pattern and not re.fullmatch(self.pattern, value[: self.most]):
            raise expected(self.wanted, value, path)
        if len(value) > self.most:
            raise FaultsError(
                Fault(
                    path,
                    Message("at most {most} characters, not {number}", most=self.most, number=len(value)),
                    self.most,
                )
            )
        if len(value) < self.least:
            raise expected(self.wanted, value, path)
        for offset, character in enumerate(value):
            if not character.isprintable() and character != "\n":
                raise FaultsError(
                    Fault(
                        path,
                        Message("{character} cannot be shown to players", character=shown(character)),
                        offset,
                    )
                )
        return value

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        least: Schema = {"minLength": self.least} if self.least else {}
        pattern: Schema = {"pattern": f"^({self.pattern})$"} if self.pattern else {}
        return {"type": "string", "maxLength": self.most, **least, **pattern}


@dataclass(frozen=True)
class Word:
    """One of some words, each of which stands for something."""

    meanings: Mapping[str, Any]

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        if not isinstance(value, str):
            raise expected(Message("one of {known}", known=", ".join(map(repr, self.meanings))), value, path)
        if value not in self.meanings:
            raise FaultsError(
                Fault(
                    path,
                    Message(
                        "unknown word {value}: {near}", value=shown(value), near=nearest(value, self.meanings)
                    ),
                )
            )
        return self.meanings[value]

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return {"enum": list(self.meanings)}


@dataclass(frozen=True)
class Items:
    """A list of values of one shape."""

    item: Shape
    make: Callable[[list[Any]], Any] = tuple
    least: int = 0
    most: int = MOST_ITEMS

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        if not isinstance(value, list):
            raise expected("a list in brackets", value, path)
        if not self.least <= len(value) <= self.most:
            wanted = Message("from {least} to {most}", least=self.least, most=self.most)
            if self.least == self.most:
                wanted = Message("exactly {number}", number=self.most)
            reason = "expected {wanted} values in the list, not {number}"
            raise FaultsError(Fault(path, Message(reason, wanted=wanted, number=len(value))))
        found, read = Gathered(), []
        for place, item in enumerate(value):
            with found:
                read.append(self.item.read(item, (*path, place)))
        found.settle()
        return made(lambda: self.make(read), path)

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        least: Schema = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.item.schema(named), "maxItems": self.most, **least}


@dataclass(frozen=True)
class Row:
    """A list of values, each of its own shape."""

    items: tuple[Shape, ...]

    def read(self, value: object, path: Path) -> tuple[Any, ...]:
        """See `Shape`."""
        if not isinstance(value, list) or len(value) != len(self.items):
            raise expected(Message("a list of {number} values", number=len(self.items)), value, path)
        pairs = zip(self.items, value, strict=True)
        return tuple(shape.read(item, (*path, place)) for place, (shape, item) in enumerate(pairs))

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        number = len(self.items)
        items = [item.schema(named) for item in self.items]
        return {"type": "array", "items": items, "minItems": number, "maxItems": number}


@dataclass(frozen=True)
class Keyed:
    """A table with any keys of one shape."""

    key: Text | Word
    value: Shape
    most: int = MOST_ITEMS

    def read(self, value: object, path: Path) -> dict[Any, Any]:
        """See `Shape`."""
        if not isinstance(value, dict):
            raise expected("a table", value, path)
        if len(value) > self.most:
            raise FaultsError(
                Fault(
                    path, Message("at most {most} entries, not {number}", most=self.most, number=len(value))
                )
            )
        found, read = Gathered(), {}
        for name, item in value.items():
            where = (*path, name)
            with found:
                try:
                    key = self.key.read(name, where)
                except FaultsError as error:
                    raise FaultsError(*(each._replace(on_key=True) for each in error.faults)) from None
                read[key] = self.value.read(item, where)
        found.settle()
        return read

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        keys = self.key.schema(named)
        return {"type": "object", "propertyNames": keys, "additionalProperties": self.value.schema(named)}


class Entry(NamedTuple):
    """One key of a table with known keys.

    Attributes:
        shape: how its value is written.
        note: what it means.
        required: whether a table without it is refused.
    """

    shape: Shape
    note: str = ""
    required: bool = False


@dataclass(frozen=True)
class Table:
    """A table with known keys, and what is made of the values given.

    Attributes:
        entries: the keys.
        make: called with the values that are given, by key; any ValueError that it raises is about the table.
        note: what the table means.
        what: what it is called in errors.
    """

    entries: Mapping[str, Entry]
    make: Callable[..., Any] = dict
    note: str = ""
    what: str = "a table"

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        given = self.given(value, path)
        return made(lambda: self.make(**given), path)

    def given(self, value: object, path: Path) -> dict[str, Any]:
        """The values that are given, by key.

        Raises:
            FaultsError: a key is unknown or missing, or a value is not written as it should be.
        """
        if not isinstance(value, dict):
            raise expected(self.what, value, path)
        found, read, meant = Gathered(), {}, set[str]()
        for key, item in value.items():
            with found:
                if key not in self.entries:
                    meant |= set(_near(key, self.entries))
                    reason = Message(
                        "unknown key {key}: {near}", key=shown(key, 40), near=nearest(key, self.entries)
                    )
                    raise FaultsError(Fault((*path, key), reason, on_key=True))
                read[key] = self.entries[key].shape.read(item, (*path, key))
        for key, entry in self.entries.items():
            if entry.required and key not in value and key not in meant:
                with found:
                    raise FaultsError(Fault(path, Message("{key} is missing", key=repr(key)), on_key=True))
        found.settle()
        return read

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        properties = {
            key: ({"description": entry.note} if entry.note else {}) | entry.shape.schema(named)
            for key, entry in self.entries.items()
        }
        required = [key for key, entry in self.entries.items() if entry.required]
        return {
            "type": "object",
            **({"description": self.note} if self.note else {}),
            "properties": properties,
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Kinds:
    """A table whose key ``kind`` says which of several tables it is."""

    tables: Mapping[str, Table]
    usual: str = ""  # the kind of a table that does not say it

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        if not isinstance(value, dict):
            raise expected("a table", value, path)
        if "kind" not in value and not self.usual:
            reason = Message("'kind' is missing: it is one of {known}", known=", ".join(self.tables))
            raise FaultsError(Fault(path, reason, on_key=True))
        table = Word(self.tables).read(value.get("kind", self.usual), (*path, "kind"))
        return table.read({key: item for key, item in value.items() if key != "kind"}, path)

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return {"oneOf": [self._schema(kind, named) for kind in self.tables]}

    def _schema(self, kind: str, named: Schemas) -> Schema:
        found = self.tables[kind].schema(named)
        found["properties"] = {"kind": {"const": kind}, **found["properties"]}
        if kind != self.usual:
            found["required"] = ["kind", *found.get("required", [])]
        return found


@dataclass(frozen=True)
class Either:
    """A value of one of several shapes, told apart by what TOML calls them.

    Attributes:
        shapes: the shape for each type: `str`, `int`, `bool`, `list` and `dict`.
        wanted: what is expected, in words.
    """

    shapes: Mapping[type, Shape]
    wanted: str

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        if type(value) not in self.shapes:
            raise expected(self.wanted, value, path)
        return self.shapes[type(value)].read(value, path)

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return {"anyOf": [shape.schema(named) for shape in self.shapes.values()]}


@dataclass(frozen=True)
class Changed:
    """A shape whose values are made into something else."""

    shape: Shape
    change: Callable[[Any], Any]

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        read = self.shape.read(value, path)
        return made(lambda: self.change(read), path)

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return self.shape.schema(named)


@dataclass
class Named:
    """A shape that others refer to by its name, perhaps from within itself.

    Attributes:
        name: its name in a JSON Schema.
        shape: what it is; set when it is known.
    """

    name: str
    shape: Shape = field(default_factory=lambda: Table({}))

    def read(self, value: object, path: Path) -> Any:
        """See `Shape`."""
        return self.shape.read(value, path)

    def schema(self, named: Schemas) -> Schema:
        """See `Shape`."""
        return named.of(self)


def made(make: Callable[[], Any], path: Path) -> Any:
    """What a function makes of values at a path.

    Raises:
        FaultsError: it raises a ValueError, whose text is the reason; or faults within the values, whose
            places it knows from there on.
    """
    try:
        return make()
    except FaultsError as error:
        raise FaultsError(*(each._replace(path=(*path, *each.path)) for each in error.faults)) from error
    except ValueError as error:
        # Errors in a notation have the column of the mistake.
        column = getattr(error, "column", None)
        raise FaultsError(Fault(path, reason_of(error), column and column - 1)) from error


def words_of(texts: Sequence[str]) -> Word:
    """The shape of one of some words that stand for themselves."""
    return Word({text: text for text in texts})
