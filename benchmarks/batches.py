"""Chess in batches beside pgx and PettingZoo: random legal moves, with masks, observations and new games.

    python benchmarks/batches.py --peers PYTHON

PYTHON is a Python that has `pgx` and `pettingzoo[classic]`, in an environment of its own. Without it, only
our own figures are measured. All figures are by processor time, of all threads together; those of a GPU,
where there is one that numba-cuda can use, by wall time.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from _measure import in_turn, keep, timed

import fairyring
from fairyring.batch import Batch
from fairyring.errors import BatchError

GAMES, STEPS, ROUNDS = 1024, 100, 5
PEERS = Path(__file__).with_name("_batch_peers.py")


def ours(name: str, games: int = GAMES, threads: int = 1) -> Callable[[], float]:
    """Steps a second of processor time of all our games."""
    batch = Batch(fairyring.load(name), games, seed=1, threads=threads)

    def work() -> int:
        for _ in range(STEPS):
            batch.step(batch.sample())
            batch.mask()
            batch.observe()
        return STEPS * games

    return lambda: timed(work)


def on_gpu(name: str, games: int) -> Callable[[], float]:
    """Steps a second of all games on a GPU; nothing is copied from there."""
    from fairyring.batch.gpu import GpuBatch, cuda

    batch = GpuBatch(fairyring.load(name), games, seed=1)

    def work() -> float:
        cuda.synchronize()
        start = time.perf_counter()
        for _ in range(STEPS):
            batch.step(batch.sample())
            batch.mask()
            batch.observe()
        cuda.synchronize()
        return STEPS * games / (time.perf_counter() - start)

    work()  # compiles
    return work


def has_gpu() -> bool:
    """Whether there is one that numba-cuda can use."""
    try:
        from fairyring.batch.gpu import cuda
    except BatchError:
        return False
    return bool(cuda.is_available())


def peer(python: str, *asked: str) -> Callable[[], float]:
    """The same of another program: a process of its own, which compiles before it measures."""
    command = [python, str(PEERS), *asked]
    return lambda: float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--keep", action="store_true", help="keep the section in results.md")
    asked = parser.parse_args()
    contenders = {
        "chess": ours("chess"),
        "chess, two threads": ours("chess", threads=2),
        "ravioli": ours("ravioli"),
        "crazyhouse": ours("crazyhouse"),
    }
    for games in (4096, 32768) if has_gpu() else ():
        contenders[f"chess on a GPU, {games} games"] = on_gpu("chess", games)
    if asked.peers:
        contenders["chess by pgx, 256 games"] = peer(asked.peers, "pgx", "256")
        contenders["chess by pgx, 1024 games"] = peer(asked.peers, "pgx", "1024")
        contenders["chess by PettingZoo"] = peer(asked.peers, "pettingzoo", "1")
    figures = in_turn(contenders, asked.rounds)
    lines = ["| game | steps/s, thousands | chess here, times as fast |", "|---|---|---|"]
    for name, values in figures.items():
        spread = sorted(value / 1e3 for value in values)
        middle = spread[len(spread) // 2]
        times = sorted(a / b for a, b in zip(figures["chess"], values, strict=True))
        lines.append(
            f"| {name} | {middle:.3g} ({spread[0]:.3g} to {spread[-1]:.3g}) | {times[len(times) // 2]:.3g} |"
        )
    keep("Batches", lines, asked.keep)


if __name__ == "__main__":
    main()
