"""Two games differ in a secret alone: does how long an answer takes, at any question, tell them apart?

    python benchmarks/timing.py [--pairs N] [--replies N] [--browser N] [--cases NAME ...] [--leaky] [--keep]

For each pair both games are played from the start, and each question is asked once in each, in an order
drawn at random. What is compared is the server's own time, from a request's arrival to its answer, and the
processor's time. A question tells the worlds apart if a two-sample test (Mann and Whitney's, or Kolmogorov
and Smirnov's) says so after Holm's correction for the number of tests. With ``--leaky``, pages share what
was made of equal positions, as they once did: then the script must fail.
"""

# The folders of benchmarks and tests are on no path.
# ruff: noqa: E402

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from scipy import stats

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
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
GAMES = 10  # in each world, that a browser draws again and again
REPLY = 0.1  # seconds of the computer's move here, so that thousands can be measured

Times = dict[str, tuple[list[float], list[float]]]
"""By question and clock, what was measured in each of the two worlds."""


class Watch:
    """Measures what asynchronous work takes, by the wall and by the processor."""

    def __init__(self) -> None:
        self.times: Times = defaultdict(lambda: ([], []))
        self.differ: set[str] = set()

    async def measure(self, question: str, world: int, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do some work at a question of a world."""
        wall, processor = time.perf_counter(), time.process_time()
        answer = await work()
        self.times[f"{question} | processor"][world].append(time.process_time() - processor)
        self.times[f"{question} | wall"][world].append(time.perf_counter() - wall)
        return answer


def library(world: worlds.World) -> dict[str, Callable[[], object]]:
    """What programs can ask of a position, by the name of what they ask."""
    game = game_of(world)
    seen, last = game.seen_by("black"), game.position
    return {
        "library: seen_by": lambda: game_of(world).position.seen_by("black").view(),
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


async def compared(case: worlds.Case, pairs: int, watch: Watch, name: str) -> None:
    """Ask at every question in as many pairs of games."""
    dice = random.Random(1)
    async with worlds.serving() as server:
        for number in range(-2, pairs):  # the first two compile, load and fill what is kept
            found = watch if number >= 0 else Watch()
            order = [0, 1]
            dice.shuffle(order)
            async with worlds.pair(server, case, number % 20, order[0]) as both:
                for question, (ask, before) in worlds.doors().items():
                    dice.shuffle(order)
                    answers = {}
                    for world in order:
                        if before is not None:
                            await before(both[world])
                        work = lambda world=world, ask=ask: ask(both[world])  # noqa: E731 -- bound here
                        answer = await found.measure(f"{name}: {question}", world, work)
                        answers[world] = both[world].plain(answer)
                    if answers[0] != answers[1]:
                        found.differ.add(f"{name}: {question}")
                asked = [library(world) for world in both]
                for question in asked[0]:
                    dice.shuffle(order)
                    for world in order:
                        await found.measure(f"{name}: {question}", world, _later(asked[world][question]))
            if number % 100 == 99:
                print(f"{name}: {number + 1} pairs", file=sys.stderr, flush=True)


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


async def replied(case: worlds.Case, replies: int, watch: Watch, name: str) -> None:
    """Let the computer reply in as many pairs of games, in which it has chosen different kings."""
    thinking.SECRETIVE = REPLY
    engine, dice = Chooser(), random.Random(2)
    app = create_app(engine, eager=False)
    async with app.router.lifespan_context(app):
        server = worlds.Server(app)

        async def reply(world: int, found: Watch) -> None:
            engine.king = case.whites[world]
            order = {"variant": case.game, "white": "beginner", "black": "human"}
            begun = await server.load("/api/games", order)
            path, token = f"/api/games/{begun['id']}", begun["token"]
            line = await server.line(f"{path}/live", token)

            async def turn() -> Any:
                while True:
                    state = json.loads(await line.until("state"))
                    if state["turns"] or state["result"]:
                        return state

            state = await turn()
            for text in (f"true@{case.black}", ""):
                chosen = text or state["turns"][0]["text"]
                message = {"type": "move", "ply": state["ply"], "text": chosen}
                line.say(**message)
                state = await found.measure(f"{name}: the computer's reply", world, turn)
            await line.close()

        for number in range(-1, replies):
            order = [0, 1]
            dice.shuffle(order)
            for world in order:
                await reply(world, watch if number >= 0 else Watch())


def drawn(case: worlds.Case, pairs: int, watch: Watch, name: str) -> None:
    """Let a browser draw as many pairs of games for Black, and compare what it shows."""
    dice, question = random.Random(3), f"{name}: page drawn"
    with chromium.launched() as browser, browsing.serving() as address:
        page = browsing.profile(browser, address).new_page()
        games = [[drawing.begun(page, case, white) for white in case.whites] for _ in range(GAMES)]
        page.goto(f"/play/{games[0][0]}")
        page.locator(".square.movable").first.wait_for(timeout=chromium.COMPILING)
        for number in range(-GAMES, pairs):
            texts = {}
            for world in dice.sample((0, 1), 2):
                took, texts[world] = drawing.shown(page, games[number % GAMES][world])
                if number >= 0:
                    watch.times[f"{question} | wall"][world].append(took / 1000)
            if texts[0] != texts[1]:
                watch.differ.add(question)


def judged(times: Times) -> list[tuple[float, str, str]]:
    """For each question and clock the least p of its two tests, corrected by Holm's method, and its row."""
    tests = []
    for name, (one, other) in times.items():
        tests.append((stats.mannwhitneyu(one, other).pvalue, name))
        tests.append((stats.ks_2samp(one, other).pvalue, name))
    found: dict[str, float] = {}
    most = 0.0
    for number, (p, name) in enumerate(sorted(tests)):
        most = max(most, min(1.0, p * (len(tests) - number)))
        found.setdefault(name, most)
    rows = []
    for name, p in found.items():
        one, other = (Spread.of(sorted(each)).middle * 1000 for each in times[name])
        question, clock = name.split(" | ")
        rows.append((p, name, f"| {question} | {clock} | {one:.3f} | {other:.3f} | {p:.2g} |"))
    return sorted(rows)


def main() -> None:
    """Measure and judge."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--pairs", type=int, default=2_000)
    options.add_argument("--replies", type=int, default=1_000, help="pairs with two replies of the computer")
    options.add_argument("--browser", type=int, default=2_000, help="pairs of pages that are drawn")
    options.add_argument("--cases", nargs="+", default=list(worlds.CASES), choices=list(worlds.CASES))
    options.add_argument("--leaky", action="store_true")
    options.add_argument("--keep", action="store_true", help="keep the section in results.md")
    chosen = options.parse_args()
    watch = Watch()
    with leaking(chosen.leaky):
        for name in chosen.cases:
            case = worlds.CASES[name]
            asyncio.run(compared(case, chosen.pairs, watch, name))
            if not case.position and chosen.replies:
                asyncio.run(replied(case, chosen.replies, watch, name))
            if chosen.browser:
                drawn(case, chosen.browser, watch, name)
    rows = judged(watch.times)
    told = [row for p, _, row in rows if p <= LEVEL]
    asked = f"{len(rows) // 2} questions, {chosen.pairs:,} pairs of requests at each"
    more = f"{2 * chosen.replies:,} replies of the computer, {chosen.browser:,} pages drawn in each world"
    lines = [
        f"{asked}; {more}. Load of the machine {os.getloadavg()[0]:.1f}.",
        "",
        f"- questions whose answers differ: {len(watch.differ)} {', '.join(sorted(watch.differ))}",
        f"- questions that tell the worlds apart (p up to {LEVEL} after correction): {len(told)}",
        "",
        "Those with the least p (medians in ms):",
        "",
        "| question | clock | one world | the other | p, corrected |",
        "|---|---|---|---|---|",
        *(row for _, _, row in rows[: max(8, len(told))]),
    ]
    keep("Secrets and the time of answers", lines, chosen.keep)
    if told or watch.differ:
        sys.exit(1)


if __name__ == "__main__":
    main()
