"""How much faster two workers of one core each are than one, as processes and on a Ray cluster.

    python benchmarks/cluster.py [--game NAME] [--games N] [--rounds N] [--keep]

All play the same games of the laboratory, a game a task, by wall time on a machine that does nothing else.
The clusters are on this machine: a head that does no work, and one or two nodes of one processor. There is
one cluster at a time, because even one that does nothing takes part of a core. Only what comes after workers
have begun and have read the compiled rules is timed. Two do not end at the same time: with 80 games one waits
half a game, about 1 % of the time.
"""

from __future__ import annotations

import argparse
import logging
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from _measure import Spread, in_turn, keep, ratio

import fairyring
from fairyring.lab import Plan
from fairyring.lab.playing import play
from fairyring.workers import Workers, opened

NODES = 2000
MEMORY = 100 << 20  # bytes, for the objects of a node


@contextmanager
def cluster(nodes: int) -> Iterator[str]:
    """The address of a cluster of so many nodes of one processor."""
    from ray.cluster_utils import Cluster

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    head = {"num_cpus": 0, "ray_client_server_port": port, "include_dashboard": False}
    found = Cluster(initialize_head=True, head_node_args=head | {"object_store_memory": MEMORY})
    try:
        for _ in range(nodes):
            found.add_node(num_cpus=1, object_store_memory=MEMORY)
        yield f"ray://127.0.0.1:{port}"
    finally:
        found.shutdown()


def speed(workers: Workers, name: str, games: int) -> float:
    """Games a second."""
    plan = Plan(games, NODES, ladder=0, handicaps=0, random=0)
    work = partial(play, fairyring.load(name), plan)
    tasks = plan.tasks()
    list(workers.map(work, tasks[: 2 * workers.number]))  # workers begin, and read what is compiled
    start = time.perf_counter()
    list(workers.map(work, tasks))
    return games / (time.perf_counter() - start)


def measured(ray: bool, number: int, name: str, games: int) -> float:
    """The same with workers that are begun for it."""
    with cluster(number) if ray else nullcontext() as on, opened(on, None if ray else number) as workers:
        return speed(workers, name, games)


def main() -> None:
    """Measure, and report."""
    options = argparse.ArgumentParser()
    options.add_argument("--game", default="chess")
    options.add_argument("--games", type=int, default=80)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    logging.getLogger("ray").setLevel(logging.ERROR)
    contenders = {
        f"{kind}, {number}": partial(measured, kind == "Ray", number, chosen.game, chosen.games)
        for number in (1, 2)
        for kind in ("Ray", "processes")
    }
    figures = in_turn(contenders, chosen.rounds)
    rows = [f"| {name} | {Spread.of(values):.2f} |" for name, values in figures.items()]
    gains = [
        f"| {kind}: two over one | {ratio(figures, f'{kind}, 2', f'{kind}, 1'):.2f} |"
        for kind in ("Ray", "processes")
    ]
    about = f"Games a second of {chosen.game} with {NODES} nodes a move, {chosen.games} games a round."
    lines = [about, "", "| workers | games a second |", "|---|---|", *rows, *gains]
    keep("Work on a cluster", lines, chosen.keep)


if __name__ == "__main__":
    main()
