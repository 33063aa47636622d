"""Questions about files of strangers: limits of the process that answers them, and fair turns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fairyring.web.work import BusyError, asking
from fairyring.web.workshop import bounded
from fairyring.web.workshop.bounded import Bounded, BrokenError, ExceededError, FileError
from fairyring.web.workshop.tasks import TASKS, Task

GAME = """\
fairyring = 1
base = "chess"
title = "Small Step Chess"
summary = "Queens are kings."

[pieces.Q]
movement = "K"
"""

ODD = ("busy", "asleep", "large", "long", "ending", "faulty", "plain", "short_sleep", "server")


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def as_visitor(name: str, work: Callable[[], Awaitable[Any]]) -> asyncio.Task[Any]:
    async def asked() -> Any:
        asking.set(name)
        return await work()

    return asyncio.create_task(asked())


async def quiet(pool: Bounded) -> None:
    """Wait until all processes are free, those too that take the place of others."""
    await asyncio.gather(*pool._going)


@pytest.fixture(scope="module")
def pool(runner: asyncio.Runner) -> Iterator[Bounded]:
    """Two processes, started once for all tests here, which can do odd tasks, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))  # where the processes find the odd tasks
        odd = {
            name: Task(f"tests.web.odd_tasks:{name}", seconds=0.5, patience=3, answer=1000) for name in ODD
        }
        patch.setattr(bounded, "TASKS", {**TASKS, **odd})
        made = Bounded(2, 300 << 20, ())
        runner.run(made.warm())
        yield made
        runner.run(made.close())


def test_a_sound_game(runner: asyncio.Runner, pool: Bounded) -> None:
    steps: list[str] = []
    found: dict[str, Any] = {"sound": None, "done": 0}
    while found["sound"] is None:
        before = found["done"]
        asked = pool.do("check", GAME, lambda name, _number, _total: steps.append(name), first=before)
        found = runner.run(asked)
        assert found["done"] > before
        assert (found["next"] == "") is (found["sound"] is not None)
    assert (found["sound"], found["fault"], found["remarks"], found["done"]) == (
        True,
        None,
        [],
        found["total"],
    )
    done = [step for step in steps if step != "compiling"]
    assert (done[:3], len(done)) == (["loading", "the start", "counts"], found["total"])


def test_such_a_process_is_no_server(runner: asyncio.Runner, pool: Bounded) -> None:
    """So it starts soon, which it does again whenever a file has ended it."""
    assert runner.run(pool.do("server", "")) == []


def test_a_file_that_is_no_game_is_refused_with_its_places(runner: asyncio.Runner, pool: Bounded) -> None:
    with pytest.raises(FileError, match="line 1, column 1: 'summary' is missing") as refused:
        runner.run(pool.do("check", first=0, text='fairyring = 1\nbase = "chess"\ntitel = "x"\n'))
    assert (3, 'titel = "x"') in [(fault["line"], fault["text"]) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("task", "what"),
    [("busy", "time"), ("asleep", "time"), ("large", "memory"), ("long", "answer"), ("ending", "process")],
)
def test_what_exceeds_a_limit_is_refused(task: str, what: str, runner: asyncio.Runner, pool: Bounded) -> None:
    with pytest.raises(ExceededError) as refused:
        runner.run(pool.do(task, ""))
    assert refused.value.what == what
    assert runner.run(pool.do("plain", "text")) == "text", "the next question is answered as ever"


def test_a_fault_of_ours_is_logged_without_the_file(
    runner: asyncio.Runner, pool: Bounded, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(BrokenError):
        runner.run(pool.do("faulty", "a secret game"))
    assert "KeyError at" in caplog.text
    assert "secret" not in caplog.text


def test_one_visitor_delays_no_other(runner: asyncio.Runner, pool: Bounded) -> None:
    """The greedy visitor's questions each end a process; there is always one for another visitor."""

    async def play() -> float:
        await quiet(pool)
        greedy = [as_visitor("greedy", lambda: pool.do("busy", "")) for _ in range(bounded.MOST_WAITING)]
        await asyncio.sleep(0.1)
        with pytest.raises(BusyError):
            await as_visitor("greedy", lambda: pool.do("plain", ""))
        began = time.monotonic()
        assert await as_visitor("other", lambda: pool.do("plain", "text")) == "text"
        took = time.monotonic() - began
        assert not any(task.done() for task in greedy[1:])
        for task in greedy[1:]:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        return took

    assert runner.run(play()) < 0.5


def test_a_question_that_nobody_waits_for_is_not_asked(runner: asyncio.Runner, pool: Bounded) -> None:
    async def play() -> None:
        await quiet(pool)
        first = as_visitor("someone", lambda: pool.do("short_sleep", ""))
        second = as_visitor("someone", lambda: pool.do("busy", ""))
        await asyncio.sleep(0.05)
        second.cancel()
        assert await first == "awake"
        began = time.monotonic()
        assert await as_visitor("someone", lambda: pool.do("plain", "text")) == "text"
        assert time.monotonic() - began < 0.5

    runner.run(play())
