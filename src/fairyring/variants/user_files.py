"""Users' files as modules that are named by their content.

Compiled code is kept by the names of modules, so such a name must stand for one content. A user's file, with
the modules beside it that it imports, becomes a package named by their digest. Two files with the same
content are one package, wherever they lie, and an edited file is another.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from fairyring.errors import VariantError, shown
from fairyring.kernels.owners import HOUSE, USER_MODULE
from fairyring.variants import stage_faults
from fairyring.variants.user_faults import Fault, told


class _Source(NamedTuple):
    path: Path
    text: bytes


def imported(path: Path) -> ModuleType:
    """A user's file as a module, as it is on disk now.

    ``import helper`` in it finds a ``helper.py`` beside it first.

    Raises:
        VariantError: it cannot be read, is not Python, or fails when it is run.
    """
    text = content(path)
    if path.suffix != ".py":
        raise VariantError(f"{path}: a game's file ends in .py, .toml or .zrf")
    sources = {"": _Source(path, text)}
    try:
        _add_imports("", path.parent, sources)
        package = USER_MODULE + _digest(sources)
        _importer.add(package, sources)
        module = importlib.import_module(package)
    except (Exception, SystemExit) as error:  # a user's file may fail in any way
        raise VariantError(told(error, path.name).message) from error
    _check_stages(sources)
    return module


def _check_stages(sources: Mapping[str, _Source]) -> None:
    """Refuse functions of a user's modules that cannot act at their stages, or miss them by their names.

    Raises:
        VariantError: there is one.
    """
    if not any(b"register_part" in source.text for source in sources.values()):
        return
    from fairyring.kernels.parts import stages  # not needed where no game is loaded, and slow to import

    texts = {name: source.text for name, source in sources.items()}
    for found in stage_faults.mistakes(texts, stages):
        fault = Fault(sources[found.module].path.name, found.line, found.reason)
        raise VariantError(fault.message)


def content(path: Path) -> bytes:
    """What is in a user's file.

    Raises:
        VariantError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise VariantError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # a path that no system can have
        raise VariantError(f"{shown(str(path))}: {error}") from error


def _add_imports(name: str, folder: Path, sources: dict[str, _Source]) -> None:
    """Add the modules in a folder that a module imports, and those that they import."""
    path, text = sources[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for wanted in _imports(ast.parse(text, str(path)), package):
        parts = wanted.split(".")
        if parts[0] in ("", HOUSE):
            continue
        for last in range(1, len(parts) + 1):
            found = ".".join(parts[:last])
            place = folder.joinpath(*parts[:last])
            for file in (place.with_name(f"{place.name}.py"), place / "__init__.py"):
                if found not in sources and file.is_file():
                    sources[found] = _Source(file, file.read_bytes())
                    _add_imports(found, folder, sources)


def _imports(tree: ast.Module, package: str) -> Iterator[str]:
    """The full names of all modules that a module may import, seen from the folder of the user's file."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) + 1 - level] if level and package else []
                whole = ".".join([*above, *([module] if module else [])])
                yield whole
                yield from (".".join(filter(None, (whole, alias.name))) for alias in names)


def _digest(sources: Mapping[str, _Source]) -> str:
    digest = hashlib.sha256()
    for name, (_, text) in sorted(sources.items()):
        digest.update(f"{name}\0{len(text)}\0".encode() + text)
    return digest.hexdigest()[:24]


class _Importer(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds the modules of users' files by their full names, and runs them as they were when read."""

    def __init__(self) -> None:
        self._sources: dict[str, _Source] = {}

    def add(self, package: str, sources: Mapping[str, _Source]) -> None:
        """Make a user's file, under the name "", and its helpers known."""
        for name, source in sources.items():
            self._sources.setdefault(f"{package}.{name}" if name else package, source)
        if self not in sys.meta_path:
            sys.meta_path.append(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        source = self._sources.get(fullname)
        if source is None:
            return None
        whole = "." not in fullname or source.path.name == "__init__.py"  # a user's file is a package, too
        spec = ModuleSpec(fullname, self, origin=str(source.path), is_package=whole)
        spec.has_location = True
        return spec

    def get_source(self, fullname: str) -> str:
        """The text of a module; see `importlib.abc.InspectLoader`."""
        return importlib.util.decode_source(self._sources[fullname].text)

    def exec_module(self, module: ModuleType) -> None:
        """Run a module."""
        # Not needed where no game is loaded, and slow to import.
        from fairyring.kernels.symbols import make_distinct

        path, text = self._sources[module.__name__]
        package = module.__name__.partition(".")[0]

        def find(
            name: str,
            globals: Mapping[str, object] | None = None,  # noqa: A002 -- Python's names
            locals: Mapping[str, object] | None = None,  # noqa: A002
            fromlist: Sequence[str] | None = (),
            level: int = 0,
        ) -> ModuleType:
            if level or f"{package}.{name.partition('.')[0]}" not in self._sources:
                return builtins.__import__(name, globals, locals, fromlist or (), level)
            found = builtins.__import__(f"{package}.{name}", globals, locals, fromlist or (), 0)
            return found if fromlist else sys.modules[f"{package}.{name.partition('.')[0]}"]

        module.__dict__["__builtins__"] = vars(builtins) | {"__import__": find}
        exec(compile(text, str(path), "exec", dont_inherit=True), module.__dict__)
        for value in list(vars(module).values()):
            if isinstance(value, type) and issubclass(value, tuple) and value.__module__ == module.__name__:
                make_distinct(value)


_importer = _Importer()
