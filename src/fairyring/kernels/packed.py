"""NamedTuples of arrays that compiled functions pass by one pointer.

Numba passes a NamedTuple as the separate values of all its fields: five or more for an array. The tables of
a game have some twenty arrays, so a function would get more than a hundred arguments, and all of them are
copied for every call that is not inlined. A *packed* NamedTuple is one pointer to a row of words instead: for
an array, where it begins and its shape; for a number, the number; other NamedTuples and tuples in place. A
call from Python writes the words, which takes as long as reading the arrays does in any case.

Words never change while compiled code runs, and LLVM is told so: it need not read one again, whatever was
written in between.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, TypeVar

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, unbox

_WORD = 8  # bytes
_BYTE = ir.IntType(8)
_POINTER = _BYTE.as_pointer()

T = TypeVar("T", bound=type)

ANY_MEMORY = "~{" + "memory}"  # LLVM: an instruction may read and write all of it


class Packed(types.Type):
    """The type of a packed NamedTuple.

    Attributes:
        base: Numba's type of the NamedTuple as Python passes it.
        instance_class: its class.
        fields: the names of its fields.
        types: the types of their values.
    """

    def __init__(self, base: Any) -> None:
        self.base = base
        self.instance_class = base.instance_class
        self.fields = base.fields
        self.types = tuple(base)
        parts = " ".join([base.instance_class.__module__, *self.fields, *map(str, self.types)])
        # Symbols contain it, and there are many.
        digest = hashlib.sha256(parts.encode()).hexdigest()[:12]
        super().__init__(name=f"{base.instance_class.__name__}_{digest}")
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:  # it takes long: all types of all fields count
            self._hash = hash(self.base)
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Packed) and self.base == other.base)

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_hash": None}  # another process has others

    @property
    def key(self) -> Any:
        """What makes two of them the same; see `numba.types.Type`."""
        return self.base

    def __iter__(self) -> Iterator[Any]:
        return iter(self.types)

    def place_of(self, name: str) -> tuple[Any, int]:
        """The type of a field, and at which byte it begins."""
        place = self.fields.index(name)
        return self.types[place], _WORD * sum(map(_words, self.types[:place]))


def packed(of: T) -> T:
    """Have Numba pass a NamedTuple class by a pointer."""
    typeof_impl.register(of)(_typeof)
    return of


def _typeof(value: Any, context: Any) -> Any:
    parts = [typeof_impl(part, context) for part in value]
    return Packed(types.BaseTuple.from_types(parts, type(value)))


def _parts(of: Any) -> tuple[Any, ...]:
    """The types in the type of a tuple."""
    return tuple(of)


def _words(of: Any) -> int:
    """How many words a value takes."""
    if isinstance(of, types.Array):
        return 1 + int(of.ndim)
    if isinstance(of, Packed | types.BaseTuple):
        return sum(_words(part) for part in _parts(of))
    return 1


@infer_getattr
class _Attribute(AttributeTemplate):
    key = Packed

    def generic_resolve(self, value: Any, attr: str) -> Any:  # type: ignore[override]
        return value.place_of(attr)[0] if attr in value.fields else None


register_default(Packed)(models.OpaqueModel)


@lower_getattr_generic(Packed)
def _load_field(context: Any, builder: Any, of: Packed, pointer: Any, name: str) -> Any:
    kind, place = of.place_of(name)
    return _load(context, builder, kind, pointer, place)


def _at(builder: Any, pointer: Any, place: int) -> Any:
    return builder.gep(builder.bitcast(pointer, _POINTER), [ir.IntType(64)(place)])


def _load(context: Any, builder: Any, of: Any, pointer: Any, place: int) -> Any:
    if isinstance(of, Packed):
        return _at(builder, pointer, place)
    if isinstance(of, types.BaseTuple):
        parts = []
        for part in _parts(of):
            parts.append(_load(context, builder, part, pointer, place))
            place += _WORD * _words(part)
        return context.make_tuple(builder, of, parts)
    if isinstance(of, types.Array):
        return _load_array(context, builder, of, pointer, place)
    return _load_word(builder, context.get_value_type(of), pointer, place)


def _load_word(builder: Any, of: Any, pointer: Any, place: int) -> Any:
    found = builder.load(builder.bitcast(_at(builder, pointer, place), of.as_pointer()))
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


def _load_array(context: Any, builder: Any, of: Any, pointer: Any, place: int) -> Any:
    model, number = context.data_model_manager[of], ir.IntType(64)
    item = context.get_data_type(of.dtype)
    shape = [_load_word(builder, number, pointer, place + _WORD * (1 + axis)) for axis in range(of.ndim)]
    size = number(context.get_abi_sizeof(item))
    strides, items = [size], number(1)
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length, flags=["nsw"]))
    for length in shape:
        items = builder.mul(items, length, flags=["nsw"])
    parts = {
        "data": _load_word(builder, item.as_pointer(), pointer, place),
        "shape": cgutils.pack_array(builder, shape, number),
        "strides": cgutils.pack_array(builder, strides, number),
        "itemsize": size,
        "nitems": items,
    }
    array = ir.Constant(model.get_value_type(), None)  # no owner, and nobody counts references
    for name, part in parts.items():
        array = builder.insert_value(array, part, model.get_field_position(name))
    return array


def _store(context: Any, builder: Any, of: Any, value: Any, pointer: Any, place: int) -> None:
    if isinstance(of, Packed):
        size = ir.IntType(64)(_WORD * _words(of))
        cgutils.raw_memcpy(builder, _at(builder, pointer, place), value, size, 1)
    elif isinstance(of, types.BaseTuple):
        for part, each in zip(_parts(of), cgutils.unpack_tuple(builder, value), strict=True):
            _store(context, builder, part, each, pointer, place)
            place += _WORD * _words(part)
    elif isinstance(of, types.Array):
        array = context.make_array(of)(context, builder, value)
        words = [array.data, *cgutils.unpack_tuple(builder, array.shape, of.ndim)]
        for axis, word in enumerate(words):
            _store_word(builder, word, pointer, place + _WORD * axis)
    else:
        _store_word(builder, value, pointer, place)


def _store_word(builder: Any, value: Any, pointer: Any, place: int) -> None:
    builder.store(value, builder.bitcast(_at(builder, pointer, place), value.type.as_pointer()))


@unbox(Packed)
def _unbox(of: Packed, instance: Any, c: Any) -> NativeValue:
    native = c.unbox(of.base, instance)
    size = _WORD * _words(of)
    words = cgutils.alloca_once(c.builder, ir.ArrayType(ir.IntType(64), size // _WORD))
    _store(c.context, c.builder, of.base, native.value, words, 0)
    # To the compiler, these are other words than those just written, so it can take them for constant.
    kind = ir.FunctionType(_POINTER, [_POINTER])
    hidden = c.builder.asm(
        kind, "", "=r,0," + ANY_MEMORY, [c.builder.bitcast(words, _POINTER)], side_effect=True
    )
    return NativeValue(hidden, is_error=native.is_error, cleanup=native.cleanup)
