"""How compiled functions become part of others: linked into their callers, or called where they are.

Numba optimizes every function and makes machine code of it, and then does both again for each function that
calls it, with the called function in it. Here a function is one of two:

- *link only*: it is not kept, and Python never calls it, so it needs only the second;
- *apart*: it is compiled once, and all others call that code.
"""

from __future__ import annotations

import atexit
from typing import Any
from weakref import WeakSet

import numba
from llvmlite.binding import ffi
from numba.core.codegen import JITCodeLibrary

from fairyring.kernels.pipeline import KernelCompiler

# At this level no more is done than to put variables into registers, function by function: LLVM would keep
# each in memory, and much that no process shares in the module. Such code runs in two thirds of the time.
HASTY = numba.config.OPT == 0  # type: ignore[attr-defined]  # filled as numba is imported

# Numba has LLVM go through a module twice, because of reference counts, but here there are none. At LLVM's
# second level, and with loops left as they are, kernels run as fast or faster, and compile sooner: their
# loops go through the words of a set, which are one or two.
LEVEL = min(2, numba.config.OPT)  # type: ignore[attr-defined]


class _Library(JITCodeLibrary):
    """The code of a function, and of those link-only functions that it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Link a function that this one calls into it; one that is apart stays where it is."""
        library._ensure_finalized()
        if library not in _apart:
            super().add_linking_library(library)

    def _optimize_functions(self, module: Any) -> None:
        """Simplify each function a little; Numba would do all it can, also for what is only declared."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=0)
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        """Optimize all functions together, once; where code is wanted soon, each has been simplified."""
        if not HASTY:
            passes, builder = self._codegen._module_pass_manager(opt=LEVEL, loop_vectorize=False)
            passes.run(self._final_module, builder)


_apart: WeakSet[Any] = WeakSet()


class _Environments:
    """Takes the place of the code generator where Numba gives a function its Python objects."""

    @staticmethod
    def set_env(*_: object) -> None:
        """Nothing: these functions have no Python objects."""


class _LinkOnlyLibrary(_Library):
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

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class LinkOnlyCompiler(KernelCompiler):
    """Compiles functions to be linked into others. What it compiles cannot be kept in a cache."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        """As Numba it."""
        library = library or _LinkOnlyLibrary(target.codegen(), "link only")
        super().__init__(typing, target, library, *rest)


class ApartCompiler(KernelCompiler):
    """Compiles functions that others call where they are. What it compiles can be kept in a cache."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        """As Numba it."""
        if library is None:
            library = _Library(target.codegen(), "apart")
            library.enable_object_caching()
        set_apart(library)
        super().__init__(typing, target, library, *rest)


def set_apart(library: Any) -> None:
    """Have those that will call a function, such as one that was read from a cache, call it where it is."""
    _apart.add(library)


def calls_of(library: Any) -> list[str]:
    """The symbols of all that compiled code calls without having it in itself."""
    return [function.name for function in library._final_module.functions if function.is_declaration]


@atexit.register
def _keep_others_out() -> None:
    """Wait until no other thread is in LLVM, and let none in again.

    A thread that compiles cannot be stopped. As the process ends, LLVM's own data goes before the thread
    does, which would crash it.
    """
    ffi.lib._lock.__enter__()
