"""What all workers have in common: how they are used, and how work reaches them."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from functools import lru_cache
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 3  # tasks that are given to each worker before it asks for them
ATTEMPTS = 4  # how often a task may be begun if workers end while they do it


class Workers(ABC):
    """Processes that do tasks, here or elsewhere; open until `close`."""

    @property
    @abstractmethod
    def number(self) -> int:
        """How many tasks are done at the same time."""

    @abstractmethod
    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[T, R]]:
        """Do a task each; yields each task with its result, in the order in which they are done.

        Tasks are taken from ``tasks`` only a few at a time. A worker that is killed loses the time of its
        task alone: another does it again. To stop early, close the iterator; what has begun is finished, and
        forgotten.

        Args:
            work: what is done; it and the tasks must be possible to pickle.
            tasks: what it is called with, one after the other.

        Raises:
            WorkerError: a task has ended its worker again and again.
            Exception: what ``work`` raises.
        """

    @abstractmethod
    def close(self) -> None:
        """Let them go. What they have begun is finished first."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Callable[[Any], Any]:
    work: Callable[[Any], Any] = pickle.loads(packed)  # our own, from the process that gives us work
    return work


def done(packed: bytes, task: Any) -> Any:
    """In a worker: do a task."""
    return _unpacked(packed)(task)
