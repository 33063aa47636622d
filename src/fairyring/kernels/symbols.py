"""Names that keep compiled functions apart where Numba goes by names alone.

Two games may each have a NamedTuple called `Tables` with the same fields. Their types differ, but:

- a call from Python looks up the compiled function by a fingerprint of its arguments, in which a NamedTuple
  is its name, the names of its fields and their types;
- LLVM links by symbol, which consists of a function's name, its types' names, and a number that Numba counts
  from 1 in each process. A function from the cache and one that is compiled here may have the same symbol.

Either way one game was played by the code of the other, which gave wrong scores, and crashes.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
from weakref import WeakSet

from numba.core.bytecode import FunctionIdentity

from fairyring.kernels.owners import owner_of

_distinct: WeakSet[type] = WeakSet()
_numbers = itertools.count()


def make_symbols_unique() -> None:
    """Have Numba count from a random number in this process."""
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(62))


def make_distinct(of: type) -> None:
    """Give a NamedTuple class that is not fairyring's a name that no other class has.

    A class of a user's file has the same name in every process, so that compiled code for it can be kept.
    """
    if of not in _distinct:
        made_by = of.__module__ if owner_of(of.__module__) else next(_numbers)
        of.__name__ += f"_{hashlib.sha256(f'{made_by}.{of.__qualname__}'.encode()).hexdigest()[:16]}"
        _distinct.add(of)
