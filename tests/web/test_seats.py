"""Seats as requests and pages know them: cookies, bearers, links, and what nobody without them may do."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fairyring.messages import Message
from fairyring.web import create_app, seats
from fairyring.web.languages import phrase
from fairyring.web.store import Store, StoreError
from tests.web import shapes
from tests.web.databases import refused
from tests.web.stub import Stub
from tests.web.tables import Json, Table, another, seated, serving

OPEN: Json = {"variant": "chess", "white": "human", "black": "open"}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def begun(client: TestClient, **change: Any) -> tuple[str, str, str]:
    """A game with an open seat: its id, the token of its first player, and the invitation."""
    body = client.post("/api/games", json=OPEN | change).json()
    shapes.Begun.model_validate(body)
    seat = client.get(f"/api/games/{body['id']}/seat", headers=bearer(body["token"])).json()
    shapes.Seat.model_validate(seat)
    client.cookies.clear()
    return body["id"], body["token"], seat["invitation"]


def claim(client: TestClient, key: str, token: str, own: str = "") -> Response:
    answer = client.post(f"/api/games/{key}/seat", json={"token": token}, headers=bearer(own) if own else {})
    if answer.status_code == 200:
        shapes.Taken.model_validate(answer.json())
    return answer


@contextmanager
def at(client: TestClient, key: str, token: str) -> Iterator[tuple[Table, Json]]:
    """A page with a token, or without, that has been told of the game; talk and presence are passed over."""
    with client.websocket_connect(f"/api/games/{key}/live", headers=bearer(token)) as socket:
        table = Table(socket)
        yield table, table.until("state")


def state(table: Table) -> Json:
    """The next state."""
    while (message := table.hear())["type"] in ("present", "chat"):
        pass
    assert message["type"] == "state"
    return message


@pytest.fixture
def both(client: TestClient) -> tuple[str, str, str]:
    """A game with both seats taken: its id, and the tokens of White and Black."""
    key, white, invitation = begun(client)
    black = claim(client, key, invitation).json()["token"]
    client.cookies.clear()
    return key, white, black


def test_a_browser_has_one_cookie_for_its_requests_and_out_of_scripts_reach(client: TestClient) -> None:
    client.cookies.clear()
    answer = client.post("/api/games", json=OPEN)
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert name.startswith("browser=")
    assert answer.json()["token"] not in name
    said = {attribute.lower() for attribute in attributes}
    assert {"httponly", "samesite=strict", "path=/api"} <= said
    assert "set-cookie" not in client.post("/api/games", json=OPEN).headers, "once is enough"
    assert "secure" not in said
    assert answer.headers["cache-control"] == "no-store"
    secure = another(client, base_url="https://testserver").post("/api/games", json=OPEN)
    assert "secure" in secure.headers["set-cookie"].lower()


def test_the_cookie_is_enough(client: TestClient) -> None:
    key = client.post("/api/games", json=OPEN).json()["id"]
    with seated(client, key) as (page, state):
        assert state["you"] == ["white"]
        page.say(type="move", ply=0, text="e2-e4")
    client.cookies.clear()
    with seated(client, key) as (_, state):
        assert (state["you"], state["turns"], state["ply"]) == ([], [], 1)


def test_the_first_to_open_the_link_takes_the_seat(client: TestClient) -> None:
    key, white, invitation = begun(client)
    with at(client, key, white) as (page, first):
        assert (first["seats"], first["you"], first["shared"]) == (
            {"white": "human", "black": "open"},
            ["white"],
            True,
        )
        own = claim(client, key, invitation, own=white)
        assert own.status_code == 409
        assert "are already playing in this game" in shapes.refusal(own.json())
        taken = claim(client, key, invitation)
        assert taken.json()["sides"] == ["black"]
        assert taken.json()["token"] not in (invitation, white)
        assert taken.headers["set-cookie"].startswith("browser=")
        assert state(page)["seats"] == {"white": "human", "black": "human"}
    client.cookies.clear()
    late = claim(client, key, invitation)
    assert late.status_code == 409
    assert "set-cookie" not in late.headers
    shapes.refusal(late.json())
    seat = client.get(f"/api/games/{key}/seat", headers=bearer(white)).json()
    assert (seat["sides"], seat["invitation"]) == (["white"], "")


def test_a_personal_link_works_on_another_device(client: TestClient, both: tuple[str, str, str]) -> None:
    key, _, black = both
    device = another(client)
    device.portal = client.portal  # the same server
    assert claim(device, key, black).json() == {"sides": ["black"], "token": black}
    assert device.get(f"/api/games/{key}/seat").json()["sides"] == ["black"]
    with seated(device, key) as (_, state):
        assert state["you"] == ["black"]


@pytest.mark.parametrize("token", ["", "x", "é", "a" * 43, "a" * 101, "\x00", "null"])
def test_a_wrong_token_opens_nothing(client: TestClient, both: tuple[str, str, str], token: str) -> None:
    key, *_ = both
    answer = claim(client, key, token)
    assert answer.status_code in (400, 409)
    shapes.refusal(answer.json())
    if token.isascii() and token.isprintable():
        seat = client.get(f"/api/games/{key}/seat", headers=bearer(token)).json()
        assert seat == {"sides": [], "token": "", "invitation": ""}
        with at(client, key, token) as (_, state):
            assert (state["you"], state["can"], state["turns"]) == ([], [], [])


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b'{"token": 3}', b'{"token": "x", "more": 1}', b"\xff"])
def test_a_claim_that_is_none(client: TestClient, both: tuple[str, str, str], body: bytes) -> None:
    answer = client.post(f"/api/games/{both[0]}/seat", content=body)
    assert answer.status_code == 400
    shapes.refusal(answer.json())


def test_a_token_opens_its_own_game_alone(client: TestClient, both: tuple[str, str, str]) -> None:
    other, *_ = begun(client)
    for token in both[1:]:
        assert claim(client, other, token).status_code == 409
        with at(client, other, token) as (_, state):
            assert state["you"] == []


WISHES: list[Json] = [
    {"type": "move", "ply": 0, "text": "e2-e4"},
    {"type": "course", "ply": 0, "text": "e2-e4"},
    {"type": "undo"},
    {"type": "hint"},
    {"type": "hurry"},
    {"type": "resign", "side": "white"},
    {"type": "abort"},
    {"type": "say", "text": "hello"},
    *(
        {"type": kind, "what": what}
        for kind in ("offer", "accept", "decline")
        for what in ("draw", "takeback", "rematch")
    ),
]


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: " ".join(map(str, wish.values())))
def test_who_watches_only_watches(client: TestClient, both: tuple[str, str, str], wish: Json) -> None:
    key, white, _ = both
    with at(client, key, white) as (player, _), at(client, key, "") as (watcher, seen):
        assert seen["turns"] == []
        watcher.say(**wish)
        while (heard := watcher.hear())["type"] == "present":
            pass
        assert heard["type"] == "error"
        player.say(type="move", ply=0, text="d2-d4")
        assert state(player)["moves"] == ["d2-d4"]
        assert state(watcher)["moves"] == ["d2-d4"]


def test_black_may_not_do_what_is_whites(client: TestClient, both: tuple[str, str, str]) -> None:
    key, _, black = both
    with at(client, key, black) as (page, seen):
        assert seen["turns"] == []
        for wish in [*WISHES[:2], {"type": "resign", "side": "white"}, {"type": "hint"}]:
            page.say(**wish)
            while (heard := page.hear())["type"] in ("present", "chat"):
                pass
            assert heard["type"] == "error", wish


def test_what_is_said_is_for_the_two_alone(client: TestClient, both: tuple[str, str, str]) -> None:
    key, white, black = both
    with at(client, key, white) as (one, _), at(client, key, "") as (watcher, _):
        one.say(type="say", text="<b>hello</b>")
        with at(client, key, black) as (other, _):
            heard = other.until("chat") if (said := other.hear())["type"] != "chat" else said
            assert heard["lines"] == [{"side": "white", "text": "<b>hello</b>"}]
            other.say(type="move", ply=9, text="e7-e5")
        one.say(type="move", ply=0, text="e2-e4")
        kinds = set()
        while (message := watcher.hear())["type"] != "state":
            kinds.add(message["type"])
        assert kinds == {"present"}


def test_a_rematch_changes_the_sides_and_the_seats_go_along(
    client: TestClient, both: tuple[str, str, str]
) -> None:
    key, white, black = both
    assert client.post(f"/api/games/{key}/next", json={}).status_code == 404
    with at(client, key, white) as (one, _), at(client, key, black) as (other, _):
        one.say(type="move", ply=0, text="e2-e4")
        state(one), state(other)
        other.say(type="move", ply=1, text="e7-e5")
        state(one), state(other)
        one.say(type="resign", side="white")
        assert state(one)["result"]["score"] == "0-1"
        assert "rematch" in state(other)["can"]
        one.say(type="offer", what="rematch")
        assert state(one)["offers"] == state(other)["offers"] == [{"what": "rematch", "side": "white"}]
        other.say(type="accept", what="rematch")
        following = state(one)["next"]
        assert following
        other.say(type="accept", what="rematch")
        assert state(other)["next"] == following
        assert other.hear()["type"] == "error"  # once is enough
    for token, side in ((white, "black"), (black, "white")):
        client.cookies.clear()
        answer = client.post(f"/api/games/{key}/next", json={}, headers=bearer(token))
        assert answer.json() == {"id": following, "token": token}
        assert "browser=" in answer.headers["set-cookie"]
        with at(client, following, token) as (_, seen):
            assert (seen["you"], seen["moves"]) == ([side], [])
    client.cookies.clear()
    watcher = client.post(f"/api/games/{key}/next", json={}, headers=bearer("x"))
    assert watcher.json() == {"id": following, "token": ""}
    assert "set-cookie" not in watcher.headers


def test_the_time_runs_out_by_itself(client: TestClient) -> None:
    key, white, invitation = begun(client, clock={"kind": "move", "seconds": 1})
    black = claim(client, key, invitation).json()["token"]
    client.cookies.clear()
    with at(client, key, white) as (one, first), at(client, key, black) as (other, _):
        assert first["clock"] == {
            "kind": "move",
            "seconds": 1,
            "increment": 0,
            "left": {"white": 1, "black": 1},
            "running": None,
        }
        one.say(type="move", ply=0, text="e2-e4")
        state(one), state(other)
        other.say(type="move", ply=1, text="e7-e5")
        assert state(one)["clock"]["running"] == "white"
        over = state(one)
        assert over["result"] == {
            "winner": "black",
            "reason": "time",
            "score": "0-1",
            "text": "Black wins on time",
            "message": phrase(Message("{winner} wins on time", winner=Message("Black"))),
            "purses": None,
        }
        assert over["clock"]["left"]["white"] == 0
        assert over["clock"]["running"] is None


def test_the_computer_has_a_clock_and_does_not_lose_on_time() -> None:
    with serving(Stub(patient=True)) as client:
        order = {"variant": "chess", "white": "human", "black": "easy"}
        begun = client.post("/api/games", json=order | {"clock": {"kind": "move", "seconds": 1}}).json()
        with at(client, begun["id"], begun["token"]) as (one, _):
            one.say(type="move", ply=0, text="e2-e4")
            # It would think for ever, but not longer than its clock allows; from now on clocks run.
            thought = one.until("state")
            while len(thought["moves"]) < 2:
                thought = one.until("state")
            assert thought["clock"]["running"] == "white"
            one.say(type="move", ply=2, text="d2-d4")
            while len(thought["moves"]) < 4:
                thought = one.until("state")
            while not thought["result"]:
                thought = one.until("state")
            assert (thought["result"]["winner"], thought["result"]["reason"]) == ("black", "time")
            assert "undo" not in thought["can"], "time does not come back"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"white": "open"}, "the other seat must be yours"),
        ({"white": "easy"}, "the other seat must be yours"),
        ({"white": "easy", "black": "easy", "clock": {"kind": "game", "seconds": 60}}, "a person plays"),
        ({"clock": {"kind": "hourglass", "seconds": 60}}, "clock.kind"),
        ({"clock": {"kind": "game", "seconds": 0}}, "clock.seconds"),
        ({"clock": {"kind": "game", "seconds": 10**9}}, "clock.seconds"),
        ({"clock": {"kind": "game", "seconds": 60, "increment": -1}}, "clock.increment"),
        ({"clock": {"kind": "game", "seconds": 0.5}}, "clock.seconds"),
        ({"position": "7k/8/8/8/8/8/8/4K3 w - - 0 1"}, "over"),
    ],
)
def test_a_game_between_people_that_cannot_be(client: TestClient, change: Json, word: str) -> None:
    answer = client.post("/api/games", json=OPEN | change)
    assert answer.status_code == 400
    assert word in shapes.refusal(answer.json())


def test_a_foreign_page_takes_no_seat(client: TestClient) -> None:
    key, _, invitation = begun(client)
    for path in ("seat", "next"):
        answer = client.post(
            f"/api/games/{key}/{path}", json={"token": invitation}, headers={"Origin": "http://evil.example"}
        )
        assert answer.status_code == 403
    assert claim(client, key, invitation).status_code == 200


def test_no_token_is_on_disk_or_in_a_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "games.sqlite3"
    caplog.set_level(logging.DEBUG)
    with TestClient(create_app(Stub(), eager=False, database=f"sqlite:///{file}")) as client:
        key, white, invitation = begun(client)
        black = claim(client, key, invitation).json()["token"]
        claim(client, key, "a-token-that-opens-nothing")
        with at(client, key, black) as (page, _):
            page.say_text(f'{{"type": "move", "text": "{black}"}}')
            page.say(type="say", text="hello")
    secrets = (white, black, invitation, "a-token-that-opens-nothing")
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.encode() in written
    assert seats.key(white).encode() in written
    for secret in secrets:
        assert secret.encode() not in written
        assert not any(secret in record.getMessage() for record in caplog.records)


def test_a_server_that_begins_anew_knows_the_seats(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with TestClient(create_app(Stub(), eager=False, database=database)) as client:
        key, white, invitation = begun(client)
        with at(client, key, white) as (page, _):
            page.say(type="move", ply=0, text="e2-e4")
            state(page)
    with TestClient(create_app(Stub(), eager=False, database=database)) as client:
        black = claim(client, key, invitation).json()["token"]
        with at(client, key, black) as (_, seen):
            assert (seen["you"], seen["moves"]) == (["black"], ["e2-e4"])


def test_a_game_of_a_variant_that_is_gone_is_told(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with TestClient(create_app(Stub(), eager=False, database=database)) as client:
        key, *_ = begun(client)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE games SET variant = 'forgotten'"))
    engine.dispose()
    with (
        TestClient(create_app(Stub(), eager=False, database=database)) as client,
        client.websocket_connect(f"/api/games/{key}/live") as socket,
    ):
        assert "forgotten" in shapes.checked(socket.receive_json())["error"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4404


def test_health(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (client.get("/health").status_code, client.get("/health").json()) == (200, {"status": "ok"})
    with serving(Stub()) as other:

        async def fail(_: Store) -> None:
            raise StoreError("the database failed: it is not there")

        monkeypatch.setattr(Store, "check", fail)
        answer = other.get("/health")
        assert answer.status_code == 503
        shapes.refusal(answer.json())


def test_a_database_that_cannot_be_used_ends_the_command_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused("--database", f"sqlite:///{tmp_path}/file/games.sqlite3")


def test_nothing_matches_a_token_that_is_not_there() -> None:
    assert seats.matches("one", "one")
    assert not seats.matches("", "")
    assert not seats.matches("", "one")
