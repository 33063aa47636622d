"""Functions that only other compiled code calls: they are linked into their callers, and nothing more.

Numba optimizes every function and makes machine code of it, and then does both again for each function
that calls it, with the called function in it. A function that Python never calls needs only the second.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Environments:
    """Takes the place of the code generator where Numba gives a function its Python objects."""

    @staticmethod
    def set_env(*_: object) -> None:
        """Nothing: these functions have no Python objects."""


class _LinkOnlyLibrary(JITCodeLibrary):
    """A function to be linked into others."""

    @property
    def codegen(self) -> Any:
        """What Numba calls after compiling; see `JITCodeLibrary`."""
        return _Environments

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function, for Python: none."""
        return 0

    def _optimize_final_module(self) -> None:
        """Nothing: the caller that it is linked into is optimized."""

    # Numba carries no types here.
    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True


class LinkOnlyCompiler(Compiler):
    """Numba's compiler, with that library. What it compiles cannot be kept in Numba's cache."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        """As `Compiler` has it."""
        library = library or _LinkOnlyLibrary(target.codegen(), "link only")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, library, *rest)  # type: ignore[no-untyped-call]
