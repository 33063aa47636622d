"""Who does work that comes in many tasks: processes on this machine, or a Ray cluster.

`opened` returns `Workers`; both kinds do the same with their one function::

    with opened() as workers:  # or opened("ray://head:10001")
        for task, result in workers.map(partial(play, variant, plan), tasks):
            ...

What is mapped is a function of a module, with whatever else it needs bound by `functools.partial`: it is
pickled once, and a worker keeps it between tasks. Nothing here knows what a task is.
"""

from __future__ import annotations

from types import NoneType

from fairyring.errors import WorkerError, expect, shown
from fairyring.workers.local import Processes
from fairyring.workers.mapping import Workers


def opened(on: str | None = None, number: int | None = None) -> Workers:
    """Workers to be used in a ``with`` statement.

    Args:
        on: the address of a Ray cluster, ``ray://HOST:PORT`` or ``auto`` for that of this machine; None:
            processes on this machine.
        number: how many processes; as many as this one may use processors if None.

    Raises:
        WorkerError: there is no cluster at that address, it has another fairyring, or Ray is missing; or
            there cannot be so many processes.
    """
    expect(on, (str, NoneType), "a cluster's address is a text, ray://HOST:PORT or auto")
    if on is None:
        return Processes(number)
    if number is not None:
        raise WorkerError("a cluster has as many workers as processors: leave the number out")
    if on != "auto" and not on.startswith("ray://"):
        raise WorkerError(f"a cluster's address is ray://HOST:PORT, or auto, not {shown(on)}")
    from fairyring.workers.cluster import Cluster

    return Cluster(on)


__all__ = ["Processes", "Workers", "opened"]
