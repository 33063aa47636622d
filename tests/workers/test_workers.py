"""Workers do each task once, whatever ends while they do it."""

from __future__ import annotations

import logging
import operator
import os
import signal
import socket
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fairyring.errors import SetupError, WorkerError
from fairyring.workers import Workers, opened

ROOM = 80 << 20  # bytes, for the objects of a small cluster


def square(killed: Path | None, task: int) -> int:
    """Its square; the first process that gets the task 3 is killed in the middle."""
    if task == 3 and killed is not None and not killed.exists():
        killed.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


def fatal(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def faulty(task: int) -> int:
    if task == 2:
        raise SetupError("two is too many")
    return task


def each_once(workers: Workers, killed: Path) -> None:
    found = dict(workers.map(partial(square, killed), range(12)))
    assert found == {task: task * task for task in range(12)}
    assert killed.exists()
    with pytest.raises(SetupError, match="two is too many"):
        list(workers.map(faulty, range(4)))
    endless = workers.map(partial(operator.mul, 2), count())
    assert next(endless)[1] % 2 == 0
    endless.close()
    assert sorted(workers.map(partial(operator.mul, 2), [5, 6])) == [(5, 10), (6, 12)]


def test_one_process_is_this_one() -> None:
    with opened(number=1) as workers:
        assert workers.number == 1
        assert list(workers.map(lambda task: (task, os.getpid()), [1, 2])) == [
            (1, (1, os.getpid())),
            (2, (2, os.getpid())),
        ]


def test_a_process_that_is_killed_loses_only_its_task(tmp_path: Path) -> None:
    with opened(number=2) as workers:
        each_once(workers, tmp_path / "killed")
        with pytest.raises(WorkerError, match="a task has ended its process 4 times: '1'"):
            list(workers.map(fatal, [1]))
        assert list(workers.map(partial(square, None), [4])) == [(4, 16)]


def test_workers_that_cannot_be_are_refused() -> None:
    with pytest.raises(WorkerError, match="processes: a number from 1 to 1024, not 0"):
        opened(number=0)
    with pytest.raises(WorkerError, match="processes: a number from 1 to 1024, not 1000000"):
        opened(number=10**6)
    with pytest.raises(WorkerError, match="processes: a whole number from 1 to 1024, not '2'"):
        opened(number="2")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match=r"a cluster's address is a text, .* not 5"):
        opened(5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(WorkerError, match="ray://HOST:PORT, or auto, not 'localhost'"):
        opened("localhost")
    with pytest.raises(WorkerError, match="leave the number out"):
        opened("ray://localhost:1", 2)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head and two nodes of one processor each, on this machine."""
    pytest.importorskip("ray", reason="needs ray")
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # The workers import this file, too.
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    head = {"num_cpus": 0, "ray_client_server_port": port, "include_dashboard": False}
    found = Cluster(initialize_head=True, head_node_args=head | {"object_store_memory": ROOM})
    try:
        for _ in range(2):
            found.add_node(num_cpus=1, object_store_memory=ROOM)
        yield found, f"ray://127.0.0.1:{port}"
    finally:
        found.shutdown()
        logging.getLogger("ray").handlers.clear()


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")
def test_a_cluster_loses_nothing_but_time(cluster: Any, tmp_path: Path) -> None:
    machines, address = cluster
    with opened(address) as workers:
        assert workers.number == 2
        each_once(workers, tmp_path / "killed")
        running = workers.map(partial(slow, 0.3), range(20))
        found = [next(running)]
        machines.remove_node(machines.worker_nodes.copy().pop(), allow_graceful=False)  # as if it lost power
        found += running
        assert sorted(found) == [(task, task) for task in range(20)]


def slow(seconds: float, task: int) -> int:
    time.sleep(seconds)
    return task
