"""Positions in the making."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring
from fairyring import Setup, SetupError, Side, Variant
from tests import lanes

pytestmark = pytest.mark.kernel

CHESS = fairyring.load("chess")
GAMES = [fairyring.load(name) for name in fairyring.variants()]


def fault(setup: Setup) -> str:
    return str(setup.fault or "")


def test_men_are_put_moved_and_taken_away() -> None:
    setup = Setup(CHESS)
    setup.move("e2", "e4")
    setup.remove("d8")
    setup.put("d5", "p")
    setup.side = Side.BLACK
    assert str(setup) == "rnb1kbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert setup.side is Side.BLACK
    assert setup.position().legal_moves()
    assert setup.fault is None
    assert {(token.site, token.letter) for token in setup.tokens} >= {("d5", "p"), ("e4", "P")}


def test_rights_go_with_those_who_have_them() -> None:
    setup = Setup(CHESS)
    setup.remove("h1")
    assert str(setup).split()[2] == "Qkq"
    setup.move("e8", "e6")
    assert str(setup).split()[2] == "Q"
    passed = Setup(CHESS, str(CHESS.start().play("e2-e4")))
    passed.remove("a2")
    assert str(passed).split()[3] == "-"


def test_what_is_impossible_is_said_and_not_forbidden() -> None:
    setup = Setup(CHESS)
    setup.clear()
    assert setup.tokens == ()
    assert "no white king" in fault(setup)
    setup.put("e1", "K")
    setup.put("e8", "k")
    assert fault(setup) == ""
    setup.put("a1", "P")
    assert "a pawn on a1" in fault(setup)
    assert str(Setup(CHESS, str(setup))) == str(setup), "an impossible position can be gone on from"


def test_men_on_men() -> None:
    setup = Setup(fairyring.load("metachess-4"))
    setup.move("b1", "e2")
    assert "(PN)" in str(setup)
    setup.move("e2", "e4")
    assert str(setup).split("/")[4] == "4(PN)3", "the carrier takes his rider along"
    setup.move("e4^", "b3")
    setup.put("e4^", "n")
    assert "(Pn)" in str(setup)
    setup.remove("e4")
    assert [token.letter for token in setup.tokens if token.site == "e4"] == ["n"]
    with pytest.raises(SetupError, match="nobody stands on h5"):
        setup.put("h5^", "N")


def test_small_men_live_on_backs() -> None:
    setup = Setup(fairyring.load("mini-meta"))
    before = {token.letter for token in setup.tokens if token.site.startswith("a1")}
    setup.move("a1", "a3")
    assert {token.letter for token in setup.tokens if token.site.startswith("a3")} == before
    with pytest.raises(SetupError, match="nobody stands on a1 to stand on"):
        setup.put("a1:a1", "N")
    with pytest.raises(SetupError, match="big men stand on big squares"):
        setup.move("b1", "b2:a1")
    setup.remove("a3")
    assert not [token for token in setup.tokens if token.site.startswith("a3")]


def test_men_are_set_in_motion() -> None:
    setup = Setup(fairyring.load("momentum"))
    setup.move("e2", "e4")
    setup.launch("e4", "e6")
    setup.move("b1", "c3")
    setup.launch("c3", "d5")
    assert "P{0,2#1}" in str(setup)
    setup.launch("e4", "e4")
    assert "{0,2" not in str(setup)
    assert "#1}" in str(setup), "the order of launching has no gaps"
    with pytest.raises(SetupError, match="a white rook cannot be in motion by 1,3"):
        setup.launch("a1", "b4")
    with pytest.raises(SetupError, match="nobody moves on by himself"):
        Setup(CHESS).launch("e2", "e4")


def test_kings_of_whom_one_is_true() -> None:
    variant = fairyring.load("monster-bluff-4")
    start = variant.start()
    chosen = start.play(start.legal_moves()[0])
    true = next(token.site for token in chosen.view().tokens if token.marked)
    setup = Setup(variant, str(chosen))
    setup.remove(true)
    assert str(setup).split()[7].startswith("-,")
    assert not [token for token in setup.tokens if token.marked]


@pytest.mark.parametrize(
    "act", [("put", "e9", "N"), ("put", "e4", "x"), ("move", "e4", "e5"), ("remove", "")]
)
def test_what_cannot_be_done(act: tuple[str, ...]) -> None:
    setup = Setup(CHESS)
    with pytest.raises(SetupError):
        getattr(setup, act[0])(*act[1:])
    assert str(setup) == str(CHESS.start())


@given(variant=st.sampled_from(GAMES), data=st.data())
def test_whatever_is_done_the_text_is_well_formed(variant: Variant, data: st.DataObject) -> None:
    setup = Setup(variant)
    places = [*variant.board.names, *variant.rules.spots]
    letters = sorted({token.letter for token in setup.tokens})
    for _ in range(data.draw(st.integers(1, 8 if not lanes.PLAIN else 3))):
        act = data.draw(st.sampled_from(["put", "remove", "move", "launch", "clear", "side"]))
        one, other = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
        try:
            match act:
                case "put":
                    setup.put(one, data.draw(st.sampled_from(letters)))
                case "remove":
                    setup.remove(one)
                case "move":
                    setup.move(one, other)
                case "launch":
                    setup.launch(one, other)
                case "clear":
                    setup.clear()
                case "side":
                    setup.side = data.draw(st.sampled_from(list(Side)))
        except SetupError:
            continue
        assert str(Setup(variant, str(setup))) == str(setup)
    if setup.fault is None:
        assert str(setup.position()) == str(setup)
