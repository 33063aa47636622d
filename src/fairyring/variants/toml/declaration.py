"""What a game file says.

Its keys are the attributes of `Definition` and of the rules of each family, and those of `GameFile`. The same
declarations read a file and make the JSON Schema, `schema`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from keyword import kwlist
from typing import Any, Final, get_origin, get_type_hints

from fairyring.gamefiles.derived import Derivation, described
from fairyring.gamefiles.faults import Fault, FaultsError
from fairyring.gamefiles.pieces import LETTER
from fairyring.gamefiles.rules import FAMILIES, rules_entries
from fairyring.gamefiles.shapes import (
    LONG,
    Either,
    Entry,
    Items,
    Keyed,
    Named,
    Number,
    Row,
    Schema,
    Schemas,
    Shape,
    Table,
    Text,
    Truth,
    Word,
    words_of,
)
from fairyring.messages import Message
from fairyring.variants.definition import Definition, Figure, GameName, Ride
from fairyring.variants.weights import lenders

VERSION: Final = 1

Value = bool | int | str
"""What an option can be."""


@dataclass(frozen=True)
class Option:
    """A choice that players have when they start a game.

    Attributes:
        default: its value unless players choose another: true or false, a number or a text.
        words: what it does, for players.
        sets: the key whose value it is, such as ``mechanics.check_count.checks``.
        when: what is different in the game when the option is true.
        drawn: the least and the greatest number to draw from at random when a player sets none.
    """

    default: Value
    words: str
    sets: str = ""
    when: GameFile | None = None
    drawn: tuple[int, int] | None = None


@dataclass(frozen=True)
class GameFile:
    """What a game file says.

    Attributes:
        fairyring: the version of the format: 1.
        base: the game that this one is made from; without it, the game is made from nothing.
        base_options: options of that game.
        family: how pieces move: as in chess (``orthodox``), with momentum (``drifting``), as small pieces on
            the backs of big ones (``piloting``), or with hidden kings on many boards (``bluff``).
        without: the letters of pieces that the base has and this game does not have.
        array: the pieces at the start, as in a position text.
        keep: which words of the base this game has, too, before its own: all of them, the first few, or
            with a negative number all but the last few.
        options: the choices that players have when they start a game.
        words: the game's texts in other languages.
        definition: the attributes of `Definition` that are given.
        rules: the attributes of the rules that are given, by the names of the rules' attributes; pieces by
            their letters.
    """

    fairyring: int = VERSION
    base: str = ""
    base_options: Mapping[str, Value] = field(default_factory=dict)
    family: type[Any] | None = None
    without: str = ""
    array: str = ""
    keep: Mapping[str, bool | int] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    definition: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)


_OPTION = Text(
    30,
    rf"(?!({'|'.join(kwlist)})$)[a-z][a-z0-9_]*",
    "a name in small letters that is not a Python keyword",
)
_KEY = Text(100, r"[a-z_]+(\.[\w+]+)*", "a key, such as mechanics.check_count.checks")
_LANGUAGE = Text(3, "[a-z]{2,3}", "a language as browsers name it, such as de")
_SOURCE = Text(300, r"https?://\S+|[^:]+", "an address that begins with https://, or words without a colon")
_VALUE = Either({bool: Truth(), int: Number(), str: Text()}, "true or false, a whole number or a text")
_OPTIONS, _CHANGES = Named("option"), Named("changes")
_PROSE = Derivation({int: Number(0, 9999), GameName: words_of(lenders())}, LONG)

_RULES: Final = rules_entries()
_DEFINITION: Final = {
    **_PROSE.entries(Definition, ("rules", "form", "options", "drawn", "translations"), partly=True),
    "sources": Entry(Items(_SOURCE, most=20), described(Definition)["sources"]),
}
KEPT: Final = tuple(name for name, hint in get_type_hints(Definition).items() if get_origin(hint) is tuple)
"""The words that a game can keep of its base: all that are lists."""


def _translated() -> Table:
    """The shape of the game's texts in another language: each where the English one stands."""
    shapes: dict[object, Shape] = {str: Text(LONG), tuple[str, ...]: Items(Text(LONG))}
    captions = Items(Text(LONG))
    shapes |= {tuple[Figure, ...]: captions, tuple[Ride, ...]: captions}
    found = {
        name: Entry(shapes[hint], f"the game's {name}")
        for name, hint in get_type_hints(Definition).items()
        if hint in shapes and name not in ("start", "sources")
    }
    piece = {
        "name": Entry(Text(60), "the piece's name"),
        "white": Entry(Text(60), "the name of White's piece, such as: white knight"),
        "black": Entry(Text(60), "the name of Black's piece"),
        "note": Entry(Text(LONG), "the piece's note"),
    }
    return Table(
        {
            **found,
            "pieces": Entry(Keyed(LETTER, Table(piece)), "the pieces, by their letters"),
            "options": Entry(Keyed(_OPTION, Text(LONG)), "what the options do, by their names"),
        },
        note="The game's texts in another language, in the same order as the English ones.",
    )


def _entries() -> dict[str, Entry]:
    """All keys of a file."""
    notes = described(GameFile)
    shapes: dict[str, Shape] = {
        "fairyring": Number(
            VERSION, VERSION, Message("{version}, the version of the format", version=VERSION)
        ),
        "base": Text(60, "[a-z0-9-]+", "the name of a game that comes with fairyring, such as chess"),
        "base_options": Keyed(_OPTION, _VALUE),
        "family": Word(FAMILIES),
        "without": Text(60, r"(\+?[A-Z])+", "letters of pieces, such as BQ"),
        "array": Text(LONG),
        "keep": Table(dict.fromkeys(KEPT, Entry(Either({bool: Truth(), int: Number()}, "true or a number")))),
        "options": Keyed(_OPTION, _OPTIONS, 20),
        "words": Keyed(_LANGUAGE, Named("words", _translated()), 20),
    }
    own = {name: Entry(shape, notes[name]) for name, shape in shapes.items()}
    return own | _DEFINITION | _RULES


def _said(**given: Any) -> GameFile:
    """The declaration that a file's values make."""
    apart = {name: given.pop(name) for name in [*given] if name in _DEFINITION}
    rules = {name: given.pop(name) for name in [*given] if name in _RULES}
    return GameFile(**given, definition=apart, rules=rules)


_WHOLE: Final = _entries()
_CHANGES.shape = Table(
    {name: entry for name, entry in _WHOLE.items() if name not in ("fairyring", "base", "options", "words")},
    _said,
    "What is different in the game.",
)
_OPTIONS.shape = Table(
    {
        "default": Entry(_VALUE, described(Option)["default"], required=True),
        "words": Entry(Text(LONG), described(Option)["words"], required=True),
        "sets": Entry(_KEY, described(Option)["sets"]),
        "when": Entry(_CHANGES, described(Option)["when"]),
        "drawn": Entry(Row((Number(), Number())), described(Option)["drawn"]),
    },
    Option,
    "A choice that players have when they start a game.",
)
_FILE: Final = Table(
    _WHOLE | {name: _WHOLE[name]._replace(required=True) for name in ("fairyring", "title", "summary")},
    _said,
    "A game for fairyring.",
)


def read(raw: Mapping[str, Any]) -> GameFile:
    """What the values of a file say.

    Raises:
        FaultsError: they are not written as they should be.
    """
    try:
        said: GameFile = _FILE.read(raw, ())
    except FaultsError as error:
        raise FaultsError(*map(_explained, error.faults)) from None
    return said


def _explained(fault: Fault) -> Fault:
    """The same fault; about a key of the game that has come into a table, with where it belongs."""
    key = fault.path[-1] if fault.path else ""
    if not fault.on_key or len(fault.path) == 1 or key not in _WHOLE:
        return fault
    return fault._replace(reason=f"{fault.reason}; {key!r} is a key of the game, before the first [table]")


def schema() -> Schema:
    """The JSON Schema of game files."""
    named = Schemas()
    found = _FILE.schema(named)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "fairyring game file",
        **found,
        "definitions": named.found,
    }
