"""What the page is told of a turn while somebody aims, and after it."""

from __future__ import annotations

from starlette.testclient import TestClient

import fairyring
from fairyring.board import Side
from fairyring.web import courses
from tests.web.tables import begin, seated


def test_a_turn_that_is_aimed_at_is_told_part_by_part(client: TestClient) -> None:
    position = fairyring.load("momentum").start().play("e2-e4").play("a7-a6")
    with seated(client, begin(client, variant="momentum")) as (table, _):
        table.play("e2-e4", "a7-a6")
        table.say(type="course", ply=2, text="b1-c3")
        told = table.until("course")
        own, reply = position.course("b1-c3"), position.play("b1-c3").course()
        assert (
            [event["what"] for event in told["course"]] == [event.what for event in own] == ["move", "drift"]
        )
        assert [event["sites"] for event in told["course"]] == [list(event.sites) for event in own]
        assert [event["sites"] for event in told["reply"]] == [list(event.sites) for event in reply]
        # The middle of e4 to that of e6, as White sees them, downwards.
        assert told["course"][1]["legs"] == [[[4.5, 4.5], [4.5, 2.5]]]
        state = table.play("b1-c3")
        assert state["view"]["course"] == told["course"]
        (pawn,) = [token for token in state["view"]["tokens"] if token["site"] == "e6"]
        way = {"legs": [[[4.5, 2.5], [4.5, 0.5]]], "panels": [0]}
        assert pawn["momentum"] == {"dx": 0, "dy": 2, "place": 1, **way}


def test_where_the_game_has_gone_on_nobody_aims(client: TestClient) -> None:
    with seated(client, begin(client, variant="momentum")) as (table, _):
        table.play("e2-e4")
        table.say(type="course", ply=0, text="e2-e4")
        table.say(type="course", ply=1, text="e2-e4")
        assert "e2-e4" in table.refused()


def test_a_way_over_a_cushion_is_told(client: TestClient) -> None:
    key = begin(client, variant="billiards-halb", position="4k3/8/8/8/8/8/6B1/4K3 w - - 0 1")
    with seated(client, key) as (table, _):
        table.say(type="course", ply=0, text="g2-g4")
        (event,) = table.until("course")["course"]
        assert event["sites"] == ["g2", "h3", "g4"]
        (leg,) = event["legs"]
        assert (leg[0], max(leg), leg[-1]) == ([6.5, 6.5], [7.5, 5.5], [6.5, 4.5])
        assert table.play("g2-g4")["view"]["course"] == [event]


def test_where_a_turn_is_what_its_text_says_nothing_is_told(client: TestClient) -> None:
    with seated(client, begin(client)) as (table, _):
        table.say(type="course", ply=0, text="e2-e4")
        told = table.until("course")
        assert told["course"] == told["reply"] == []


def test_a_check_among_big_pieces_is_drawn_from_square_to_square() -> None:
    """Where small squares lie on big ones, the page measures in small ones."""
    board = fairyring.load("mini-meta").board
    (line,) = courses.check_lines(board, [("a2", "a3", "a4", "a5", "a6")], Side.WHITE)
    assert line["legs"] == [[[1, 9], [1, 7], [1, 5], [1, 3], [1, 1]]]
    (small,) = courses.check_lines(board, [("a2:a1", "a2:a2")], Side.WHITE)
    assert small["legs"] == [[[0.5, 9.5], [0.5, 8.5]]]
