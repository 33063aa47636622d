"""Whatever is sent to a real server, it answers in words, goes on, and gives nothing away.

Each runs for a few seconds, or for as many as FAIRYRING_FUZZ_SECONDS says.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.shapes import checked
from tests.web.test_logs import Served, served
from tests.web.test_metrics import figures

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("FAIRYRING_FUZZ_SECONDS", "6"))
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
# What a description promises of answers; what it says of requests is narrower than JSON Schema can tell.
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
)
MOST = 300e6  # bytes by which a server may grow meanwhile: it opens games and compiles


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served("--database", f"sqlite:///{tmp_path / 'games.sqlite3'}", "--log", "json") as server:
        for variant in ("chess", "minigolf", "monster-bluff-4"):  # compiled beforehand
            begun = server.ask("api/games", {"variant": variant, "white": "human", "black": "human"})
            server.ask(f"api/games/{begun['id']}")
        yield server


def told(server: Served) -> dict[str, float]:
    return figures(server.ask("metrics"))


def is_well(server: Served, before: dict[str, float]) -> None:
    """The server answers, holds no lines, has not grown, and has logged no failure."""
    assert server.ask("health") == {"status": "ok"}
    deadline = time.monotonic() + 30
    while (after := told(server))["fairyring_lines"] and time.monotonic() < deadline:
        time.sleep(0.2)
    assert after["fairyring_lines"] == 0
    assert after["process_resident_memory_bytes"] - before["process_resident_memory_bytes"] < MOST
    server.stop()
    lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert [line for line in lines if line["level"] == "error"] == []


@pytest.mark.skipif(
    not SCHEMATHESIS.exists(), reason="schemathesis is missing: the OpenAPI document is NOT FUZZED"
)
def test_requests_of_every_kind(server: Served, tmp_path: Path) -> None:
    game, white, _, _ = server.both("chess")
    before = told(server)
    settings = tmp_path / "schemathesis.toml"
    settings.write_text(f'[parameters]\n"path.key" = "{game}"\n"path.name" = "chess"\n"query.wait" = 0.1\n')
    for options in ((), ("--config-file", str(settings))):
        command = [str(SCHEMATHESIS), *options, "run", f"{server.url}api/openapi.json"]
        most = str(max(1, int(SECONDS / 2)))
        limits = ("--max-time", most, "--request-timeout", "20", "--max-examples", "30")
        done = subprocess.run(
            [*command, "--checks", ",".join(CHECKS), *limits, "-H", f"Authorization: Bearer {white}"],
            capture_output=True,
            text=True,
            timeout=SECONDS + 120,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    is_well(server, before)


MESSAGES: tuple[dict[str, Any], ...] = (
    {"type": "move", "ply": 0, "text": "e2-e4"},
    {"type": "undo"},
    {"type": "show", "ply": 0},
    {"type": "course", "ply": 0, "text": "e2-e4"},
    {"type": "hint"},
    {"type": "hurry"},
    {"type": "abort"},
    {"type": "offer", "what": "draw"},
    {"type": "offer", "what": "takeback"},
    {"type": "accept", "what": "draw"},
    {"type": "accept", "what": "takeback"},
    {"type": "decline", "what": "draw"},
    {"type": "say", "text": "hello"},
)
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 10**6, 10**30, 1.5, "", " ", "x", "é\u202e\0", "\ud800", "e2-e4", "true@?"),
    *("a" * 5000, [], {}, [[]], {"a": 1}, "white", "draw", "rematch", "e" + "!" * 400),
)
TEXTS = (
    *("", "{", "[]", "null", "1" * 5000, "[" * 3000, '{"type":"move"', '{"type":1}'),
    *("\0", "é" * 3999, "x" * 50_000),
)


def spoilt(dice: random.Random, state: dict[str, Any]) -> str | bytes:
    """A message that may be right, or wrong in some place, or no message at all."""
    if dice.random() < 0.1:
        return dice.choice((*TEXTS, b"\xff\x00", b""))
    message = dict(dice.choice(MESSAGES))
    if "ply" in message and dice.random() < 0.8:
        message["ply"] = state["ply"]
    if message["type"] in ("move", "course") and state["turns"] and dice.random() < 0.8:
        message["text"] = dice.choice(state["turns"])["text"]
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        message[dice.choice([*message, "type", "else"])] = dice.choice(VALUES)
    return json.dumps(message)


def answered(page: ClientConnection, state: dict[str, Any]) -> dict[str, Any]:
    """Everything that a page is told until it is answered; the last state."""
    page.send('{"type":"show","ply":0}')
    while True:
        message = checked(json.loads(page.recv(60)))
        if message["type"] == "error":
            assert message["message"]
            assert "\n" not in message["message"]
            assert "Traceback" not in message["message"]
        if message["type"] == "state":
            state = message
        if message["type"] == "shown":
            return state


def test_messages_of_every_kind(server: Served) -> None:
    before = told(server)
    dice = random.Random(7)
    end = time.monotonic() + SECONDS
    sent = games = 0
    while time.monotonic() < end:
        games += 1
        variant = ("chess", "monster-bluff-4", "minigolf")[games % 3]
        game, white, black, _ = server.both(variant)
        with ExitStack() as lines:
            pages = [lines.enter_context(server.sit(game, token)) for token in (white, black, "")]
            watching = lines.enter_context(server.sit(game, ""))
            states = [answered(page, {}) for page in pages]
            own: set[str] = set()
            until = min(end, time.monotonic() + SECONDS / 3)
            with suppress(ConnectionClosed):  # as what is far too long does; then there is another game
                while time.monotonic() < until:
                    number = dice.randrange(len(pages))
                    if states[number]["choosing"]:
                        own |= {turn["text"] for turn in states[number]["turns"]}
                    pages[number].send(spoilt(dice, states[number]))
                    states[number] = answered(pages[number], states[number])
                    sent += 1
            for message in _heard(watching):
                state = checked(json.loads(message))
                if state["type"] == "state" and not state["result"]:
                    assert not own & set(state["moves"]), "a choice that its viewer may not know"
    assert sent > SECONDS
    is_well(server, before)


def _heard(page: ClientConnection) -> Iterator[str]:
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            yield str(page.recv(0.3))
