"""The games, a file each. They are found by their files; there is no list to edit.

A game is a module with a function ``variant()`` that returns its `definition.Definition`, and whose keyword
arguments, each with a default, are the game's options; or it is a game file in TOML (`toml`). Game files in
``library`` are well-known variants that differ from the others in data alone.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from fairyring.errors import PositionError, UnknownGameError, VariantError, expect, shown
from fairyring.messages import Message
from fairyring.names import OTHER_NAMES, folder, library, variants
from fairyring.variants import user_faults, user_files, weights
from fairyring.variants.definition import Definition, Group
from fairyring.variants.toml.loading import IniGame, TomlGame, ZrfGame

FILES = (".py", ".toml", ".zrf")  # how the files of games end
SECTION = ".ini#"  # behind it is the name of a section in such a file
TITLE = ".zrf#"  # behind it is the title of a game in such a file
PUZZLES, LESSONS = "puzzles", "lessons"  # the folders of their files


class Introduction(NamedTuple):
    """A game in a few words, as its `Definition` has them."""

    name: str
    title: str
    summary: str
    inventor: str
    year: int
    group: Group


@cache
def introduction(name: str) -> Introduction:
    """A game that comes with fairyring in a few words. Of a game file, no more is read than these.

    Raises:
        VariantError: there is no such game.
    """
    function = find(name)[1]
    if not isinstance(function, TomlGame):
        _, game, _ = define(name, {})
        return Introduction(name, game.title, game.summary, game.inventor, game.year, game.group)
    said = function.raw
    if "group" in said:
        group = Group[said["group"].upper()]
    else:
        group = introduction(said["base"]).group if "base" in said else Group.OTHER
    return Introduction(
        name, said["title"], said["summary"], said.get("inventor", ""), said.get("year", 0), group
    )


@cache
def library_titles(language: str) -> dict[str, str]:
    """The titles of the library's games in a language, by the English ones. Of each file, no more is read."""
    found = {}
    for name in library():
        function = find(name)[1]
        assert isinstance(function, TomlGame)
        if title := function.raw.get("words", {}).get(language, {}).get("title"):
            found[function.raw["title"]] = title
    return found


def introductions() -> list[Introduction]:
    """All games that come with fairyring, group by group in the order of groups, sorted by title."""
    return sorted(map(introduction, variants()), key=lambda game: (game.group, game.title))


@cache
def kept(kind: str) -> Mapping[str, Traversable]:
    """The files that are kept for some games, `PUZZLES` or `LESSONS`, by the names of the games."""
    files = (folder() / kind).iterdir()
    return {file.name.partition(".")[0]: file for file in files if file.name.endswith((".jsonl", ".toml"))}


def is_file(name: str | Path) -> bool:
    """Whether a name is that of a user's file, rather than of a game that comes with fairyring."""
    return isinstance(name, Path) or name.endswith(FILES) or SECTION in name or TITLE in name


def find(name: str | Path) -> tuple[str, Callable[..., Definition]]:
    """A game's name and its ``variant`` function, by name or by the path of a user's file.

    A game is found by the name that it has in other programs, too.

    Raises:
        VariantError: there is no such game, or the file cannot be loaded as one.
        TypeError: it is neither a name nor a path.
    """
    expect(name, (str, Path), "a game has a name or a path")
    text = str(name)
    if is_file(name):
        if SECTION in text:
            place, _, section = text.rpartition("#")
            return section, _section(Path(place), section)
        if TITLE in text:
            place, _, title = text.rpartition(TITLE)
            from fairyring.gamefiles.zillions.games import slug

            return slug(title), rule_game(Path(f"{place}.zrf"), title)
        path = Path(text)
        if path.suffix == SECTION[:-1]:
            raise VariantError(_sections_of(path))
        called = path.stem.replace("_", "-")
        if path.suffix == ".zrf":
            return called, rule_game(path, "")
        if path.suffix == ".toml":
            return called, _known(TomlGame(user_files.content(path), path.name, _shipped, bounded=True))
        return called, _function(user_files.imported(path), path.name)
    text = OTHER_NAMES.get(text, text)
    if text.endswith(SECTION[:-1]):
        raise VariantError(_sections_of(Path(text)))
    if text not in variants():
        near = difflib.get_close_matches(text[:80].lower(), variants(), n=3, cutoff=0.4)
        if near:
            said = "no game is called {name}; did you mean {near}? `fairyring variants` lists all games"
            raise UnknownGameError(text, Message(said, name=shown(text), near=", ".join(near)))
        said = "no game is called {name}; `fairyring variants` lists all games"
        raise UnknownGameError(text, Message(said, name=shown(text)))
    return text, _of_ours(text)


@cache
def _of_ours(name: str) -> Callable[..., Definition]:
    """The ``variant`` function of a game that comes with fairyring."""
    module = name.replace("-", "_")
    for place in (folder(), folder() / "library"):
        if (file := place / f"{module}.toml").is_file():
            return TomlGame(file.read_bytes(), file.name, _shipped, bounded=False)
    return _function(importlib.import_module(f"{__name__}.{module}"), name)


def define(name: str | Path, options: Mapping[str, object]) -> tuple[str, Definition, dict[str, object]]:
    """A game's name, its definition, and all its options with the values that it was defined by.

    Raises:
        VariantError: there is no such game, its file cannot be loaded, or an option is unknown or has
            a value of the wrong kind.
    """
    found, function = find(name)
    usual: dict[str, object] = {}
    for parameter in inspect.signature(function).parameters.values():
        usual[parameter.name] = parameter.default
    chosen = dict(usual)
    for option, value in options.items():
        if option not in chosen:
            raise VariantError(_no_option(found, option, chosen))
        if type(value) is not type(chosen[option]):
            wanted = type(chosen[option]).__name__
            raise VariantError(
                Message(
                    "{game}: option {option} is a {wanted}, not {value}",
                    game=found,
                    option=option,
                    wanted=wanted,
                    value=shown(repr(value)),
                )
            )
        chosen[option] = value
    try:
        kept = weights.kept(found, Path(name).parent if is_file(name) else None)
        ours = chosen == usual and not is_file(name)
        defined = _defined_of_ours if ours else _defined
        definition = defined(function, tuple(chosen.items()), kept and kept._replace(told=chosen == usual))
        if is_file(name):
            _ = definition.rules.tables  # an inventor hears at once of a game that cannot be built
            if isinstance(function, TomlGame):
                function.check_start(definition, chosen)
            else:
                definition.form.placed(definition.start)
    except VariantError:
        raise
    except PositionError as error:
        place = f"{_place(name, found)}: start, column {error.column}"
        raise VariantError(Message("{place}: {reason}", place=place, reason=Message(error.reason))) from error
    except (Exception, SystemExit) as error:  # a user's file may fail in any way
        raise VariantError(user_faults.told(error, _place(name, found)).message) from error
    return found, definition, chosen


def _place(name: str | Path, game: str) -> str:
    """What an error names a game by: its file, or its name where it comes with fairyring."""
    return Path(name).name if is_file(name) else game


def _no_option(game: str, option: str, options: Iterable[str]) -> Message:
    known = ", ".join(options)
    if not known:
        return Message("{game} has no option {option}; it has none", game=game, option=shown(option))
    return Message(
        "{game} has no option {option}; it has {known}", game=game, option=shown(option), known=known
    )


def _made(
    function: Callable[..., Definition],
    options: tuple[tuple[str, object], ...],
    learned: weights.Kept | None,
) -> Definition:
    """What a game's function returns, with what was learned for it, or else for the game that it names."""
    definition: object = function(**dict(options))
    if not isinstance(definition, Definition):
        returned = type(definition).__name__
        raise ValueError(f"variant() must return a Definition, not a {returned}")
    if learned is not None:
        return weights.taught(definition, learned)
    return weights.lent(definition) if definition.weights else definition


# A function is asked once, for the tables that come of it take a while to build. All games that come with
# fairyring are kept, so that each is made once even where all are gone through again and again; of users'
# games, and of games with options, only some are.
_defined_of_ours = lru_cache(maxsize=256)(_made)
_defined = lru_cache(maxsize=64)(_made)


def _section(path: Path, section: str) -> TomlGame:
    content = user_files.content(path)
    return _known(IniGame(content, path.name, _shipped, bounded=True, section=section))


def rule_game(path: Path, title: str) -> ZrfGame:
    """A game of a rule file, by its title; the first one if that is empty.

    Raises:
        VariantError: the file cannot be read.
    """
    game = ZrfGame(user_files.content(path), path.name, _shipped, bounded=True, title=title)
    found = _known(game)
    assert isinstance(found, ZrfGame)
    return found


def _sections_of(path: Path) -> Message:
    """Why an ini file is not a game: it has several, each of which is named by its section."""
    from fairyring.gamefiles.ini.reading import IniText

    sections = list(IniText(user_files.content(path), path.name).sections)
    if not sections:
        return Message("{place}: {reason}", place=path.name, reason=Message("there is no section"))
    reason = Message(
        "say which section: {examples}", examples=", ".join(f"{path}#{each}" for each in sections[:3])
    )
    return Message("{place}: {reason}", place=path.name, reason=reason)


def of_file(path: Path) -> tuple[dict[str, str], list[VariantError]]:
    """The games of a user's file: where to load each from, by its name, and why others cannot be loaded.

    Raises:
        VariantError: the file cannot be read, or its only game cannot be loaded.
    """
    found: dict[str, str] = {}
    refused: list[VariantError] = []
    if path.suffix == ".zrf":
        from fairyring.gamefiles.zillions.document import titles
        from fairyring.gamefiles.zillions.games import slug
        from fairyring.gamefiles.zillions.reading import ZrfText

        for title in titles(ZrfText(user_files.content(path), path.name)):
            found[slug(title)] = f"{path}#{slug(title)}"
        return found, refused
    if path.suffix != SECTION[:-1]:
        name, _ = find(path)
        return {name: str(path)}, []
    from fairyring.gamefiles.ini.reading import IniText

    for section in IniText(user_files.content(path), path.name).sections:
        try:
            _ = _section(path, section).raw
        except VariantError as error:
            refused.append(error)
        else:
            found[section] = f"{path}#{section}"
    return found, refused


def of_text(text: str, name: str = "draft.toml") -> TomlGame:
    """The game of a game file's text, which may come from a stranger; ``name``: its name in errors."""
    return _known(TomlGame(text.encode(), name, _shipped, bounded=True))


def section_data(path: Path, section: str) -> Mapping[str, Any]:
    """The game of a section of an ini file, as the data of a game file.

    Raises:
        VariantError: the file cannot be read, or the section describes no game.
    """
    game = _section(path, section)
    game()
    return game.raw


@lru_cache(maxsize=64)
def _known(game: TomlGame) -> TomlGame:
    """A game file's function: the same one for the same content, which is read once."""
    return game


def _shipped(name: str, options: Mapping[str, object]) -> Definition:
    """A game that comes with fairyring, for others to be made from."""
    return define(name, options)[1]


def _function(module: ModuleType, name: str) -> Callable[..., Definition]:
    function: Any = getattr(module, "variant", None)
    if not callable(function):
        raise VariantError(
            Message("{place}: {reason}", place=name, reason="a game's file has a function variant()")
        )
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is parameter.empty:
            reason = f"variant()'s option {parameter.name} has no default"
            raise VariantError(Message("{place}: {reason}", place=name, reason=reason))
    return function  # type: ignore[no-any-return]
