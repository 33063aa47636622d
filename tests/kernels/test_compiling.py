"""What the decorators for compiled functions promise, and how Numba is made faster."""

import gc
import operator
from collections.abc import Callable
from typing import Any

import numba
import numba.extending
import pytest

from fairyring.kernels.compiling import U, compiled, highest_bit, inlined, internal, lowest_bit, popcount
from tests import lanes


@pytest.mark.kernel
@pytest.mark.parametrize(
    "word", [1, 2, 3, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x0010_0400_0000_0000]
)
def test_bits(word: int) -> None:
    lowest, highest, count = all_three(U(word))
    assert int(lowest) == next(bit for bit in range(64) if word >> bit & 1)
    assert int(highest) == word.bit_length() - 1
    assert int(count) == word.bit_count()


@compiled
def all_three(word: Any) -> Any:
    return lowest_bit(word), highest_bit(word), popcount(word)


@pytest.mark.skipif(lanes.PLAIN, reason="plain functions may be called from anywhere")
def test_an_internal_function_refuses_python() -> None:
    assert calls_internal(U(3)) == 4
    with pytest.raises(TypeError, match="one_more is called by compiled code only"):
        one_more(U(3))


@internal
def one_more(number: Any) -> Any:
    return number + U(1)


@compiled
def calls_internal(number: Any) -> Any:
    return one_more(number)


@pytest.mark.parametrize("decorator", [compiled, inlined, internal])
def test_a_compiled_function_cannot_close_over_values(decorator: Callable[[Any], Any]) -> None:
    limit, step = 3, 2
    with pytest.raises(TypeError, match=r"more is compiled and cannot close over limit and step: pass"):

        @decorator
        def more(number: Any) -> Any:
            return min(number + step, limit)


def test_variables_are_those_that_numba_lists() -> None:
    from numba.core import ir
    from numba.core.compiler import run_frontend

    from fairyring.kernels.variables import variables_in

    def plainly(value: Any) -> list[str]:
        if isinstance(value, ir.Var):
            return [value.name]
        if isinstance(value, list | tuple | dict):
            values = value.values() if isinstance(value, dict) else value
            return [name for each in values for name in plainly(each)]
        if isinstance(value, ir.Expr):
            return plainly(value._kws)
        listed = value.list_vars() if isinstance(value, ir.Inst) else []  # type: ignore[no-untyped-call]
        return [variable.name for variable in listed]

    def example(one: Any, other: Any) -> Any:
        found = [one, other, (one, other)]
        for each in range(one):
            found[0] = max(each, other, key=abs)
        return {"a": found[1], "b": -one}

    blocks = run_frontend(example).blocks.values()  # type: ignore[no-untyped-call]
    statements = [statement for block in blocks for statement in block.body]
    listed = [[variable.name for variable in variables_in(vars(each))] for each in statements]
    assert listed == [plainly(vars(each)) for each in statements]
    assert sum(map(len, listed)) > 30


def test_remembered_signatures_are_what_numba_finds() -> None:
    from numba.core import types
    from numba.core.registry import cpu_target

    context = cpu_target.typing_context
    context.refresh()  # Numba loads what it knows of operators when it first compiles
    found_afresh = type(context).resolve_function_type
    array = types.Array(types.uint64, 2, "C")
    for function, arguments in (
        (operator.add, (types.uint64, types.uint64)),
        (operator.add, (types.uint64, types.int64)),
        (operator.lt, (types.int64, types.int64)),
        (operator.getitem, (array, types.uint64)),
    ):
        kind = context.resolve_value_type(function)
        first = context.resolve_function_type(kind, arguments, {})
        assert context.resolve_function_type(kind, arguments, {}) is first
        assert first == found_afresh(context, kind, arguments, {})


@pytest.mark.skipif(lanes.PLAIN, reason="nothing is compiled in this lane")
def test_garbage_is_left_alone_while_numba_compiles() -> None:
    njit: Any = numba.njit
    overload: Any = numba.extending.overload
    seen = []

    def look() -> int:
        raise AssertionError("only compiled code calls it")

    def looked() -> Callable[[], int]:
        seen.append(gc.isenabled())
        return lambda: 1

    overload(look)(looked)
    inner = njit(lambda: look())  # noqa: PLW0108 -- Numba finds the overload by the call
    assert gc.isenabled()
    assert njit(lambda: inner() + look())() == 2
    assert seen
    assert not any(seen)
    assert gc.isenabled()
