"""The lobby: challenges that anybody may accept, as long as their players wait."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from fairyring.web import create_app, pages
from fairyring.web.limits import Limits, Rate
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import Json, Table, serving

CHALLENGE: Json = {"variant": "chess", "white": "human", "black": "open", "name": "  Ann\u202e "}
DAYS: Json = {"kind": "move", "seconds": 3 * 86_400}


@pytest.fixture
def client() -> Iterator[TestClient]:
    """A server of this test alone: challenges are for everybody."""
    with serving(Stub()) as client:
        yield client


def challenge(client: TestClient, **change: Any) -> tuple[str, dict[str, str]]:
    """Challenge everybody; the game, and headers of its player."""
    answer = client.post("/api/lobby", json=CHALLENGE | change)
    assert answer.status_code == 201, answer.text
    begun = answer.json()
    shapes.Begun.model_validate(begun)
    client.cookies.clear()
    return begun["id"], {"Authorization": f"Bearer {begun['token']}"}


def challenges(client: TestClient) -> list[Json]:
    found = client.get("/api/lobby").json()
    for each in found:
        shapes.Open.model_validate(each)
    return list(found)


def waits(client: TestClient, number: int) -> None:
    """Until there are so many challenges: rooms list and withdraw them in their own time."""
    until = time.monotonic() + 10
    while len(challenges(client)) != number:
        assert time.monotonic() < until, challenges(client)
        time.sleep(0.01)


def test_a_page_hears_that_its_connection_has_not_ended(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "SILENCE", 0.05)
    with client.websocket_connect("/api/lobby/live") as socket:
        told = [socket.receive_json() for _ in range(4)]
    told.remove({"type": "lobby", "challenges": []})
    for each in told:
        shapes.Alive.model_validate(each)


def test_a_challenge_is_accepted_by_its_invitation(client: TestClient) -> None:
    with client.websocket_connect("/api/lobby/live") as socket:
        assert socket.receive_json() == {"type": "lobby", "challenges": []}
        key, own = challenge(client, clock={"kind": "game", "seconds": 300, "increment": 2})
        told = socket.receive_json()
        shapes.LobbyState.model_validate(told)
        (listed,) = told["challenges"]
        assert (listed["id"], listed["variant"], listed["side"], listed["name"]) == (
            key,
            "chess",
            "black",
            "Ann",
        )
        assert listed["clock"] == {"kind": "game", "seconds": 300, "increment": 2}
        assert '[Black "Human"]' in client.get(f"/api/games/{key}/pgn").text
        taken = client.post(
            f"/api/games/{key}/seat", json={"token": listed["invitation"], "name": "Bob"}
        ).json()
        assert taken["sides"] == ["black"]
        assert socket.receive_json() == {"type": "lobby", "challenges": []}
    client.cookies.clear()
    state = client.get(f"/api/games/{key}", headers=own).json()
    assert state["names"] == {"white": "Ann", "black": "Bob"}
    assert not state["listed"]
    assert client.post(f"/api/games/{key}/seat", json={"token": listed["invitation"]}).status_code == 409
    record = client.get(f"/api/games/{key}/pgn").text
    assert '[White "Ann"]' in record
    assert '[Black "Bob"]' in record, "also if a record was made before Bob came"
    assert '[TimeControl "300+2"]' in record


def test_a_challenge_is_withdrawn_by_aborting_it(client: TestClient) -> None:
    key, own = challenge(client)
    assert client.get(f"/api/games/{key}", headers=own).json()["listed"]
    assert client.post(f"/api/games/{key}/acts", json={"type": "abort"}, headers=own).status_code == 200
    assert challenges(client) == []


def test_a_challenge_is_listed_while_its_player_is_there(client: TestClient) -> None:
    key, own = challenge(client)
    patient, _ = challenge(client, clock=DAYS)
    waits(client, 2)
    for _ in range(2):
        with client.websocket_connect(f"/api/games/{key}/live", headers=own) as socket:
            Table(socket).until("state")
            waits(client, 2)
            with client.websocket_connect(f"/api/games/{key}/live") as stranger:
                Table(stranger).until("state")
            waits(client, 2)
        waits(client, 1)
    assert [each["id"] for each in challenges(client)] == [patient]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"black": "human"}, "open seat"),
        ({"position": "4k3/8/8/8/8/8/8/4K2R w - - 0 1"}, "from the start"),
        ({"name": "x" * 25}, "name"),
        ({"variant": "checkers"}, "checkers"),
    ],
)
def test_a_challenge_that_cannot_be(client: TestClient, change: Json, word: str) -> None:
    answer = client.post("/api/lobby", json=CHALLENGE | change)
    assert answer.status_code in (400, 404)
    assert word in shapes.refusal(answer.json())
    assert challenges(client) == []


def test_an_address_has_few_challenges() -> None:
    app = create_app(Stub(), eager=False, limits=Limits(challenges=Rate(2, 600)))
    with TestClient(app, base_url="http://localhost", client=("203.0.113.7", 1)) as client:
        answers = [client.post("/api/lobby", json=CHALLENGE) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert "too many challenges from your address" in shapes.refusal(answers[2].json())
        assert client.post("/api/games", json=CHALLENGE).status_code == 201, "other games can be begun"
