"""What lists of moves show in games that do not speak SAN: captures, checks and the end."""

from __future__ import annotations

import pytest

import fairyring
from fairyring.game.writing import line, notation

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize(
    ("game", "position", "move", "written"),
    [
        ("xiangqi", "", "b3-b5", "b3-b5"),
        ("xiangqi", "", "b3-b10", "b3xb10"),
        ("xiangqi", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "a2-a10", "a2-a10+"),
        ("minigolf", "4k3/8/8/8/8/8/8/8/8/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "a1.e2-a1.d3", "a1.e2xa1.d3"),
        # A piece that drifts onto another captures by itself; the move does not.
        (
            "minigolf",
            "4k3/8/8/8/8/8/8/8/8/8/8/8/2p5/8/2F{0,2#1}5/K7 w - - 0 1",
            "a1.a1-a1.b1",
            "a1.a1-a1.b1",
        ),
        ("ravioli", "", "f2u-f4u", "f2u-f4u"),
        ("mini-meta", "", "d1:a2-d2:a1", "Qd1:qa2-Pd2:a1"),
    ],
)
def test_a_list_has_the_signs_of_what_a_move_does(game: str, position: str, move: str, written: str) -> None:
    variant = fairyring.load(game)
    before = variant.position(position) if position else variant.start()
    played = before.parse_move(move)
    assert notation(before, played) == written
    assert notation(before, played, before.play(played)) == written
    assert line(before, [played], 1) == [written]
    assert played.text == move


@pytest.mark.alone
def test_the_record_keeps_the_texts_of_the_moves() -> None:
    game = fairyring.Game(fairyring.load("xiangqi"))
    game.push("b3-b10")
    assert game.notations == ["b3xb10"]
    assert "b3-b10" in game.pgn()
    assert "b3xb10" not in game.pgn()


@pytest.mark.alone
def test_the_move_that_wins_has_its_sign() -> None:
    before = fairyring.load("xiangqi").position("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1")
    assert notation(before, before.parse_move("b2-b10")) == "b2-b10#"


def test_what_depends_on_a_secret_is_not_written() -> None:
    bluff = fairyring.load("monster-bluff-4")
    game = fairyring.Game(bluff)
    for move in ("true@1e1", "true@1e8", "1e2-1e4", "1d7-1d5", "1e4-1d5"):
        game.push(move)
    for viewer in ("white", "black", "spectator"):
        assert game.seen_by(viewer).notations[2:] == ["1e2-1e4", "1d7-1d5", "1e4x1d5"]
