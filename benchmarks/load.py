"""A thousand games at once, and two who play each: how long is a move on its way to the opponent?

Each game has a move every ten seconds, as in a quick game between people, and the games' moves come evenly.
Players are connections of one other process on this machine, with all messages compressed, as
browsers do. At the end every game must stand as its players know it. All runs come one after the other:
five on SQLite, and on a PostgreSQL of their own with one process and with two. What the server used of the
processor stands beside what the players did: where both together come near the number of cores, the players
are part of what is measured.
"""

# The folders of benchmarks and tests are on no path.
# ruff: noqa: E402

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
from _measure import keep
from _server import ask, served

import fairyring
from tests.web.databases import postgresql

EVERY = 10.0  # seconds between two moves of a game
SCRIPTS = 40  # games that are played, over and over
MOST = {
    "sqlite": 100.0,
    "postgresql": 150.0,
}  # ms at the 99th percentile; two processes wait no longer than one
PLY = re.compile(r'"ply":(\d+)')  # of a state, in which it comes before any text that a player wrote


def script(variant: str, plies: int, dice: random.Random) -> list[str]:
    """The moves of a game that is not over after so many plies."""
    while True:
        game = fairyring.Game(fairyring.load(variant))
        while game.result is None and len(game.moves) < plies:
            game.push(dice.choice(game.position.legal_moves()))
        if game.result is None:
            return [move.text for move in game.moves]


class Pair:
    """Two who play each other."""

    def __init__(self, server: str, variant: str, moves: list[str]) -> None:
        begun = ask(f"{server}api/games", {"variant": variant, "white": "human", "black": "open"})
        self.address = f"{server}api/games/{begun['id']}"
        invitation = ask(f"{self.address}/seat", token=begun["token"])["invitation"]
        self.tokens = (begun["token"], ask(f"{self.address}/seat", {"token": invitation})["token"])
        self.moves = moves
        self.ply = 0
        self.heard = [0, 0]
        self.news = asyncio.Event()

    async def sit(self, lines: AsyncExitStack) -> list[asyncio.Task[None]]:
        """Open both connections; what listens to them."""
        address = self.address.replace("http", "ws", 1) + "/live"
        self.connections: list[ClientConnection] = [
            await lines.enter_async_context(
                connect(address, additional_headers={"Authorization": f"Bearer {token}"}, open_timeout=120)
            )
            for token in self.tokens
        ]
        return [asyncio.create_task(self._listen(side)) for side in (0, 1)]

    async def _listen(self, side: int) -> None:
        async for message in self.connections[side]:
            assert isinstance(message, str)
            if message.startswith('{"type":"state"'):
                found = PLY.search(message)
                assert found is not None
                self.heard[side] = int(found[1])
                self.news.set()
            elif message.startswith('{"type":"error"'):
                raise RuntimeError(message)

    async def move(self) -> float:
        """Make the next move; the seconds until the opponent heard of it."""
        side, self.ply = self.ply % 2, self.ply + 1
        message = json.dumps({"type": "move", "ply": self.ply - 1, "text": self.moves[self.ply - 1]})
        began = time.perf_counter()
        await self.connections[side].send(message)
        while self.heard[1 - side] < self.ply:
            self.news.clear()
            await self.news.wait()
        return time.perf_counter() - began


async def play(pairs: list[Pair], seconds: float) -> tuple[list[float], float]:
    """Let all play for a time; how long their moves were on their way, and by how much the last was late."""
    async with AsyncExitStack() as lines:
        listening = [task for pair in pairs for task in await pair.sit(lines)]
        for pair in pairs:
            while min(pair.heard) < 0:
                await pair.news.wait()
        await asyncio.sleep(3)
        gc.collect()
        gc.disable()  # two thousand connections' objects, and no time of the server's
        begun = time.perf_counter()
        late = 0.0

        async def sit(number: int, pair: Pair) -> list[float]:
            nonlocal late
            found = []
            due = EVERY * number / len(pairs)
            while due < seconds:
                await asyncio.sleep(max(0.0, begun + due - time.perf_counter()))
                late = max(late, time.perf_counter() - begun - due)
                found.append(await asyncio.wait_for(pair.move(), 60))
                due += EVERY
            return found

        taken = await asyncio.gather(*(sit(number, pair) for number, pair in enumerate(pairs)))
        for task in listening:
            if task.done():
                task.result()
            task.cancel()
    return [each for one in taken for each in one], late


def memory(address: str) -> float:
    """Bytes that the server's processes have in memory."""
    found = re.findall(r"^process_resident_memory_bytes\S* (\S+)$", ask(f"{address}metrics"), re.MULTILINE)
    return sum(map(float, found))


def work(address: str) -> float:
    """Seconds of processor time that the server's processes have had."""
    found = re.findall(r"^process_cpu_seconds_total\S* (\S+)$", ask(f"{address}metrics"), re.MULTILINE)
    return sum(map(float, found))


class Run(NamedTuple):
    """What a run measured.

    Attributes:
        kind: the database and the number of processes.
        waits: milliseconds from a move to the opponent: median, 99th percentile, most.
        moves: how many moves were made.
        lost: games whose state differs from what their players know.
        memory: MiB of the server's processes.
        cores: what the server used of the processor, and what the players did.
        work: milliseconds of the server's processor time for a move.
        late: by how many milliseconds a move of the players came late, at most.
        load: of the machine with all else that it did, before the run and after it.
    """

    kind: str
    waits: tuple[float, float, float]
    moves: int
    lost: int
    memory: float
    cores: tuple[float, float]
    work: float
    late: float
    load: tuple[float, float]


def measured(wanted: argparse.Namespace, database: str, workers: int) -> Run:
    """Begin the games, play, and look whether all is there."""
    dice = random.Random(1)
    plies = int(wanted.seconds / EVERY) + 1
    scripts = [(variant, script(variant, plies, dice)) for variant in wanted.variants for _ in range(SCRIPTS)]
    idle = os.getloadavg()[0]
    command = ("-m", "fairyring", "serve", "--port", "0", "--database", database, "--workers", str(workers))
    with served(*command) as (address, _), ThreadPoolExecutor(4) as pool:
        pairs = list(
            pool.map(lambda number: Pair(address, *scripts[number % len(scripts)]), range(wanted.games))
        )
        before, began, own = work(address), time.perf_counter(), time.process_time()
        taken, late = asyncio.run(play(pairs, wanted.seconds))
        spent, passed = work(address) - before, time.perf_counter() - began
        own = (time.process_time() - own) / passed
        size = memory(address)
        states = pool.map(lambda pair: ask(pair.address)["moves"], pairs)
        lost = sum(found != pair.moves[: pair.ply] for pair, found in zip(pairs, states, strict=True))
    cuts = statistics.quantiles(taken, n=100, method="inclusive")
    return Run(
        f"{database.partition(':')[0]}, {workers} process" + "es" * (workers > 1),
        (1000 * cuts[49], 1000 * cuts[98], 1000 * max(taken)),
        len(taken),
        lost,
        size / 2**20,
        (spent / passed, own),
        1000 * spent / len(taken),
        1000 * late,
        (idle, os.getloadavg()[0]),
    )


def row(run: Run) -> str:
    """A run as a row of the table."""
    middle, rare, most = run.waits
    before, after = run.load
    theirs, players = run.cores
    waits = f"{middle:.1f} | {rare:.1f} | {most:.0f}"
    spent = f"{run.work:.1f} | {theirs:.2f} / {players:.2f} | {run.memory:.0f}"
    return f"| {run.kind} | {waits} | {spent} | {run.late:.0f} | {run.lost} | {before:.1f} / {after:.1f} |"


HEAD = (
    "| server | median, ms | 99 %, ms | most, ms | its work for a move, ms | cores: server / players"
    " | MiB | players late, ms | games lost | load before / after |"
)


def faults(found: list[Run]) -> Iterator[str]:
    """What is beyond what is wanted: lost games, and waits at the 99th percentile."""
    alone = [run.waits[1] for run in found if run.kind == "postgresql, 1 process"]
    for run in found:
        base, several = run.kind.partition(",")[0], run.kind.endswith("processes")
        most = max(alone, default=MOST[base]) if several else MOST[base]
        if run.waits[1] > most:
            yield f"{run.kind}: {run.waits[1]:.0f} ms, and {most:.0f} are wanted"
        if run.lost:
            yield f"{run.kind}: {run.lost} games lost"


def runs(wanted: argparse.Namespace) -> Iterator[Run]:
    """The runs that are wanted, one after the other."""
    if wanted.database:
        yield measured(wanted, wanted.database, wanted.workers)
        return
    for _ in range(wanted.runs):
        with tempfile.TemporaryDirectory() as folder:
            yield measured(wanted, f"sqlite:///{folder}/games.sqlite3", wanted.workers)
    for workers in wanted.postgresql:
        with postgresql() as database:
            yield measured(wanted, database, workers)


def main() -> None:
    """Run and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1_000)
    options.add_argument("--seconds", type=float, default=40.0)
    options.add_argument("--variants", nargs="+", default=["chess", "ravioli", "mini-meta", "minigolf"])
    options.add_argument("--database", default="", help="one run on this database, and no others")
    options.add_argument("--workers", type=int, default=1, help="processes, but for PostgreSQL of its own")
    options.add_argument("--runs", type=int, default=5, help="runs on SQLite")
    options.add_argument(
        "--postgresql", type=int, nargs="*", default=[1, 2], help="a run with so many processes each"
    )
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    wanted = options.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    playing = f"{wanted.games:,} games of {', '.join(wanted.variants)}, {2 * wanted.games:,} connections"
    pace = f"a move of each game every {EVERY:.0f} s for {wanted.seconds:.0f} s"
    under = "|---|" + "---|" * HEAD.count(" | ")
    lines = [f"{playing}, {pace}; from a move to the opponent:", "", HEAD, under]
    found = []
    for run in runs(wanted):
        found.append(run)
        lines.append(row(run))
        print(lines[-1], file=sys.stderr, flush=True)
    wrong = [*faults(found)]
    lines += ["", f"Beyond what is wanted: {', '.join(wrong) or 'nothing'}."]
    keep("Load", lines, wanted.keep)
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
