"""Small things that Numba does thousands of times for each game: here they are done once, or not at all."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

from llvmlite.binding import ffi
from numba.core.base import BaseContext


def take_shortcuts() -> None:
    """Take them in this process."""
    _measure_types_once()
    _leave_calls_untimed()


def _measure_types_once() -> None:
    """Remember how many bytes types have; to find out, a module is written, and LLVM reads it."""
    measure = BaseContext.get_abi_sizeof
    known: dict[tuple[str, Any], int] = {}

    def size(context: Any, of: Any) -> int:
        words = str(of), context.target_data
        if "%" in words[0]:  # a type by its name, which says nothing
            return int(measure(context, of))
        if words not in known:
            known[words] = measure(context, of)
        return known[words]

    BaseContext.get_abi_sizeof = size


def _leave_calls_untimed() -> None:
    """Stop Numba from noting the time of every call of LLVM."""
    callbacks = ffi.lib._lock._cblist
    callbacks[:] = [pair for pair in callbacks if pair[0].__module__ != BaseContext.__module__]
