"""One cookie for all seats of a browser, which the server keeps."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.web import browsers, create_app, seats
from fairyring.web.details import Held
from tests import lanes
from tests.web.stub import Stub
from tests.web.tables import Table, another, begin, seated, serving
from tests.web.test_seats import bearer, begun, claim

MANY = 1_000 if lanes.EVERY else 250


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def client(database: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Stub(), eager=False, database=f"sqlite:///{database}")) as client:
        yield client


def device(client: TestClient) -> TestClient:
    """Another browser at the same server."""
    other = another(client)
    other.portal = client.portal
    return other


def listed(client: TestClient) -> list[Held]:
    return [Held.model_validate(each) for each in client.get("/api/seats").json()]


def test_a_browser_with_many_games_keeps_every_seat() -> None:
    with serving(Stub()) as client:  # in memory: a disk would take most of the time
        _keeps_every_seat(client, [begin(client) for _ in range(MANY)])


def _keeps_every_seat(client: TestClient, keys: list[str]) -> None:
    assert len(client.cookies) == 1
    found = listed(client)
    assert {each.id for each in found} == set(keys)
    assert all(each.you == ["white", "black"] and each.variant == "chess" for each in found)
    for key in keys[:: MANY // 10]:
        assert client.get(f"/api/games/{key}/seat").json()["sides"] == ["white", "black"]
    with seated(client, keys[0]) as (page, state):
        assert state["you"] == ["white", "black"]
        page.play("e2-e4")


def test_a_list_is_its_browsers_and_says_who_plays(client: TestClient) -> None:
    assert listed(client) == []
    order = {"variant": "chess", "white": "human", "black": "open", "name": "Ann"}
    game = client.post("/api/games", json=order).json()
    invitation = client.get(f"/api/games/{game['id']}/seat").json()["invitation"]
    other = device(client)
    body = {"token": invitation, "name": "Bob"}
    assert other.post(f"/api/games/{game['id']}/seat", json=body).status_code == 200
    (mine,), (theirs,) = listed(client), listed(other)
    assert (mine.you, theirs.you) == (["white"], ["black"])
    assert mine.names == theirs.names == {"white": "Ann", "black": "Bob"}
    assert listed(device(client)) == []


def test_one_seat_is_given_up_and_its_open_page_becomes_a_spectators(client: TestClient) -> None:
    kept, left = begin(client), begin(client)
    with client.websocket_connect(f"/api/games/{left}/live") as socket:
        assert Table(socket).until("state")["you"] == ["white", "black"]
        assert client.post(f"/api/seats/{left}/forget").json() == {}
        assert socket.receive()["type"] == "websocket.close"
    assert [each.id for each in listed(client)] == [kept]
    with seated(client, left) as (page, state):
        assert state["you"] == []
        page.say(type="move", ply=0, text="e2-e4")
        assert "spectator" in page.refused()
    with seated(client, kept) as (page, state):
        assert state["you"] == ["white", "black"]
    assert client.post("/api/seats/no-such-game/forget").status_code == 200
    assert device(client).post(f"/api/seats/{kept}/forget").status_code == 200
    assert [each.id for each in listed(client)] == [kept], "somebody else's request takes no seat"
    with client.websocket_connect(f"/api/games/{kept}/live") as socket:
        Table(socket).until("state")
        client.post("/api/seats/forget")
        assert socket.receive()["type"] == "websocket.close"
    assert listed(client) == []


def test_seats_that_a_browser_leaves_are_opened_by_their_links_alone(client: TestClient) -> None:
    key, token, _ = begun(client)
    assert client.get(f"/api/games/{key}/seat").json()["sides"] == []
    assert claim(client, key, token).status_code == 200
    assert client.get(f"/api/games/{key}/seat").json()["token"] == token
    copied = client.cookies["browser"]
    answer = client.post("/api/seats/forget", json={})
    assert answer.json() == {}
    assert "browser" not in client.cookies
    other = device(client)
    other.cookies.set("browser", copied)
    assert listed(other) == [], "the cookie opens nothing any more"
    assert other.get(f"/api/games/{key}/seat").json()["sides"] == []
    assert claim(client, key, token).json()["sides"] == ["white"]


def test_an_old_cookie_of_one_game_is_taken_over(client: TestClient) -> None:
    games = [begun(client)[:2] for _ in range(2)]
    for key, token in games:
        client.cookies.set(seats.COOKIE, token, domain="testserver.local", path=f"/api/games/{key}")
    for key, _ in games:
        with seated(client, key) as (_, state):
            assert state["you"] == ["white"]
        assert client.get(f"/api/games/{key}/seat").json()["sides"] == ["white"]
        assert client.get(f"/api/games/{key}/seat").json()["sides"] == ["white"]  # now by the new one
    assert [cookie.name for cookie in client.cookies.jar] == ["browser"]
    assert {each.id for each in listed(client)} == {key for key, _ in games}
    for key, _ in games:
        assert client.get(f"/api/games/{key}/seat").json()["sides"] == ["white"]


def test_an_old_cookie_that_opens_nothing_is_not_kept(client: TestClient) -> None:
    key, *_ = begun(client)
    client.cookies.set(seats.COOKIE, "nothing", domain="testserver.local", path=f"/api/games/{key}")
    assert "set-cookie" not in client.get(f"/api/games/{key}/seat").headers


def test_who_reads_the_database_can_open_no_seat(
    client: TestClient, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = client.post("/api/games", json={"variant": "chess", "white": "human", "black": "open"}).json()
    cookie = client.cookies["browser"]
    written = b"".join(path.read_bytes() for path in database.parent.iterdir())
    assert game["token"].encode() not in written
    assert cookie.encode() not in written
    assert seats.key(cookie).encode() in written
    assert not any(cookie in record.getMessage() for record in caplog.records)
    sealed = browsers.sealed(game["token"], cookie)
    assert browsers.unsealed(sealed, cookie) == game["token"]
    assert browsers.unsealed(sealed, "another") != game["token"]
    assert browsers.unsealed("%", cookie) == ""


def test_a_bearer_comes_before_the_cookie(client: TestClient) -> None:
    key, white, invitation = begun(client)
    black = claim(client, key, invitation).json()["token"]
    assert client.get(f"/api/games/{key}/seat").json()["token"] == black
    assert client.get(f"/api/games/{key}/seat", headers=bearer(white)).json()["sides"] == ["white"]
    assert client.get(f"/api/games/{key}/seat", headers=bearer("none")).json()["sides"] == []
