"""The steps by which a function becomes machine code: those of Numba that kernels need.

Numba's own list has thirty steps. Many serve what no kernel has (objects of Python, closures, `with`, arrays
that are made), and nine times the whole function is gone through to see how long each variable is needed.
That matters only where references are counted. Kernels do without, so nobody has to know when it ends.
"""

# mypy: allow-untyped-calls, allow-untyped-decorators

from __future__ import annotations

from typing import Any

from numba.core import transforms, typed_passes, untyped_passes
from numba.core.analysis import dead_branch_prune, rewrite_semantic_constants
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.ir_utils import build_definitions
from numba.core.rewrites.registry import rewrite_registry
from numba.core.ssa import reconstruct_ssa
from numba.core.targetconfig import ConfigStack

from fairyring.kernels.lowering import KernelLowering


def _prune(state: Any) -> None:
    """Put what is known of a function's arguments into it."""
    function = state.func_ir
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.generator_info = None
    rewrite_semantic_constants(function, state.args)
    dead_branch_prune(function, state.args)
    rewrite_registry.apply("before-inference", state)


def _assign_once(state: Any) -> None:
    """Give a variable a new name wherever it is assigned, so that each has one type."""
    state.func_ir = reconstruct_ssa(state.func_ir)
    state.func_ir._definitions = build_definitions(state.func_ir.blocks)


def _leave_unannotated(state: Any) -> None:
    """Have no listing of the function with its types made, which would be kept with its code."""
    state.type_annotation = None


_STEPS: tuple[Any, ...] = (
    untyped_passes.TranslateByteCode().run_pass,
    untyped_passes.FixupArgs().run_pass,
    _prune,
    untyped_passes.RewriteDynamicRaises().run_pass,
    _assign_once,
    typed_passes.NopythonTypeInference().run_pass,
    typed_passes.PreLowerStripPhis().run_pass,
    typed_passes.NoPythonSupportedFeatureValidation().run_pass,
    _leave_unannotated,
    KernelLowering().run_pass,
    typed_passes.NoPythonBackend().run_pass,
)


class KernelCompiler(CompilerBase):
    """A function's way to machine code."""

    @global_compiler_lock
    def _compile_core(self) -> Any:
        state = self.state
        with ConfigStack().enter(state.flags.copy()):
            for step in _STEPS:
                step(state)
        state.pipeline = None
        return state.cr
