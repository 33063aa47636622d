"""Where compiled code and tables are kept between runs.

Numba's own cache does not notice when a function in *another* module changes. So the code of fairyring's
own kernels lies in one folder, named by all their sources and by the versions of Python, NumPy and Numba:
any change opens a fresh folder. What is compiled for a user's file lies in a folder of that file, named by
its content as well; see `fairyring.variants.user_files`.

What lies there is executed. A folder that others may write to is therefore not used.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType

import numba
import platformdirs

from fairyring.kernels import cache_files

# A folder is kept for this long after its last use.
KEPT_SECONDS = 30 * 24 * 3600

_PACKAGE = Path(__file__).parents[1]
_COMPILED = ("kernels", "mechanics", "search")  # every package that holds compiled code


class _SharedFolderError(Exception):
    """Other users may have written to a folder."""


def sources(*packages: str, kinds: tuple[str, ...] = (".py",)) -> Iterator[tuple[str, bytes]]:
    """The name and content of every source file in some of our packages, or of every file of some kinds."""
    for package in packages:
        for path in sorted(each for each in (_PACKAGE / package).rglob("*") if each.suffix in kinds):
            yield path.relative_to(_PACKAGE).as_posix(), path.read_bytes()


def digest_of(files: Iterable[tuple[str, bytes]]) -> str:
    """A hash of some files: their names and contents."""
    digest = hashlib.sha256()
    for name, content in files:
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def words_of(code: CodeType) -> Iterator[str]:
    """Bytecode and its constants, without line numbers."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_flags))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from words_of(constant)
        elif isinstance(constant, frozenset):  # whose order changes from run to run
            yield repr(sorted(map(repr, constant)))
        else:
            yield repr(constant)


def _meaning(source: bytes) -> bytes:
    """A source file without comments, docstrings and layout: its bytecode."""
    # The second level of optimization leaves out docstrings, and what is checked by `assert`.
    checks = b"assert" in source or b"__debug__" in source
    try:
        code = compile(source, "", "exec", dont_inherit=True, optimize=0 if checks else 2)
    except (SyntaxError, ValueError):  # somebody edits a file that is not imported
        return source
    return "\n".join(words_of(code)).encode()


@cache
def meaning_of(*packages: str) -> str:
    """A hash of the sources of some of our packages; comments and docstrings do not count.

    Compiling them takes a fifth of a second, so the result is kept.
    """
    raw = digest_of((("Python", sys.version.encode()), *sources(*packages)))
    path = _base() / f"sources-{raw[:32]}"
    data = cache_files.read(path)
    if data is None:
        data = digest_of((name, _meaning(source)) for name, source in sources(*packages)).encode()
        cache_files.write(path, data)
    return data.decode()


@cache
def fingerprint() -> str:
    """A hash of all that the machine code of our kernels depends on, except their arguments."""
    versions = [sys.version, *(version(name) for name in ("numba", "llvmlite", "numpy"))]
    config = numba.config
    lane = (config.BOUNDSCHECK, int(config.OPT), config.CPU_NAME)  # type: ignore[attr-defined]
    parts = (meaning_of(*_COMPILED), versions, lane)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@cache
def house_folder() -> Path:
    """The folder of fairyring's own compiled code."""
    return _opened(f"kernels-{fingerprint()[:16]}")


@cache
def tables_folder() -> Path:
    """The folder of fairyring's own tables, which are the same however the code is compiled."""
    sources = meaning_of(*_COMPILED, "board", "pieces", "variants")
    name = hashlib.sha256(f"{sources} {version('numpy')}".encode()).hexdigest()
    return _opened(f"tables-{name[:16]}")


@cache
def game_folder(digest: str) -> Path:
    """The folder of what is compiled for a user's file (or several), by the digest of their content."""
    name = hashlib.sha256(f"{fingerprint()} {digest}".encode()).hexdigest()
    return _opened(f"game-{name[:16]}")


@cache
def _base() -> Path:
    """The folder that holds all the others: the user's, or a temporary one if that cannot be used."""
    base = Path(os.environ.get("FAIRYRING_CACHE") or platformdirs.user_cache_dir("fairyring"))
    try:
        _make(base)
    except (OSError, _SharedFolderError) as error:
        return _spare(base, error)
    return base


def _opened(name: str) -> Path:
    """A folder in the base; it counts as used now."""
    base = _base()
    folder = base / name
    known = folder.is_dir()
    try:
        _make(folder)
        os.utime(folder)
    except (OSError, _SharedFolderError) as error:
        folder = _spare(folder, error) / name
        folder.mkdir(exist_ok=True)
        return folder
    if not known:
        _forget_unused(base)
    return folder


def _make(folder: Path) -> None:
    """Make a folder if it is missing, and see that we, and only we, can write there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if why := cache_files.why_not_private(folder.stat()):
        raise _SharedFolderError(why)
    with tempfile.TemporaryFile(dir=folder):
        pass


def _spare(folder: Path, error: OSError | _SharedFolderError) -> Path:
    """A temporary folder of this process in place of one that cannot be used, with a warning."""
    if isinstance(error, OSError):
        problem = f"compiled code cannot be kept in {folder} ({error.strerror})"
        advice = "Set FAIRYRING_CACHE to a folder that can be written."
    else:
        problem = f"compiled code in {folder} is not used, because {error}"
        advice = "Delete that folder, or set FAIRYRING_CACHE to one that only you can write to."
    spare = _temporary()
    warnings.warn(f"{problem}; this run compiles into {spare}. {advice}", RuntimeWarning, stacklevel=2)
    return spare


@cache
def _temporary() -> Path:
    spare = Path(tempfile.mkdtemp(prefix="fairyring-"))
    atexit.register(shutil.rmtree, spare, ignore_errors=True)
    return spare


def _forget_unused(base: Path) -> None:
    """Remove what other versions and other users' files left and nobody has used for long."""
    for pattern in ("kernels-*", "tables-*", "game-*", "sources-*"):
        for other in base.glob(pattern):
            with contextlib.suppress(OSError):  # another process may be removing it too
                if time.time() - other.stat().st_mtime > KEPT_SECONDS:
                    if other.is_dir():
                        shutil.rmtree(other, ignore_errors=True)
                    else:
                        other.unlink()
