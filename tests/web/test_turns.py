"""The computer is one for all: who asks for much slows himself down, and breaks nothing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable

import pytest

import fairyring
from fairyring.game import Position
from fairyring.web import thinking
from fairyring.web.thinking import Analysis, Thinker
from fairyring.web.turns import Turns
from fairyring.web.work import asking
from tests.web.stub import Stub

Report = Callable[[Analysis], None]


def test_who_has_used_least_is_next() -> None:
    async def play() -> list[str]:
        now, order = 0.0, list[str]()
        turns = Turns(1, clock=lambda: now)

        async def want(visitor: str, seconds: float) -> None:
            nonlocal now
            async with turns.turn(visitor):
                order.append(visitor)
                await asyncio.sleep(0)
                now += seconds

        wanted = [*[("much", 1.0)] * 5, ("long", 3.0), ("long", 3.0), *[("little", 0.1)] * 4, ("new", 1.0)]
        tasks = [asyncio.create_task(want(*each)) for each in wanted]
        await asyncio.sleep(0)
        assert (turns.waiting, turns.in_line("little")) == (11, 4)
        await asyncio.gather(*tasks)
        assert (turns.waiting, turns.free, turns.wanted.is_set()) == (0, 1, False)
        now += 1000
        assert turns.used("long") < 1e-9
        return order

    found = asyncio.run(play())
    assert found[:4] == ["much", "long", "little", "new"]  # newcomers, in the order in which they came
    assert found[4:7] == ["little"] * 3
    assert [each for each in found[7:] if each == "long"] == ["long"]
    assert found.index("long", 2) >= 9  # after two more of the other's turns, which are a third as long


def test_who_goes_away_takes_no_turn_with_him() -> None:
    async def play() -> None:
        turns = Turns(2)
        running = 0
        most = 0

        async def want(visitor: str) -> None:
            nonlocal running, most
            async with turns.turn(visitor):
                running += 1
                most = max(most, running)
                try:
                    await asyncio.sleep(0.001)
                finally:
                    running -= 1

        for step in range(30):
            tasks = [asyncio.create_task(want(str(number % 5))) for number in range(20)]
            for _ in range(step % 4):
                await asyncio.sleep(0)
            for task in tasks[step % 3 :: 3]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert (running, most, turns.waiting, turns.free, turns.wanted.is_set()) == (0, 2, 0, 2, False)

    asyncio.run(asyncio.wait_for(play(), 60))


class Tireless(Stub):
    """It thinks until it is stopped, and counts how many think at once."""

    def __init__(self) -> None:
        super().__init__()
        self.running = self.most = 0

    def search(
        self, position: Position, level: str | None, report: Report, stop: threading.Event
    ) -> Analysis:
        self.running += 1
        self.most = max(self.most, self.running)
        assert stop.wait(60)
        self.running -= 1
        return super().search(position, level, report, stop)


def test_a_hundred_who_ask_for_the_strongest_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has his move, nobody has two before everybody who waits has one, and some may go away."""
    monkeypatch.setattr(thinking, "SHARE", 0.002)
    engine, position = Tireless(), fairyring.load("chess").start()

    async def play() -> list[str]:
        thinker, served = Thinker(engine), []

        async def ask(visitor: str) -> None:
            asking.set(visitor)
            found = await thinker.search(position, "hard", lambda _: None, threading.Event())
            assert found.move is not None
            served.append(visitor)
            if len(served) == 139:
                all_but_one.set()

        all_but_one = asyncio.Event()
        greedy = [asyncio.create_task(ask("greedy")) for _ in range(50)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(ask(str(number))) for number in range(100)]
        await asyncio.sleep(0)
        for task in others[::10]:
            task.cancel()
        # The last has nobody to give way to, and thinks on.
        await all_but_one.wait()
        last = next(task for task in (*greedy, *others) if not task.done())
        last.cancel()
        await asyncio.gather(*greedy, *others, return_exceptions=True)
        thinker.close()
        return served

    served = asyncio.run(asyncio.wait_for(play(), 120))
    assert engine.most <= thinking.WORKERS
    counts = Counter(served[: 92 + thinking.WORKERS])
    assert counts.pop("greedy") <= 2 + thinking.WORKERS
    assert len(counts) == 90
    assert set(counts.values()) == {1}


def test_alone_it_thinks_as_long_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SHARE", 0.002)
    engine, position = Tireless(), fairyring.load("chess").start()

    async def play() -> float:
        thinker = Thinker(engine)
        stop, began = threading.Event(), time.monotonic()
        asyncio.get_running_loop().call_later(0.3, stop.set)
        await thinker.search(position, "hard", lambda _: None, stop)
        thinker.close()
        return time.monotonic() - began

    assert asyncio.run(asyncio.wait_for(play(), 60)) >= 0.3
