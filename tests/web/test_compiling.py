"""Waiting for what takes long: progress for all, failure told and tried again."""

from __future__ import annotations

import asyncio
import functools
import threading

import pytest
from starlette.websockets import WebSocketDisconnect

import fairyring
from fairyring.kernels import table_cache
from fairyring.web import preparing, thinking
from fairyring.web.compiling import (
    WAITING,
    Job,
    Preparation,
    PreparationError,
    Preparations,
    Report,
    Step,
    StoppedError,
)
from fairyring.web.work import asking
from tests.web.shapes import checked
from tests.web.stub import Stub
from tests.web.tables import begin, seated, serving


def test_all_who_wait_hear_each_step() -> None:
    async def check() -> None:
        going, begun = threading.Event(), asyncio.Event()

        def work(report: Report) -> None:
            report("one", 0, 2)
            going.wait(10)
            report("two", 1, 2)

        preparation = Preparations().of("key", lambda: Job("it", work))
        early: list[Step] = []
        late: list[Step] = []

        def hear_early(step: Step) -> None:
            early.append(step)
            begun.set()

        first = asyncio.create_task(preparation.follow(hear_early))
        await begun.wait()
        second = asyncio.create_task(preparation.follow(late.append))
        third = asyncio.create_task(preparation.follow())
        await asyncio.sleep(0)
        assert not third.done()
        going.set()
        await asyncio.gather(first, second, third)
        assert early == late == [Step("one", 0, 2), Step("two", 1, 2)]
        await preparation.follow(late.append)
        assert len(late) == 2

    asyncio.run(check())


def test_a_failure_is_told_in_one_line_and_tried_again() -> None:
    async def check() -> None:
        runs: list[int] = []

        def work(report: Report) -> None:
            report("step", 0, 1)
            runs.append(1)
            if len(runs) == 1:
                raise RuntimeError("a first line\nand many more")

        preparations = Preparations()
        with pytest.raises(PreparationError) as failure:
            await preparations.of("key", lambda: Job("Chess", work)).follow()
        assert str(failure.value) == "Chess could not be prepared; try again later"
        await preparations.of("key", lambda: Job("Chess", work)).follow()
        await preparations.of("key", lambda: Job("Chess", work)).follow()
        assert len(runs) == 2

    asyncio.run(check())


def test_nobody_waits_when_the_server_stops() -> None:
    async def check() -> None:
        going, begun = threading.Event(), asyncio.Event()

        def work(report: Report) -> None:
            report("one", 0, 1)
            going.wait(10)

        preparations = Preparations()
        preparation = preparations.of("key", lambda: Job("it", work))
        waiting = asyncio.create_task(preparation.follow(lambda _: begun.set()))
        await begun.wait()
        preparations.close()
        for each in (waiting, preparations.of("key", lambda: Job("it", work)).follow()):
            with pytest.raises(StoppedError):
                await asyncio.wait_for(each, 5)
        with pytest.raises(StoppedError):
            await preparations.of("another", lambda: Job("another", work)).follow()
        going.set()

    asyncio.run(check())


def test_rules_that_cannot_be_compiled_close_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no compiler today")

    monkeypatch.setattr(thinking, "prepare_rules", fail)
    with serving(Stub()) as client:
        with client.websocket_connect(f"/api/games/{begin(client)}/live") as socket:
            said = checked(socket.receive_json())
            assert said["error"] == "Chess could not be prepared; try again later"
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 1011
        order = {"variant": "chess", "white": "human", "black": "human", "position": "x"}
        assert client.post("/api/games", json=order).status_code == 500
        monkeypatch.undo()
        with seated(client, begin(client)) as (_, state):
            assert state["ply"] == 0


def test_a_browser_that_opens_rules_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    going = threading.Event()
    monkeypatch.setattr(thinking, "prepare_rules", lambda *_: going.wait(60))
    opened = {"Sec-Fetch-Dest": "document"}
    with serving(Stub()) as client:
        answer = client.get("/rules/chess", headers=opened)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert '<div id="page"></div>' in answer.text
        assert "/static/rules.js" in answer.text
        assert client.get("/rules/nope", headers=opened).status_code == 404
        going.set()
        whole = client.get("/rules/chess").text  # as a script asks, and other programs: these wait
        assert '<main class="rules"' in whole
        assert client.get("/rules/chess", headers=opened).text == whole


def test_a_computer_that_cannot_be_compiled_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no compiler today")

    stub = Stub()
    monkeypatch.setattr(stub, "prepare", fail)
    with serving(stub) as client, seated(client, begin(client, white="easy")) as (page, _):
        assert page.until("state")["thinking"] is False
        assert page.refused() == "the computer's play in Chess could not be prepared; try again later"
        monkeypatch.undo()
        page.say(type="hurry")
        assert page.until("state", ply=1)["moves"] == ["a2-a3"]


def test_who_wants_one_game_does_not_wait_for_many_of_another() -> None:
    async def check() -> None:
        preparations, order, shown = Preparations(), list[str](), list[Step]()
        opened = asyncio.Event()

        def begin(name: str, who: str) -> Preparation:
            async def compile_it(report: Report) -> None:
                await opened.wait()
                order.append(f"compile {name}")
                report("step", 0, 1)

            asking.set(who)
            load = functools.partial(lambda _: order.append(f"load {name}"))
            return preparations.of(name, lambda: Job(name, load, lambda: name != "kept", compile_it))

        many = [begin(name, "greedy") for name in ("one", "two", "three")]
        while not many[2].step:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await begin("kept", "a newcomer").follow()
        assert order == ["load kept"]  # what has been compiled waits for no compiler
        # Another wants the last of many, which was asked for by somebody who comes after them.
        asking.set("another")
        waiting = asyncio.create_task(many[2].follow(shown.append))
        await asyncio.sleep(0.1)
        opened.set()
        await waiting
        assert order.index("load three") < order.index("load two")
        assert shown == [Step(WAITING, 0, 1), Step("step", 0, 1)]
        await asyncio.gather(*(each.follow() for each in many))
        each_once = [f"{what} {name}" for what in ("compile", "load") for name in ("one", "two", "three")]
        assert sorted(order) == sorted(["load kept", *each_once])

    asyncio.run(check())


def test_what_was_compiled_is_known_of_games_of_each_kind() -> None:
    for name in ("chess", "monster-bluff-4", "3check"):
        assert table_cache._path(*preparing._mark(fairyring.load(name), False)), name


def test_a_game_is_compiled_by_another_process() -> None:
    variant = fairyring.load("chess")
    mark = table_cache._path(*preparing._mark(variant, False))
    assert mark is not None
    mark.unlink(missing_ok=True)
    steps: list[str] = []

    async def check() -> None:
        compiler = preparing.Apart(search=False)
        assert compiler.lacking(variant, False)
        assert not compiler.lacking(variant, True)
        await compiler.compile(variant, False, lambda name, *_: steps.append(name))
        assert not compiler.lacking(variant, False)
        await compiler.close()

    asyncio.run(check())
    assert steps == ["moves", "playing", "results", "check"]
