"""The trays beside the players: what has left the board, and who is ahead."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring
from fairyring.kernels.base import PieceRules
from fairyring.web.trays import trays
from tests import lanes


def after(game: str, *moves: str) -> dict[str, Any] | None:
    variant = fairyring.load(game)
    position = variant.start()
    for move in moves:
        position = position.play(move)
    return trays(variant.start(), position)


def caught(tray: dict[str, Any]) -> list[tuple[str, int]]:
    return [(each["name"], each["number"]) for each in tray["captured"]]


def test_what_was_captured_is_in_the_tray_of_the_side_that_captured_it() -> None:
    found = after("chess", "e2-e4", "d7-d5", "e4-d5", "d8-d5", "b1-c3", "d5-g2", "f1-g2")
    assert found is not None
    assert caught(found["white"]) == [("black queen", 1), ("black pawn", 1)]
    assert caught(found["black"]) == [("white pawn", 2)]
    assert found["white"]["ahead"] > 5
    assert found["black"]["ahead"] == 0


def test_nothing_is_shown_before_a_capture_and_where_hands_show_it() -> None:
    assert after("chess", "e2-e4") is None
    assert after("crazyhouse", "e2-e4", "d7-d5", "e4-d5") is None


def test_a_pawn_that_has_become_a_queen_is_not_captured() -> None:
    variant = fairyring.load("chess")
    first = variant.position("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1")
    found = trays(first, first.play("c7-d8=Q"))
    assert found is not None
    assert caught(found["white"]) == [("black rook", 1)]
    assert caught(found["black"]) == []


@pytest.mark.parametrize("name", lanes.GAMES)
def test_every_piece_but_kings_has_a_value(name: str) -> None:
    rules = fairyring.load(name).rules
    assert isinstance(rules, PieceRules)
    hidden = getattr(rules.secrets, "king", "")
    for code, (letter, piece, _, side) in rules.appearances.items():
        if side is not None:
            royal = rules.piece_of(code).royal or letter.upper() == hidden
            assert (piece in rules.values) != royal
    assert all(value > 0 for value in rules.values.values())
