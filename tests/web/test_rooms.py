"""How many rooms there are, who is dropped, and who waits for nobody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairyring.board import Side
from fairyring.web import app as web_app
from fairyring.web import catalog, pages, rooms
from fairyring.web.pages import MAX_WAITING, TRY_AGAIN, Page
from fairyring.web.rooms import FullError, Rooms
from fairyring.web.thinking import Thinker
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import begin, seated, serving

SEATS = {Side.WHITE: "human", Side.BLACK: "human"}


class Silence:
    """A socket at whose other end nobody reads."""

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()


def page_that_does_not_read() -> Page:
    return Page(Silence())  # type: ignore[arg-type]


def test_the_room_that_was_left_for_longest_is_dropped() -> None:
    variant, found = catalog.variant("chess"), Rooms(Thinker(Stub()), limit=3)
    first, second, third = (found.open(variant, SEATS) for _ in range(3))
    second.pages.add(page_that_does_not_read())
    assert found.find(first.key) is first  # somebody has looked at it now
    assert found.find(second.key) is second
    found.open(variant, SEATS)
    assert found.find(third.key) is None
    found.open(variant, SEATS)
    assert found.find(first.key) is None
    assert found.find(second.key) is second
    assert len(found) == 3


def test_no_room_where_somebody_is_is_dropped() -> None:
    variant, found = catalog.variant("chess"), Rooms(Thinker(Stub()), limit=1)
    found.open(variant, SEATS).pages.add(page_that_does_not_read())
    with pytest.raises(FullError, match="1 games"):
        found.open(variant, SEATS)


def test_a_full_server_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms.Rooms.__init__, "__defaults__", (1,))
    with serving(Stub()) as client, seated(client, begin(client)):
        order = {"variant": "chess", "white": "human", "black": "human"}
        answer = client.post("/api/games", json=order)
        assert answer.status_code == 429
        shapes.refusal(answer.json())


def test_a_game_has_only_so_many_pages(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "MAX_PAGES", 1)
    key = begin(client)
    with seated(client, key) as (page, _), client.websocket_connect(f"/ws/{key}") as socket:
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
            '{"type":"error","message":"a"}',
            '{"type":"error","message":"\\u00e9\\n"}',
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
