"""Processes on this machine."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Generic

from fairyring.errors import WorkerError, shown, whole_number
from fairyring.kernels.processors import processors
from fairyring.workers.mapping import AHEAD, ATTEMPTS, R, T, Workers, done

MOST_PROCESSES = 1024  # beyond which a system refuses files and processes, after some time


@dataclass
class _Given(Generic[T, R]):
    """A task that a process has been given, how often, and what it will have come to."""

    task: T
    times: int
    coming: Future[R]


class Processes(Workers):
    """Processes on this machine. A single one is this process itself."""

    def __init__(self, number: int | None = None) -> None:
        """Choose how many.

        Args:
            number: how many; as many as this process may use processors if None.

        Raises:
            WorkerError: it is not from 1 to 1024.
        """
        if number is not None:
            number = whole_number("processes", number, 1, MOST_PROCESSES, WorkerError)
        self._number = number or processors()
        # One each, so that one that ends takes no other with it.
        self._pools = [_process() for _ in range(self._number)] if self._number > 1 else []

    @property
    def number(self) -> int:
        """How many processes there are."""
        return self._number

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[T, R]]:
        """Do a task each; see `Workers.map`."""
        if not self._pools:
            yield from ((task, work(task)) for task in tasks)
            return
        packed, left = pickle.dumps(work), iter(tasks)
        # Each process does its tasks one after the other, so only the first of its queue can be done.
        queues: list[deque[_Given[T, R]]] = [deque() for _ in self._pools]
        try:
            for _ in range(AHEAD):
                for place in range(self._number):
                    self._give(place, packed, left, queues)
            while heads := {queue[0].coming: place for place, queue in enumerate(queues) if queue}:
                for future in wait(heads, return_when=FIRST_COMPLETED).done:
                    place = heads[future]
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        self._replace(place, packed, queues[place])
                        continue
                    task = queues[place].popleft().task
                    self._give(place, packed, left, queues)
                    yield task, result
        finally:
            for given in (given for queue in queues for given in queue):
                given.coming.cancel()

    def _give(self, place: int, packed: bytes, left: Iterator[T], queues: list[deque[_Given[T, R]]]) -> None:
        """Give a process its next task, if there is one."""
        for task in left:
            queues[place].append(_Given(task, 1, self._submit(place, packed, task)))
            return

    def _submit(self, place: int, packed: bytes, task: T) -> Future[R]:
        try:
            return self._pools[place].submit(done, packed, task)
        except BrokenProcessPool:  # it has ended in between; what is first in its queue will say so
            self._restart(place)
            return self._pools[place].submit(done, packed, task)

    def _restart(self, place: int) -> None:
        """Begin a process in place of one that has ended."""
        self._pools[place].shutdown(wait=False)
        self._pools[place] = _process()

    def _replace(self, place: int, packed: bytes, queue: deque[_Given[T, R]]) -> None:
        """Begin a process in place of one that has ended, and give it the same tasks."""
        first = queue[0]
        if first.times == ATTEMPTS:
            raise WorkerError(f"a task has ended its process {ATTEMPTS} times: {shown(repr(first.task))}")
        first.times += 1
        self._restart(place)
        for given in queue:
            given.coming = self._submit(place, packed, given.task)

    def close(self) -> None:
        """End the processes."""
        for pool in self._pools:
            pool.shutdown(cancel_futures=True)


def _process() -> ProcessPoolExecutor:
    # Spawned, because a fork would copy locks of other threads as they are.
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _quiet)


def _quiet() -> None:
    """Ignore Ctrl-C, which goes to all processes: the first one stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
