"""The server as its own process: its start, its first compile, its end."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import connect

from fairyring.web import ServeError
from fairyring.web.server import PORTS, listen
from tests.web.shapes import checked

START = "from fairyring.web import serve; serve(port={port}, open_browser=False)"
START_SECONDS = 2.0


class Server:
    """A server that runs; ``seconds`` is how long it took to say where it is."""

    def __init__(self, process: subprocess.Popen[str], said: list[str], seconds: float) -> None:
        self.process = process
        self.said = said
        self.seconds = seconds
        self.url = said[-1].split()[3]

    def ask(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.url + path, data), timeout=60) as answer:
            return json.load(answer)

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; the exit code, and what it said on the way out."""
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints


@contextmanager
def running(port: int = 0, cache: Path | None = None) -> Iterator[Server]:
    environment = os.environ | ({} if cache is None else {"FAIRYRING_CACHE": str(cache)})
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", START.format(port=port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        yield Server(process, _until_it_plays(process.stdout), time.monotonic() - begun)
    finally:
        process.kill()
        process.communicate()


def _until_it_plays(output: IO[str] | None) -> list[str]:
    assert output is not None
    said = []
    for line in output:
        said.append(line.rstrip("\n"))
        if line.startswith("fairyring plays at http://"):
            return said
    raise AssertionError(f"the server ended, and said only {said}")


def test_it_starts_in_time_and_ends_cleanly() -> None:
    with running() as server:
        begun = time.monotonic()
        assert [game["name"] for game in server.ask("api/variants")] == ["chess", "ravioli", "ravioli-bero"]
        assert server.seconds < START_SECONDS
        assert time.monotonic() - begun < START_SECONDS
        assert server.stop() == (0, "")


def test_a_port_that_is_taken() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with running(port) as server:
            used = int(server.url.rstrip("/").rsplit(":", 1)[1])
            assert port < used < port + PORTS
            assert server.said == [
                f"port {port} is taken; using {used}",
                f"fairyring plays at http://127.0.0.1:{used}/ (Ctrl-C ends it)",
            ]
            assert server.ask("api/variants")


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("no.such.host.invalid", 8000, "no.such.host.invalid"),
        ("192.0.2.1", 8000, "192.0.2.1"),
        ("\ud800", 8000, "cannot listen"),
        ("a" * 300, 8000, "cannot listen"),
        ("127.0.0.1", 99999, "port"),
        ("127.0.0.1", -1, "port"),
    ],
)
def test_an_address_that_cannot_be_had(host: str, port: int, words: str) -> None:
    with pytest.raises(ServeError, match=words) as refusal:
        listen(host, port)
    assert "\n" not in str(refusal.value)


def test_no_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairyring.web.server.PORTS", 1)
    with listen("127.0.0.1", 0) as taken, pytest.raises(ServeError, match="taken"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_it_listens_to_this_machine_alone() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        assert listener.family is socket.AF_INET


@pytest.mark.slow
def test_a_first_compile_is_progress_and_never_a_hang(tmp_path: Path) -> None:
    with running(cache=tmp_path) as server:
        key = server.ask("api/games", {"variant": "ravioli", "white": "human", "black": "human"})["id"]
        with connect(server.url.replace("http", "ws") + f"ws/{key}") as page:
            heard = [checked(json.loads(page.recv(60)))]
            while heard[-1]["type"] != "state":
                begun = time.monotonic()
                server.ask("api/variants")
                assert time.monotonic() - begun < START_SECONDS  # it compiles all the while
                heard.append(checked(json.loads(page.recv(120))))
            steps = [message["step"] for message in heard[:-1]]
            assert len(steps) == heard[0]["total"]
            assert [message["done"] for message in heard[:-1]] == list(range(len(steps)))
            assert heard[-1]["turns"]
        assert server.stop() == (0, "")  # while the search is being compiled
