"""How kernels are compiled: the decorator, the cache folder, and integers that never turn signed.

Numba's own cache is silently stale when a function in *another* module changes. So all kernels
share one cache folder whose name is a hash of every kernel source and of the versions of Python,
NumPy and Numba: any change opens a fresh folder.
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
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba.extending import intrinsic

from fairyring.kernels.parts import PartCompiler
from fairyring.kernels.signatures import remember_signatures
from fairyring.kernels.sweeping import sweep_between_compiles

__all__ = [
    "I",
    "U",
    "cache_folder",
    "compiled",
    "composed",
    "copy_over",
    "digest_of",
    "inlined",
    "internal",
    "lowest_bit",
    "opened",
    "popcount",
    "prefetch",
]

# Sites, indices and codes are unsigned throughout: Numba then drops the branch that serves negative
# indices. A bare literal is signed, and signed with unsigned makes a float: hence U(1), never 1.
U = np.uint64
I = np.int64  # noqa: E741 -- the signed counterpart of U

# A folder is kept for so long after its last use.
KEPT_SECONDS = 30 * 24 * 3600

F = TypeVar("F", bound=Callable[..., Any])


def digest_of(*packages: str) -> hashlib._Hash:
    """The hash, as of `hashlib`, of every source in some of our packages."""
    digest = hashlib.sha256()
    for package in packages:
        for source in sorted((Path(__file__).parents[1] / package).rglob("*.py")):
            digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest


def _fingerprint() -> str:
    digest = digest_of("kernels", "search")  # every place that holds compiled code
    versions = [sys.version, *(version(name) for name in ("numba", "llvmlite", "numpy"))]
    lane = (numba.config.BOUNDSCHECK, numba.config.CPU_NAME)
    digest.update(repr((versions, lane)).encode())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    base = Path(os.environ.get("FAIRYRING_CACHE") or platformdirs.user_cache_dir("fairyring"))
    folder = base / f"kernels-{_fingerprint()}"
    try:
        known = folder.is_dir()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except OSError as error:
        spare = Path(tempfile.mkdtemp(prefix="fairyring-"))
        atexit.register(shutil.rmtree, spare, ignore_errors=True)
        warnings.warn(
            f"compiled code cannot be kept in {folder} ({error.strerror}); this run compiles afresh in"
            f" {spare}. Set FAIRYRING_CACHE to a folder that can be written.",
            RuntimeWarning,
            stacklevel=2,
        )
        return spare
    if not known:
        _forget_unused(base)
    return folder


def _forget_unused(base: Path) -> None:
    """Remove the folders of other versions that nobody has used for long."""
    for other in base.glob("kernels-*"):
        with contextlib.suppress(OSError):  # another process may be at it
            if time.time() - other.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)


cache_folder = _cache_folder()
remember_signatures()
sweep_between_compiles()


def compiled(function: F) -> F:
    """Compile a function on its first call for each set of argument types, and keep the result.

    The function must not allocate and must not touch Python objects; it releases the GIL. Compiling
    it without Numba's memory manager sees to the first, and it is three times as fast so: otherwise
    every array of the tables is counted up and down around every call.
    """
    return _compiled(function)


def internal(function: F) -> F:
    """Like `compiled`, for a function that only compiled code calls.

    It has no door for Python, which would cost as much compiling as the function itself, and is not kept by
    itself: it is linked into whatever calls it (see `parts`). Called from Python it raises a TypeError.
    """
    return _part(function, _refuse(function))


def opened(function: F) -> F:
    """Like `inlined`, with a door for Python: for what is called often, and from few places."""
    return _compiled(function, forceinline=True)


def inlined(function: F) -> F:
    """Like `internal`, for a small function on the hot path that is to be part of its callers.

    A call hands over every field of every array in its arguments, which costs more than such a function.
    """
    return _part(function, _refuse(function), forceinline=True)


def composed(function: F) -> F:
    """Like `inlined`, but called from Python it runs as it is written there.

    That is for what only puts together functions that have doors: one of its own would compile them again.
    """
    return _part(function, function, forceinline=True)


def _part(function: F, called: Callable[..., Any], **options: Any) -> F:
    """Compile a function for other compiled code alone; a call from Python goes to ``called``."""
    part = _compiled(function, cache=False, pipeline_class=PartCompiler, no_cpython_wrapper=True, **options)
    if not numba.config.DISABLE_JIT:
        # No call finds a door that Numba knows of, and each asks here for what it would compile.
        part._insert = lambda *_, **__: None
        part._compile_for_args = lambda *_, **__: called
    return part


def _refuse(function: F) -> Callable[..., Any]:
    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is called by compiled code only")

    return refuse


def _compiled(function: F, **options: Any) -> F:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder)  # read while decorating; other users keep their own
    chosen: dict[str, Any] = {"cache": True, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    try:
        return numba.njit(error_model="numpy", **chosen | options)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


if numba.config.DISABLE_JIT:

    def lowest_bit(word: Any) -> Any:
        """The number of the lowest bit that is set; ``word`` must not be 0."""
        value = int(word)
        return U((value & -value).bit_length() - 1)

    def popcount(word: Any) -> Any:
        """How many bits are set."""
        return U(int(word).bit_count())

    def prefetch(table: Any, row: Any) -> None:
        """Bid the processor fetch a row of an array that will soon be read."""

    def copy_over(array: Any, row: Any, other: Any) -> None:
        """Copy a row of an array, contiguous in memory, over another row."""
        array[other] = array[row]

else:

    def _unary(name: str) -> Callable[..., Any]:
        def typed(typing_context: Any, word: Any) -> Any:
            def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                (value,) = arguments
                if name == "cttz":
                    return builder.cttz(value, _false())
                return builder.ctpop(value)

            return numba.uint64(numba.uint64), lowered

        return typed

    def _prefetch(typing_context: Any, table: Any, row: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
            stride = builder.extract_value(array.strides, 0)
            offset = builder.mul(arguments[1], stride)
            place = builder.gep(builder.bitcast(array.data, pointer), [offset])
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            read, kept, data = number(0), number(3), number(1)
            builder.call(function, [place, read, kept, data])
            return context.get_dummy_value()

        return numba.void(table, numba.uint64), lowered

    def _copy_over(typing_context: Any, array: Any, row: Any, other: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            whole = context.make_array(signature.args[0])(context, builder, arguments[0])
            stride = builder.extract_value(whole.strides, 0)
            pointer = ir.IntType(8).as_pointer()
            data = builder.bitcast(whole.data, pointer)
            start, end = (builder.gep(data, [builder.mul(row, stride)]) for row in arguments[1:])
            kind = ir.FunctionType(ir.VoidType(), [pointer, pointer, stride.type, ir.IntType(1)])
            copy = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, stride.type], kind)
            builder.call(copy, [end, start, stride, _false()])
            return context.get_dummy_value()

        return numba.void(array, numba.uint64, numba.uint64), lowered

    def _false() -> Any:
        return ir.Constant(ir.IntType(1), 0)

    lowest_bit = intrinsic(_unary("cttz"))
    popcount = intrinsic(_unary("ctpop"))
    prefetch = intrinsic(_prefetch)
    copy_over = intrinsic(_copy_over)
