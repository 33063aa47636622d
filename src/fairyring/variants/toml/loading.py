"""Game files as functions that make the game: with a parameter for each option, as in a Python file."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from fairyring.errors import PositionError, VariantError
from fairyring.gamefiles.faults import Fault, FaultsError
from fairyring.gamefiles.positions import Path
from fairyring.gamefiles.reading import Source
from fairyring.messages import Message
from fairyring.notation.placement import check_start
from fairyring.variants.definition import Definition
from fairyring.variants.toml.building import Base, built
from fairyring.variants.toml.declaration import GameFile, Option, Value, read

if TYPE_CHECKING:  # the readers of other formats are imported where a file has one
    from fairyring.gamefiles.ini.document import SectionSource
    from fairyring.gamefiles.ini.reading import IniText
    from fairyring.gamefiles.zillions.document import GameSource
    from fairyring.gamefiles.zillions.reading import ZrfText


_ABOUT_START = ("start", "array", "pieces", "board", "base")  # the keys that the start follows from


@dataclass(frozen=True)
class TomlGame:
    """The game of a game file, to be called with its options.

    Attributes:
        data: the file's content.
        name: its name, for errors.
        base: finds the games that others are made from.
        bounded: whether it comes from a stranger, so that it must not take long to build.
    """

    data: bytes
    name: str
    base: Base
    bounded: bool

    @cached_property
    def _source(self) -> Source | SectionSource | GameSource:
        return Source(self.data, self.name)

    @cached_property
    def _said(self) -> GameFile:
        """What the file says, but for its options."""
        try:
            return read(self._source.raw)
        except FaultsError as error:
            raise self._source.error(error) from error

    @property
    def raw(self) -> Mapping[str, Any]:
        """What the file says, as data.

        Raises:
            GameFileError: it is not a game file.
        """
        return self._source.raw

    @property
    def __signature__(self) -> inspect.Signature:
        """A parameter for each option, with its default."""
        return inspect.Signature(
            [
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
                for name, option in self._said.options.items()
            ]
        )

    def __call__(self, **options: Value) -> Definition:
        """The game with some options.

        Raises:
            GameFileError: the file does not describe a game.
        """
        moved: dict[Path, Path] = {}
        try:
            raw = self._with(options, moved)
            return built(read(raw) if moved else self._said, self.base, self.bounded)
        except FaultsError as error:
            raise self._source.error(error, moved) from error

    def _with(self, options: Mapping[str, Value], moved: dict[Path, Path]) -> dict[str, Any]:
        """What the file says with some options; see `_applied`."""
        known = self._said.options
        chosen = {name: options.get(name, option.default) for name, option in known.items()}
        return _applied(self._source.raw, known, chosen, moved)

    def check_start(self, game: Definition, options: Mapping[str, Any]) -> None:
        """Refuse a game that cannot begin, such as one in which a side has no king.

        Args:
            game: what the file describes with these options.
            options: the options.

        Raises:
            GameFileError: it cannot begin.
        """
        try:
            check_start(game.form, game.start)
        except PositionError as error:
            moved: dict[Path, Path] = {}
            raw = self._with(options, moved)
            key = next((key for key in _ABOUT_START if key in raw), "")
            offset = error.column - 1 if key in ("start", "array") else None
            fault = Fault((key,) if key else (), error.reason, offset)
            raise self._source.error(FaultsError(fault), moved) from error


@dataclass(frozen=True)
class IniGame(TomlGame):
    """The game of a section of an ini file.

    Attributes:
        section: the section's name.
    """

    section: str = ""

    @cached_property
    def _source(self) -> SectionSource:
        from fairyring.gamefiles.ini.document import SectionSource

        ini = _sections(self.data, self.name)
        return SectionSource(ini, ini.section(self.section), lambda name: _exported(name, self.base))


@dataclass(frozen=True)
class ZrfGame(TomlGame):
    """A game of a rule file of Zillions.

    Attributes:
        title: the game's title, as it is or as in an address; empty for the first game of the file.
    """

    title: str = ""

    @cached_property
    def _source(self) -> GameSource:
        from fairyring.gamefiles.zillions.document import GameSource

        return GameSource(_rule_file(self.data, self.name), self.title)

    @property
    def notes(self) -> list[str]:
        """What is no part of the rules, or is taken to be so because the file does not say.

        Raises:
            GameFileError: there is no such game.
        """
        return self._source.notes


@lru_cache(maxsize=4)
def _rule_file(data: bytes, name: str) -> ZrfText:
    """The text of a rule file, which is read once for all its games."""
    from fairyring.gamefiles.zillions.reading import ZrfText

    return ZrfText(data, name)


@lru_cache(maxsize=200)
def _exported(name: str, base: Base) -> str | None:
    """A game that comes with fairyring as a section; None if there is none.

    Raises:
        UnsaidError: no section can say it.
    """
    from fairyring.gamefiles.ini.section import section_text

    try:
        game = base(name, {})
    except VariantError:
        return None
    return section_text(name, game.rules, game.start)


@lru_cache(maxsize=4)
def _sections(data: bytes, name: str) -> IniText:
    """The text of an ini file, which is read once for all its sections."""
    from fairyring.gamefiles.ini.reading import IniText

    return IniText(data, name)


def _applied(
    raw: Mapping[str, Any],
    options: Mapping[str, Option],
    chosen: Mapping[str, Value],
    moved: dict[Path, Path],
) -> dict[str, Any]:
    """The values of a file with what its options change, and in ``moved`` where those stand in the file.

    Raises:
        FaultsError: an option sets a key in something that is not a table.
    """
    changed = deepcopy(dict(raw))
    for name, option in options.items():
        here: Path = ("options", name)
        if option.sets:
            _set(changed, tuple(option.sets.split(".")), chosen[name], here, moved)
        if option.when and chosen[name] is True:
            _merge(changed, raw["options"][name]["when"], (), (*here, "when"), moved)
    return changed


def _set(
    table: dict[str, Any], path: tuple[str, ...], value: Value, option: Path, moved: dict[Path, Path]
) -> None:
    for depth, key in enumerate(path[:-1], start=1):
        if key not in table:
            moved[path[:depth]] = (*option, "sets")
        table = table.setdefault(key, {})
        if not isinstance(table, dict):
            raise FaultsError(Fault((*option, "sets"), Message("{key} is not a table", key=repr(key))))
    table[path[-1]] = value
    moved[path] = (*option, "default")


def _merge(
    table: dict[str, Any], changes: Mapping[str, Any], path: Path, origin: Path, moved: dict[Path, Path]
) -> None:
    """Put changes into a table: tables into tables, and all else in place of what is there."""
    for key, value in changes.items():
        there = table.get(key)
        if isinstance(value, dict) and isinstance(there, dict) and "kind" not in value:
            _merge(there, value, (*path, key), (*origin, key), moved)
        else:
            table[key] = deepcopy(value)
            moved[(*path, key)] = (*origin, key)
