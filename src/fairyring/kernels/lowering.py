"""How kernels are written in LLVM's language: as Numba does it, but for what nearly every line of them has.

For each operator Numba asks up to four times which implementation fits its operands. For each element of an
array it makes a class, and room for a copy of all it knows of the array, which LLVM then has to remove. Here
operators are looked up once (see `signatures`), and the address of an element is computed at once.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import operator
from typing import Any

from numba.core import ir, types
from numba.core.cgutils import get_item_pointer2
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering
from numba.np.arrayobj import load_item, store_item


class _Lower(Lower):
    """Writes a function, without what serves debuggers and counts references."""

    _outside: Any = None

    def lower_inst(self, inst: Any) -> None:
        """Write an instruction."""
        if not isinstance(inst, ir.Assign):
            super().lower_inst(inst)
            return
        name = inst.target.name
        value = self.lower_assign(self.typeof(name), inst)
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self._alloca_var(name, self.typeof(name))
            self.builder.store(value, self.getvar(name))

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Write an operator with two operands."""
        if op in (operator.pow, operator.ipow):  # there are implementations for some exponents
            return super().lower_binop(resty, expr, op)
        context, builder = self.context, self.builder
        function = context.typing_context.resolve_value_type(op)
        signature = self.fndesc.calltypes[expr]
        operands = [
            context.cast(builder, self.loadvar(each.name), self.typeof(each.name), kind)
            for each, kind in zip((expr.lhs, expr.rhs), signature.args, strict=True)
        ]
        meant = context.typing_context.resolve_function_type(function, signature.args, {})
        result = context.get_function(function, meant)(builder, operands)
        return context.cast(builder, result, signature.return_type, resty)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Write how an element is read."""
        of = self.typeof(value.name)
        place = self._place(of, value, index)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        found = load_item(self.context, self.builder, of, place)
        return self.context.cast(self.builder, found, of.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write how an element is written."""
        of = self.typeof(target_var.name)
        place = self._place(of, target_var, index_var)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        value = self.loadvar(value_var.name)
        value = self.context.cast(self.builder, value, self.typeof(value_var.name), of.dtype)
        store_item(self.context, self.builder, of, value, place)
        return None

    def _place(self, of: Any, array: Any, index: Any) -> Any:
        """The address of an element; None where it takes more than unsigned indices."""
        kind: Any = self.typeof(index.name)
        several = isinstance(kind, types.BaseTuple)
        kinds: Any = [*kind] if several else [kind]
        unsigned = all(each in types.unsigned_domain for each in kinds)
        if not (isinstance(of, types.Array) and unsigned and len(kinds) == of.ndim):
            return None
        if of.layout != "C":
            return None
        context, builder = self.context, self.builder
        model = context.data_model_manager[of]
        whole, indices = self.loadvar(array.name), self.loadvar(index.name)
        data = builder.extract_value(whole, model.get_field_position("data"))
        shape = model.get_field_position("shape")
        lengths = [builder.extract_value(whole, [shape, axis]) for axis in range(of.ndim)]
        parts = [builder.extract_value(indices, axis) for axis in range(of.ndim)] if several else [indices]
        numbers = [
            context.cast(builder, part, each, types.uintp) for part, each in zip(parts, kinds, strict=True)
        ]
        if context.enable_boundscheck:
            for number, length in zip(numbers, lengths, strict=True):
                self._check(builder.icmp_unsigned("<", number, length))
        return get_item_pointer2(context, builder, data, lengths, None, of.layout, numbers)

    def _check(self, inside: Any) -> None:
        """Raise an IndexError unless an index is inside its array: at one place for the whole function."""
        builder = self.builder
        if self._outside is None:
            self._outside = builder.append_basic_block("outside")
            with builder.goto_block(self._outside):
                self.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",))
        going_on = builder.append_basic_block("inside")
        builder.cbranch(inside, going_on, self._outside).set_weights([99, 1])
        builder.position_at_end(going_on)


class KernelLowering(BaseNativeLowering):
    """The step that writes a function in LLVM's language."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """What writes it."""
        return _Lower
