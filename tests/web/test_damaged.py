"""What is broken on disk: a game is shown as far as it can be read, and everything else goes on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fairyring.web import create_app
from fairyring.web.pages import NO_SUCH_GAME
from fairyring.web.store import Store, StoreError
from tests.web import shapes
from tests.web.databases import refused
from tests.web.stub import Stub
from tests.web.tables import Table, begin, seated
from tests.web.test_seats import at, begun

CLOCK = {"kind": "game", "seconds": 600}
MOVES = ("e2-e4", "e7-e5", "g1-f3", "b8-c6")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


def served(url: str) -> TestClient:
    return TestClient(create_app(Stub(), eager=False, database=url))


def change(url: str, statement: str, **values: object) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        assert connection.execute(text(statement), values).rowcount
    engine.dispose()


# The first two events are the players'; the third move is the fifth.
BROKEN = {
    "of an unknown kind": "UPDATE events SET kind = 'teleported' WHERE number = 4",
    "that is no JSON": "UPDATE events SET data = '{\"text\": ' WHERE number = 4",
    "that is no object": "UPDATE events SET data = '[3]' WHERE number = 4",
    "with data of another kind": "UPDATE events SET data = '{\"text\": 3}' WHERE number = 4",
    "with more data": 'UPDATE events SET data = \'{"text": "g1-f3", "why": 1}\' WHERE number = 4',
    "that is not legal": 'UPDATE events SET data = \'{"text": "g1-h5"}\' WHERE number = 4',
    "that takes nothing back": (
        "UPDATE events SET kind = 'taken back', data = '{\"ply\": 9}' WHERE number = 4"
    ),
    "that declines nothing": (
        'UPDATE events SET kind = \'declined\', data = \'{"side": "white", "what": "draw"}\' WHERE number = 4'
    ),
    "that is bytes": "UPDATE events SET data = x'ff00fe' WHERE number = 4",
    "without a time": "UPDATE events SET at = 'noon' WHERE number = 4",
    "that is missing": "DELETE FROM events WHERE number = 4",
}


@pytest.mark.parametrize("statement", BROKEN.values(), ids=BROKEN.keys())
def test_a_game_with_an_event_that_cannot_be_read_is_shown_up_to_there(url: str, statement: str) -> None:
    with served(url) as client:
        sound, own, _ = begun(client, black="human")
        key, white, _ = begun(client, black="human", clock=CLOCK)
        with at(client, key, white) as (page, _):
            page.play(*MOVES)
    change(url, f"{statement} AND game = :key", key=key)
    with served(url) as client:
        with at(client, key, white) as (page, state):
            assert (state["damaged"], state["moves"]) == (True, list(MOVES[:2]))
            assert (state["can"], state["turns"], state["clock"]["running"]) == ([], [], None)
            page.say(type="move", ply=2, text="g1-f3")
            assert "damaged" in page.refused()
            page.say(type="resign", side="white")
            assert "damaged" in page.refused()
            page.say(type="show", ply=1)
            assert page.until("shown")["ply"] == 1
        assert "1. e4 e5 *" in client.get(f"/api/games/{key}/pgn").text
        assert client.post(f"/api/games/{key}/next", json={}).status_code == 404
        with at(client, sound, own) as (page, state):
            assert not state["damaged"]
            page.play("e2-e4")


GONE = {
    "a game that is gone": "UPDATE games SET variant = 'forgotten'",
    "an option that is gone": "UPDATE games SET options = '{\"gone\": true}'",
    "options that are no JSON": "UPDATE games SET options = '{'",
    "a clock that is none": 'UPDATE games SET clock = \'{"kind": "hourglass"}\'',
    "a record that is none": "UPDATE games SET record = '1. e2-e5 Ke9'",
    "a position that is none": "UPDATE games SET position = 'nowhere'",
}


@pytest.mark.parametrize("statement", GONE.values(), ids=GONE.keys())
def test_a_game_that_cannot_be_shown_is_gone_and_the_page_says_so(url: str, statement: str) -> None:
    with served(url) as client:
        key = begin(client)
        listed = client.post("/api/lobby", json={"variant": "chess", "white": "human", "black": "open"})
        client.cookies.clear()
    change(url, f"{statement} WHERE id = :key", key=key)
    with served(url) as client:
        page = client.get(f"/play/{key}", headers={"Accept": "text/html"})
        # Some things are known only once the rules are there: then the connection says so.
        assert page.status_code in (200, 404)
        assert "<!doctype html>" in page.text.lower()
        answer = client.get(f"/api/games/{key}")
        assert answer.status_code == 404
        assert "can no longer be played" in shapes.refusal(answer.json())
        with client.websocket_connect(f"/api/games/{key}/live") as socket:
            assert "can no longer be played" in Table(socket).until("error")["error"]
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == NO_SUCH_GAME, "the page does not try again"
        assert [each["id"] for each in client.get("/api/lobby").json()] == [listed.json()["id"]]


def test_a_challenge_that_cannot_be_read_is_not_listed_and_others_are(url: str) -> None:
    order = {"variant": "chess", "white": "human", "black": "open"}
    with served(url) as client:
        bad, good = (client.post("/api/lobby", json=order).json()["id"] for _ in range(2))
        change(url, "UPDATE games SET options = 'none' WHERE id = :key", key=bad)
        assert [each["id"] for each in client.get("/api/lobby").json()] == [good]


def test_health_says_when_nothing_can_be_written(tmp_path: Path, url: str) -> None:
    with (
        served(url) as client,
        closing(connect(tmp_path / "games.sqlite3", isolation_level=None)) as database,
    ):
        key = begin(client)
        assert client.get("/health").status_code == 200
        for table, deed in (("events", "INSERT"), ("pulse", "UPDATE")):
            database.execute(
                f"CREATE TRIGGER {table}_fails BEFORE {deed} ON {table} BEGIN SELECT json('{{'); END"
            )
        with seated(client, key) as (page, _):
            page.say(type="move", ply=0, text="e2-e4")
            assert "is not responding" in page.refused()
        assert client.get("/health").status_code == 503
        for table in ("events", "pulse"):
            database.execute(f"DROP TRIGGER {table}_fails")
        assert client.get("/health").status_code == 200, "it has tried again"


MALFORMED = {
    "a table is missing": "DROP TABLE events",
    "a column is missing": "ALTER TABLE games DROP COLUMN clock",
    "the pulse is none": "UPDATE pulse SET at = 'noon'",
    "the version is none": "UPDATE alembic_version SET version_num = 'x'",
}


@pytest.mark.parametrize("statement", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_database_is_told_in_a_line_before_anything_is_served(url: str, statement: str) -> None:
    with served(url):
        pass
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
    with pytest.raises(StoreError) as told:
        Store(url).prepare()
    assert "\n" not in str(told.value)


def test_a_database_with_a_broken_page_ends_the_command_in_a_line(url: str, tmp_path: Path) -> None:
    with served(url) as client:
        begin(client)
    file = tmp_path / "games.sqlite3"
    data = bytearray(file.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)  # all pages but the first
    file.write_bytes(data)
    assert refused("--database", url).startswith("fairyring: the database is damaged")
