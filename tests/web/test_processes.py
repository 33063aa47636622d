"""Several servers that share one PostgreSQL: what is done at one is seen at the others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text
from starlette.testclient import TestClient

from fairyring.web import create_app, replay
from fairyring.web.match import Match
from fairyring.web.room import Room
from fairyring.web.store import Store
from fairyring.web.store.news import notice
from fairyring.web.work import Steps
from tests import lanes
from tests.web.databases import kept, postgresql
from tests.web.stub import Stub
from tests.web.tables import Json
from tests.web.test_seats import at, bearer, begun, claim, state


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture(scope="module")
def servers(url: str) -> Iterator[list[TestClient]]:
    with (
        TestClient(create_app(Stub(), eager=False, database=url)) as one,
        TestClient(create_app(Stub(), eager=False, database=url)) as other,
    ):
        yield [one, other]


def test_two_who_came_to_different_servers_play_each_other(servers: list[TestClient]) -> None:
    one, other = servers
    key, white, invitation = begun(one)
    with at(one, key, white) as (first, _):
        black = claim(other, key, invitation).json()["token"]
        assert state(first)["seats"] == {"white": "human", "black": "human"}
        with at(other, key, black) as (second, _):
            for ply, text_ in enumerate(("e2-e4", "e7-e5", "g1-f3", "b8-c6")):
                (first, second)[ply % 2].say(type="move", ply=ply, text=text_)
                assert state(first)["moves"][ply:] == [text_]
                assert state(second)["moves"][ply:] == [text_]
            second.say(type="say", text="hello")
            while (message := first.hear())["type"] != "chat" or not message["lines"]:
                assert message["type"] != "error", message
            assert message["lines"] == [{"side": "black", "text": "hello"}]
            first.say(type="offer", what="draw")
            assert state(second)["offers"] == [{"what": "draw", "side": "white"}]
            second.say(type="accept", what="draw")
            state(first)
            assert state(first)["result"]["reason"] == "agreement"


def test_a_notice_holds_what_happened(servers: list[TestClient], monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that gets it reads nothing from the database, and a process ignores its own."""
    one, other = servers
    key, white, invitation = begun(one)
    black = claim(one, key, invitation).json()["token"]
    with at(one, key, white) as (first, _), at(other, key, black) as (second, _):
        heard: list[int] = []
        hear = Room.hear

        def noted(room: Room, count: int | None, events: Sequence[Any] = ()) -> None:
            heard.append(len(events))
            hear(room, count, events)

        async def read(*_: Any) -> None:
            raise AssertionError("the events were read")

        monkeypatch.setattr(Room, "hear", noted)
        monkeypatch.setattr(Store, "events", read)
        for ply, text_ in enumerate(("e2-e4", "e7-e5", "g1-f3")):
            (first, second)[ply % 2].say(type="move", ply=ply, text=text_)
            assert state(first)["moves"][ply:] == state(second)["moves"][ply:] == [text_]
        assert heard == [1, 1, 1]


def test_a_notice_that_would_be_too_long_says_how_many_events_there_are() -> None:
    rows = [{"kind": "said", "at": 1.5, "data": {"side": "white", "text": "\N{SNOWMAN}" * 200}}] * 7
    assert json.loads(notice("a", "game", 3, rows)) == ["a", "game", 3, 7, []]
    short = notice("a", "game", 3, rows[:6])
    assert len(short) < 8_000
    assert len(json.loads(short)[4]) == 6


def test_a_move_at_a_server_that_has_not_heard_of_the_last_event(
    servers: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is decided again about the game as it is, and not refused."""
    one, other = servers
    key, white, invitation = begun(one)
    with at(one, key, white) as (first, _):
        monkeypatch.setattr(Room, "hear", lambda *_: None)
        claim(other, key, invitation)
        first.say(type="move", ply=0, text="e2-e4")
        while (told := state(first))["moves"] != ["e2-e4"]:
            pass
        assert told["seats"] == {"white": "human", "black": "human"}


def test_a_room_that_was_being_opened_has_what_happened_meanwhile(
    servers: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = servers
    key, white, _ = begun(one)
    replayed = replay.replayed
    with at(one, key, white) as (first, _):

        def late(*arguments: Any) -> Steps[Match]:
            found = yield from replayed(*arguments)
            first.say(type="move", ply=0, text="e2-e4")
            assert state(first)["moves"] == ["e2-e4"]
            return found

        monkeypatch.setattr(replay, "replayed", late)
        with at(other, key, white) as (_, found):
            assert found["moves"] == ["e2-e4"]


def test_news_that_were_missed_are_made_up_for(servers: list[TestClient], url: str) -> None:
    one, other = servers
    key, white, _ = begun(one)
    with at(one, key, white) as (first, _), at(other, key, white) as (second, _):
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
        with engine.connect() as connection:  # every line to the database breaks
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )
        engine.dispose()
        first.say(type="move", ply=0, text="e2-e4")
        while (message := first.hear())["type"] == "present":
            pass
        if message["type"] == "error":  # the writer's own line was among them: the player tries again
            first.say(type="move", ply=0, text="e2-e4")
            assert state(first)["ply"] == 1
        assert state(second)["moves"] == ["e2-e4"]


PLIES = 4  # two choices of a True King, where there are some, and a move of each side


@pytest.mark.slow
@pytest.mark.parametrize("name", lanes.GAMES if lanes.EVERY else ["minigolf", "monster-bluff-4"])
def test_a_whole_game_from_the_invitation_to_the_rematch(
    servers: list[TestClient], url: str, name: str
) -> None:
    one, other = servers
    key, white, invitation = begun(one, variant=name)
    black = claim(other, key, invitation).json()["token"]
    sent: list[str] = []
    with at(one, key, white) as (first, start), at(other, key, black) as (second, waiting):
        pages, now = (first, second), [start, waiting]
        while now[0]["seats"] != waiting["seats"]:  # the first server has yet to hear of the second player
            now[0] = state(first)

        def say(number: int, **message: object) -> list[Json]:
            pages[number].say(**message)
            return [state(page) for page in pages]

        def move(ply: int) -> list[Json]:
            mover = int(now[0]["view"]["side"] == "black")
            turns = now[mover]["turns"]
            sent.append(turns[len(turns) // 2]["text"])
            return say(mover, type="move", ply=ply, text=sent[-1])

        for ply in range(PLIES):
            now = move(ply)
            assert [each["ply"] for each in now] == [ply + 1] * 2
        movers = now[0]["movers"]
        say(1, type="offer", what="takeback")
        now = say(0, type="accept", what="takeback")
        back = max(ply for ply, side in enumerate(movers) if side == "black")
        assert [each["ply"] for each in now] == [back] * 2
        for ply in range(back, PLIES):
            now = move(ply)
        assert say(0, type="offer", what="draw")[1]["offers"] == [{"what": "draw", "side": "white"}]
        now = say(1, type="decline", what="draw")
        with at(other, key, white) as (_, again):
            for told in ("moves", "view", "turns", "you", "can"):
                assert again[told] == now[0][told]
        for over in say(1, type="resign", side="black"):
            assert over["result"]["score"] == "1-0"
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
        assert kept(engine, key) == sent
        engine.dispose()
        say(0, type="offer", what="rematch")
        following = say(1, type="accept", what="rematch")[0]["next"]
    for client, token, side in ((one, black, "white"), (other, white, "black")):
        assert client.post(f"/api/games/{key}/next", json={}, headers=bearer(token)).json()["id"] == following
        with at(client, following, token) as (_, seen):
            assert (seen["you"], seen["moves"]) == ([side], [])
