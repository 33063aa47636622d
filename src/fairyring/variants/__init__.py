"""The games, a module each. They are found by their files; there is no list to edit.

A game's module has a function ``variant()`` that returns its `definition.Definition`. The function's
keyword arguments, each with a default, are the game's options.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from fairyring.errors import PositionError, VariantError, shown
from fairyring.messages import Message
from fairyring.variants import user_files
from fairyring.variants.definition import Definition

_APART = frozenset({"definition", "self_play", "user_files"})  # the modules here that are no games


def names() -> tuple[str, ...]:
    """The names of the games that come with fairyring, sorted."""
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name.replace("_", "-") for name in found if name not in _APART))


def find(name: str | Path) -> tuple[str, Callable[..., Definition]]:
    """A game's name and its ``variant`` function, by name or by the path of a user's file.

    Raises:
        VariantError: there is no such game, or the file cannot be loaded as one.
    """
    text = str(name)
    if _is_path(name):
        return Path(text).stem.replace("_", "-"), _function(user_files.imported(Path(text)), text)
    if text not in names():
        near = difflib.get_close_matches(text[:80].lower(), names(), n=3, cutoff=0.4)
        if near:
            said = "no game is called {name}; did you mean {near}? `fairyring variants` lists all games"
            raise VariantError(Message(said, name=shown(text), near=", ".join(near)))
        said = "no game is called {name}; `fairyring variants` lists all games"
        raise VariantError(Message(said, name=shown(text)))
    return text, _function(importlib.import_module(f"{__name__}.{text.replace('-', '_')}"), text)


def define(name: str | Path, options: Mapping[str, object]) -> tuple[str, Definition, dict[str, object]]:
    """A game's name, its definition, and all its options with the values that it was defined by.

    Raises:
        VariantError: there is no such game, its file cannot be loaded, or an option is unknown or has
            a value of the wrong kind.
    """
    found, function = find(name)
    chosen: dict[str, object] = {}
    for parameter in inspect.signature(function).parameters.values():
        chosen[parameter.name] = parameter.default
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
        definition = _defined(function, tuple(chosen.items()))
        if _is_path(name):
            _ = definition.rules.tables  # an inventor hears at once of a game that cannot be built
            definition.form.placed(definition.start)
    except VariantError:
        raise
    except PositionError as error:
        place = f"{found}: start, column {error.column}"
        raise VariantError(Message("{place}: {reason}", place=place, reason=Message(error.reason))) from error
    except (Exception, SystemExit) as error:  # a user's file may fail in any way
        raise VariantError(
            Message("{place}: {reason}", place=found, reason=user_files.told(error))
        ) from error
    return found, definition, chosen


def _no_option(game: str, option: str, options: Iterable[str]) -> Message:
    known = ", ".join(options)
    if not known:
        return Message("{game} has no option {option}; it has none", game=game, option=shown(option))
    return Message(
        "{game} has no option {option}; it has {known}", game=game, option=shown(option), known=known
    )


@lru_cache(maxsize=64)
def _defined(function: Callable[..., Definition], options: tuple[tuple[str, object], ...]) -> Definition:
    """What a game's function returns: asked once, for the tables that come of it take a while to build."""
    definition: object = function(**dict(options))
    if not isinstance(definition, Definition):
        returned = type(definition).__name__
        raise ValueError(f"variant() must return a Definition, not a {returned}")
    return definition


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or name.endswith(".py")


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
