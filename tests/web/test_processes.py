"""Several servers that share one PostgreSQL: what is done at one is seen at the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, make_url, text
from starlette.testclient import TestClient

from fairyring.web import create_app
from fairyring.web.room import Room
from tests.web.databases import postgresql
from tests.web.stub import Stub
from tests.web.test_seats import at, begun, claim, state


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
