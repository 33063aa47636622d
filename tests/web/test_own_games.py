"""Games of a user's own file on the page: among the others, and played and written down like them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fairyring.errors import VariantError
from fairyring.web import catalog, create_app
from fairyring.web.own import keeper, wire
from tests.web.shapes import refusal
from tests.web.stub import Stub
from tests.web.tables import Table, begin, seated
from tests.web.test_killed import hear
from tests.web.test_logs import served

MINE = """
import dataclasses
from fairyring.variants import chess

def variant(tall: bool = False):
    return dataclasses.replace(chess.variant(), title="Mine, tall" if tall else "Mine")
"""


def write(folder: Path, name: str = "mine.py", text: str = MINE) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_game_of_ones_own_is_played_like_any_other(tmp_path: Path) -> None:
    path = write(tmp_path)
    with TestClient(create_app(Stub(), eager=False, own_games=[path, path])) as client:
        names = [game["name"] for game in client.get("/api/variants").json()]
        assert (names[0], names.count("mine")) == ("mine", 1)
        assert client.get("/api/variants/mine").json()["title"] == "Mine"
        assert "Mine" in client.get("/rules/mine").text
        key = begin(client, variant="mine", options={"tall": True})
        with seated(client, key) as (table, _):
            table.play("e2-e4", "e7-e5")
        record = client.get(f"/api/games/{key}/pgn").text
        assert '[Variant "mine"]' in record
        assert '[Options "tall=True"]' in record
        again = begin(client, variant="mine", pgn=record)
        with seated(client, again) as (_, state):
            assert state["ply"] == 2
        tree = client.post("/api/analysis/tree", json={"variant": "mine", "pgn": record})
        assert tree.status_code == 200, tree.text


def test_a_file_is_served_only_where_it_was_named(tmp_path: Path) -> None:
    path = write(tmp_path)
    with TestClient(create_app(Stub(), eager=False)) as client:
        for name in ("mine", str(path), path.name):
            order = {"variant": name, "white": "human", "black": "human"}
            refusal(client.post("/api/games", json=order).json())
        assert client.get("/api/variants/mine").status_code == 404


# A process that only looks at a file imports no server, so it starts in a quarter of the time.
NO_SERVER = """
import sys
assert not {"sqlalchemy", "uvicorn", "fairyring.web.app"} & set(sys.modules), "a server"
variant = 1
"""


def test_files_that_are_not_served(tmp_path: Path) -> None:
    file = 'fairyring = 1\nbase = "chess"\ntitle = "Mine"\nsummary = "It is chess."\n'
    for path, said in (
        (tmp_path / "nothing.toml", "No such file"),
        (write(tmp_path, "chess.toml", file), "there is another game chess; give the file another name"),
        (write(tmp_path, "broken.py", NO_SERVER), "has a function variant"),
        (write(tmp_path, "crash.py", "import os\nos.abort()"), r"its code ended the process .*\(SIGABRT\)"),
    ):
        with pytest.raises(VariantError, match=said):
            create_app(Stub(), eager=False, own_games=[path])
    (tmp_path / "other").mkdir()
    files = [write(folder, "mine.toml", file) for folder in (tmp_path, tmp_path / "other")]
    with pytest.raises(VariantError, match="there is another game mine"):
        create_app(Stub(), eager=False, own_games=files)
    catalog._own.pop("mine", None)


THREECHECK = Path(__file__).parents[1] / "data" / "threecheck.py"
# It writes where nothing may be written, as soon as a piece comes to e4.
WILD = """
from llvmlite import ir
from numba import void
from numba.extending import intrinsic

@intrinsic
def write_wildly(context):
    def lowered(context, builder, signature, arguments):
        number = ir.IntType(64)
        builder.store(number(1), number(8).inttoptr(number.as_pointer()))
        return context.get_dummy_value()
    return void(), lowered

@compiled
def played("""
AT_E4 = """
    if (move >> U(16)) & U(0xFFFF) == U(28):
        write_wildly()
    play.play("""


@pytest.fixture
def crashing(tmp_path: Path) -> Path:
    """A user's file whose compiled code crashes."""
    text = THREECHECK.read_text(encoding="utf-8")
    for before, after in (
        ("\n@compiled\ndef played(", WILD),
        ("\n    play.play(", AT_E4),
        ("Three-check", "Crash"),
    ):
        assert text.count(before) >= 1
        text = text.replace(before, after, 1)
    return write(tmp_path, "crash.py", text.replace('title="Three-check"', 'title="Crash"'))


def end(table: Table) -> tuple[int, str]:
    """How a page's connection is closed: the code, and what it was told before."""
    said = ""
    try:
        while True:
            message = table.hear()
            said = message.get("error", said)
    except WebSocketDisconnect as closed:
        return closed.code, said


@pytest.mark.slow
def test_a_crash_in_a_users_code_ends_nobody_elses_game(
    crashing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game's own page is told, and comes back; a game that always crashes is left alone."""
    monkeypatch.setattr(keeper, "BLAME", 2)  # each crash costs another process
    with TestClient(create_app(Stub(), eager=False, own_games=[crashing])) as client:
        chess, other, key = (begin(client, variant=name) for name in ("chess", "crash", "crash"))
        with seated(client, chess) as (calm, _):
            for move in ("e2-e4", "e7-e5"):
                with seated(client, key) as (table, state):
                    assert state["moves"] == []
                    table.say(type="move", ply=0, text="e2-e4")
                    code, said = end(table)
                assert code == (1013 if move == "e2-e4" else 4404)
                assert said.startswith("the code of Crash has crashed")
                calm.play(move)
            with client.websocket_connect(f"/api/games/{key}/live") as socket:
                assert end(Table(socket)) == (4404, said)
            answer = client.get(f"/api/games/{key}")
            assert (answer.status_code, refusal(answer.json())) == (503, said)
            assert "2 times here; try again in 10 minutes" in said
            with seated(client, other) as (table, _):
                table.play("d2-d4", "d7-d5")
            calm.play("g1-f3")


ABORTING = """
import dataclasses
import os
from fairyring.variants import chess

def variant(fatal: bool = False):
    if fatal:
        os.abort()
    return dataclasses.replace(chess.variant(), title="Fatal")
"""


@pytest.mark.slow
@pytest.mark.thorough
def test_several_workers_serve_users_games_too(tmp_path: Path) -> None:
    path = write(tmp_path, "fatal.py", ABORTING)
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    options = ("--workers", "2", "--database", database, "--log", "json", "--log-level", "info")
    with served(str(path), *options) as server:
        fatal = {"variant": "fatal", "white": "human", "black": "human", "options": {"fatal": True}}
        with pytest.raises(HTTPError) as refused:
            server.ask("api/games", fatal)
        assert refused.value.code == 503
        said = refusal(json.loads(refused.value.__notes__[0].partition(": ")[2]))
        assert said == "the code of Fatal has crashed; it is being restarted"
        game, white, black, _ = server.both("fatal")
        with server.sit(game, white) as one, server.sit(game, black) as other:
            for page in (one, other):
                hear(page, "state")
            one.send(json.dumps({"type": "move", "ply": 0, "text": "e2-e4"}))
            while hear(other, "state")["moves"] != ["e2-e4"]:
                pass
        assert server.stop() in (0, -signal.SIGTERM)
    lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert [line["message"] for line in lines if line["logger"] == "fairyring.web.own.keeper"] == [
        "the process of Fatal has ended (SIGABRT); it is started again in 0 seconds"
    ]
    assert "/api/games" in {line.get("route") for line in lines}


def test_a_process_that_keeps_ending_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = write(tmp_path)
    begun: list[subprocess.Popen[str]] = []
    start = keeper._start

    def noted(orders: dict[str, Any]) -> subprocess.Popen[str]:
        begun.append(start(orders))
        return begun[-1]

    monkeypatch.setattr(keeper, "_start", noted)
    monkeypatch.setattr(keeper, "PAUSES", (0.0, 0.1))

    async def ask() -> None:
        kept = keeper.Keeper(path, "Mine", f"sqlite:///{tmp_path / 'games.sqlite3'}", None, time.time)
        kept.start()
        _, writer = await kept.connect("one game")
        writer.close()
        path.write_text("import os\nos.abort()", encoding="utf-8")
        begun[0].kill()
        assert await kept.has_ended()
        with pytest.raises(keeper.StoppedError, match="the code of Mine keeps crashing"):
            await kept.connect("another")
        assert len(begun) == 3
        await kept.stop()
        assert [process.returncode for process in begun] == [-signal.SIGKILL, *[-signal.SIGABRT] * 2]

    asyncio.run(ask())


def test_the_processes_end_with_the_server(tmp_path: Path) -> None:
    """They end, too, when it is killed: they see their input closed."""
    code = f"""
import sys, time
from pathlib import Path
from fairyring.web.own import keeper
process = keeper._start({{"path": {str(write(tmp_path))!r}, "database": "sqlite:///{tmp_path}/games.sqlite3",
    "shared": None, "logging": None, "key": "k", "offset": 0.0, "socket": {str(tmp_path / "s")!r}}})
print(process.pid, process.stdout.readline(), flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        number, said = server.stdout.readline().split(" ", 1)
        assert "address" in said
        server.kill()
    deadline = time.monotonic() + 20
    while _runs(int(number)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that has ended, but that nobody waits for, is still in the list.
    return Path(f"/proc/{process}/stat").read_text(encoding="ascii").split()[2] != "Z"


def test_a_wire_takes_nothing_but_messages() -> None:
    async def told(data: bytes) -> object:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        return await wire.read(reader)

    def frame(text: str) -> bytes:
        return len(text).to_bytes(4, "big") + text.encode()

    message = {"type": "http.request", "body": b"\x00\xff", "headers": [[b"a", b"b"]], "more_body": False}
    assert asyncio.run(told(frame(json.dumps(wire._plain(message))))) == message
    assert asyncio.run(told(frame("null"))) is None
    for text in ("{", "3", "[]", "{}", '{"type": 3}', "[" * 100_000):
        with pytest.raises(wire.WireError):
            asyncio.run(told(frame(text)))
    with pytest.raises(wire.WireError):
        asyncio.run(told(b"\xff\xff\xff\xff"))
    with pytest.raises(asyncio.IncompleteReadError):
        asyncio.run(told(frame("null")[:-1]))
