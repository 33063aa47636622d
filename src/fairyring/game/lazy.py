"""Attributes that are computed when they are first asked for, without a lock.

Until Python 3.12, `functools.cached_property` has one lock for all objects of a class: while a thread
computes the result of one position, which may have to wait for the compiler, nobody can ask for the result of
another.
"""

from __future__ import annotations

import sys

if sys.version_info >= (3, 12):
    from functools import cached_property as lazy
else:
    from collections.abc import Callable
    from typing import Any, Generic, TypeVar, overload

    T = TypeVar("T")

    class lazy(Generic[T]):  # noqa: N801 -- a decorator, like `property`
        """An attribute that a method computes. Two threads that ask at once may both compute it."""

        def __init__(self, compute: Callable[[Any], T]) -> None:
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            """Learn what it is called."""
            self._name = name

        @overload
        def __get__(self, instance: None, owner: type) -> lazy[T]: ...

        @overload
        def __get__(self, instance: object, owner: type) -> T: ...

        def __get__(self, instance: object, owner: type) -> lazy[T] | T:
            """The value, which from now on is an attribute of the object itself."""
            if instance is None:
                return self
            found = instance.__dict__[self._name] = self._compute(instance)
            return found


__all__ = ["lazy"]
