"""Waiting for what takes long: progress for all, failure told and tried again."""

from __future__ import annotations

import asyncio
import threading

import pytest
from starlette.websockets import WebSocketDisconnect

from fairyring.web import thinking
from fairyring.web.compiling import Preparation, PreparationError, Preparations, Report, Step
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

        preparation = Preparation("it", work)
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
            await preparations.of("key", "Chess", work).follow()
        assert str(failure.value) == "Chess could not be prepared; try again later"
        await preparations.of("key", "Chess", work).follow()
        await preparations.of("key", "Chess", work).follow()
        assert len(runs) == 2

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
