"""A Ray cluster: machines that do tasks together."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Generator, Iterable
from typing import Any

from fairyring.errors import WorkerError, shown
from fairyring.workers.mapping import AHEAD, ATTEMPTS, R, T, Workers, done

try:
    import ray
except ImportError as error:
    raise WorkerError("a cluster needs Ray: pip install 'fairyring[ray]'") from error


class Cluster(Workers):
    """The machines of a Ray cluster, each of which has the same fairyring.

    Ray gives a task to another worker if the first one, or its machine, is lost. Workers may come and go.
    """

    def __init__(self, address: str) -> None:
        """Reach a cluster, or use the one that this process has reached already.

        Raises:
            WorkerError: there is none at that address, or it has another fairyring.
        """
        self._ours = not ray.is_initialized()
        if self._ours:
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise WorkerError(f"no Ray cluster at {shown(address)}: {error}") from error
        self._done = ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)(done)
        self._same()

    def _same(self) -> None:
        """See that the cluster has our fairyring."""
        import fairyring

        try:
            theirs = ray.get(self._done.remote(pickle.dumps(_version), None))
        except ray.exceptions.RayError as error:
            self.close()
            raise WorkerError(f"the cluster has no fairyring of ours: {error}") from error
        if theirs != fairyring.__version__:
            self.close()
            raise WorkerError(f"the cluster has fairyring {theirs}, and this is {fairyring.__version__}")

    @property
    def number(self) -> int:
        """How many processors the cluster has now."""
        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[T, R]]:
        """Do a task each; see `Workers.map`."""
        # Ray's own pickle takes functions of a program along, which no worker could import.
        packed, left = ray.put(ray.cloudpickle.dumps(work)), iter(tasks)
        waiting: dict[Any, T] = {}
        try:
            while True:
                room = AHEAD * self.number - len(waiting)
                waiting |= {
                    self._done.remote(packed, task): task for _, task in zip(range(room), left, strict=False)
                }
                if not waiting:
                    return
                ready, _ = ray.wait(list(waiting), num_returns=1)
                for one in ready:
                    yield waiting.pop(one), self._result(one)
        finally:
            for one in waiting:
                ray.cancel(one)

    def _result(self, one: Any) -> Any:
        try:
            return ray.get(one)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except ray.exceptions.RayError as error:
            raise WorkerError(f"a task was lost with its worker {ATTEMPTS} times: {error}") from error

    def close(self) -> None:
        """Leave the cluster, which goes on without us."""
        if self._ours:
            ray.shutdown()


def _version(_: None) -> str:
    """The version of fairyring where this is run."""
    import fairyring

    return fairyring.__version__
