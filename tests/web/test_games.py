"""Games over the WebSocket, on a stub for the computer and on the real one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import fairyring
from fairyring.web.engine import SearchEngine
from fairyring.web.messages import MAX_MESSAGE
from tests import lanes
from tests.web.shapes import lost_by
from tests.web.stub import Stub
from tests.web.tables import begin, seated, serving


def test_a_whole_game_between_friends(client: TestClient) -> None:
    with seated(client, begin(client)) as (page, start):
        assert len(start["turns"]) == 20
        assert {"text": "e2-e4", "choices": ["e2", "e4"]} in start["turns"]
        assert (start["ply"], start["moves"], start["thinking"], start["result"]) == (0, [], False, None)
        page.play("f2-f3", "e7-e5", "g2-g4")
        state = page.play("d8-h4")
        assert state["result"] == {
            "winner": "black",
            "reason": "checkmate",
            "score": "0-1",
            "text": "Black wins by checkmate",
            "message": lost_by("checkmate"),
            "purses": None,
        }
        assert (state["turns"], state["view"]["checked"], state["ply"]) == ([], ["e1"], 4)
        page.say(type="move", ply=4, text="e2-e4")
        assert "over" in page.refused()
        page.say(type="undo")
        assert page.until("state")["result"] is None


def test_the_state_is_what_the_library_says(client: TestClient) -> None:
    with seated(client, begin(client, variant="ravioli")) as (page, _):
        state = page.play("b2u-b4u")
        position = fairyring.load("ravioli").start().play("b2u-b4u")
        assert state["view"]["text"] == position.text()
        assert state["view"]["last"] == ["b2u", "b4u"]
        assert [turn["text"] for turn in state["turns"]] == [m.text for m in position.legal_moves()]
        assert len(state["view"]["tokens"]) == len(position.view().tokens)


def test_all_the_moves_of_a_turn_are_sent(client: TestClient) -> None:
    with seated(client, begin(client, variant="marseillais")) as (page, _):
        shown = []
        for move in ("e2-e4", "e7-e5", "g8-f6", "d2-d4"):
            view = page.play(move)["view"]
            shown.append((view["earlier"], view["last"]))
        page.say(type="show", ply=3)
        assert page.until("shown")["view"]["earlier"] == ["e7", "e5"]
    assert shown == [
        ([], ["e2", "e4"]),
        ([], ["e7", "e5"]),
        (["e7", "e5"], ["g8", "f6"]),
        ([], ["d2", "d4"]),
    ]


def test_hands_and_counters_are_sent(client: TestClient) -> None:
    with seated(client, begin(client, variant="crazyhouse")) as (page, start):
        assert [panel["holdings"] for panel in start["view"]["panels"]] == [[], []]
        state = page.play("e2-e4", "d7-d5", "e4-d5", "d8-d5")
        holding = {"letter": "P", "name": "white pawn", "picture": "pawn", "number": 1, "choice": "P@"}
        assert state["view"]["panels"][0] == {
            "title": "hand",
            "side": "white",
            "holdings": [holding],
            "number": None,
        }
        assert state["labels"]["P@"] == {"name": "white pawn", "picture": "pawn"}
        assert {"text": "P@e4", "choices": ["P@", "e4"]} in state["turns"]
        page.say(type="show", ply=3)
        assert page.until("shown")["view"]["panels"][1]["holdings"] == []
    with seated(client, begin(client, variant="3check")) as (_, start):
        assert [panel["number"] for panel in start["view"]["panels"]] == [3, 3]


def test_the_computer_answers(client: TestClient) -> None:
    with seated(client, begin(client, black="easy")) as (page, _):
        page.say(type="move", ply=0, text="e2-e4")
        state = page.until("state")
        assert (state["ply"], state["thinking"], state["turns"], state["labels"]) == (1, True, [], {})
        progress = page.until("progress", task="think")
        assert (progress["score"], progress["line"], progress["speed"]) == (25, ["a7-a5"], 12346)
        state = page.until("state", ply=2)
        assert (state["moves"], state["thinking"], len(state["turns"])) == (["e2-e4", "a7-a5"], False, 30)


def test_the_computer_begins() -> None:
    stub = Stub()
    with serving(stub) as client, seated(client, begin(client, white="hard")) as (page, _):
        assert page.until("state", ply=1)["moves"] == ["a2-a3"]
        assert stub.asked == [(str(fairyring.load("chess").start()), "hard")]


def test_two_computers_play_to_the_end(client: TestClient) -> None:
    position = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"
    with seated(client, begin(client, white="easy", black="hard", position=position)) as (page, _):
        state = page.until("state", thinking=False)
        assert state["result"]
        assert state["turns"] == []


def test_a_move_is_played_once(client: TestClient) -> None:
    with seated(client, begin(client)) as (page, _):
        page.say(type="move", ply=0, text="e2-e4")
        page.say(type="move", ply=0, text="e2-e4")
        assert page.until("state")["ply"] == 1
        assert "ply 1, not 0" in page.refused()
        page.say(type="move", ply=2, text="e7-e5")
        assert "ply 1, not 2" in page.refused()


def test_a_promotion_has_labels(client: TestClient) -> None:
    with seated(client, begin(client, position="8/4P3/8/8/8/7k/8/4K3 w - - 0 1")) as (page, state):
        assert {"text": "e7-e8=Q", "choices": ["e7", "e8", "Q"]} in state["turns"]
        assert state["labels"] == {
            letter: {"name": name, "picture": name}
            for letter, name in (("Q", "queen"), ("R", "rook"), ("B", "bishop"), ("N", "knight"))
        }
        page.say(type="move", ply=0, text="e7-e8")
        assert "could mean" in page.refused()
        assert page.play("e7-e8=N")["view"]["last"] == ["e7", "e8"]


def test_undo_between_friends_is_one_ply(client: TestClient) -> None:
    with seated(client, begin(client)) as (page, _):
        page.play("e2-e4", "e7-e5")
        page.say(type="undo")
        assert page.until("state")["moves"] == ["e2-e4"]
        page.say(type="undo")
        assert page.until("state")["moves"] == []
        page.say(type="undo")
        assert "no move to take back" in page.refused()


def test_undo_against_the_computer_is_two_plies(client: TestClient) -> None:
    with seated(client, begin(client, black="easy")) as (page, _):
        page.say(type="move", ply=0, text="e2-e4")
        page.until("state", ply=2)
        page.say(type="undo")
        assert page.until("state")["moves"] == []


def test_the_computers_first_move_is_not_the_humans_to_take_back(client: TestClient) -> None:
    with seated(client, begin(client, white="easy")) as (page, _):
        page.until("state", ply=1)
        page.say(type="undo")
        assert "no move to take back" in page.refused()


def test_undo_ends_the_thinking() -> None:
    stub = Stub(patient=True)
    with serving(stub) as client, seated(client, begin(client, black="easy")) as (page, _):
        page.play("e2-e4")
        page.until("progress", task="think")
        page.say(type="undo")
        state = page.until("state", ply=0)
        assert (state["moves"], state["thinking"]) == ([], False)
        assert stub.stopped.wait(10)
        page.say(type="show", ply=0)  # what the search found does not come after all
        assert page.until("shown")["ply"] == 0


def test_hurry() -> None:
    stub = Stub(patient=True)
    with serving(stub) as client, seated(client, begin(client, black="easy")) as (page, _):
        page.say(type="hurry")
        assert "not the computer's turn" in page.refused()
        page.play("e2-e4")
        page.until("progress", task="think")
        page.say(type="move", ply=1, text="e7-e5")
        assert "the computer's turn" in page.refused()
        page.say(type="hint")
        assert "the computer's turn" in page.refused()
        page.say(type="hurry")
        assert page.until("state", ply=2)["moves"] == ["e2-e4", "a7-a5"]


def test_hint() -> None:
    stub = Stub(mate=-4)
    with serving(stub) as client:
        key = begin(client)
        with seated(client, key) as (page, _), seated(client, key) as (other, _):
            page.say(type="hint")
            assert page.until("progress", task="think")["score"] == {"mate": -4}
            hint = page.until("hint")
            assert (hint["ply"], hint["text"], hint["choices"]) == (0, "a2-a3", ["a2", "a3"])
            assert (hint["score"], hint["depth"]) == ({"mate": -4}, 3)
            assert stub.asked == [(str(fairyring.load("chess").start()), None)]
            other.say(type="show", ply=0)
            assert other.hear()["type"] == "shown"  # the other page heard nothing of it


def test_a_hint_is_dropped_when_the_game_goes_on() -> None:
    stub = Stub(patient=True)
    with serving(stub) as client, seated(client, begin(client)) as (page, _):
        page.say(type="hint")
        page.until("progress", task="think")
        page.say(type="hint")
        assert "looking for a hint" in page.refused()
        page.play("e2-e4")
        assert stub.stopped.wait(10)
        page.say(type="show", ply=1)
        assert page.until("shown")["ply"] == 1


def test_show_goes_to_one_page(client: TestClient) -> None:
    key = begin(client)
    with seated(client, key) as (page, before), seated(client, key) as (other, _):
        page.play("e2-e4", "e7-e5")
        page.say(type="show", ply=0)
        assert page.until("shown")["view"] == before["view"]
        page.say(type="show", ply=1)
        assert page.until("shown")["view"]["last"] == ["e2", "e4"]
        page.say(type="show", ply=3)
        assert "2 plies" in page.refused()
        assert [other.hear()["ply"] for _ in range(2)] == [1, 2]
        other.say(type="show", ply=2)
        assert other.hear()["ply"] == 2


def test_two_pages_see_one_game(client: TestClient) -> None:
    key = begin(client)
    with seated(client, key) as (page, _), seated(client, key) as (other, _):
        assert page.play("e2-e4") == other.until("state")
        other.ply = 1
        assert other.play("e7-e5") == page.until("state")
        page.say(type="move", ply=0, text="d2-d4")  # refused to one page, and the other hears nothing
        page.refused()
        other.say(type="show", ply=0)
        assert other.hear()["type"] == "shown"


def test_a_reload_changes_nothing(client: TestClient) -> None:
    key = begin(client)
    with seated(client, key) as (page, _):
        state = page.play("e2-e4")
    with seated(client, key) as (_, again):
        assert again == state


def test_the_computer_thinks_only_while_a_page_is_there() -> None:
    stub = Stub(patient=True)
    with serving(stub) as client:
        key = begin(client, black="easy")
        with seated(client, key) as (page, _):
            page.play("e2-e4")
            page.until("progress", task="think")
        assert stub.stopped.wait(10)
        stub.patient = False
        with seated(client, key) as (page, state):
            assert (state["ply"], state["thinking"]) == (1, True)
            assert page.until("state")["ply"] == 2


def test_resign(client: TestClient) -> None:
    key = begin(client, black="easy")
    with seated(client, key) as (page, _):
        page.say(type="resign", side="black")
        assert "does not resign" in page.refused()
        page.say(type="resign", side="white")
        state = page.until("state")
        assert state["result"] == {
            "winner": "black",
            "reason": "resignation",
            "score": "0-1",
            "text": "Black wins by resignation",
            "message": lost_by("resignation"),
            "purses": None,
        }
        assert state["turns"] == []
        for message in ({"type": "resign", "side": "white"}, {"type": "hint"}, {"type": "hurry"}):
            page.say(**message)
            assert "over" in page.refused()
    assert client.get(f"/api/games/{key}/pgn").text.rstrip().endswith("0-1")


def test_resigning_ends_the_thinking() -> None:
    stub = Stub(patient=True)
    with serving(stub) as client, seated(client, begin(client, black="easy")) as (page, _):
        page.play("e2-e4")
        page.until("progress", task="think")
        page.say(type="resign", side="white")
        assert page.until("state")["thinking"] is False
        assert stub.stopped.wait(10)


def test_a_failure_of_the_computer_is_told_and_can_be_mended() -> None:
    stub = Stub(broken=True)
    with serving(stub) as client, seated(client, begin(client, black="easy")) as (page, _):
        page.say(type="move", ply=0, text="e2-e4")
        assert page.until("state", ply=1)["thinking"] is True
        assert page.until("state", ply=1)["thinking"] is False
        assert "the computer failed" in page.refused()
        stub.broken = False
        page.say(type="hurry")
        assert page.until("state", ply=2)["moves"] == ["e2-e4", "a7-a5"]
        stub.broken = True
        page.say(type="hint")
        assert "the computer failed" in page.refused()


def test_a_game_that_does_not_exist(client: TestClient) -> None:
    with client.websocket_connect("/api/games/nope/live") as socket:
        assert "no game 'nope'" in socket.receive_json()["error"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert (closed.value.code, closed.value.reason) == (4404, "no such game")


def test_a_failure_of_the_server_ends_the_connection_and_not_the_game(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = begin(client)

    def break_it() -> None:
        with client.websocket_connect(f"/api/games/{key}/live") as socket:
            socket.receive_json()
            monkeypatch.setattr("fairyring.web.room.read_message", lambda _: 1 // 0)
            socket.send_text("{}")
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 1011

    with pytest.raises(ZeroDivisionError):  # the test's client passes it on; a real server writes it down
        break_it()
    monkeypatch.undo()
    with seated(client, key) as (page, _):
        assert page.play("e2-e4")["ply"] == 1


BAD = [
    "",
    "null",
    "[]",
    "{}",
    "e2-e4",
    '{"type": "mvoe"}',
    '{"type": "move"}',
    '{"type": "move", "ply": "0", "text": "e2-e4"}',
    '{"type": "move", "ply": true, "text": "e2-e4"}',
    '{"type": "move", "ply": 0.0, "text": "e2-e4"}',
    '{"type": "move", "ply": -1, "text": "e2-e4"}',
    '{"type": "move", "ply": 1e99, "text": "e2-e4"}',
    '{"type": "move", "ply": 0, "text": "e2-e5"}',
    '{"type": "move", "ply": 0, "text": ""}',
    '{"type": "move", "ply": 0, "text": "\\ud800"}',
    '{"type": "move", "ply": 0, "text": "e2-e4", "more": 1}',
    '{"type": "undo"}',
    '{"type": "show", "ply": 99}',
    '{"type": "show", "ply": 99999999999999999999999999999999}',
    '{"type": "resign", "side": "red"}',
    '{"type": "state"}',
    "[" * 3000,
    "x" * (MAX_MESSAGE + 1),
]


@pytest.mark.parametrize("text", BAD)
def test_a_bad_message_is_refused_and_the_connection_lives(client: TestClient, text: str) -> None:
    with seated(client, begin(client)) as (page, state):
        page.say_text(text)
        assert page.refused()
        page.say_bytes(text.encode("utf-8", "replace"))
        assert "text" in page.refused()
        page.say(type="show", ply=0)
        assert page.until("shown")["view"] == state["view"]


values = (
    st.none() | st.booleans() | st.integers(-3, 4) | st.integers() | st.floats() | st.text(max_size=20)
) | st.sampled_from(["white", "black", "e2-e4", "e7-e5", "g1-f3", "g8-f6"])
kinds = st.sampled_from("move undo show hint hurry resign abort offer accept decline say state error".split())
whats = st.sampled_from(["draw", "takeback", "rematch", "nothing"])
messages = st.fixed_dictionaries(
    {}, optional={"type": kinds, "ply": values, "text": values, "side": values, "what": whats, "more": values}
)


@given(st.lists(messages | st.text(max_size=30), max_size=12))
@settings(max_examples=lanes.samples(150, 20, usual=50), deadline=None)
def test_a_game_survives_any_messages(client: TestClient, said: list[dict[str, Any] | str]) -> None:
    key = begin(client, black="easy")
    with seated(client, key) as (page, _):
        for message in said:
            if isinstance(message, str):
                page.say_text(message)
            else:
                page.say(**message)
        page.say(type="show", ply=0)
        page.say_text("end")
        while not (heard := page.hear()).get("error", "").startswith("Invalid JSON: expected"):
            assert heard["type"] in ("state", "error", "progress", "shown", "hint")
    with seated(client, key) as (page, state):
        position = fairyring.load("chess").start()
        for text in state["moves"]:
            position = position.play(text)
        assert state["view"]["text"] == position.text()


@pytest.mark.slow
def test_the_real_computer_plays_ravioli() -> None:
    with serving(SearchEngine()) as client:
        levels = client.get("/api/variants/ravioli").json()["levels"]
        weakest = levels[0]["name"]
        key = begin(client, variant="ravioli", white=weakest)
        with seated(client, key) as (page, _):
            for ply in range(1, 9, 2):
                state = page.until("state", ply=ply)
                page.say(type="move", ply=ply, text=state["turns"][0]["text"])
                assert page.until("state", ply=ply + 1)["thinking"] is True
            page.ply = page.until("state", ply=9)["ply"]
            page.say(type="hint")
            hint = page.until("hint")
            assert hint["ply"] == 9
            assert hint["depth"] >= 1
            page.play(hint["text"])
        (game,) = fairyring.read_pgn(client.get(f"/api/games/{key}/pgn").text)
        assert len(game.moves) >= 10


def english(text: str | dict[str, Any]) -> str:
    return text if isinstance(text, str) else str(text["text"])


def test_places_at_one_site_are_told_apart(client: TestClient) -> None:
    text = "4k3/8/8/3p1(pn)2/8/4(PN)3/5(pR)2/4K3 w - - 0 1"
    with seated(client, begin(client, variant="metachess-4", position=text)) as (page, state):
        said = {choice: english(label["name"]) for choice, label in state["labels"].items()}
        assert said["d5"] == "capture black pawn"
        assert said["d5^"] == "sit on black pawn"
        assert said["f5"] == "capture black pawn"
        assert said["f5^"] == "capture black knight"
        assert said["e3^"] == "the back of e3"
        assert "e2" not in said
        after = page.play("e3^-f5")["view"]
        assert after["last"] == ["e3", "f5"]
        assert [token["name"] for token in after["tokens"] if token["site"] == "f5"] == [
            "white knight",
            "black knight",
        ]
