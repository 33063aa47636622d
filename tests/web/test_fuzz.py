"""Whatever is sent to a real server, it answers in words, goes on, and gives nothing away.

Each runs for some seconds, or for as many as FAIRYRING_FUZZ_SECONDS says.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import fairyring
from tests import lanes
from tests.web import analysis_shapes
from tests.web.shapes import checked
from tests.web.test_gallery import GAME
from tests.web.test_logs import Served, served
from tests.web.test_metrics import figures

Json = dict[str, Any]
SECONDS = float(os.environ.get("FAIRYRING_FUZZ_SECONDS", "6" if lanes.EVERY else "2"))
pytestmark = [pytest.mark.slow, pytest.mark.long, pytest.mark.timeout(SECONDS + 300)]
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
VARIANTS = ("chess", "monster-bluff-4", "minigolf")
LONG = 30  # moves of a line
MOST = 300e6  # bytes by which a server may grow meanwhile: it opens games and compiles


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all that is sent here: to start it and to prepare its games takes longer than each test."""
    database = tmp_path_factory.mktemp("server") / "games.sqlite3"
    with served("--database", f"sqlite:///{database}", "--log", "json") as server:
        for variant in VARIANTS:  # compiled beforehand
            begun = server.ask("api/games", {"variant": variant, "white": "human", "black": "human"})
            server.ask(f"api/games/{begun['id']}")
        yield server
        server.stop()
        lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
        assert [line for line in lines if line["level"] == "error"] == []


def told(server: Served) -> dict[str, float]:
    return figures(server.ask("metrics"))


def is_well(server: Served, before: dict[str, float]) -> None:
    """The server answers, holds no lines, and has not grown; that it has logged no failure, its end shows."""
    assert server.ask("health") == {"status": "ok"}
    deadline = time.monotonic() + 30
    while (after := told(server))["fairyring_connections"] and time.monotonic() < deadline:
        time.sleep(0.2)
    assert after["fairyring_connections"] == 0
    assert after["process_resident_memory_bytes"] - before["process_resident_memory_bytes"] < MOST


@pytest.mark.skipif(
    not SCHEMATHESIS.exists(), reason="schemathesis is missing: the OpenAPI document is NOT FUZZED"
)
def test_requests_of_every_kind(server: Served, tmp_path: Path) -> None:
    game, white, _, _ = server.both("chess")
    published = server.ask("api/gallery", {"text": GAME, "public": True})["hash"]
    before = told(server)
    settings = tmp_path / "schemathesis.toml"
    known = {"path.key": game, "path.name": "chess", "path.digest": published, "query.wait": 0.1}
    lines = [f"{json.dumps(name)} = {json.dumps(value)}" for name, value in known.items()]
    settings.write_text("\n".join(["[parameters]", *lines, ""]))
    of_one_game = ("--config-file", str(settings))
    timed = ("--max-time", str(max(1, int(SECONDS / 2))), "--max-examples", "30")
    for options, some in (
        # Three requests of each kind, the same in each run: within some seconds, most kinds would get none.
        (of_one_game, ("--phases", "fuzzing", "--max-examples", "3", "--seed", "2")),
        *([((), timed), (of_one_game, timed)] if lanes.EVERY else []),
        # Those of the workshop and the gallery have a time of their own, or the others would leave them none.
        *(
            [(of_one_game, (*timed, "--include-path-regex", "^/api/(workshop|gallery)"))]
            if lanes.EVERY
            else []
        ),
    ):
        command = [str(SCHEMATHESIS), *options, "run", *some, f"{server.url}api/openapi.json"]
        # The first request for a file's game starts a process, which takes a busy machine a while.
        told_of = ("--request-timeout", "60", "-H", f"Authorization: Bearer {white}")
        done = subprocess.run(
            [*command, "--checks", ",".join(CHECKS), *told_of],
            capture_output=True,
            text=True,
            timeout=SECONDS + 120,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    is_well(server, before)


VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 10**6, 10**30, 1.5, "", " ", "x", "é\u202e\0", "\ud800", "e2-e4", "true@?"),
    *("a" * 5000, [], {}, [[]], {"a": 1}, "white", "draw", "rematch", "e" + "!" * 400),
)
TEXTS = (
    *("", "{", "[]", "null", "1" * 5000, "[" * 3000, '{"type":"move"', '{"type":1}'),
    *("\0", "é" * 3999, "x" * 50_000),
)


def spoilt(dice: random.Random, message: Json) -> str | bytes:
    """A message that may be right, or wrong in some place, or no message at all."""
    if dice.random() < 0.1:
        return dice.choice((*TEXTS, b"\xff\x00", b""))
    message = deepcopy(message)
    for _ in range(dice.choice((0, 0, 0, 1, 2))):
        part = dice.choice(list(parts(message)))
        part[dice.choice([*part, "type", "else"])] = deepcopy(dice.choice(VALUES))
    return json.dumps(message)


def parts(message: Json) -> Iterator[Json]:
    """A message, and what in it has fields of its own."""
    yield message
    for value in message.values():
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from parts(inner)


def answers(page: ClientConnection, question: Json, checked: Callable[[Json], Json]) -> Iterator[Json]:
    """Everything that a page is told until a question is answered, the answer last."""
    page.send(json.dumps(question))
    wanted = ANSWERS[question["type"]], question.get("key")
    while True:
        message = checked(json.loads(page.recv(60)))
        if message["type"] == "error":
            assert message["error"]
            assert "\n" not in message["error"]
            assert "Traceback" not in message["error"]
        yield message
        if (message["type"], message.get("key")) == wanted:
            return


ANSWERS = {"show": "shown", "look": "look"}


# ---- a game's line ----

MESSAGES: tuple[Json, ...] = (
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


def act(dice: random.Random, state: Json) -> Json:
    """What a page may send in a state of a game."""
    message = dict(dice.choice(MESSAGES))
    if "ply" in message and dice.random() < 0.8:
        message["ply"] = state["ply"]
    if message["type"] in ("move", "course") and state["turns"] and dice.random() < 0.8:
        message["text"] = dice.choice(state["turns"])["text"]
    return message


def answered(page: ClientConnection, state: Json) -> Json:
    """The last state that a page is told of, once it has been answered."""
    heard = answers(page, {"type": "show", "ply": 0}, checked)
    return [state, *(message for message in heard if message["type"] == "state")][-1]


def test_messages_of_every_kind(server: Served) -> None:
    before = told(server)
    dice = random.Random(7)
    end = time.monotonic() + SECONDS
    sent = games = 0
    while time.monotonic() < end:
        games += 1
        game, white, black, _ = server.both(VARIANTS[games % 3])
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
                    pages[number].send(spoilt(dice, act(dice, states[number])))
                    states[number] = answered(pages[number], states[number])
                    sent += 1
            for message in _heard(watching):
                state = checked(json.loads(message))
                if state["type"] == "state" and not state["result"]:
                    assert not own & set(state["moves"]), "a choice that its viewer may not know"
    sys.stderr.write(f"{sent} messages in {games} games\n")
    assert sent > SECONDS
    is_well(server, before)


def _heard(page: ClientConnection) -> Iterator[str]:
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            yield str(page.recv(0.3))


# ---- an analysis ----

KEY = 4242  # of questions that are right
OPTIONS: dict[str, tuple[Json, ...]] = {
    "monster-bluff-4": ({}, {"fifty": True}, {"chips": False}, {"chips_per_turn": 9})
}


def question(dice: random.Random, variant: fairyring.Variant, look: Json, moves: list[str]) -> Json:
    """What a page may ask about a position, or about one in the making."""
    text = look["view"]["text"]
    if dice.random() < 0.3:  # a position text with another letter somewhere
        place = dice.randrange(len(text))
        text = text[:place] + dice.choice(("", dice.choice(text), "é")) + text[place + 1 :]
    turn = dice.choice(look["turns"])["text"] if look["turns"] else "e2-e4"
    at: Json = dice.choice(({"moves": moves}, {"moves": [*moves, turn]}, {"position": text}, {}))
    at = {**at, "options": dict(dice.choice(OPTIONS.get(variant.name, ({},))))} if dice.random() < 0.2 else at
    kind, key = dice.choice(("look", "course", "think", "rest", "arrange", "arrange")), dice.randrange(9)
    match kind:
        case "course":
            return {"type": kind, "key": key, "at": at, "text": turn}
        case "think":
            lines, seconds = dice.randint(1, 5), dice.choice((0.01, 0.2, 60))
            return {"type": kind, "key": key, "at": at, "lines": lines, "seconds": seconds}
        case "arrange":
            at.pop("moves", None)
            acts = [change(dice, variant, look["view"]["tokens"]) for _ in range(dice.choice((1, 1, 5, 21)))]
            return {"type": kind, "key": key, **at, "acts": acts}
        case "rest":
            return {"type": kind}
    return {"type": kind, "key": key, "at": at}


def change(dice: random.Random, variant: fairyring.Variant, tokens: list[Json]) -> Json:
    """What a hand may do to a position in the making."""
    places = (*variant.board.names, *variant.rules.spots)
    start, goal = dice.choice([token["site"] for token in tokens] or places), dice.choice(places)
    letter = dice.choice([piece.letter for piece in variant.rules.pieces])
    return dice.choice(
        (
            {"act": "put", "at": goal, "letter": dice.choice((letter, letter.lower()))},
            {"act": "take", "at": start},
            {"act": "carry", "start": start, "goal": goal},
            {"act": "launch", "start": start, "goal": goal},
            {"act": "pay", "worth": 5, "start": dice.choice(("white", "black", start)), "goal": goal},
            {"act": "turn", "side": "black"},
            {"act": "clear"},
        )
    )


def test_questions_of_every_kind(server: Served) -> None:
    before = told(server)
    dice = random.Random(8)
    end = time.monotonic() + SECONDS
    sent = boards = 0
    while time.monotonic() < end:
        boards += 1
        variant = fairyring.load(VARIANTS[boards % 3])
        until = min(end, time.monotonic() + SECONDS / 3)
        with server.analyse(variant.name) as page, suppress(ConnectionClosed):
            moves: list[str] = []
            while time.monotonic() < until:
                here = {"type": "look", "key": KEY, "at": {"moves": moves}}
                *_, look = answers(page, here, analysis_shapes.checked)
                page.send(spoilt(dice, question(dice, variant, look, moves)))
                sent += 1
                on = look["turns"] and len(moves) < LONG and dice.random() < 0.3
                moves = (
                    [*moves, dice.choice(look["turns"])["text"]]
                    if on
                    else moves[: dice.choice((0, LONG, LONG))]
                )
    sys.stderr.write(f"{sent} questions at {boards} boards\n")
    assert sent > SECONDS
    is_well(server, before)
