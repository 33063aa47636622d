"""Who plays the games of the laboratory: processes on this machine, one for each core.

Others can do it too, such as a cluster: what they need is a function from tasks to records.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice

from fairyring.game import Variant
from fairyring.lab.plan import Plan, Record, Task
from fairyring.lab.playing import play

Workers = Callable[[Variant, Plan, Iterable[Task]], Iterator[Record]]
AHEAD = 3  # games that are given to each process before they are asked for

_variant: Variant | None = None
_plan: Plan | None = None


def processes(number: int | None = None) -> Workers:
    """Processes on this machine, as many as it has cores for this one if no number is given; 1: this one."""
    affinity = getattr(os, "sched_getaffinity", None)
    usual = len(affinity(0)) if affinity else os.cpu_count() or 1
    return lambda variant, plan, tasks: _played(variant, plan, iter(tasks), number or usual)


def _played(variant: Variant, plan: Plan, tasks: Iterator[Task], number: int) -> Iterator[Record]:
    if number == 1:
        yield from (play(variant, task, plan) for task in tasks)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(number, context, _prepare, (variant, plan))
    try:
        waiting: set[Future[Record]] = {pool.submit(_play, task) for task in islice(tasks, AHEAD * number)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(_play, task) for task in islice(tasks, len(done))}
            yield from (each.result() for each in done)
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare(variant: Variant, plan: Plan) -> None:
    """Tell a new process what it plays."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C goes to all processes; the first one stops the others
    global _variant, _plan  # a process has one variant and one plan
    _variant, _plan = variant, plan


def _play(task: Task) -> Record:
    assert _variant is not None
    assert _plan is not None
    return play(_variant, task, _plan)
