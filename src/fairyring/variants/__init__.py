"""The games, a module each. They are found by their files; there is no list to edit.

A game's module has a function ``variant()`` that returns its `definition.Definition`. The function's
keyword arguments, each with a default, are the game's options.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from fairyring.errors import VariantError, shown
from fairyring.variants.definition import Definition

_APART = frozenset({"definition"})  # the one module here that is no game


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
        return Path(text).stem.replace("_", "-"), _function(_module_of(Path(text)), text)
    if text not in names():
        raise VariantError(f"no game is called {shown(text)}; there are {', '.join(names())}")
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
            known = f"it has {', '.join(chosen)}" if chosen else "it has none"
            raise VariantError(f"{found} has no option {shown(option)}; {known}")
        if type(value) is not type(chosen[option]):
            wanted = type(chosen[option]).__name__
            raise VariantError(f"{found}: option {option} is a {wanted}, not {shown(repr(value))}")
        chosen[option] = value
    try:
        definition = _defined(function, tuple(chosen.items()))
        if _is_path(name):
            _ = definition.rules.tables  # an inventor hears at once of a game that cannot be built
    except VariantError:
        raise
    except (Exception, SystemExit) as error:  # a user's file may fail in any way; he is told where
        raise VariantError(f"{found}: {_told(error)}") from error
    return found, definition, chosen


@lru_cache(maxsize=64)
def _defined(function: Callable[..., Definition], options: tuple[tuple[str, object], ...]) -> Definition:
    """What a game's function returns: asked once, for the tables that come of it take a while to build."""
    definition: object = function(**dict(options))
    if not isinstance(definition, Definition):
        returned = type(definition).__name__
        raise TypeError(f"variant() returned a {returned}, not a Definition")
    return definition


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or name.endswith(".py")


def _function(module: ModuleType, name: str) -> Callable[..., Definition]:
    function: Any = getattr(module, "variant", None)
    if not callable(function):
        raise VariantError(f"{name}: a game's file has a function variant()")
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is parameter.empty:
            raise VariantError(f"{name}: variant()'s option {parameter.name} has no default")
    return function  # type: ignore[no-any-return]


def _module_of(path: Path) -> ModuleType:
    try:
        source = path.read_bytes()
    except OSError as error:
        raise VariantError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # a path that no system can have
        raise VariantError(f"{shown(str(path))}: {error}") from error
    if path.suffix != ".py":
        raise VariantError(f"{path}: not a Python file")
    # Named by its content, so that compiled code that is kept for it is never that of an older text.
    name = f"fairyring_user_{path.stem}_{hashlib.sha256(source).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # as for every name in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # as above
        del sys.modules[name]
        raise VariantError(f"{path}: {_told(error)}") from error
    return module


def _told(error: BaseException) -> str:
    """What went wrong, on one line: the last line of the user's file that was at work, and the error."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("fairyring_user_"):
            line = trace.tb_lineno
        trace = trace.tb_next
    message = " ".join(f"{type(error).__name__}: {error}".split())
    return f"line {line}: {message}" if line else message
