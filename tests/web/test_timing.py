"""How much work an answer takes does not depend on a secret: calls of functions are counted in two worlds.

`benchmarks/timing.py` asks the clock instead, and takes far longer.
"""

from __future__ import annotations

import asyncio
import inspect
import random
import sys
import threading
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import fairyring
from fairyring.game import Position
from fairyring.game.lately import lately
from fairyring.web import calls, sight, thinking
from fairyring.web.thinking import Thinker
from tests.web import worlds
from tests.web.leaks import leaking
from tests.web.stub import Found, Stub

OURS = Path(fairyring.__file__).parent
# What goes on by itself, or is about the request and not about the game.
BESIDE = tuple(
    str(OURS / "web" / name)
    for name in ("store", "lobby.py", "rooms.py", "metrics.py", "clock.py", "turns.py", "work.py")
)
BY_ITSELF = ("Room.ticking",)


@pytest.fixture(autouse=True)
def nothing_else_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is taken to have left, and positions of earlier tests make no room."""
    monkeypatch.setattr(calls, "LINGER", 3_600.0)
    monkeypatch.setattr(lately, "_most", 1 << 30)


class Calls:
    """Counts the calls of fairyring's functions, in this thread and in those that are started later."""

    def __init__(self) -> None:
        self._known: dict[CodeType, str] = {}
        self._found: Counter[str] = Counter()
        self._on = False
        threading.setprofile(self._note)

    async def during(self, work: Awaitable[str]) -> tuple[str, Counter[str]]:
        """What some work answers, and how often it calls each function."""
        self._found.clear()
        self._on = True
        sys.setprofile(self._note)
        try:
            return await work, self._found.copy()
        finally:
            sys.setprofile(None)
            self._on = False

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if self._on and event == "call":
            code = frame.f_code
            name = self._known.get(code)
            if name is None:
                name = self._known[code] = self._name(code)
            if name:
                self._found[name] += 1

    def _name(self, code: CodeType) -> str:
        """What a function counts as; "" if it does not count."""
        path = code.co_filename
        if not path.startswith(str(OURS)) or path.startswith(BESIDE) or code.co_qualname in BY_ITSELF:
            return ""
        # Each time that a coroutine goes on is a call, and how often it waits is chance.
        return "" if code.co_flags & inspect.CO_COROUTINE else f"{Path(path).name}:{code.co_qualname}"


async def differing(case: worlds.Case) -> dict[str, Counter[str]]:
    """The doors at which two worlds differ in their work or answers, and the calls of only one of them."""
    found = {}
    dice, counted = random.Random(1), Calls()
    try:
        async with worlds.serving() as server:
            async with worlds.pair(server, case) as both:  # what is made once is made here
                for ask, _ in worlds.doors().values():
                    await ask(both[0])
            async with worlds.pair(server, case) as both:
                for name, (ask, before) in worlds.doors().items():
                    asked = []
                    for world in dice.sample(both, 2):
                        sight._shared.cache_clear()  # who was here last is nobody's secret
                        if before is not None:
                            await before(world)
                        answer, did = await counted.during(ask(world))
                        asked.append((world.white, world.plain(answer), did))
                    (_, one, did), (_, other, its) = sorted(asked)
                    if (one, did) != (other, its):
                        found[name] = (did - its) + (its - did)
    finally:
        threading.setprofile(None)
    return found


# The game with hidden kings shares its code with none: as plain Python, it makes the same calls around it.
@pytest.mark.parametrize(
    "name", ["bluff", pytest.param("ravioli", marks=(pytest.mark.kernel, pytest.mark.alone))]
)
def test_no_door_takes_more_work_in_one_world_than_in_another(name: str) -> None:
    assert asyncio.run(differing(worlds.CASES[name])) == {}


@pytest.mark.kernel
@pytest.mark.alone
def test_what_is_shared_with_others_is_noticed() -> None:
    """Boards that share positions, as they once did, save work where somebody tries the right True King."""
    with leaking():
        found = asyncio.run(differing(worlds.CASES["ravioli"]))
    assert list(found) == ["analysis: tried"]


class Slow(Stub):
    """A computer that thinks for as long as it is told to."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds

    def search(self, position: Position, *given: Any) -> Found:
        threading.Event().wait(self.seconds)
        move = position.legal_moves()[0]
        return Found(move, (move,))


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_how_soon_the_computer_replies_does_not_tell_what_it_hides(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "SECRETIVE", 0.2)
    position = fairyring.load("monster-bluff-4").start()

    async def play() -> float:
        thinker, loop = Thinker(Slow(seconds)), asyncio.get_running_loop()
        began = loop.time()
        await thinker.search(position, "easy", lambda _: None, threading.Event())
        took = loop.time() - began
        thinker.close()
        return took

    assert asyncio.run(play()) >= 0.2
