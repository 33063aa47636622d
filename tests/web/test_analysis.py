"""The analysis board's requests and messages, with a stub for the computer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

import fairyring
from fairyring.errors import MoveError
from fairyring.game.record import whole
from fairyring.web.analysis import ground
from fairyring.web.analysis.analysts import MAX_EACH, WORKERS, Analysts
from fairyring.web.analysis.ground import Ground, Step
from fairyring.web.analysis.shapes import WholeTree
from fairyring.web.work import BusyError, asking
from tests.web import analysis_shapes
from tests.web.shapes import refusal
from tests.web.stub import Stub
from tests.web.tables import begin, serving

Json = dict[str, Any]
CHESS = fairyring.load("chess")


class Board:
    """A page that analyses."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket

    def ask(self, kind: str, *moves: str, key: int = 1, **rest: Any) -> Json:
        at = {name: rest.pop(name) for name in ("position", "options") if name in rest}
        self.socket.send_json({"type": kind, "key": key, "at": {**at, "moves": moves}, **rest})
        return self.hear()

    def hear(self) -> Json:
        while True:
            message = analysis_shapes.checked(self.socket.receive_json())
            if message["type"] not in ("progress", "alive"):
                return message

    def until_over(self) -> Json:
        while True:
            thought = self.hear()
            assert thought["type"] == "thought", thought
            if thought["over"]:
                return thought


@contextmanager
def analysing(client: TestClient, name: str = "chess") -> Iterator[Board]:
    with client.websocket_connect(f"/api/analysis/{name}/live") as socket:
        yield Board(socket)


# ---- looking ----


def test_free_moves_of_both_sides(client: TestClient) -> None:
    with analysing(client) as board:
        start = board.ask("look")
        assert (start["step"], start["number"], start["view"]["side"]) == (None, 1, "white")
        assert len(start["turns"]) == 20
        after = board.ask("look", "e2-e4", "e7-e5", key=7)
        assert after["key"] == 7
        assert after["step"] == {
            "text": "e7-e5",
            "notation": "e5",
            "aftermath": "",
            "side": "black",
            "number": 1,
        }
        assert after["view"]["last"] == ["e7", "e5"]
        assert after["view"]["text"] == str(CHESS.start().play("e2-e4").play("e7-e5"))
        mate = board.ask("look", *"f2-f3 e7-e5 g2-g4 d8-h4".split())
        assert mate["result"]["text"] == "Black wins by checkmate"
        assert mate["turns"] == []


def test_any_position_of_any_game(client: TestClient) -> None:
    text = "4k3/1P6/8/8/8/8/8/4K2R w K - 0 1"
    with analysing(client) as board:
        seen = board.ask("look", "b7-b8=Q", position=text)
        assert seen["view"]["checked"] == ["e8"]
        assert "labels" in seen
    with analysing(client, "minigolf") as board:
        turn = board.ask("look")["turns"][0]["text"]
        told = board.ask("course", text=turn, key=3)
        assert (told["type"], told["key"], told["text"]) == ("course", 3, turn)
        assert board.ask("look", turn)["view"]["course"] == told["course"]


def test_what_a_line_repeats_counts(client: TestClient) -> None:
    again = "g1-f3 g8-f6 f3-g1 f6-g8".split()
    with analysing(client) as board:
        seen = board.ask("look", *again, *again)
        assert seen["result"]["reason"] == "threefold repetition"
        assert seen["turns"], "an analysis may go on"
        assert board.ask("look", *again, *again, "e2-e4")["result"] is None


def test_options_are_those_of_the_line(client: TestClient) -> None:
    with analysing(client, "mini-meta") as board:
        options = {"friendly_fire_check": False}
        assert board.ask("look", options=options)["type"] == "look"
        refused = board.ask("look", options={"magic": True}, key=4)
        assert (refused["type"], refused["key"]) == ("error", 4)
        assert "no option 'magic'" in refused["error"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"type": "look", "key": 1, "at": {"moves": ["e2-e5"]}}, "not a legal move"),
        ({"type": "look", "key": 1, "at": {"position": "8/8"}}, "position text, column"),
        ({"type": "look", "key": 1, "at": {"moves": ["e2-e4"] * 2001}}, "at.moves"),
        ({"type": "look", "key": -1, "at": {}}, "key"),
        ({"type": "dance"}, "tag"),
        ({"type": "arrange", "key": 1, "acts": [{"act": "clear"}] * 21}, "acts"),
        ({"type": "arrange", "key": 1, "acts": [{"act": "fly"}]}, "acts"),
        (
            {"type": "arrange", "key": 1, "acts": [{"act": "pay", "worth": 0, "start": "a", "goal": "b"}]},
            "worth",
        ),
        ({"type": "think", "key": 1, "at": {}, "lines": 6}, "lines"),
        ({"type": "think", "key": 1, "at": {}, "seconds": 61}, "seconds"),
        ({"type": "think", "key": 1, "at": {"moves": ["zz"]}}, "not a legal move"),
        ({"type": "course", "key": 1, "at": {}, "text": "e2-e5"}, "not a legal move"),
    ],
)
def test_what_is_refused(client: TestClient, asked: Json, words: str) -> None:
    with analysing(client) as board:
        board.socket.send_json(asked)
        said = board.hear()
        assert said["type"] == "error"
        assert words in said["error"]
        assert "\n" not in said["error"]
        assert board.ask("look")["type"] == "look", "the line goes on"


def test_a_game_that_there_is_not(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis/checkers/live") as socket:
        assert "there is no game" in socket.receive_json()["error"]
        assert socket.receive()["code"] == 4404
    assert client.get("/analysis/chess").status_code == 200
    assert client.get("/analysis/checkers").status_code == 404


def test_messages_beyond_all_measure(client: TestClient) -> None:
    with analysing(client) as board:
        board.socket.send_text(" " * 60_001)
        assert "at most 60000 characters" in board.hear()["error"]
        board.socket.send_bytes(b"look")
        assert board.hear()["error"] == "messages must be text"


# ---- setting up ----


def arrange(board: Board, *acts: Json, **rest: Any) -> Json:
    board.socket.send_json({"type": "arrange", "key": 8, "acts": acts, **rest})
    return board.hear()


def test_positions_are_set_up_man_by_man(client: TestClient) -> None:
    with analysing(client) as board:
        done = arrange(board, {"act": "clear"}, {"act": "put", "at": "e1", "letter": "K"})
        assert done["text"] == "8/8/8/8/8/8/8/4K3 w - - 0 1"
        assert (done["fault"]["message"]["text"], done["fault"]["column"]) == ("Black needs a king", 1)
        assert [token["name"] for token in done["tokens"]] == ["white king"]
        acts = ({"act": "put", "at": "e8", "letter": "k"}, {"act": "turn", "side": "black"})
        done = arrange(board, *acts, position=done["text"])
        assert (done["side"], done["fault"]) == ("black", None)
        assert board.ask("look", "e8-e7", position=done["text"])["type"] == "look"
        moved = arrange(board, {"act": "carry", "start": "e8", "goal": "a8"}, position=done["text"])
        assert moved["text"].startswith("k7/")
        assert arrange(board, {"act": "take", "at": "e1"})["fault"] is not None


def test_hands_stay_while_a_position_is_set_up(client: TestClient) -> None:
    with analysing(client, "crazyhouse") as board:
        text = "4k3/8/8/8/8/8/8/Q~3K3[NPPr] w - - 0 1"
        done = arrange(board, {"act": "put", "at": "a2", "letter": "P"}, position=text)
        assert (done["text"], done["fault"]) == ("4k3/8/8/8/8/8/P7/Q~3K3[NPPr] w - - 0 1", None)
        hands = [[(held["letter"], held["number"]) for held in panel["holdings"]] for panel in done["panels"]]
        assert hands == [[("P", 2), ("N", 1)], [("r", 1)]]


def test_chips_are_set_up(client: TestClient) -> None:
    with analysing(client, "monster-bluff-4") as board:
        pay = {"act": "pay", "worth": 10, "start": "black", "goal": "1d4"}
        done = arrange(board, pay, pay)
        assert (done["text"].split()[4:7], done["fault"]) == (["1d4:10x2", "wb", "W:20/10/4,B:20/8/4"], None)
        assert done["purses"]["black"][1] == {"worth": 10, "number": 8}
        under = arrange(board, {**pay, "worth": 25, "goal": "1e2"})
        assert under["fault"]["message"]["text"] == "a piece cannot stand on a demand, as on 1e2"
        back = {**pay, "start": "1d4", "goal": "white"}
        again = arrange(board, back, position=done["text"])
        assert again["text"].split()[4:7] == ["1d4:10x1", "wb", "W:20/11/4,B:20/8/4"]


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ({"position": "8/8"}, "position text, column"),
        ({"acts": [{"act": "put", "at": "e9", "letter": "K"}]}, "the board has no square 'e9'"),
        ({"acts": [{"act": "put", "at": "e4", "letter": "x"}]}, "there is no piece 'x'"),
        ({"acts": [{"act": "launch", "start": "e2", "goal": "e4"}]}, "never in motion in this game"),
        ({"acts": [{"act": "pay", "worth": 5, "start": "white", "goal": "e4"}]}, "no chips in this game"),
        ({"options": {"magic": True}}, "no option 'magic'"),
    ],
)
def test_what_cannot_be_set_up(client: TestClient, rest: Json, words: str) -> None:
    with analysing(client) as board:
        board.socket.send_json({"type": "arrange", "key": 8, **rest})
        said = board.hear()
        assert (said["type"], said["key"]) == ("error", 8)
        assert words in said["error"]


# ---- thinking ----


def test_lines_come_as_they_deepen() -> None:
    with serving(Stub(patient=True)) as client, analysing(client) as board:
        first = board.ask("think", "e2-e4", lines=3, seconds=1, key=5)
        assert first["key"] == 5
        assert [line["moves"] for line in first["lines"]] == [["a7-a5"], ["a7-a6"], ["b7-b5"]]
        assert first["lines"][0]["choices"] == ["a7", "a5"]
        second = board.hear()
        assert second["depth"] > first["depth"]
        last = board.until_over()
        assert last["depth"] > second["depth"]


def test_another_position_takes_the_computer_away_from_the_last() -> None:
    with serving(Stub(patient=True)) as client, analysing(client) as board:
        assert board.ask("think", key=1)["key"] == 1
        board.socket.send_json({"type": "think", "key": 2, "at": {"moves": ["e2-e4"]}})
        while (said := board.hear())["key"] == 1:
            assert said["type"] == "thought"
        assert said["lines"][0]["moves"] == ["a7-a5"]
        board.socket.send_json({"type": "rest"})
        while (said := board.ask("look", key=3))["type"] == "thought":
            assert said["key"] == 2
        while said["type"] == "thought":
            said = board.hear()
        assert said["key"] == 3


def test_a_computer_that_fails_says_so() -> None:
    with serving(Stub(broken=True)) as client, analysing(client) as board:
        said = board.ask("think", key=9)
        assert (said["key"], said["error"]) == (9, "the computer failed")


def test_those_who_wait_have_their_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairyring.web.analysis.analysts.TURN", 0.05)
    monkeypatch.setattr("fairyring.web.analysis.analysts.WORKERS", 1)
    order: list[str] = []

    async def race() -> None:
        analysts = Analysts(Stub(patient=True))

        def note(name: str) -> Callable[[Any], None]:
            return lambda _: order.append(name)

        async def ask(name: str) -> None:
            asking.set(name)
            await analysts.analyse(CHESS.start(), 1, 0.4, note(name))

        await asyncio.gather(*map(ask, ("one", "two", "three")))
        analysts.close()

    asyncio.run(race())
    turns = [name for name, before in zip(order, ["", *order], strict=False) if name != before]
    assert turns[:3] == ["one", "two", "three"]
    assert len(turns) > 4, "nobody is done before all have begun, and all come again"


def test_a_visitor_may_not_ask_for_ever_more() -> None:
    async def crowd() -> None:
        analysts = Analysts(Stub(patient=True))
        tasks = [
            asyncio.create_task(analysts.analyse(CHESS.start(), 1, 60, lambda _: None))
            for _ in range(MAX_EACH)
        ]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError, match="is already analysing"):
            await analysts.analyse(CHESS.start(), 1, 60, lambda _: None)
        assert analysts.searches == MAX_EACH
        assert analysts.waiting == max(0, MAX_EACH - WORKERS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await analysts.analyse(CHESS.start(), 1, 0.02, lambda _: None)
        analysts.close()

    asyncio.run(crowd())
    assert not [thread for thread in threading.enumerate() if thread.name == "fairyring search"]


# ---- the ground ----


def _at(known: Ground, *asked: Any) -> Step:
    return whole(known.at(*asked))


def test_positions_are_found_again_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Ground()
    line = ["e2-e4", "e7-e5", "g1-f3"]
    step = _at(known, CHESS, None, line)
    assert _at(known, CHESS, None, line).position is step.position
    assert _at(known, CHESS, None, line[:2]).position is step.before
    assert _at(known, CHESS, str(CHESS.start()), line).position == step.position
    monkeypatch.setattr(ground, "MAX_BYTES", 3 * CHESS.size)
    other = _at(known, CHESS, None, ["d2-d4"])
    assert _at(known, CHESS, None, line).position is not step.position
    assert _at(known, CHESS, None, line).position == step.position
    assert str(other.move) == "d2-d4"
    with pytest.raises(MoveError):
        _at(known, CHESS, None, ["e2-e4", "e2-e4"])
    assert str(_at(known, CHESS, None, ["e2e4"]).move) == "e2-e4"


# ---- records ----

PGN = """[Event "A talk"]
[Variant "chess"]
[Result "0-1"]

{Let us see.} 1. e2-e4! {a start} (1. d2-d4 d7-d5 (1... g8-f6 2. c2-c4)) 1... e7-e5?! 0-1
"""


def test_a_record_becomes_a_tree_and_a_record_again(client: TestClient) -> None:
    answer = client.post("/api/analysis/tree", json={"variant": "ravioli", "pgn": PGN})
    assert answer.status_code == 200, answer.text
    tree = answer.json()
    WholeTree.model_validate(tree)
    assert tree["variant"] == "chess"
    assert [(node["parent"], node["text"]) for node in tree["nodes"]] == [
        (-1, "e2-e4"),
        (0, "e7-e5"),
        (-1, "d2-d4"),
        (2, "d7-d5"),
        (2, "g8-f6"),
        (4, "c2-c4"),
    ]
    assert tree["nodes"][0]["glyphs"] == [1]
    assert tree["nodes"][5]["number"] == 2
    assert (tree["comment"], tree["ended"]["text"]) == ("Let us see.", "Black wins by resignation")
    kept = {name: tree[name] for name in ("variant", "options", "position", "tags", "comment")}
    nodes = [
        {name: node[name] for name in ("parent", "text", "comment", "lead", "glyphs")}
        for node in tree["nodes"]
    ]
    ended = {name: tree["ended"][name] for name in ("winner", "reason")}
    again = client.post("/api/analysis/pgn", json={**kept, "nodes": nodes, "ended": ended})
    assert again.status_code == 200, again.text
    (read,) = fairyring.read_trees(again.text)
    (meant,) = fairyring.read_trees(PGN)
    assert read.pgn() == meant.pgn()


def test_the_record_of_a_game_of_many_secrets_is_a_tree(client: TestClient) -> None:
    key = begin(client, variant="monster-bluff-4")
    pgn = client.get(f"/api/games/{key}/pgn").text
    tree = client.post("/api/analysis/tree", json={"variant": "monster-bluff-4", "pgn": pgn}).json()
    assert (tree["variant"], tree["nodes"]) == ("monster-bluff-4", [])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"variant": "chess", "pgn": "1. e2-e5"}, "record, line 1, column 4"),
        ({"variant": "chess", "pgn": ""}, "holds 0 games"),
        ({"variant": "chess", "pgn": "* *"}, "2 games"),
        ({"variant": "checkers", "pgn": "*"}, "there is no game"),
        ({"variant": "chess", "pgn": "e2-e4 (d2-d4) " * 1600}, "at most 3000"),
        ({"variant": "chess", "pgn": "1. e2-e4 " + "(1. e2-e4 " * 200}, "more than 100"),
        ({"variant": "chess"}, "pgn"),
    ],
)
def test_records_that_are_refused(client: TestClient, body: Json, words: str) -> None:
    answer = client.post("/api/analysis/tree", json=body)
    assert answer.status_code in (400, 404)
    assert words in refusal(answer.json())


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([{"parent": -1, "text": "e2-e5"}], "node 0: move 'e2-e5'"),
        ([{"parent": 0, "text": "e2-e4"}], "node 0 stands before its parent"),
        ([{"parent": -1, "text": "e2-e4", "glyphs": [0]}], "glyphs"),
        ([{"parent": -1, "text": "e2-e4", "comment": "x" * 2001}], "comment"),
        ([{"parent": -1, "text": "e2-e4"}] * 3001, "nodes"),
    ],
)
def test_trees_that_are_refused(client: TestClient, nodes: list[Json], words: str) -> None:
    answer = client.post("/api/analysis/pgn", json={"variant": "chess", "nodes": nodes})
    assert answer.status_code == 400
    assert words in refusal(answer.json())
    huge = client.post("/api/analysis/pgn", content=b" " * 600_001)
    assert huge.status_code == 413
