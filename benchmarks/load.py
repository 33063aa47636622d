"""A thousand games at once, and two who play each: how long is a move on its way to the opponent?

Each game has a move every ten seconds, as in a quick game between people, and the games' moves come evenly.
Players are connections of one other process on this machine, with all messages compressed, as
browsers do. At the end every game must stand as its players know it.
"""

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
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent))
from _measure import keep
from _server import ask, served

import fairyring

EVERY = 10.0  # seconds between two moves of a game
SCRIPTS = 40  # games that are played, over and over
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


def main() -> None:
    """Begin the games, play, look whether all is there, and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1_000)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--variants", nargs="+", default=["chess", "ravioli", "mini-meta", "minigolf"])
    options.add_argument("--database", default="")
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    wanted = options.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    dice = random.Random(1)
    plies = int(wanted.seconds / EVERY) + 1
    scripts = [(variant, script(variant, plies, dice)) for variant in wanted.variants for _ in range(SCRIPTS)]
    with tempfile.TemporaryDirectory() as folder:
        database = wanted.database or f"sqlite:///{folder}/games.sqlite3"
        command = ("-m", "fairyring", "serve", "--port", "0", "--database", database)
        server = served(*command, "--workers", str(wanted.workers))
        with server as (address, _), ThreadPoolExecutor(4) as pool:
            pairs = list(
                pool.map(lambda number: Pair(address, *scripts[number % len(scripts)]), range(wanted.games))
            )
            before, began, own = work(address), time.perf_counter(), time.process_time()
            taken, late = asyncio.run(play(pairs, wanted.seconds))
            busy = (work(address) - before) / (time.perf_counter() - began)
            own = (time.process_time() - own) / (time.perf_counter() - began)
            size = memory(address)
            lost = sum(
                found != pair.moves[: pair.ply]
                for pair, found in zip(
                    pairs, pool.map(lambda pair: ask(pair.address)["moves"], pairs), strict=True
                )
            )
    cuts = statistics.quantiles(taken, n=100, method="inclusive")
    kind = database.partition(":")[0]
    many = f"{wanted.workers} process" + "es" * (wanted.workers > 1)
    middle, rare, worst = (1000 * each for each in (cuts[49], cuts[98], max(taken)))
    playing = f"{wanted.games:,} games of {', '.join(wanted.variants)}, {2 * wanted.games:,} connections"
    pace = f"a move of each game every {EVERY:.0f} s for {wanted.seconds:.0f} s, {len(taken):,} in all"
    lines = [
        f"{playing}, {pace}; load of the machine, with all else that it did, {os.getloadavg()[0]:.1f}:",
        "",
        f"- from move to opponent: median {middle:.1f} ms, 99th percentile {rare:.1f}, most {worst:.0f}",
        f"- games whose state differs from what their players know: {lost}",
        f"- the server's memory: {size / 2**20:.0f} MiB; its work: {busy:.2f} cores, the players' {own:.2f}",
        f"- players' moves came {1000 * late:.0f} ms late at most",
    ]
    keep(f"Load, {kind}, {many}", lines, wanted.keep)
    if lost:
        sys.exit(1)


if __name__ == "__main__":
    main()
