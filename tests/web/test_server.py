"""The server as its own process: its start, its first compile, its end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx2
import pytest
from websockets.sync.client import connect

from fairyring.web import ServeError, serve, server
from fairyring.web.server import PORTS, listen
from tests.web.shapes import checked

# Time is counted in seconds of the process's own work, so that a busy machine fails no test, and against what
# loading the libraries alone takes there, so that a slow one does not either.
LIBRARIES = """
import time, alembic.command, numpy, prometheus_client, pydantic, sqlalchemy.orm, starlette, uvicorn
print(time.process_time())
"""
START = """
import time
from fairyring.web import server
say = server._say
def say_when(text):
    say(f"{{text}} after {{time.process_time()}} s")
server._say = say_when
server.serve(port={port}, open_browser=False)
"""


class Server:
    """A server that runs; ``work`` is how many seconds it worked before it said where it is."""

    def __init__(self, process: subprocess.Popen[str], said: list[str]) -> None:
        self.process = process
        self.said = [line.split(" after ")[0] for line in said]
        self.work = float(said[-1].split(" after ")[1].split()[0])
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
    process = subprocess.Popen(
        [sys.executable, "-c", START.format(port=port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        yield Server(process, _until_it_plays(process.stdout))
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


def test_it_starts_in_time_also_where_its_port_is_taken_and_ends_cleanly() -> None:
    libraries = subprocess.run(
        [sys.executable, "-c", LIBRARIES], capture_output=True, text=True, check=True, timeout=60
    )
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with running(port) as server:
            assert server.work < 2 * float(libraries.stdout)
            used = int(server.url.rstrip("/").rsplit(":", 1)[1])
            assert port < used < port + PORTS
            assert server.said == [
                f"port {port} is taken; using {used}",
                f"fairyring plays at http://127.0.0.1:{used}/ (Ctrl-C ends it)",
            ]
            assert "ravioli" in [game["name"] for game in server.ask("api/variants")]
            assert server.stop() == (0, "")


def test_the_compiler_is_not_needed_to_begin() -> None:
    code = "import sys; from fairyring.web import create_app; create_app(); print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "False\n"


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
        begun = server.ask("api/games", {"variant": "ravioli", "white": "human", "black": "human"})
        address = server.url.replace("http", "ws") + f"api/games/{begun['id']}/live"
        seat = {"Authorization": f"Bearer {begun['token']}"}
        with connect(address, additional_headers=seat) as page:
            heard = [checked(json.loads(page.recv(60)))]
            while heard[-1]["type"] != "state":
                begun = time.monotonic()
                server.ask("api/variants")
                assert time.monotonic() - begun < 10  # it compiles all the while, and much longer
                heard.append(checked(json.loads(page.recv(120))))
            told = [message for message in heard[:-1] if message["type"] != "alive"]
            steps = [message["step"] for message in told]
            assert len(steps) == told[0]["total"]
            assert [message["done"] for message in told] == list(range(len(steps)))
            assert heard[-1]["turns"]
        assert server.stop() == (0, "")  # while the search is being compiled


@pytest.mark.slow
def test_a_server_that_compiles_stops_quietly(tmp_path: Path) -> None:
    with running(cache=tmp_path) as server, ThreadPoolExecutor(1) as pool:
        begun = server.ask("api/games", {"variant": "minigolf", "white": "human", "black": "human"})
        with connect(server.url.replace("http", "ws") + f"api/games/{begun['id']}/live") as page:
            while checked(json.loads(page.recv(120)))["type"] != "progress":
                pass  # signs of life, where the first step takes long
            rules = pool.submit(server.ask, "rules/minigolf")
            with pytest.raises(TimeoutError):
                rules.result(1)  # it waits, too
            assert server.stop() == (0, "")
            assert isinstance(error := rules.exception(), HTTPError)
            assert error.code == 503


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.0.2.1"])
def test_a_server_for_others_wants_their_name_for_it(host: str) -> None:
    with pytest.raises(ServeError, match=r"--name play\.example\.org"):
        serve(host, 0, open_browser=False)
    with pytest.raises(ServeError, match=r"--name play\.example\.org"):
        serve(host, 0, open_browser=False, names=["", " "])  # as of a variable that is not set


@pytest.mark.parametrize(("names", "status"), [(["Play.example"], 403), (["*"], 200)])
def test_a_server_for_others_answers_to_the_names_that_are_given(names: list[str], status: int) -> None:
    start = (
        f"from fairyring.web import serve; serve('0.0.0.0', 0, False, names={names}, database='sqlite://')"
    )
    process = subprocess.Popen([sys.executable, "-u", "-c", start], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(re.findall(r":(\d+)/", process.stdout.readline())[0])
        for host, expected in (("play.example", 200), ("other.example", status)):
            answer = httpx2.get(f"http://127.0.0.1:{port}/health", headers={"Host": f"{host}:{port}"})
            assert answer.status_code == expected
        assert httpx2.get(f"http://127.0.0.1:{port}/health").status_code == 200
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("more", "apart"),
    [
        ({}, False),
        ({"proxies": ["127.0.0.1"]}, True),
        ({"host": "0.0.0.0", "names": ["play.example.org"]}, True),
    ],
)
def test_games_are_compiled_apart_where_others_come_in(
    more: dict[str, Any], apart: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(server, "create_app", lambda **settings: found.append(settings))
    monkeypatch.setattr(server._Server, "run", lambda self, _: self.config.app())
    monkeypatch.setattr(server, "Collector", lambda: None)
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)
    serve(port=0, open_browser=False, database=f"sqlite:///{tmp_path / 'games.db'}", **more)
    assert [settings["apart"] for settings in found] == [apart]
