"""Two games differ in a secret alone: does how long an answer takes, at any question, tell them apart?

    python benchmarks/timing.py [--pairs N] [--replies N] [--browser N] [--cases NAME ...] [--leaky] [--keep]

Both games of a pair are played from the start, and each question is asked in both, one after the other, in an
order drawn at random; then all are asked again, until there are as many pairs of requests as are wanted.
What is compared is the server's own time, from a request's arrival to its answer, and the processor's time:
the first answers in each game, which may have to be computed, and all of them. A question tells the worlds
apart if a permutation test says so after Holm's correction for the number of tests (see `_apart.py`).

One case, ``equal``, has the same secret in both worlds: if it fails, the measurement is at fault. With
``--leaky``, pages share what was made of equal positions, as they once did: then the script must fail.
"""

# The folders of benchmarks and tests are on no path.
# ruff: noqa: E402

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
from _apart import Pair, apart, corrected
from _measure import Spread, keep

from fairyring.board import Side
from fairyring.game import Position, earlier
from fairyring.search.beliefs import beliefs
from fairyring.web import create_app, thinking
from fairyring.web.engine import SearchEngine
from tests import chromium
from tests.web import browsing, worlds
from tests.web import drawn as drawing
from tests.web.leaks import leaking
from tests.web.stub import Found

LEVEL = 0.01  # of all tests together
GAMES = 60  # pairs of games at most; what else is asked for is asked for again in these
PAGES = 10  # games in each world, that a browser draws again and again
REPLY = 0.02  # seconds of the computer's move here, so that thousands can be measured
REPLIES = 10  # of the computer in each game
CASES = worlds.CASES | {"equal": worlds.CASES["ravioli"]._replace(whites=("e1", "e1"))}

Times = dict[str, list[Pair]]
"""By question and clock, what was measured in the two worlds."""


class Watch:
    """Measures what asynchronous work takes, by the wall and by the processor.

    Attributes:
        times: what was measured.
        differ: the questions whose answers differ.
    """

    def __init__(self) -> None:
        self.times: Times = defaultdict(list)
        self.differ: set[str] = set()

    async def both(
        self, question: str, game: int, works: Sequence[Callable[[], Awaitable[Any]]], dice: random.Random
    ) -> list[Any]:
        """Do some work in both worlds, in an order drawn at random; returns what they answer."""
        answers: list[Any] = [None, None]
        took: dict[str, list[float]] = {"processor": [0.0, 0.0], "wall": [0.0, 0.0]}
        for world in dice.sample((0, 1), 2):
            wall, processor = time.perf_counter(), time.process_time()
            answers[world] = await works[world]()
            took["processor"][world] = time.process_time() - processor
            took["wall"][world] = time.perf_counter() - wall
        for clock, (one, other) in took.items():
            self.times[f"{question} | {clock}"].append(Pair(game, one, other))
        return answers


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect no garbage meanwhile, but before."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def asked_of(world: worlds.World) -> dict[str, Callable[[], object]]:
    """What programs can ask of a position, by the name of what they ask."""
    game = game_of(world)
    seen, last = game.seen_by("black"), game.position
    return {
        "library: seen_by": lambda: renewed(last).seen_by("black").view(),
        "library: legal moves": lambda: renewed(seen.position).legal_moves(),
        "library: past": lambda: last.past and last.past[0].text(),
        "library: beliefs": lambda: beliefs(last, Side.WHITE),
        "library: record": lambda: game.pgn("spectator"),
        "library: text": lambda: renewed(last).text("black"),
    }


def game_of(world: worlds.World) -> Any:
    """The game of a world, played by the library."""
    import fairyring

    variant = fairyring.load(world.case.game)
    game = fairyring.Game(variant, variant.position(world.start))
    for text in (f"true@{world.white}", f"true@{world.case.black}", *world.moves):
        game.push(text)
    return game


def renewed(position: Position) -> Position:
    """The same position, of which nothing has been computed yet."""
    return Position(position.variant, position.rows(1), earlier.of(position.earlier), position.past)


def _later(work: Callable[[], object]) -> Callable[[], Awaitable[object]]:
    async def done() -> object:
        return work()

    return done


async def compared(name: str, pairs: int) -> Watch:
    """Ask at every question as many pairs of times."""
    watch, dice, case = Watch(), random.Random(name), CASES[name]
    games = min(pairs, GAMES)
    async with worlds.serving() as server:
        for number in range(-2, games):  # the first two compile, load and fill what is kept
            found = watch if number >= 0 else Watch()
            async with worlds.pair(server, case, number % 20, dice.randrange(2)) as both:
                with no_collection():
                    await _asked(found, name, number, both, dice, -(-pairs // games))
            if number % 25 == 24:
                print(f"{name}: {number + 1} pairs of games", file=sys.stderr, flush=True)
    return watch


async def _asked(
    watch: Watch, name: str, game: int, both: tuple[worlds.World, ...], dice: random.Random, times: int
) -> None:
    """Ask everything in both worlds; what the owner of the secret does before is done the first time."""
    doors = worlds.doors()
    moving = doors.pop("move, black")
    library = [asked_of(world) for world in both]

    async def ask(question: str, door: worlds.Door, prepared: bool) -> None:
        if door.before is not None and not prepared:
            for world in dice.sample(both, 2):
                await door.before(world)
        answers = await watch.both(question, game, [partial(door.ask, world) for world in both], dice)
        one, other = (world.plain(answer) for world, answer in zip(both, answers, strict=True))
        if one != other:
            watch.differ.add(question)

    for number in range(times):
        for question, door in doors.items():
            await ask(f"{name}: {question}", door, prepared=number > 0)
        for question in library[0]:
            await watch.both(f"{name}: {question}", game, [_later(each[question]) for each in library], dice)
    # Now, because all is different after each.
    for _ in range(min(times, (worlds.MOST_PLIES - worlds.PLIES) // 2)):
        await ask(f"{name}: move, black", moving, prepared=False)


class Chooser(SearchEngine):
    """fairyring's search, which chooses the True King that it is told to."""

    king = ""

    def search(self, position: Position, level: Any, report: Any, stop: Any) -> Any:
        """As `SearchEngine`, but for the choice of a True King."""
        wanted = f"true@{self.king}"
        moves = {move.text: move for move in position.legal_moves()}
        if wanted in moves:
            return Found(moves[wanted], (moves[wanted],))
        return super().search(position, level, report, stop)


async def replied(name: str, replies: int) -> Watch:
    """Let the computer reply in as many pairs of games, in which it has chosen different kings."""
    thinking.SECRETIVE = REPLY
    watch, engine, dice, case = Watch(), Chooser(), random.Random(name), CASES[name]
    app = create_app(engine, eager=False)
    async with app.router.lifespan_context(app):
        server = worlds.Server(app)
        for number in range(-1, -(-replies // REPLIES)):
            games = []
            for king in case.whites:
                engine.king = king
                games.append(await Opponent.begun(server, case))
            found = watch if number >= 0 else Watch()
            with no_collection():
                for text in (f"true@{case.black}", *[""] * (REPLIES - 1)):
                    if any(game.state["result"] for game in games):
                        break
                    works = [partial(game.reply, text) for game in games]
                    await found.both(f"{name}: the computer's reply", number, works, dice)
            for game in games:
                await game.line.close()
    return watch


class Opponent:
    """A game against the computer, which has chosen its True King."""

    def __init__(self, line: worlds.Line) -> None:
        self.line = line
        self.state: worlds.Json = {}

    @classmethod
    async def begun(cls, server: worlds.Server, case: worlds.Case) -> Opponent:
        """A game in which it is Black's turn."""
        order = {"variant": case.game, "white": "beginner", "black": "human"}
        begun = await server.load("/api/games", order)
        game = cls(await server.line(f"/api/games/{begun['id']}/live", begun["token"]))
        await game.turn()
        return game

    async def turn(self) -> None:
        """Wait until it is Black's turn, or the game is over."""
        while True:
            self.state = json.loads(await self.line.until("state"))
            if self.state["turns"] or self.state["result"]:
                return

    async def reply(self, text: str) -> None:
        """Make a move, or the first one, and wait for the computer's."""
        chosen = text or self.state["turns"][0]["text"]
        self.line.say(type="move", ply=self.state["ply"], text=chosen)
        await self.turn()


def drawn(name: str, pairs: int) -> Watch:
    """Let a browser draw as many pairs of games for Black, and compare what it shows."""
    watch, dice, question, case = Watch(), random.Random(name), f"{name}: page drawn", CASES[name]
    with chromium.launched() as browser, browsing.serving() as address:
        page = browsing.profile(browser, address).new_page()
        games = [[drawing.begun(page, case, white) for white in case.whites] for _ in range(PAGES)]
        page.goto(f"/play/{games[0][0]}")
        page.locator(".square.movable").first.wait_for(timeout=chromium.COMPILING)
        for number in range(-PAGES, pairs):
            took, texts = [0.0, 0.0], ["", ""]
            for world in dice.sample((0, 1), 2):
                took[world], texts[world] = drawing.shown(page, games[number % PAGES][world])
            if number >= 0:
                # The same few games are drawn again and again, but each time everything is asked for again.
                watch.times[f"{question} | wall"].append(Pair(number, took[0] / 1000, took[1] / 1000))
            if texts[0] != texts[1]:
                watch.differ.add(question)
    return watch


def judged(times: Times) -> list[tuple[float, str]]:
    """For each question and clock, of the first answers and of all, p as corrected, and the row."""
    figures: dict[str, list[Pair]] = {}
    for name, pairs in times.items():
        figures[f"{name} | all"] = pairs
        if len(first := list({pair.game: pair for pair in reversed(pairs)}.values())) < len(pairs):
            figures[f"{name} | first"] = first
    rows = []
    for name, p in corrected({name: apart(pairs) for name, pairs in figures.items()}).items():
        pairs = figures[name]
        one = Spread.of([pair.one for pair in pairs]).middle * 1000
        other = Spread.of([pair.other for pair in pairs]).middle * 1000
        rows.append((p, f"| {name} | {len(pairs):,} | {one:.3f} | {other:.3f} | {p:.2g} |"))
    return rows


def measured(name: str, what: str, number: int, leaky: bool) -> tuple[Times, set[str]]:
    """One part of the work, in a process of its own."""
    with leaking(leaky), tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRYRING_DATABASE"] = f"sqlite:///{folder}/games.sqlite3"
        if what == "browser":
            watch = drawn(name, number)
        else:
            watch = asyncio.run(compared(name, number) if what == "pairs" else replied(name, number))
    return dict(watch.times), watch.differ


def main() -> None:
    """Measure and judge."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--pairs", type=int, default=2_000)
    options.add_argument("--replies", type=int, default=600, help="pairs of replies of the computer")
    options.add_argument("--browser", type=int, default=60, help="pairs of pages that are drawn")
    options.add_argument("--cases", nargs="+", default=list(CASES), choices=list(CASES))
    options.add_argument("--leaky", action="store_true")
    options.add_argument("--processes", type=int, default=os.cpu_count(), help="that measure at once")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    began, load = time.monotonic(), os.getloadavg()[0]
    parts = [(name, "pairs", chosen.pairs // (4 if name == "equal" else 1)) for name in chosen.cases]
    parts += [(name, "browser", chosen.browser) for name in chosen.cases if name != "equal"]
    parts += [(name, "replies", chosen.replies) for name in chosen.cases if not CASES[name].position]
    times: Times = {}
    differ: set[str] = set()
    with ProcessPoolExecutor(
        chosen.processes, multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        going = [pool.submit(measured, *part, chosen.leaky) for part in parts if part[2]]
        for done in as_completed(going):
            found, unequal = done.result()
            times |= found
            differ |= unequal
    rows = judged(times)
    told = [row for p, row in rows if p <= LEVEL]
    asked = f"{len(times)} questions and clocks, up to {chosen.pairs:,} pairs of requests at each"
    spent = f"{chosen.processes} processes, {time.monotonic() - began:.0f} s"
    lines = [
        f"{asked}. Load of the machine before {load:.1f}, {spent}.",
        "",
        f"- questions whose answers differ: {len(differ)} {', '.join(sorted(differ))}",
        f"- questions that tell the worlds apart (p up to {LEVEL} after correction): {len(told)}",
        "",
        "Those with the least p (medians in ms):",
        "",
        "| question | clock | answers | pairs | one world | the other | p, corrected |",
        "|---|---|---|---|---|---|---|",
        *(row for _, row in rows[: max(8, len(told))]),
    ]
    keep("Secrets and the time of answers", lines, chosen.keep)
    if told or differ:
        sys.exit(1)


if __name__ == "__main__":
    main()
