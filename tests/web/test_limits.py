"""What one address may ask for, and what becomes of the others meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from fairyring.web import create_app, limits
from fairyring.web.limits import Budget, LimitError, Limits, Rate, visitor
from tests import lanes
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import another, begin, seated
from tests.web.test_logs import Served, served

FEW = Limits(
    requests=Rate(40, 400),
    games=Rate(2, 600),
    checks=Rate(3, 600),
    published=Rate(1, 600),
    messages=Rate(5, 1),
    sockets=2,
    everybody=4,
)


@pytest.fixture
def strict() -> Iterator[TestClient]:
    with TestClient(create_app(Stub(), eager=False, limits=FEW), client=("192.0.2.1", 1)) as client:
        yield client


def other(client: TestClient, address: str) -> TestClient:
    """Another address, at the same server; the first one's client must be open."""
    return another(client, client=(address, 1))


def test_a_budget_is_there_again_bit_by_bit() -> None:
    budget = Budget(Rate(3, 30))
    assert [budget.take("a", 100.0) for _ in range(4)] == [0, 0, 0, pytest.approx(10)]
    assert budget.take("b", 100.0) == 0
    assert budget.take("a", 105.0) == pytest.approx(5)
    assert budget.take("a", 110.0) == 0
    assert budget.take("a", 110.0) == pytest.approx(10)
    assert [budget.take("a", 1000.0) for _ in range(4)] == [0, 0, 0, pytest.approx(10)]


def test_a_budget_knows_only_so_many_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_KNOWN", 10)
    budget = Budget(Rate(1, 1000))
    for number in range(100):
        budget.take(str(number), 0.0)
        assert len(budget._until) <= 10
    assert budget.take("99", 0.0) > 0


@pytest.mark.parametrize(
    ("host", "wanted"),
    [
        ("127.0.0.1", None),
        ("127.8.9.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("someone", "someone"),
    ],
)
def test_who_asks(host: str, wanted: str | None) -> None:
    assert visitor({"type": "http", "client": (host, 5000)}) == wanted


def test_nobody_asks_from_a_socket_in_the_file_system() -> None:
    assert visitor({"type": "http", "client": None}) is None


def test_too_many_games(strict: TestClient) -> None:
    begin(strict)
    begin(strict)
    order = {"variant": "chess", "white": "human", "black": "human"}
    answer = strict.post("/api/games", json=order)
    assert answer.status_code == 429
    assert "too many games" in shapes.refusal(answer.json())
    assert 290 < int(answer.headers["retry-after"]) <= 300
    assert answer.headers["content-security-policy"]
    assert strict.get("/api/variants").status_code == 200
    assert begin(other(strict, "192.0.2.2"))
    for _ in range(5):
        assert begin(other(strict, "127.0.0.1"))


def test_too_many_game_files(strict: TestClient) -> None:
    """What is refused for another reason counts, too: it has been looked at."""
    for path, said in (
        ("gallery", ""),
        ("gallery", "published"),
        ("workshop/import", ""),
        ("gallery", "files"),
    ):
        answer = strict.post(f"/api/{path}", json={})
        assert answer.status_code == (429 if said else 400)
        assert said in shapes.refusal(answer.json())
    assert "files" in shapes.refusal(strict.post("/api/workshop/drafts", json={}).json())
    assert other(strict, "192.0.2.2").post("/api/workshop/check", json={}).status_code == 400


def test_too_many_requests(strict: TestClient) -> None:
    answers = [strict.get("/health") for _ in range(45)]
    assert [answer.status_code for answer in answers] == [200] * 40 + [429] * 5
    assert "requests" in shapes.refusal(answers[-1].json())
    assert 0 < int(answers[-1].headers["retry-after"]) <= 10
    assert other(strict, "192.0.2.2").get("/health").status_code == 200


def test_too_many_lines(strict: TestClient) -> None:
    key = begin(strict)
    path = f"/api/games/{key}/live"
    with seated(strict, key), seated(strict, key):
        with pytest.raises(WebSocketDenialResponse) as refusal, strict.websocket_connect(path):
            pass
        assert refusal.value.status_code == 429
        assert "connections" in shapes.refusal(refusal.value.json())
        with seated(other(strict, "192.0.2.2"), key), seated(other(strict, "127.0.0.1"), key):
            third = other(strict, "192.0.2.3")
            with pytest.raises(WebSocketDenialResponse) as refusal, third.websocket_connect(path):
                pass
            assert "playing and watching" in shapes.refusal(refusal.value.json())
    with seated(strict, key):
        pass


def test_too_many_messages_are_taken_no_faster(strict: TestClient) -> None:
    key = begin(strict)
    with seated(strict, key) as (table, _):
        began = time.monotonic()
        for _ in range(12):
            table.say(type="show", ply=0)
        for _ in range(12):
            table.until("shown")
        assert 1.2 < time.monotonic() - began < 60


def test_limits_in_words() -> None:
    changed = Limits().changed(["games=5/60", "sockets=7"])
    assert (changed.games, changed.sockets, changed.requests) == (Rate(5, 60), 7, Limits().requests)


@pytest.mark.parametrize(
    "words", ["nope=1", "games", "games=5", "games=5/0", "games=-1/5", "sockets=1/2", "sockets=²", "=", ""]
)
def test_words_that_set_no_limit(words: str) -> None:
    with pytest.raises(LimitError, match="limit"):
        Limits().changed([words])


def _bombs() -> Iterator[str]:
    long = 199_000
    for sign in "!?@1.($){}[];%a":
        yield from (sign * long, f"e4 {sign * long}a")
    for part in ("e4 (e4 ", "(e4) ", "{a} ", "e4 $1 ", "1-0 ", '1-0\n[a "b"]\n', "1. e4 "):
        yield "e4 " + part * (long // len(part))


def test_records_that_are_made_to_take_long() -> None:
    """None takes even a second of the processor; a slip would take minutes."""
    with TestClient(create_app(Stub(), eager=False)) as client:
        for record in _bombs():
            order = {"variant": "chess", "white": "human", "black": "easy", "pgn": record}
            for path in ("/api/games", "/api/analysis/tree"):
                began = time.process_time()
                said = order if path == "/api/games" else {"variant": "chess", "pgn": record}
                answer = client.post(path, json=said)
                assert answer.status_code in (200, 201, 400), (
                    path,
                    record[:20],
                )  # a few are records of 1. e4
                if answer.status_code == 400:
                    assert len(shapes.refusal(answer.json())) < 400
                assert time.process_time() - began < 5, (path, record[:20])


def _statuses(server: Served, forwarded: str, times: int) -> list[int]:
    order = json.dumps({"variant": "chess", "white": "human", "black": "human"}).encode()
    found = []
    for _ in range(times):
        request = Request(f"{server.url}api/games", order, {"X-Forwarded-For": forwarded})
        try:
            with urlopen(request, timeout=60) as answer:
                found.append(answer.status)
        except HTTPError as error:
            found.append(error.code)
    return found


@pytest.mark.parametrize(
    ("proxy", "believed"),
    [("127.0.0.1", True), ("", False), *([("10.0.0.1", False)] if lanes.EVERY else [])],
)
def test_a_proxys_word_is_taken_and_nobody_elses(proxy: str, believed: bool) -> None:
    """On who asks, and on the protocol."""
    options = ("--database", "sqlite://", "--limit", "games=2/600", "--name", "play.example")
    with served(*options, *(("--proxy", proxy) if proxy else ())) as server:
        assert _statuses(server, "192.0.2.1", 3) == [201, 201, 429 if believed else 201]
        if believed:
            assert _statuses(server, "192.0.2.2", 1) == [201]
            # What somebody says of himself stands before what the proxy adds, and counts for nothing.
            assert _statuses(server, "192.0.2.9, 192.0.2.1", 1) == [429]
        headers = {"Host": "play.example", "X-Forwarded-Proto": "https"}
        order = b'{"variant": "chess", "white": "human", "black": "open"}'
        with urlopen(Request(f"{server.url}api/games", order, headers), timeout=60) as answer:
            assert ("secure" in answer.headers["set-cookie"].lower()) is believed
        with pytest.raises(HTTPError, match="403"):
            urlopen(Request(f"{server.url}health", headers={"Host": "evil.example"}), timeout=60)
