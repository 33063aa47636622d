"""What a real server writes about itself, and what it never does; several processes at one address."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from fairyring.web.logs import Lines, in_force, settings
from fairyring.web.store import StoreError
from tests.web.databases import database, refused
from tests.web.test_killed import hear

__all__ = ["database"]  # a fixture


class Served:
    """A server as users start it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        self.said = ""

    def ask(self, path: str, body: object = None, token: str = "") -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            with urlopen(Request(self.url + path, data, headers), timeout=300) as answer:
                text = answer.read().decode()
        except HTTPError as error:
            error.add_note(f"{path}: {error.read().decode()}")
            raise
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text

    def sit(self, game: str, token: str) -> ClientConnection:
        return self.line(f"games/{game}", {"Authorization": f"Bearer {token}"})

    def analyse(self, variant: str) -> ClientConnection:
        return self.line(f"analysis/{variant}", {})

    def line(self, what: str, headers: dict[str, str]) -> ClientConnection:
        return connect(f"{self.url.replace('http', 'ws')}api/{what}/live", additional_headers=headers)

    def both(self, variant: str) -> tuple[str, str, str, str]:
        """A game between two: its id, their tokens, and what the second one was invited by."""
        begun = self.ask("api/games", {"variant": variant, "white": "human", "black": "open"})
        game, white = begun["id"], begun["token"]
        invitation = self.ask(f"api/games/{game}/seat", token=white)["invitation"]
        return game, white, self.ask(f"api/games/{game}/seat", {"token": invitation})["token"], invitation

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        out, complaints = self.process.communicate(timeout=60)
        self.said = out + complaints
        return self.process.returncode


@contextmanager
def served(*options: str) -> Iterator[Served]:
    command = [sys.executable, "-u", "-m", "fairyring", "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Served(process)
    finally:
        process.kill()  # its workers notice, and end
        _, complaints = process.communicate(timeout=60)
        sys.stderr.write(complaints)  # shown with a test that fails


def test_the_settings_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = logging.StreamHandler()
    monkeypatch.setattr(logging.getLogger(), "handlers", [handler])
    assert in_force() is None
    handler.setFormatter(Lines("json"))
    monkeypatch.setattr(logging.getLogger("fairyring"), "level", logging.INFO)
    found = in_force()
    assert found == {"form": "json", "level": "info"}
    assert settings(**found)["loggers"]["fairyring"]["level"] == "INFO"


def test_no_secret_stands_in_the_log(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with served("--database", database, "--log", "json", "--log-level", "info") as server:
        game, white, black, invitation = server.both("monster-bluff-4")
        secrets = {white, black, invitation, game}
        with server.sit(game, white) as one, server.sit(game, black) as other:
            for page in (one, other):
                state = hear(page, "state")
                while state["you"] != [state["view"]["side"]]:
                    state = hear(page, "state")
                choice = state["turns"][1]["text"]
                secrets.add(choice)
                page.send(json.dumps({"type": "move", "ply": state["ply"], "text": choice}))
                while choice not in (state := hear(page, "state"))["moves"]:
                    pass
            for wrong in ({"type": "move", "ply": 2, "text": choice}, {"type": choice}, choice, white):
                one.send(json.dumps(wrong))
                hear(one, "error")
        for path, body, token in (
            (f"api/games/{game}/acts", {"type": "move", "ply": 2, "text": choice}, black),
            (f"api/games/{game}/seat", {"token": invitation}, ""),
            (f"api/games/{game}/pgn?token={white}", None, black),
            (f"api/games/{white}/pgn", None, black),
            (f"{white}/{invitation}", None, ""),
        ):
            with suppress(HTTPError):
                server.ask(path, body, token)
        line = f"{server.url.replace('http', 'ws')}api/games/{white}/nothing?seat={black}"
        with suppress(InvalidStatus), connect(line):
            pass
        assert server.stop() in (0, -signal.SIGTERM)
    lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    answered = [line for line in lines if line["logger"] == "fairyring.requests"]
    assert {"/api/games", "/api/games/{key}/seat", "/api/games/{key}/acts"} <= {
        line["route"] for line in answered
    }
    assert {line["status"] for line in answered} >= {200, 201, 404}
    assert len(secrets) >= 5
    for secret in secrets:
        assert secret not in server.said


def test_an_errors_words_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    def fail(error: Exception) -> None:
        raise error

    for error, wanted in (
        (ValueError("true@3a1"), "ValueError"),
        (StoreError("no line"), "StoreError: 'no line'"),
    ):
        try:
            fail(error)
        except (ValueError, StoreError):
            logging.getLogger("fairyring.test").exception("something\nfailed")
        record = caplog.records[-1]
        told = json.loads(Lines("json").format(record))
        assert (told["message"], told["error"], told["level"]) == ("something failed", wanted, "error")
        assert told["at"].endswith(" fail")
        plain = Lines("plain").format(record)
        assert "\n" not in plain
        assert wanted in plain
        assert "true@3a1" not in plain + str(told)


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)], indirect=True
)
def test_several_processes_at_one_address_play_one_game(database: str) -> None:
    with served("--database", database, "--workers", "2") as server, ExitStack() as lines:
        game, white, black, _ = server.both("chess")
        pages = [lines.enter_context(server.sit(game, token)) for token in (white, black, *[""] * 6)]
        for page in pages:
            hear(page, "state")
        for ply, text in enumerate(("e2-e4", "e7-e5", "g1-f3")):
            pages[ply % 2].send(json.dumps({"type": "move", "ply": ply, "text": text}))
            for page in pages:
                while len(said := hear(page, "state")["moves"]) <= ply:
                    pass  # it may be told once more where the game stood
                assert said[-1] == text
        with urlopen(server.url + "metrics", timeout=300) as answer:
            text = answer.read().decode()
        assert 'fairyring_connections{pid="' in text
        lines.close()
        assert server.stop() in (0, -signal.SIGTERM)


def test_several_processes_want_a_database_that_they_can_share() -> None:
    said = refused("--database", "sqlite://", "--workers", "2")
    assert said == "fairyring: several processes cannot share a database in memory\n"
