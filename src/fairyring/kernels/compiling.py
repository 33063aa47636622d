"""How kernels are compiled: the decorators, a few intrinsics, and integers that never become signed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core.event import Event, Listener, register
from numba.extending import intrinsic

from fairyring.kernels.code_cache import CodeCache, release_claims
from fairyring.kernels.gc_pause import PAUSE
from fairyring.kernels.linking import ApartCompiler, LinkOnlyCompiler
from fairyring.kernels.shortcuts import take_shortcuts
from fairyring.kernels.signatures import load_implementations, remember_signatures
from fairyring.kernels.symbols import make_symbols_unique
from fairyring.kernels.variables import list_variables_quickly

__all__ = [
    "I",
    "U",
    "called",
    "compiled",
    "copy_over",
    "highest_bit",
    "inlined",
    "internal",
    "linked",
    "lowest_bit",
    "popcount",
    "prefetch",
    "wrapped_product",
]

# Sites, indices and codes are unsigned throughout: Numba then drops the branch that serves negative
# indices. A bare literal is signed, and signed with unsigned makes a float: hence U(1), never 1.
U = np.uint64
I = np.int64  # noqa: E741 -- the signed counterpart of U

F = TypeVar("F", bound=Callable[..., Any])

# Most of the compile time goes into functions that are inlined, each once more for every place that calls it.
# Where code is less optimised (NUMBA_OPT=0 or 1), it is wanted soon.
INLINING = numba.config.OPT >= 3


class _Compiles(Listener):
    """Keeps the garbage collector off from the beginning of a compile to its end, however it ends.

    What a compile that fails has claimed is released.
    """

    def on_start(self, event: Event) -> None:
        """A compile begins."""
        PAUSE.begin()

    def on_end(self, event: Event) -> None:
        """A compile ends."""
        PAUSE.end()
        if sys.exc_info()[0] is not None:  # Numba's `is_failed` is always false
            release_claims()


if not numba.config.DISABLE_JIT:  # a third of the time of a command that compiles nothing
    load_implementations()
make_symbols_unique()
remember_signatures()
list_variables_quickly()
take_shortcuts()
register("numba:compile", _Compiles())  # type: ignore[no-untyped-call]  # Numba carries no types here


def compiled(function: F) -> F:
    """Compile a function on its first call for each set of argument types, and keep the result.

    Other compiled functions call it where it is; see `linking`. The function must not allocate and must not
    touch Python objects; it releases the GIL. It is compiled without Numba's memory manager, which relies on
    the first and makes it three times as fast: otherwise every array of the tables is counted up and down
    around every call.

    Raises:
        TypeError: the function closes over values of a function around it. They would be compiled in, and
            no cache could tell them apart.
    """
    return _kept(function)


def internal(function: F) -> F:
    """Like `compiled`, for a function that only compiled code calls.

    It has neither machine code nor an entry point of its own: it is linked into its callers (see `linking`).
    Called from Python it raises a TypeError.
    """
    return _linked(function)


def inlined(function: F) -> F:
    """Like `internal`, for a small function on the hot path that becomes part of its callers."""
    return _linked(function, forceinline=True)


def called(function: F) -> F:
    """Like `compiled`, without an entry point for Python: for a large function that several others call."""
    return _without_entry(_kept(function, no_cpython_wrapper=True), function)


@cache
def linked(function: Any) -> Any:
    """A `compiled` or `called` function as one that is `inlined`."""
    if numba.config.DISABLE_JIT:
        return function
    return _linked(function.py_func, forceinline=True)


def _kept(function: F, **options: Any) -> F:
    dispatcher = _compiled(function, pipeline_class=ApartCompiler, **options)
    if not numba.config.DISABLE_JIT:
        dispatcher._cache = CodeCache(function)
    return dispatcher


def _linked(function: F, **options: Any) -> F:
    options |= {"pipeline_class": LinkOnlyCompiler, "no_cpython_wrapper": True}
    return _without_entry(_compiled(function, **options), function)


def _without_entry(dispatcher: F, function: F) -> F:
    """Have a call from Python refused."""

    def refuse(*_: object, **__: object) -> None:
        raise TypeError(f"{function.__name__} is called by compiled code only")

    if not numba.config.DISABLE_JIT:
        # No call finds an entry point that Numba knows of, and each asks here for what it would compile.
        found: Any = dispatcher
        found._insert = lambda *_, **__: None
        found._compile_for_args = lambda *_, **__: refuse
    return dispatcher


def _compiled(function: F, *, forceinline: bool = False, **options: Any) -> F:
    if function.__closure__:
        names = " and ".join(function.__code__.co_freevars)
        raise TypeError(
            f"{function.__qualname__} is compiled and cannot close over {names}: pass what it needs as an"
            " argument, put it into the tables, or define it at the top of the file"
        )
    chosen: dict[str, Any] = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    if forceinline and INLINING:
        chosen["forceinline"] = True  # a function without it does as the one that calls it
    return numba.njit(error_model="numpy", **chosen | options)(function)  # type: ignore[no-any-return]


if numba.config.DISABLE_JIT:

    def lowest_bit(word: Any) -> Any:
        """The number of the lowest bit that is set; ``word`` must not be 0."""
        value = int(word)
        return U((value & -value).bit_length() - 1)

    def highest_bit(word: Any) -> Any:
        """The number of the highest bit that is set; ``word`` must not be 0."""
        return U(int(word).bit_length() - 1)

    def popcount(word: Any) -> Any:
        """How many bits are set."""
        return U(int(word).bit_count())

    def wrapped_product(one: Any, other: Any) -> Any:
        """The low 64 bits of a product of two uint64."""
        return U(int(one) * int(other) & (1 << 64) - 1)

    def prefetch(table: Any, row: Any) -> None:
        """Have the processor fetch a row of an array that will soon be read."""

    def copy_over(array: Any, row: Any, other: Any) -> None:
        """Copy a row of an array, contiguous in memory, over another row."""
        array[other] = array[row]

else:
    # Each intrinsic is written by one function: by it, Numba's compilers for processors and for GPUs know it.

    def _unary(name: str) -> Callable[..., Any]:
        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            if name == "ctpop":
                return builder.ctpop(value)
            if name == "cttz":
                return builder.cttz(value, _false())
            return builder.sub(value.type(63), builder.ctlz(value, _false()))

        def typed(typing_context: Any, word: Any) -> Any:
            return numba.uint64(numba.uint64), lowered

        return typed

    def _write_product(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.mul(*arguments)

    def _wrapped_product(typing_context: Any, one: Any, other: Any) -> Any:
        return numba.uint64(numba.uint64, numba.uint64), _write_product

    def _write_prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
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

    def _prefetch(typing_context: Any, table: Any, row: Any) -> Any:
        return numba.void(table, numba.uint64), _write_prefetch

    def _write_copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.make_array(signature.args[0])(context, builder, arguments[0])
        stride = builder.extract_value(whole.strides, 0)
        pointer = ir.IntType(8).as_pointer()
        data = builder.bitcast(whole.data, pointer)
        start, end = (builder.gep(data, [builder.mul(row, stride)]) for row in arguments[1:])
        kind = ir.FunctionType(ir.VoidType(), [pointer, pointer, stride.type, ir.IntType(1)])
        copy = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, stride.type], kind)
        builder.call(copy, [end, start, stride, _false()])
        return context.get_dummy_value()

    def _copy_over(typing_context: Any, array: Any, row: Any, other: Any) -> Any:
        return numba.void(array, numba.uint64, numba.uint64), _write_copy

    def _false() -> Any:
        return ir.Constant(ir.IntType(1), 0)

    lowest_bit = intrinsic(_unary("cttz"))
    highest_bit = intrinsic(_unary("ctlz"))
    popcount = intrinsic(_unary("ctpop"))
    prefetch = intrinsic(_prefetch)
    wrapped_product = intrinsic(_wrapped_product)
    copy_over = intrinsic(_copy_over)
