"""The doors for programs: the OpenAPI document, and whole games over REST."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.testclient import TestClient

from fairyring.kernels import table_cache
from fairyring.variants import Introduction, introduction
from fairyring.web import calls, catalog, create_app, shapes
from tests import lanes
from tests.web.shapes import refusal
from tests.web.stub import Stub
from tests.web.tables import Json, begin, serving
from tests.web.test_seats import at, bearer, begun, both, claim, state

__all__ = ["both"]  # a fixture


def look(client: TestClient, key: str, token: str, **query: Any) -> Json:
    answer = client.get(f"/api/games/{key}", headers=bearer(token), params=query)
    assert answer.status_code == 200, answer.text
    return shapes.State.model_validate(answer.json()).model_dump()


def act(client: TestClient, key: str, token: str, status: int = 200, **deed: Any) -> Json:
    answer = client.post(f"/api/games/{key}/acts", json=deed, headers=bearer(token))
    assert answer.status_code == status, answer.text
    if status == 200:
        return shapes.State.model_validate(answer.json()).model_dump()
    return {"error": refusal(answer.json())}


# -- the document ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def document(client: TestClient) -> Json:
    found: Json = client.get("/api/openapi.json").json()
    return found


def test_every_route_stands_in_the_document(document: Json) -> None:
    routes = [route for route in create_app(Stub(), eager=False).routes if not isinstance(route, Mount)]
    assert len(routes) > 15
    for route in routes:
        assert isinstance(route, Route | WebSocketRoute)
        methods = (route.methods if isinstance(route, Route) else None) or {"GET"}
        for method in methods - {"HEAD"}:
            assert method.lower() in document["paths"][route.path], (method, route.path)


def test_every_answer_has_a_description_and_every_refusal_one_shape(document: Json) -> None:
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            for status, answer in operation["responses"].items():
                if status.startswith(("4", "5")) and "text/html" not in answer["content"]:
                    assert answer["content"] == refused, (method, path, status)
                else:
                    assert all(
                        kind != "application/json" or form["schema"]
                        for kind, form in answer.get("content", {}).items()
                    ), (method, path, status)


def test_the_document_has_all_that_it_points_to(document: Json) -> None:
    def pointed(value: object) -> set[str]:
        if isinstance(value, dict):
            own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
            return own.union(*map(pointed, value.values()))
        return set().union(*map(pointed, value)) if isinstance(value, list) else set()

    schemas = document["components"]["schemas"]
    found = {name.removeprefix("#/components/schemas/") for name in pointed(document)}
    assert {"NewGame", "Claim", "Deed", "Play", "Terms", "State", "View"} <= found
    assert found <= set(schemas)
    assert schemas["Deed"]["discriminator"]["propertyName"] == "type"


# -- games -------------------------------------------------------------------------------------


def test_the_list_of_games_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is what most visitors ask for first, and would take a tenth of a second each time."""
    listed = catalog.summaries()
    monkeypatch.setattr(catalog, "_definition", None)
    assert catalog.summaries() == listed


def test_a_game_between_two_programs(client: TestClient, both: tuple[str, str, str]) -> None:
    key, white, black = both
    first = look(client, key, white)
    assert (first["you"], first["ply"], first["events"]) == (["white"], 0, 3)
    assert not look(client, key, black)["turns"]
    for ply, move in enumerate(("f2-f3", "e7-e5", "g2-g4", "d8-h4")):
        now = act(client, key, (white, black)[ply % 2], type="move", ply=ply, text=move)
        assert (now["ply"], now["moves"][-1]) == (ply + 1, move)
    assert now["result"]["reason"] == "checkmate"
    assert look(client, key, "")["result"] == now["result"]
    view = client.get(f"/api/games/{key}/views/2").json()
    assert shapes.Shown.model_validate(view).ply == 2
    assert act(client, key, white, type="offer", what="rematch")["offers"]
    following = act(client, key, black, type="accept", what="rematch")["next"]
    assert look(client, following, white)["you"] == ["black"]


def test_offers_talk_and_the_end_by_word(client: TestClient, both: tuple[str, str, str]) -> None:
    key, white, black = both
    act(client, key, white, type="move", ply=0, text="e2-e4")
    act(client, key, black, type="move", ply=1, text="e7-e5")
    act(client, key, white, type="offer", what="draw")
    assert look(client, key, black)["offers"] == [{"what": "draw", "side": "white"}]
    assert act(client, key, black, type="decline", what="draw")["offers"] == []
    act(client, key, black, type="say", text="go on")
    said = client.get(f"/api/games/{key}/chat", headers=bearer(white)).json()
    assert shapes.Chat.model_validate(said).lines[0].text == "go on"
    assert act(client, key, black, type="resign", side="black")["result"]["winner"] == "white"


def test_what_is_refused(client: TestClient, both: tuple[str, str, str]) -> None:
    key, white, black = both
    move: Json = {"type": "move", "ply": 0, "text": "e2-e4"}
    assert "spectator" in act(client, key, "", 403, **move)["error"]
    assert "spectator" in act(client, key, "x" * 43, 403, **move)["error"]
    assert "white's turn" in act(client, key, black, 409, **move)["error"]
    assert "e2-e5" in act(client, key, white, 400, type="move", ply=0, text="e2-e5")["error"]
    assert "ply 0" in act(client, key, white, 409, type="move", ply=1, text="e2-e4")["error"]
    assert "type" in act(client, key, white, 400, type="hint")["error"]  # lines alone have those
    assert act(client, "nope", white, 404, **move)
    assert client.get(f"/api/games/{key}/chat").status_code == 403
    assert client.get(f"/api/games/{key}/views/1").status_code == 409
    for query in ("views/-1", "views/x", "?after=-1", "?wait=61", "?wait=nan", "?after=1e3"):
        answer = client.get(f"/api/games/{key}/{query}" if "?" not in query else f"/api/games/{key}{query}")
        assert answer.status_code == 400, query
        refusal(answer.json())
    line = client.get(f"/api/games/{key}/live")
    assert (line.status_code, line.headers["upgrade"]) == (426, "websocket")
    assert look(client, key, white)["ply"] == 0


def test_a_program_waits_until_something_happens(client: TestClient, both: tuple[str, str, str]) -> None:
    key, white, black = both
    heard: list[Json] = []
    events = look(client, key, black)["events"]
    waiting = threading.Thread(
        target=lambda: heard.append(look(client, key, black, after=events, wait=30)), daemon=True
    )
    begun = time.monotonic()
    waiting.start()
    act(client, key, white, type="move", ply=0, text="e2-e4")
    waiting.join(20)
    assert heard[0]["moves"] == ["e2-e4"]
    assert time.monotonic() - begun < 20
    assert look(client, key, black, after=events, wait=30)["ply"] == 1  # it has happened: at once
    assert look(client, key, black, after=events + 1, wait=0.05)["ply"] == 1  # nothing has, in that time


def test_the_computer_answers_a_program_that_asks_now_and_then() -> None:
    with serving(Stub()) as client:
        key = begin(client, black="easy")
        token = client.get(f"/api/games/{key}/seat").json()["token"]
        client.cookies.clear()
        now = act(client, key, token, type="move", ply=0, text="e2-e4")
        assert now["thinking"]
        assert look(client, key, token, after=now["events"], wait=30)["ply"] == 2


def test_the_computer_rests_when_nobody_asks_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "LINGER", 0.05)
    stub = Stub(patient=True)
    with serving(stub) as client:
        key = begin(client, white="easy", black="human")
        token = client.get(f"/api/games/{key}/seat").json()["token"]
        client.cookies.clear()
        assert not look(client, key, "")["thinking"]  # it thinks for nobody who only watches
        assert look(client, key, token)["thinking"]
        assert stub.stopped.wait(20)
        time.sleep(0.1)
        assert not look(client, key, "")["thinking"]


def test_who_calls_is_there_for_a_while(client: TestClient, both: tuple[str, str, str]) -> None:
    key, white, black = both
    with at(client, key, white) as (page, _):
        look(client, key, black)
        while (message := page.hear())["type"] != "present" or len(message["sides"]) < 2:
            assert message["type"] != "error", message
        assert message["sides"] == ["white", "black"]
        act(client, key, white, type="move", ply=0, text="e2-e4")
        assert state(page)["ply"] == 1


def test_a_program_knows_what_its_side_knows() -> None:
    with serving(Stub()) as client:
        key, white, invitation = begun(client, variant="monster-bluff-4")
        black = claim(client, key, invitation).json()["token"]
        client.cookies.clear()
        choice = look(client, key, white)["turns"][1]["text"]
        own = act(client, key, white, type="move", ply=0, text=choice)
        assert own["moves"] == [choice]
        for token in (black, ""):
            seen = look(client, key, token)
            assert seen["moves"] == ["true@?"]
            assert choice not in str(seen)
            shown = client.get(f"/api/games/{key}/views/1", headers=bearer(token)).text
            assert choice.removeprefix("true@") not in shown.split('"text"')[1][:200]


@pytest.mark.kernel
@pytest.mark.parametrize("name", lanes.in_one_lane(lanes.chosen(lanes.GAMES)))
def test_every_game_is_begun_over_rest(client: TestClient, name: str) -> None:
    key, white, invitation = begun(client, variant=name)
    claim(client, key, invitation)
    client.cookies.clear()
    turn = look(client, key, white)["turns"][0]["text"]
    assert act(client, key, white, type="move", ply=0, text=turn)["ply"] == 1


def test_summaries_are_kept_by_the_files_that_they_come_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def some() -> list[Introduction]:
        made.append("again")
        return [introduction("chess")]

    def summaries(files: str) -> list[dict[str, Any]]:
        monkeypatch.setattr(catalog, "_files_of_games", lambda: files)
        return list(catalog._summaries.__wrapped__())

    wanted = catalog._summary(introduction("chess"))
    monkeypatch.setattr(table_cache, "tables_folder", lambda: tmp_path)
    monkeypatch.setattr(sys.modules[Introduction.__module__], "introductions", some)
    assert [summaries(files) for files in ("old", "old", "new")] == [[wanted]] * 3
    assert made == ["again"] * 2
