"""Positions in the making."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring
from fairyring import Setup, SetupError, Side, Variant
from tests import lanes

CHESS = fairyring.load("chess")
GAMES = [fairyring.load(name) for name in lanes.GAMES if not lanes.alone(name)]


def fault(setup: Setup) -> str:
    return str(setup.fault or "")


def test_pieces_are_put_moved_and_removed() -> None:
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


def test_castling_rights_are_lost_with_king_and_rook() -> None:
    setup = Setup(CHESS)
    setup.remove("h1")
    assert str(setup).split()[2] == "Qkq"
    setup.move("e8", "e6")
    assert str(setup).split()[2] == "Q"
    passed = Setup(CHESS, str(CHESS.start().play("e2-e4")))
    passed.remove("a2")
    assert str(passed).split()[3] == "-"


def test_what_is_impossible_is_reported_but_not_forbidden() -> None:
    setup = Setup(CHESS)
    setup.clear()
    assert setup.tokens == ()
    assert "White needs a king" in fault(setup)
    setup.put("e1", "K")
    setup.put("e8", "k")
    assert fault(setup) == ""
    setup.put("a1", "P")
    assert "a white pawn cannot stand on a1" in fault(setup)
    assert str(Setup(CHESS, str(setup))) == str(setup), "an impossible position can be gone on from"


def test_riders_and_carriers() -> None:
    setup = Setup(fairyring.load("metachess-4"))
    setup.move("b1", "e2")
    assert "(PN)" in str(setup)
    setup.move("e2", "e4")
    assert str(setup).split("/")[4] == "4(PN)3", "the carrier takes its rider along"
    setup.move("e4^", "b3")
    setup.put("e4^", "n")
    assert "(Pn)" in str(setup)
    setup.remove("e4")
    assert [token.letter for token in setup.tokens if token.site == "e4"] == ["n"]
    with pytest.raises(SetupError, match="there is no piece on h5 to sit on"):
        setup.put("h5^", "N")


def test_small_pieces_stand_on_backs() -> None:
    setup = Setup(fairyring.load("mini-meta"))
    before = {token.letter for token in setup.tokens if token.site.startswith("a1")}
    setup.move("a1", "a3")
    assert {token.letter for token in setup.tokens if token.site.startswith("a3")} == before
    with pytest.raises(SetupError, match="there is no big piece on a1 to stand on"):
        setup.put("a1:a1", "N")
    with pytest.raises(SetupError, match="big pieces stand on big squares"):
        setup.move("b1", "b2:a1")
    setup.remove("a3")
    assert not [token for token in setup.tokens if token.site.startswith("a3")]


def test_pieces_are_set_in_motion() -> None:
    setup = Setup(fairyring.load("momentum"))
    setup.move("e2", "e4")
    setup.launch("e4", "e6")
    setup.move("b1", "c3")
    setup.launch("c3", "d5")
    assert "P{0,2#1}" in str(setup)
    setup.launch("e4", "e4")
    assert "{0,2" not in str(setup)
    assert "#1}" in str(setup), "the order of launching has no gaps"
    with pytest.raises(SetupError, match="a white rook can never be in motion by 1,3"):
        setup.launch("a1", "b4")
    with pytest.raises(SetupError, match="pieces are never in motion in this game"):
        Setup(CHESS).launch("e2", "e4")


def test_kings_one_of_which_is_the_true_king() -> None:
    variant = fairyring.load("monster-bluff-4")
    start = variant.start()
    chosen = start.play(start.legal_moves()[0])
    true = next(token.site for token in chosen.view().tokens if token.marked)
    setup = Setup(variant, str(chosen))
    setup.remove(true)
    assert str(setup).split()[7].startswith("-,")
    assert not [token for token in setup.tokens if token.marked]


def hidden_again(variant: Variant, text: str) -> str:
    setup = Setup(variant, text)
    setup.hide_again()
    return str(setup)


def test_true_kings_are_chosen_again() -> None:
    variant = fairyring.load("monster-bluff-4")
    start = variant.start()
    chosen = start.play("true@1e1").play("true@2e8")
    assert hidden_again(variant, str(chosen)) == hidden_again(variant, str(start)) == str(start)
    moved = chosen.play(chosen.legal_moves()[0])  # Black is next, and White chooses first all the same
    again = variant.position(hidden_again(variant, str(moved)))
    assert [move.text[:5] for move in again.legal_moves()] == ["true@"] * 4
    assert again.play("true@1e1").play("true@1e8").side is Side.BLACK
    assert hidden_again(CHESS, str(CHESS.start())) == str(CHESS.start())


@pytest.mark.kernel  # as plain Python alone: its code would be compiled for this test
@pytest.mark.parametrize("name", ["ravioli-hidden-king"])
def test_where_nobody_can_choose_true_kings_again_they_are_drawn(name: str) -> None:
    variant = fairyring.load(name)
    chosen = variant.start().play("true@c1").play("true@e8")
    moved = chosen.play(chosen.legal_moves()[0])
    found = {hidden_again(variant, str(moved)).split()[-3] for _ in range(60)}
    assert len(found) == 4
    assert {text for pair in found for text in pair.split(",")} == {"c1", "e1", "c8", "e8"}


def test_chips_come_out_of_purses_and_go_back_to_them() -> None:
    setup = Setup(fairyring.load("monster-bluff-4"))
    setup.pay(5, Side.WHITE, "3d4")
    setup.pay(10, "black", "3d4")
    setup.pay(25, "black", "1d4")
    chips, promoted, purses = str(setup).split()[4:7]
    assert (chips, promoted, purses) == ("1d4:25x1,3d4:5x1+10x1", "wb", "W:19/10/4,B:20/9/3")
    assert setup.fault is None
    puts = {str(move) for move in setup.position().play("true@1e1").play("true@1e8").legal_moves()}
    assert {"chip25@3d4", "chip5@1d5"} <= puts
    setup.pay(5, "3d4", "black")  # to the purse that is named
    assert str(setup).split()[6] == "W:19/10/4,B:21/9/3"
    setup.pay(5, "black", "white")
    setup.remove("1d4")  # to the purse that has fewer
    setup.clear()
    assert str(setup).split()[4:7] == ["-", "wb", "W:20/10/4,B:20/10/4"]


def test_pieces_and_chips_on_one_square() -> None:
    setup = Setup(fairyring.load("monster-bluff-4"))
    setup.pay(5, "white", "1e4")
    setup.move("1e2", "1e4")
    assert [token.name for token in setup.tokens if token.site == "1e4"] == [
        "offer of 5 (1 × 5)",
        "white pawn",
    ]
    setup.pay(25, "white", "1e4")
    assert fault(setup).endswith("a piece cannot stand on a demand, as on 1e4")
    setup.pay(25, "1e4", "white")
    setup.move("1e4", "1e3")
    assert str(setup).split()[4] == "1e4:5x1", "chips stay where they are"
    setup.put("1e4", "n")
    setup.remove("1e4")
    assert str(setup).split()[4] == "1e4:5x1", "a piece on chips is removed before them"
    setup.pay(10, "black", "1d4")
    setup.move("1e4", "1d4")
    assert str(setup).split()[4] == "1d4:5x1+10x1", "chips come to chips"
    setup.move("1d4", "1d4")
    setup.remove("1d4")
    assert str(setup).split()[4] == "-"


@pytest.mark.parametrize(
    ("game", "act", "words"),
    [
        ("monster-bluff-4", (5, "1e4", "white"), "there is no chip of 5 on 1e4"),
        ("monster-bluff-4", (50, "white", "1e4"), "no chips of 50 in this game"),
        ("monster-bluff-4", (5, "white", "nowhere"), "the board has no square 'nowhere'"),
        ("chess", (5, "white", "e4"), "there are no chips in this game"),
    ],
)
def test_chips_that_do_not_exist_are_refused(game: str, act: tuple[int, str, str], words: str) -> None:
    setup = Setup(fairyring.load(game))
    with pytest.raises(SetupError, match=words):
        setup.pay(*act)
    poor = Setup(fairyring.load("monster-bluff-4"))
    for _ in range(4):
        poor.pay(25, "black", "1e4")
    with pytest.raises(SetupError, match="Black has no chip of 25"):
        poor.pay(25, "black", "1e4")


def test_more_chips_than_the_game_has_are_refused() -> None:
    text = str(fairyring.load("monster-bluff-4").start()).split()
    text[4] = "1d4:25x8,1e4:25x8"
    setup = Setup(fairyring.load("monster-bluff-4"), " ".join(text))
    assert "chips" in fault(setup)
    with pytest.raises(SetupError, match="1e4 would have 16 chips of 25; there are 8"):
        setup.move("1d4", "1e4")
    with pytest.raises(SetupError, match="1e4 would have 9 chips of 25; there are 8"):
        setup.pay(25, "white", "1e4")
    assert str(setup) == " ".join(text)


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
        act = data.draw(st.sampled_from(["put", "remove", "move", "launch", "pay", "clear", "side"]))
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
                case "pay":
                    start = data.draw(st.sampled_from([one, "white", "black"]))
                    setup.pay(data.draw(st.sampled_from([5, 10, 25])), start, other)
                case "clear":
                    setup.clear()
                case "side":
                    setup.side = data.draw(st.sampled_from(list(Side)))
        except SetupError:
            continue
        assert str(Setup(variant, str(setup))) == str(setup)
    if setup.fault is None:
        assert str(setup.position()) == str(setup)
