"""How many rooms there are, who is dropped, and who waits for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairyring.web import live, opening, pages, rooms
from fairyring.web.messages import NewGame
from fairyring.web.pages import MAX_WAITING, TRY_AGAIN, Page
from fairyring.web.room import Room
from fairyring.web.rooms import FullError, Rooms
from fairyring.web.store import ConflictError, Store
from fairyring.web.thinking import Thinker
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import begin, seated, serving


class Silence:
    """A socket at whose other end nobody reads."""

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


def page_that_does_not_read() -> Page:
    return Page(Silence())  # type: ignore[arg-type]


def rooms_for(work: Callable[[Rooms, Callable[[], Awaitable[str]]], Awaitable[None]], limit: int) -> None:
    """Have work done with so many rooms at most, and with what begins a game and tells its id."""

    async def run() -> None:
        store, thinker = Store("sqlite://"), Thinker(Stub())
        await store.open(0.0)
        order = NewGame(variant="chess", white="human", black="human")

        async def begin() -> str:
            beginning, events = await opening.ordered(thinker, order, "token", 0.0)
            await store.begin(beginning, events)
            return beginning.id

        found = Rooms(store, thinker, lambda: 0.0, limit)
        await work(found, begin)
        await found.close()
        thinker.close()
        await store.close()

    asyncio.run(run())


def test_the_room_that_was_left_for_longest_is_closed_and_opened_again() -> None:
    async def check(found: Rooms, begin: Callable[[], Awaitable[str]]) -> None:
        keys = [await begin() for _ in range(4)]
        opened = []
        for key in keys[:3]:
            async with found.entered(key) as room:
                opened.append(room)
        async with found.entered(keys[0]) as room:
            assert room is opened[0]  # somebody has looked at it now
        async with found.entered(keys[3]) as room:
            assert room not in opened
        assert len(found) == 3
        async with found.entered(keys[0]) as room:
            assert room is opened[0]
        async with found.entered(keys[1]) as room:
            assert room not in opened
            assert room is not None
            assert room.key == keys[1]

    rooms_for(check, 3)


def test_no_room_where_somebody_is_is_closed() -> None:
    async def check(found: Rooms, begin: Callable[[], Awaitable[str]]) -> None:
        first, second = await begin(), await begin()
        async with found.entered(first) as room:
            with pytest.raises(FullError, match="1 games"):
                async with found.entered(second):
                    pass
            async with found.entered(first) as again:
                assert again is room
        async with found.entered(second) as other:
            assert other is not None

    rooms_for(check, 1)


def test_two_who_come_at_once_come_into_one_room() -> None:
    async def check(found: Rooms, begin: Callable[[], Awaitable[str]]) -> None:
        key = await begin()

        async def enter() -> Room | None:
            async with found.entered(key) as room:
                await asyncio.sleep(0.01)
                return room

        assert len(set(await asyncio.gather(*(enter() for _ in range(5))))) == 1

    rooms_for(check, 5)


def test_another_process_that_is_always_faster_is_a_conflict_and_no_failure(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = begin(client)

    async def taken(*_: object) -> None:
        raise ConflictError("another process has gone on in this game")

    monkeypatch.setattr(Store, "append", taken)
    answer = client.post(f"/api/games/{key}/acts", json={"type": "move", "ply": 0, "text": "e2-e4"})
    assert answer.status_code == 409
    assert "continued elsewhere" in shapes.refusal(answer.json())


def test_an_id_that_nobody_has(client: TestClient) -> None:
    for key in ("nope", "x" * 5000, "%00", "é", "..."):
        answer = client.get(f"/api/games/{key}/seat")
        assert answer.status_code == 404
        shapes.refusal(answer.json())


def test_a_full_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms.Rooms.__init__, "__defaults__", (1,))
    with serving(Stub()) as client, seated(client, begin(client)):
        other = begin(client)  # it is kept, if not to be seen just now
        answer = client.get(f"/api/games/{other}/pgn")
        assert answer.status_code == 429
        shapes.refusal(answer.json())
        with client.websocket_connect(f"/api/games/{other}/live") as socket:
            assert "later" in shapes.checked(socket.receive_json())["error"]
            assert socket.receive()["code"] == TRY_AGAIN


def test_a_game_has_only_so_many_pages(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_VISITORS", 1)
    key = begin(client)
    with seated(client, key) as (page, _), client.websocket_connect(f"/api/games/{key}/live") as socket:
        closed = socket.receive()
        assert (closed["type"], closed["code"]) == ("websocket.close", TRY_AGAIN)
        assert page.play("e2-e4")["ply"] == 1


def test_a_page_that_does_not_read_is_sent_away_and_delays_nobody() -> None:
    page = page_that_does_not_read()
    for number in range(MAX_WAITING + 10):
        page.send({"type": "error", "message": str(number)})
    assert page.closing == (TRY_AGAIN, "this page is too far behind")


def test_only_the_first_reason_to_close_counts() -> None:
    page = page_that_does_not_read()
    page.close(4404, "one")
    page.close(1000, "two")
    assert page.closing == (4404, "one")


class Recorder:
    """A socket that keeps what it is sent; it breaks when it is told to."""

    def __init__(self, broken: bool = False) -> None:
        self.sent: list[Any] = []
        self.broken = broken

    async def send_text(self, text: str) -> None:
        if self.broken:
            raise RuntimeError("the other end is gone")
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.sent.append((code, reason))


def test_what_was_said_is_sent_in_order_before_the_end() -> None:
    async def check() -> None:
        recorder = Recorder()
        page = Page(recorder)  # type: ignore[arg-type]
        page.error("a")
        page.error("é\n")
        page.close(4404, "gone")
        page.error("too late")
        await page.deliver()
        assert recorder.sent == [
            '{"type":"error","error":"a","message":"a"}',
            '{"type":"error","error":"\\u00e9\\n","message":"\\u00e9\\n"}',
            (4404, "gone"),
        ]

    asyncio.run(check())


def test_a_page_that_is_gone_ends_its_delivery() -> None:
    async def check() -> None:
        page = Page(Recorder(broken=True))  # type: ignore[arg-type]
        page.error("a")
        await page.deliver()
        assert page.closing == (pages.GOING_AWAY, "")

    asyncio.run(check())
