from __future__ import annotations

import json
import re
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import fairyring
from fairyring.web import replay
from fairyring.web.guard import policy
from fairyring.web.messages import MAX_BODY
from tests import lanes
from tests.web import shapes
from tests.web.tables import begin, seated


def test_the_games(client: TestClient) -> None:
    found = client.get("/api/variants").json()
    TypeAdapter(list[shapes.Summary]).validate_python(found)
    names = [game["name"] for game in found]
    assert sorted(names) == list(fairyring.variants())
    assert {"metachess-4", "mini-meta", "minigolf", "monster-bluff", "ravioli"} <= set(names[:6])
    groups = [name for name, _ in groupby(game["group"] for game in found)]
    assert len(groups) == len(set(groups)) > 5, "the games of a group stand together"


@pytest.mark.parametrize("name", lanes.cases(lanes.GAMES))  # pytest.mark.kernel for some
def test_a_game(client: TestClient, name: str) -> None:
    answer = client.get(f"/api/variants/{name}")
    shapes.Details.model_validate_json(answer.content)
    found = answer.json()
    variant = fairyring.load(name)
    assert [site["name"] for site in found["board"]["sites"]] == list(variant.board.names)
    assert found["levels"] == [{"name": "easy", "title": "Easy"}, {"name": "hard", "title": "Hard"}]
    start = variant.start().view("white").tokens  # nobody has chips on the board yet
    tokens = [{**token._asdict(), "side": str(token.side), "chips": []} for token in start]
    assert found["start"] == tokens
    for piece in found["pieces"]:
        assert client.get(f"/static/pieces/{piece['picture']}.svg").status_code == 200


def test_a_board_covers_its_panels_once(client: TestClient) -> None:
    board = client.get("/api/variants/ravioli").json()["board"]
    assert [panel["title"] for panel in board["panels"]] == ["Upper", "Lower"]
    corners = [
        (outline["panel"], *outline["points"][0]) for site in board["sites"] for outline in site["outlines"]
    ]
    assert sorted(corners) == [(panel, x, y) for panel in (0, 1) for x in range(8) for y in range(8)]
    a1 = next(site for site in board["sites"] if site["name"] == "a1")
    assert a1["outlines"][0]["points"] == [[0, 7], [1, 7], [1, 8], [0, 8]]
    assert (a1["shade"], a1["region"], len(a1["outlines"])) == (0, "ring", 2)


def test_parts_of_a_board_have_tints(client: TestClient) -> None:
    found = {}
    for name in ("ravioli", "monster-bluff-4", "chess"):
        sites = client.get(f"/api/variants/{name}").json()["board"]["sites"]
        found[name] = {site["region"]: site["tint"] for site in sites}
    assert found["ravioli"] == {"ring": 1, "upper": 2, "lower": 3}
    assert found["monster-bluff-4"] == {"1": 1, "2": 2, "3": 3, "4": 4}
    assert found["chess"] == {"": 0}


def test_borders_are_where_pieces_cross_them(client: TestClient) -> None:
    (joint, *others) = client.get("/api/variants/minigolf").json()["board"]["borders"]
    assert joint == {"panel": 0, "what": "joint", "points": [[0, 8], [8, 8]], "out": [0, 0], "side": None}
    assert {
        "panel": 0,
        "what": "exit",
        "points": [[0, 0], [8, 0]],
        "out": [0, -1],  # up, as White sees it
        "side": "white",
    } in others
    assert client.get("/api/variants/chess").json()["board"]["borders"] == []


def test_a_carried_square_lies_in_its_carriers(client: TestClient) -> None:
    board = client.get("/api/variants/mini-meta").json()["board"]
    assert board["panels"] == [{"title": "", "width": 10, "height": 12}]
    sites = {site["name"]: site for site in board["sites"]}
    assert sites["a1"]["outlines"] == [{"panel": 0, "points": [[0, 10], [2, 10], [2, 12], [0, 12]]}]
    assert sites["a1:b2"]["outlines"] == [{"panel": 0, "points": [[1, 10], [2, 10], [2, 11], [1, 11]]}]
    assert (sites["a1"]["carrier"], sites["a1:b2"]["carrier"]) == ("", "a1")


@pytest.mark.parametrize("name", lanes.GAMES)
def test_options_are_those_of_the_game_and_said_in_words(client: TestClient, name: str) -> None:
    found = client.get(f"/api/variants/{name}").json()["options"]
    assert {option["name"]: option["value"] for option in found} == fairyring.load(name).options
    assert all(option["words"] for option in found)
    assert set(fairyring.load(name).definition.options) == set(fairyring.load(name).options)


def test_a_game_is_played_by_its_options(client: TestClient) -> None:
    options: dict[str, Any] = {"friendly_fire_check": False}
    key = begin(client, variant="mini-meta", options=options)
    with seated(client, key) as (_, state):
        assert state["options"] == options
    record = client.get(f"/api/games/{key}/pgn").text
    assert '[Options "friendly_fire_check=False"]' in record
    with seated(client, begin(client, variant="mini-meta", pgn=record)) as (_, state):
        assert state["options"] == options
    bare = begin(client, variant="mini-meta", options=options, pgn='[Variant "mini-meta"]\n\n1. b1-a3 *')
    with seated(client, bare) as (_, state):
        assert state["options"] == options


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/variants/nope", 404),
        ("GET", "/api/variants/..%2fsecret.py", 404),
        ("GET", "/rules/nope", 404),
        ("GET", "/rules/chess?language=tlh", 404),
        ("GET", "/api/games/nope/pgn", 404),
        ("GET", "/nope", 404),
        ("GET", "/static/nope.js", 404),
        ("GET", "/static/..%2fapp.py", 404),
        ("GET", "/static/pieces/..%2f__init__.py", 404),
        ("DELETE", "/api/games", 405),
    ],
)
def test_a_refused_request_says_why(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    shapes.refusal(answer.json())


def test_the_page(client: TestClient) -> None:
    home = client.get("/")
    assert home.status_code == 200
    assert home.headers["content-type"].startswith("text/html")
    assert "/static/home.js" in home.text
    game = client.get(f"/play/{begin(client)}")
    assert "/static/play.js" in game.text
    missing = client.get("/play/nope")
    assert (missing.status_code, missing.text) == (404, game.text)
    for path in re.findall(r'(?:href|src)="(/static/[^"]+)"', home.text):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("path", ["/analysis/nope", "/rules/nope", "/rules/chess?language=tlh", "/nope"])
def test_a_browser_is_shown_that_a_page_is_missing(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert answer.status_code == 404
    assert '<div id="page"></div>' in answer.text
    assert "/static/main.js" in answer.text


def test_the_rules_page(client: TestClient) -> None:
    answer = client.get("/rules/ravioli")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "Ravioli Chess" in answer.text
    (style,) = re.findall("(?s)<style>(.*?)</style>", answer.text)
    assert ".kind" in style
    assert answer.headers["content-security-policy"] == policy(style)
    assert answer.text.count("<title>") == answer.text.count("<main") == 1
    assert "<noscript" not in answer.text
    german = client.get("/rules/ravioli?language=de")
    assert german.status_code == 200
    assert "<h1>Ravioli-Schach</h1>" in german.text


def test_the_card_of_a_piece(client: TestClient) -> None:
    asked = {"language": "de", "side": "black", "options": '{"friendly_fire_check": false}'}
    answer = client.get("/rules/mini-meta/pieces/N", params=asked)
    assert answer.status_code == 200
    assert answer.text.startswith('<article class="piece-card">')
    assert "schwarzer Springer" in answer.text


@pytest.mark.parametrize(
    ("path", "status", "word"),
    [
        ("/rules/chess/pieces/Z", 404, "no piece 'Z'"),
        ("/rules/nope/pieces/N", 404, "nope"),
        ("/rules/chess/pieces/N?language=tlh", 404, "tlh"),
        ("/rules/chess/pieces/N?side=red", 400, "side"),
        ("/rules/chess/pieces/N?options=7", 400, "options"),
        ("/rules/chess/pieces/N?options=[", 400, "options"),
        ('/rules/chess/pieces/N?options={"size":3}', 400, "size"),
    ],
)
def test_a_card_that_there_is_not(client: TestClient, path: str, status: int, word: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert word in answer.json()["error"]


GOOD = {"variant": "chess", "white": "human", "black": "easy"}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"variant": "nope"}, "nope"),
        ({"variant": "/etc/passwd.py"}, "passwd"),
        ({"variant": 3}, "variant"),
        ({"white": "grandmaster"}, "white"),
        ({"black": None}, "black"),
        ({"colour": "red"}, "colour"),
        ({"options": {"size": 3}}, "size"),
        ({"options": {"x": None}}, "options"),
        ({"variant": "mini-meta", "options": {"friendly_fire_check": 1}}, "bool"),
        ({"position": "8/8 w - - 0 1"}, "column"),
        ({"position": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
        ({"position": "x" * 30_000}, "position"),
        ({"pgn": "1. e2-e5"}, "line 1, column 4"),
        ({"pgn": ""}, "holds 0 games"),
        ({"pgn": "1. e2-e4 {\0} *"}, "pgn"),
        ({"pgn": '[Variant "ravioli"]\n\n*'}, "Ravioli"),
        ({"pgn": '[Variant "evil.py"]\n\n*'}, "file"),
        ({"pgn": '[Variant "chess"]\n[Options "size=²"]\n\n*'}, "size"),
        ({"pgn": "*\n\n*"}, "2 games"),
        ({"pgn": "*", "position": "8/8/8/8/8/8/8/8 w - - 0 1"}, "not from both"),
    ],
)
def test_a_bad_order_is_refused(client: TestClient, change: dict[str, Any], word: str) -> None:
    answer = client.post("/api/games", json=GOOD | change)
    assert 400 <= answer.status_code < 500
    assert word in shapes.refusal(answer.json())


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"1" * 5000])
def test_a_body_that_is_no_order(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/games", content=body)
    assert answer.status_code == 400
    shapes.refusal(answer.json())


def test_a_body_that_is_too_long(client: TestClient) -> None:
    answer = client.post("/api/games", content=b" " * (MAX_BODY + 1))
    assert answer.status_code == 413
    shapes.refusal(answer.json())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
order_fields = st.sampled_from(["variant", "white", "black", "position", "pgn", "else"])


@given(st.dictionaries(order_fields, json_values | st.sampled_from(["human", "easy", "chess", "*"])))
@settings(max_examples=lanes.samples(100, 15, usual=40), deadline=None)
def test_any_order_is_served_or_refused(client: TestClient, order: dict[str, Any]) -> None:
    answer = client.post("/api/games", content=json.dumps(GOOD | order))
    if answer.status_code != 201:
        assert 400 <= answer.status_code < 500
        shapes.refusal(answer.json())


@given(st.text(alphabet="KQkqrnbpPRNB12345678/ w-eE0x\n", max_size=90))
@settings(max_examples=lanes.samples(100, 15, usual=40), deadline=None)
def test_any_position_is_served_or_refused(client: TestClient, text: str) -> None:
    answer = client.post("/api/games", json=GOOD | {"position": text})
    if answer.status_code != 201:
        assert answer.status_code == 400
        shapes.refusal(answer.json())


def test_a_game_from_a_position(client: TestClient) -> None:
    text = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"
    with seated(client, begin(client, position=text)) as (_, state):
        assert state["view"]["text"] == text
        assert (state["number"], state["view"]["side"], state["ply"]) == (17, "black", 0)


def test_a_record_in_and_out(client: TestClient) -> None:
    record = '[White "Ann"]\n[Black "Bob"]\n\n1. f2-f3 e7-e5 2. g2-g4 d8-h4 0-1\n'
    key = begin(client, pgn=record)
    with seated(client, key) as (_, state):
        assert state["moves"] == ["f2-f3", "e7-e5", "g2-g4", "d8-h4"]
        assert state["result"] == {
            "winner": "black",
            "reason": "checkmate",
            "score": "0-1",
            "text": "Black wins by checkmate",
            "message": shapes.lost_by("checkmate"),
            "purses": None,
        }
        assert state["turns"] == []
        assert state["view"]["checked"] == ["e1"]
        assert state["view"]["last"] == ["d8", "h4"]
    answer = client.get(f"/api/games/{key}/pgn")
    assert answer.headers["content-type"].startswith("text/plain")
    assert '[White "Ann"]' in answer.text
    (game,) = fairyring.read_pgn(answer.text)
    assert [str(move) for move in game.moves] == ["f2-f3", "e7-e5", "g2-g4", "d8-h4"]


def test_a_record_that_is_too_long(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_PLIES", 3)
    assert begin(client, pgn="1. e2-e4 e7-e5 2. d2-d4 *")
    answer = client.post("/api/games", json=GOOD | {"pgn": "1. e2-e4 e7-e5 2. d2-d4 d7-d5 *"})
    assert answer.status_code == 400
    assert "4 plies" in shapes.refusal(answer.json())


def test_unguessable_ids(client: TestClient) -> None:
    keys = {begin(client) for _ in range(20)}
    assert len(keys) == 20
    assert all(re.fullmatch(r"[\w-]{16,}", key) for key in keys)
