"""Functions that only other compiled code calls, compiled to be linked into it and to nothing more.

Numba makes machine code of every function, and optimizes it, before another that calls it is compiled
together with it and optimized again. What is never called from Python needs the second alone.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Environments:
    """Takes the place of the code generator where Numba wants to hand a function its Python objects."""

    @staticmethod
    def set_env(*_: object) -> None:
        """Parts have none: they know nothing of Python."""


class _PartLibrary(JITCodeLibrary):
    """A function as it is linked into others."""

    @property
    def codegen(self) -> Any:
        """What Numba goes on with after compiling; see `JITCodeLibrary`."""
        return _Environments

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function, for Python: none."""
        return 0

    def _optimize_final_module(self) -> None:
        """Leave that to whoever links the part in."""

    # Numba carries no types here.
    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True


class PartCompiler(Compiler):
    """Numba's compiler, with that library. What it compiles cannot be kept in Numba's cache."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        """As `Compiler` has it."""
        library = library or _PartLibrary(target.codegen(), "part")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, library, *rest)  # type: ignore[no-untyped-call]
