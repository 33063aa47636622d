"""What a real server does with connections that never say enough, and with a second server on its file."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

SERVING = """
from fairyring.web import protocols, serve
protocols.HEAD, protocols.BODY, protocols.MAX_UNFINISHED_ALL = 1.0, 2.0, 50
serve(port=0, open_browser=False)
"""


@contextmanager
def running(url: str) -> Iterator[str]:
    """A server with less patience; its address."""
    command = [sys.executable, "-u", "-c", SERVING]
    environment = os.environ | {"FAIRYRING_DATABASE": url}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3]
        finally:
            process.kill()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games") / "games.sqlite3"


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[str]:
    with running(f"sqlite:///{database}") as url:
        yield url


def opened(url: str, text: bytes) -> socket.socket:
    place = urlsplit(url)
    assert place.hostname
    assert place.port
    found = socket.create_connection((place.hostname, place.port), timeout=20)
    found.sendall(text)
    return found


def closed(connection: socket.socket) -> bytes:
    """What comes until the other end closes."""
    parts = []
    try:
        while part := connection.recv(4096):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def answered(connection: socket.socket) -> bytes:
    """The answer to a request about the server's health, head and body."""
    said = b""
    while not said.endswith(b"}"):
        part = connection.recv(4096)
        assert part
        said += part
    return said


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET /api/variants HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_request_that_does_not_arrive_is_not_waited_for(server: str, text: bytes) -> None:
    with opened(server, text) as connection:
        said = closed(connection)
        assert said == b"" or said.startswith((b"HTTP/1.1 408", b"HTTP/1.1 404"))


def test_a_head_that_trickles_in_is_not_waited_for(server: str) -> None:
    with opened(server, b"GET / HTTP/1.1\r\n") as connection:
        connection.settimeout(0.2)
        for _ in range(50):  # ten seconds, if nobody ended it
            try:
                connection.sendall(b"x: y\r\n")
                if not connection.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
            else:
                return  # it is told that it is late
        pytest.fail("it was waited for")


def test_hundreds_of_requests_that_were_half_sent_keep_nobody_out(server: str) -> None:
    with ExitStack() as stack:
        half = [stack.enter_context(opened(server, b"GET / HTTP/1.1\r\n")) for _ in range(200)]
        with urlopen(f"{server}health", timeout=5) as answer:
            assert answer.status == 200
        assert closed(half[0]) == b"", "it made room for others at once"
    with urlopen(f"{server}health", timeout=5) as answer:
        assert answer.status == 200


def test_a_connection_that_rests_between_requests_and_one_that_waits_are_left_alone(server: str) -> None:
    ask = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with opened(server, ask) as connection:
        assert answered(connection).startswith(b"HTTP/1.1 200")
        with connect(server.replace("http", "ws") + "api/lobby/live") as page:
            assert json.loads(page.recv(5))["type"] == "lobby"
            with pytest.raises(TimeoutError):
                page.recv(1.5)  # longer than a request may take
        connection.sendall(ask)
        assert answered(connection).startswith(b"HTTP/1.1 200")


def test_a_message_of_endless_empty_fragments_ends_its_connection(server: str) -> None:
    with connect(server.replace("http", "ws") + "api/lobby/live") as page:
        page.recv(5)
        first = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True)
        more = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
        page.socket.sendall(first + more * 200)
        with pytest.raises(ConnectionClosed) as ended:
            page.recv(5)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1009
    with connect(server.replace("http", "ws") + "api/lobby/live") as page:
        page.recv(5)
        page.send(["a message ", "of a few ", "fragments"])
        assert "takes no messages" in json.loads(page.recv(5))["error"]


@pytest.mark.parametrize(
    ("origin", "proto", "status"),
    [
        ("http://{host}", "", 201),
        ("https://{host}", "", 403),
        ("https://{host}", "https", 403),  # the sender is no proxy of ours
        ("http://elsewhere", "", 403),
    ],
)
def test_a_page_of_another_protocol_is_of_another_origin(
    server: str, origin: str, proto: str, status: int
) -> None:
    host = urlsplit(server).netloc
    headers = {"Origin": origin.format(host=host)} | ({"X-Forwarded-Proto": proto} if proto else {})
    order = b'{"variant": "chess", "white": "human", "black": "human"}'
    answer = httpx2.post(f"{server}api/games", content=order, headers=headers, timeout=20)
    assert answer.status_code == status


def test_a_second_server_on_one_file_is_refused_and_told_by_whom(server: str, database: Path) -> None:
    command = [sys.executable, "-m", "fairyring", "serve", "--port", "0"]
    second = subprocess.run(
        [*command, "--database", f"sqlite:///{database}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr.count("\n") == 1
    assert server in second.stderr
    assert "--database" in second.stderr
