"""Numba looks up the implementation of an operator for its operands every time; here it is remembered.

A kernel is some thousands of operations on a few types. Most of the time to compile one went into
trying every implementation of ``+`` that Numba has, texts and sets included, for the same pair of
integers again and again: a fifth of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from numba.core import types
from numba.core.registry import cpu_target
from numba.np import linalg

# On these an operator's signature depends on nothing but the types.
_PLAIN = (types.Number, types.Boolean, types.Literal, types.Array, types.UniTuple)


def load_implementations() -> None:
    """Have Numba import all that it implements now, and not when the first function is called.

    Numba's table of Python types grows by these imports, and a thread that looks something up while the table
    grows fails with a RuntimeError.
    """
    with _scipy_looked_for_only():
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


@contextmanager
def _scipy_looked_for_only() -> Iterator[None]:
    """Have Numba not import SciPy, to see whether it is there, while it imports what it implements.

    That takes a third of the time. A function that computes with matrices imports it when it is compiled.
    """
    ensure = linalg.ensure_blas

    def look() -> None:
        if find_spec("scipy") is None:
            raise ImportError("scipy is not there")

    linalg.ensure_blas = look
    try:
        yield
    finally:
        linalg.ensure_blas = ensure


def remember_signatures() -> None:
    """Have Numba remember the signatures of operators and casts on plain values, for this process."""
    context = cpu_target.typing_context
    look_up = context.resolve_function_type
    known: dict[Any, Any] = {}

    def resolve(function: Any, arguments: Any, keywords: Any) -> Any:
        compiled = isinstance(function, types.Dispatcher)  # it remembers by itself, and may be recursive
        if compiled or keywords or not all(isinstance(argument, _PLAIN) for argument in arguments):
            return look_up(function, arguments, keywords)
        asked = function, arguments
        if asked not in known:
            signature = look_up(function, arguments, keywords)
            if signature is None:
                return None
            known[asked] = signature
        return known[asked]

    context.resolve_function_type = resolve
