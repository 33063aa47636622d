"""The figures of a server: who is told them, and that they are so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.web import create_app, metrics
from fairyring.web.metrics import Metrics
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import begin, seated

LINE = re.compile(r'([a-z_]+)(\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)+\})? (-?[0-9.e+-]+|\+Inf)')


def figures(text: str) -> dict[str, float]:
    """Every sample by its name and labels; the text is of the format."""
    found: dict[str, float] = {}
    told = set()
    for line in text.splitlines():
        if line.startswith("#"):
            _, what, name, _ = line.split(" ", 3)
            assert (what, name) not in told
            told.add((what, name))
        else:
            match = LINE.fullmatch(line)
            assert match, line
            assert match[1] + (match[2] or "") not in found
            found[match[1] + (match[2] or "")] = float(match[3])
    return found


def test_what_happens_is_counted(client: TestClient) -> None:
    local = TestClient(client.app, client=("127.0.0.1", 1))
    before = figures(local.get("/metrics").text)
    key = begin(local)
    with seated(local, key) as (table, _):
        table.play("e2-e4", "e7-e5")
        now = figures(local.get("/metrics").text)
        assert now["fairyring_lines"] == 1
        assert now["fairyring_received_total"] - before["fairyring_received_total"] == 2
        assert now["fairyring_sent_total"] - before["fairyring_sent_total"] >= 2
    local.get(f"/api/games/{key}")
    local.get("/api/games/nope")
    local.get(f"/{key}")
    after = figures(local.get("/metrics").text)
    route = 'fairyring_requests_total{method="GET",route="/api/games/{key}",status="%s"}'
    assert (after[route % 200], after[route % 404]) == (1, 1)
    assert after["fairyring_lines"] == 0
    assert after["fairyring_rooms"] >= 1
    assert after["fairyring_commits_total"] > before["fairyring_commits_total"]
    assert after["process_resident_memory_bytes"] > 1e7
    assert after['fairyring_request_seconds_bucket{le="+Inf"}'] == after["fairyring_request_seconds_count"]
    text = local.get("/metrics").text
    assert key not in text
    assert local.cookies["seat"] not in text


def test_searches_for_analysis_boards_are_counted() -> None:
    app = create_app(Stub(patient=True), eager=False)
    with TestClient(app, client=("127.0.0.1", 1)) as local:
        with local.websocket_connect("/api/analysis/chess/live") as board:
            for key in (1, 2):  # the second takes the computer from the first
                board.send_json({"type": "think", "key": key, "at": {"moves": []}, "seconds": 60})
                while (said := board.receive_json())["type"] != "thought" or said["key"] != key:
                    pass
            told = figures(local.get("/metrics").text)
        assert (told["fairyring_analyses_total"], told["fairyring_analyses_waiting"]) == (2, 0)
        assert told["fairyring_searches_total"] == 0


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.1", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("192.0.2.1", {"Authorization": "Bearer much-to-know"}, 200),
        ("192.0.2.1", {"Authorization": "Bearer "}, 403),
        ("192.0.2.1", {"Authorization": "Bearer other"}, 403),
    ],
)
def test_who_is_told(address: str, headers: dict[str, str], status: int) -> None:
    app = create_app(Stub(), eager=False, figures_token="much-to-know")
    answer = TestClient(app, client=(address, 1)).get("/metrics", headers=headers)
    assert answer.status_code == status
    if status == 403:
        shapes.refusal(answer.json())


def test_without_a_token_none_opens() -> None:
    client = TestClient(create_app(Stub(), eager=False), client=("192.0.2.1", 1))
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403
    open_to_all = TestClient(create_app(Stub(), eager=False, figures="open"), client=("192.0.2.1", 1))
    assert open_to_all.get("/metrics").status_code == 200


def test_several_processes_tell_each_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = Metrics(tmp_path), Metrics(tmp_path)
    other.lines = 7
    monkeypatch.setattr("os.getpid", lambda: 12)
    other._leave(tmp_path, other._families())
    monkeypatch.setattr("os.getpid", lambda: 11)
    found = figures(one.text())
    assert found['fairyring_lines{process="11"}'] == 0
    assert found['fairyring_lines{process="12"}'] == 7
    assert found['fairyring_request_seconds_bucket{process="12",le="+Inf"}'] == 0
    monkeypatch.setattr(metrics, "STALE", -1.0)  # its process has ended long ago
    assert 'fairyring_lines{process="12"}' not in figures(one.text())
