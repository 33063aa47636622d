"""The cache of compiled functions: one file for each function and signature.

Numba's own cache has an index for each function, which pickles the types of all signatures ever compiled.
One class that cannot be imported, such as one from a user's file that was edited since, makes the whole
index unreadable, and so every game. Here a file's name says what it holds, and nothing else is read.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numba.core import sigutils, types
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from fairyring.kernels import cache_files
from fairyring.kernels.cache_folder import game_folder, house_folder, words_of
from fairyring.kernels.linking import calls_of, set_apart
from fairyring.kernels.owners import HOUSE, owner_of
from fairyring.kernels.packed import Packed

_log = logging.getLogger(__name__)


# Functions that have machine code in this process: the file in which each is kept, None if it is not, by its
# symbol; and the functions by their files.
_files: dict[str, Path | None] = {}
_known: dict[Path, Any] = {}
# What is compiled here now, and is to be kept: others wait for it.
_claims: dict[Path, cache_files.Claim] = {}
_at_miss: list[Callable[[], object]] = []  # see `at_first_miss`


class _UnnameableError(Exception):
    """Something of which no other process can tell whether it is the same."""


class _StaleError(Exception):
    """A file that calls other code than there is now."""


class CodeCache:
    """The cache of one compiled function, with the methods that Numba's dispatcher calls.

    Any error while loading or saving counts as a miss: the function is compiled again.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        """``function`` is the Python function."""
        self._function = function

    @property
    def cache_path(self) -> str:
        """Where the code of the function is kept, if it depends on no user's file; for Numba's statistics."""
        return str(house_folder())

    def load_overload(self, signature: Any, target_context: Any) -> CompileResult | None:
        """The compiled function for a signature; None if it has to be compiled.

        Where another process is compiling it, that is waited for. Otherwise others wait until this one has.
        """
        target_context.refresh()
        try:
            path = self._path(signature, target_context.codegen())
            return _fresh(path, target_context) or _waited_for(path, target_context)  # type: ignore[no-any-return]
        except Exception:  # noqa: BLE001 -- see the class
            _log.debug("%s is compiled again", self._function, exc_info=True)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled for a signature."""
        symbol = result.fndesc.llvm_func_name
        _files[symbol] = None
        path: Path | None = None
        try:
            path = self._path(signature, result.codegen)
            calls = [name for name in calls_of(result.library) if name in _files]
            if result.lifted or result.library.has_dynamic_globals or not all(map(_files.get, calls)):
                return  # it holds addresses of this process, or calls what does
            needed = [(str(_files[name]), name) for name in calls]
            cache_files.write(path, dumps((needed, result._reduce())))  # type: ignore[no-untyped-call]
            _files[symbol] = path
            _known[path] = result._replace(metadata=None)  # as it is when it is read
        except Exception:  # noqa: BLE001 -- see the class
            _log.debug("%s is not kept", self._function, exc_info=True)
        finally:
            if path in _claims:
                _claims.pop(path).release()

    def enable(self) -> None:
        """Nothing: ours are always on."""

    def disable(self) -> None:
        """Nothing: ours are never switched off."""

    def flush(self) -> None:
        """Nothing: Numba calls it before it compiles all signatures again, which none of ours asks for."""

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file for a signature.

        Raises:
            _UnnameableError: what is compiled depends on something that is neither ours nor a user's file.
        """
        arguments, result = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        modules = {self._function.__module__}
        words = [self._function.__module__, self._function.__qualname__, str(result)]
        words += [str(part) for part in codegen.magic_tuple()]  # the processor
        words += words_of(self._function.__code__)
        for argument in arguments:
            words += _type(argument, modules)
        owners = {owner_of(module) for module in modules} - {HOUSE}
        users = sorted(owner for owner in owners if owner)
        if len(users) < len(owners):
            raise _UnnameableError(f"one of {', '.join(modules)} is neither fairyring's nor a user's file")
        for user in users:
            words += _constants_of(user)
        name = hashlib.sha256("\n".join(words).encode()).hexdigest()[:32]
        folder = game_folder(" ".join(users)) if users else house_folder()
        return folder / f"{self._function.__name__}-{name}.code"


@contextmanager
def at_first_miss(call: Callable[[], object]) -> Iterator[None]:
    """Meanwhile, ``call`` something once, before the first function that has to be compiled."""
    _at_miss.append(call)
    try:
        yield
    finally:
        if call in _at_miss:
            _at_miss.remove(call)


def release_claims() -> None:
    """Have nobody wait any longer for what was to be compiled here, and will not be."""
    while _claims:
        _claims.popitem()[1].release()


def _waited_for(path: Path, target_context: Any) -> Any:
    """What another process has compiled into a file meanwhile; None if that is to be done here."""
    claim = cache_files.claim(path)
    found = _fresh(path, target_context)
    if found is None:
        while _at_miss:
            _at_miss.pop()()
    if claim is not None:
        if found is None:
            _claims[path] = claim
        else:
            claim.release()
    return found


def _fresh(path: Path, target_context: Any) -> Any:
    """The compiled function in a file; None without one, or if what it calls was compiled again since."""
    try:
        return _loaded(path, target_context)
    except _StaleError:
        return None


def _loaded(path: Path, target_context: Any) -> Any:
    """The compiled function in a file, after all that it calls; None if there is none.

    Raises:
        _StaleError: what it calls has been compiled again since.
    """
    if path not in _known:
        data = cache_files.read(path)
        if data is None:
            return None
        needed, parts = pickle.loads(data)  # our own, from a folder that nobody else can write to
        for file, symbol in needed:
            found = _loaded(Path(file), target_context)
            if found is None or found.fndesc.llvm_func_name != symbol:
                raise _StaleError(file)
        result = CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]
        set_apart(result.library)
        _files[result.fndesc.llvm_func_name] = path
        _known[path] = result
    return _known[path]


def _type(of: Any, modules: set[str]) -> Iterator[str]:
    """The type of an argument in words; the modules of its classes are added to ``modules``."""
    found = getattr(of, "instance_class", None)
    if found is not None:
        modules.add(found.__module__)
        yield f"{found.__module__}.{found.__qualname__}"
    if isinstance(of, types.BaseTuple | Packed):
        parts: tuple[Any, ...] = tuple(of)  # type: ignore[arg-type]
        yield f"{type(of).__name__} of {len(parts)}"
        for part in parts:
            yield from _type(part, modules)
        return
    words = str(of)
    if " at 0x" in words:
        raise _UnnameableError(words)
    yield words


def _constants_of(owner: str) -> Iterator[str]:
    """The constants of a user's modules. Compiled code contains them, and they may come from a data file."""
    for name, module in sorted(sys.modules.copy().items()):
        if name == owner or name.startswith(f"{owner}."):
            for key, value in sorted(vars(module).items()):
                if not key.startswith("__"):
                    yield from (f"{name}.{key} {word}" for word in _constant(value))


def _constant(value: object) -> Iterator[str]:
    if isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    elif isinstance(value, tuple):
        for part in value:
            yield from _constant(part)
    elif isinstance(value, bool | int | float | complex | str | bytes | np.generic):
        yield repr(value)
