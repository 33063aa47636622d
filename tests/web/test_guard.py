from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fairyring.web import create_app
from fairyring.web.guard import LOOPBACK
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import another, begin, seated

FOREIGN = [
    "http://evil.example",
    "http://testserver.evil.example",
    "http://testserver:81",
    "null",
    "",
    "[",
    "//",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_may_not_play(client: TestClient, origin: str) -> None:
    key = begin(client)
    with (
        pytest.raises(WebSocketDisconnect) as refusal,
        client.websocket_connect(f"/api/games/{key}/live", headers={"Origin": origin}),
    ):
        pass
    assert refusal.value.code == 1008
    with seated(client, key) as (_, state):
        assert state["ply"] == 0


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_may_not_begin_a_game(client: TestClient, origin: str) -> None:
    order = {"variant": "chess", "white": "human", "black": "human"}
    answer = client.post("/api/games", json=order, headers={"Origin": origin})
    assert answer.status_code == 403
    shapes.refusal(answer.json())


def test_our_own_page_may(client: TestClient) -> None:
    address = f"/api/games/{begin(client)}/live"
    with client.websocket_connect(address, headers={"Origin": "http://testserver"}) as socket:
        shapes.checked(socket.receive_json())


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[", "localhost.evil.example:8000"]
)
def test_a_foreign_name_is_not_answered_to(host: str) -> None:
    with TestClient(create_app(Stub(), eager=False, hosts=LOOPBACK)) as client:
        answer = client.get("/api/variants", headers={"Host": host})
        assert answer.status_code == 403
        shapes.refusal(answer.json())


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "LOCALHOST:1", "[::1]:8000"])
def test_our_own_names_are_answered_to(host: str) -> None:
    with TestClient(create_app(Stub(), eager=False, hosts=LOOPBACK)) as client:
        assert client.get("/api/variants", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/api/variants", "/static/pieces/king.svg", "/nope", "/rules/chess"])
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert re.fullmatch(r"'self'( 'sha256-[\w+/]+=')?", policy["style-src"])
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_modules_have_the_headers_of_parts_and_not_those_of_documents(client: TestClient) -> None:
    style = re.search(r"/styles/[^\"]+", client.get("/").text)
    assert style is not None
    for path in ("/static/main.js", style.group()):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in headers


@pytest.mark.parametrize(
    ("scheme", "origin", "status"),
    [("https", "https", 201), ("https", "http", 403), ("http", "http", 201), ("http", "https", 403)],
)
def test_a_page_that_was_reached_by_another_protocol_may_do_nothing(
    client: TestClient, scheme: str, origin: str, status: int
) -> None:
    """Behind a proxy that is believed, the protocol is the one that visitors use."""
    visitor = another(client, base_url=f"{scheme}://testserver")
    visitor.portal = client.portal
    order = {"variant": "chess", "white": "human", "black": "human"}
    answer = visitor.post("/api/games", json=order, headers={"Origin": f"{origin}://testserver"})
    assert answer.status_code == status
    address = f"/api/games/{begin(client)}/live"
    with ExitStack() as stack:
        if status == 403:
            stack.enter_context(pytest.raises(WebSocketDisconnect))
        stack.enter_context(
            visitor.websocket_connect(
                f"{scheme.replace('http', 'ws')}://testserver{address}",
                headers={"Origin": f"{origin}://testserver"},
            )
        )


def test_only_boards_for_other_pages_are_shown_in_frames() -> None:
    with TestClient(create_app(eager=False), base_url="http://localhost") as client:
        board = client.get("/embed/chess")
        assert board.status_code == 200
        assert "<svg" in board.text
        assert "<script" not in board.text
        assert "frame-ancestors *" in board.headers["content-security-policy"]
        assert "script-src" not in board.headers["content-security-policy"]
        assert "x-frame-options" not in board.headers
        # Where there is no board, a frame says so.
        nothing = client.get("/embed/no%3Cb%3Eboard", headers={"Accept": "text/html"})
        assert nothing.status_code == 404
        assert "there is no game &#x27;no&lt;b&gt;board&#x27;" in nothing.text
        assert nothing.headers["content-security-policy"] == board.headers["content-security-policy"]
        assert "x-frame-options" not in nothing.headers
        odd = client.get("/embed/chess?position=x", headers={"Accept": "text/html"})
        assert odd.status_code == 400
        assert "expected side to move next" in odd.text
        for other in ("/", "/embed/nothing", "/api/variants/chess"):
            refused = client.get(other).headers
            assert "frame-ancestors 'none'" in refused["content-security-policy"]
            assert refused["x-frame-options"] == "DENY"
