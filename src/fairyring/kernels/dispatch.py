"""Functions that stand for others, which the type of the tables chooses while Numba compiles the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin

Classes = tuple[type, tuple[type, ...]]
"""What chooses: the class of the tables, and the classes of their parts."""


def classes_of(tables: Any) -> Classes:
    """What chooses, of some tables; functions that are compiled for the same are compiled once."""
    return type(tables), tuple(map(type, getattr(tables, "parts", ())))


Choice = Callable[[Classes], Callable[..., Any]]


def chosen_by_tables(name: str, choose: Choice, within: Choice | None = None) -> Callable[..., Any]:
    """A function whose first argument, the tables, decides by its type which function is called.

    In compiled code it *is* that function: the decision is made at compile time, and no call is spent on it.

    Args:
        name: its name.
        choose: makes the choice.
        within: makes it in compiled code, if it is another there.
    """

    def stand_in(tables: Any, *arguments: Any) -> Any:
        return choose(classes_of(tables))(tables, *arguments)

    def meant(context: Any, tables: Any) -> Any:
        parts: tuple[type, ...] = ()
        if "parts" in tables.fields:
            parts = tuple(part.instance_class for part in tables.types[tables.fields.index("parts")])
        return context.resolve_value_type((within or choose)((tables.instance_class, parts)))

    class Typing(AbstractTemplate):
        key = stand_in

        def generic(self, arguments: Any, keywords: Any) -> Any:
            return meant(self.context, arguments[0]).get_call_type(self.context, arguments, keywords)

    def lowering(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        call = context.get_function(meant(context.typing_context, signature.args[0]), signature)
        context.add_linking_libs(call.libs)
        return call(builder, arguments)

    # Numba's registries carry no types.
    infer_global(stand_in, types.Function(Typing))  # type: ignore[no-untyped-call]
    lower_builtin(stand_in, types.VarArg(types.Any))(lowering)  # type: ignore[no-untyped-call]
    stand_in.__name__ = stand_in.__qualname__ = name
    return stand_in
