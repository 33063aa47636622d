"""The figures of a server: who is told them, and that they are so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fairyring.web import create_app
from fairyring.web.metrics import FOLDER, Metrics
from tests.web import shapes
from tests.web.stub import Stub
from tests.web.tables import another, begin, seated

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
    local = another(client, client=("127.0.0.1", 1))
    before = figures(local.get("/metrics").text)
    key = begin(local)
    with seated(local, key) as (table, _):
        table.play("e2-e4", "e7-e5")
        now = figures(local.get("/metrics").text)
        assert now["fairyring_connections"] == 1
        assert now["fairyring_received_total"] - before["fairyring_received_total"] == 2
        assert now["fairyring_sent_total"] - before["fairyring_sent_total"] >= 2
    local.get(f"/api/games/{key}")
    local.get("/api/games/nope")
    local.get(f"/{key}")
    after = figures(local.get("/metrics").text)
    route = 'fairyring_requests_total{method="GET",route="/api/games/{key}",status="%s"}'
    assert (after[route % 200], after[route % 404]) == (1, 1)
    assert after["fairyring_connections"] == 0
    assert after["fairyring_rooms"] >= 1
    assert after["fairyring_commits_total"] > before["fairyring_commits_total"]
    assert after["process_resident_memory_bytes"] > 1e7
    assert after['fairyring_request_seconds_bucket{le="+Inf"}'] == after["fairyring_request_seconds_count"]
    text = local.get("/metrics").text
    assert key not in text
    assert local.cookies["browser"] not in text


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


WORKER = """
import sys
from pathlib import Path
from fairyring.web.metrics import Metrics

metrics = Metrics(Path(sys.argv[1]))
metrics.connections.inc(7)
metrics.requests.labels("GET", "/", 200).inc(2)
metrics.times.observe(0.03)
metrics.text()
print("ready", flush=True)
sys.stdin.read()
"""


def test_any_process_gives_the_figures_of_all(tmp_path: Path) -> None:
    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)],
            env=os.environ | {FOLDER: str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    with start() as one, start() as other:
        for worker in (one, other):
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        asked = Metrics(tmp_path)
        both = figures(asked.text().decode())
        one.communicate("")
        after = figures(asked.text().decode())
        other.communicate("")
    route = 'fairyring_requests_total{method="GET",route="/",status="200"}'
    assert (both[route], after[route]) == (4, 4)  # what the one that ended had counted stays
    assert both['fairyring_request_seconds_bucket{le="0.05"}'] == 2
    assert both['fairyring_request_seconds_bucket{le="0.02"}'] == 0
    assert both[f'fairyring_connections{{pid="{one.pid}"}}'] == 7
    assert f'fairyring_connections{{pid="{one.pid}"}}' not in after
    assert after[f'fairyring_connections{{pid="{other.pid}"}}'] == 7
