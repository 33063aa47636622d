"""Positions and moves, as a Python user meets them."""

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fairyring
from fairyring import (
    AmbiguousMoveError,
    FairyringError,
    IllegalMoveError,
    Move,
    MoveError,
    Position,
    PositionError,
    Side,
    Variant,
)

pytestmark = pytest.mark.kernel

CHESS = fairyring.load("chess")
RAVIOLI = fairyring.load("ravioli")
PROMOTING = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"


def test_the_start() -> None:
    start = CHESS.start()
    assert str(start) == start.text() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert (start.side, start.clock, start.number) == (Side.WHITE, 0, 1)
    assert start.side == "white"
    assert not start.in_check
    assert start.result is None
    assert start.earlier == ()
    assert CHESS.start() is start
    assert repr(start).startswith("fairyring.load('chess').position('rnbqkbnr/")
    assert eval(repr(start), {"fairyring": fairyring}) == start


def test_play_leaves_the_position_as_it_was() -> None:
    start = RAVIOLI.start()
    after = start.play("b2u-b4u")
    assert str(start) == RAVIOLI.definition.start
    assert str(after) == (
        "rnbqkbnr/pppwzppp/3pp3/8/1P6/3PP3/P1PWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP b KQkq b3u 0 1"
    )
    assert after == start.play(start.parse_move("b2u-b4u"))
    assert after != start


def test_moves_are_frozen_and_lists_are_fresh() -> None:
    start = CHESS.start()
    move = start.legal_moves()[0]
    with pytest.raises(AttributeError):
        move.text = "e2-e4"  # type: ignore[misc]
    start.legal_moves().clear()
    assert len(start.legal_moves()) == 20


def test_forms_of_a_move() -> None:
    start = CHESS.start()
    assert start.play("e2e4") == start.play("e2-e4")
    promoted = CHESS.position(PROMOTING).play("e7e8n")
    assert str(promoted) == "4N2k/8/8/8/8/8/8/K7 b - - 0 1"
    assert CHESS.position(PROMOTING).parse_move("e7-e8=N").choices == ("e7", "e8", "N")
    with pytest.raises(IllegalMoveError):
        RAVIOLI.start().play("b2ub4u")


def test_choices_step_by_step() -> None:
    position = CHESS.position(PROMOTING)
    assert set(position.choices()) == {"e7", "a1"}
    assert position.choices(("e7",)) == ["e8"]
    assert set(position.choices(("e7", "e8"))) == set("QRBN")
    assert position.choices(("e7", "e8", "Q")) == []
    assert position.choices(("e9",)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e2-e5", "move 'e2-e5': not a legal move; from e2 there are e2-e3, e2-e4"),
        ("a1-a2", "move 'a1-a2': the white rook on a1 has no legal move"),
        ("e7-e5", "move 'e7-e5': it is White's move, and the piece on e7 is a black pawn"),
        ("e4-e5", "move 'e4-e5': there is no piece on e4"),
        ("e9-e5", "move 'e9-e5': not a legal move"),
        ("", "move '': not a legal move; moves are written like b1-c3"),
        ("Nd4", "move 'Nd4': not a legal move; moves are written like d2-d4"),
        ("e5", "move 'e5': there is no piece on e5; moves are written like b1-c3"),
        ("e2-e4=Q", "move 'e2-e4=Q': not a legal move; from e2 there are e2-e3, e2-e4"),
    ],
)
def test_illegal_moves_are_explained(text: str, said: str) -> None:
    start = CHESS.start()
    with pytest.raises(IllegalMoveError) as caught:
        start.play(text)
    assert str(caught.value) == said
    assert caught.value.text == text
    assert caught.value.position == str(start)


def test_moves_of_another_position_are_illegal() -> None:
    stranger = CHESS.start().play("e2-e4").parse_move("e7-e5")
    with pytest.raises(IllegalMoveError):
        CHESS.start().play(stranger)
    forged = Move("e2-e4", ("e2", "e4"), "e2e4", 12345)
    with pytest.raises(IllegalMoveError):
        CHESS.start().play(forged)


def test_ambiguous_moves_name_their_meanings() -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        CHESS.position(PROMOTING).play("e7-e8")
    assert set(caught.value.meanings) == {f"e7-e8={letter}" for letter in "QRBN"}
    assert all(meaning in str(caught.value) for meaning in caught.value.meanings)


def test_a_move_after_checkmate_is_refused_with_the_result() -> None:
    mated = CHESS.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    with pytest.raises(IllegalMoveError, match="the game is over: Black wins by checkmate"):
        mated.play("e2-e3")


def test_equality_and_hash() -> None:
    start = CHESS.start()
    one = start.play("g1-f3").play("g8-f6").play("b1-c3").play("b8-c6")
    other = start.play("b1-c3").play("g8-f6").play("g1-f3").play("b8-c6")
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key
    later = one.play("c3-b1").play("c6-b8").play("b1-c3").play("b8-c6")
    assert later.key == one.key
    assert later != one  # by the clocks
    text = str(RAVIOLI.start())
    bero = fairyring.load("ravioli-bero").position(text)
    assert bero != RAVIOLI.start()
    assert str(bero) == text
    assert {one, other, later} == {one, later}
    assert CHESS == fairyring.load("chess") != RAVIOLI


def test_an_en_passant_square_that_cannot_be_used_does_not_count() -> None:
    idle, used = (CHESS.position(f"4k3/8/8/8/{row}/8/8/4K3 b - e3 0 1") for row in ("4P3", "3pP3"))
    idle_off, used_off = (CHESS.position(str(position).replace("e3", "-")) for position in (idle, used))
    assert idle.key == idle_off.key
    assert idle != idle_off
    assert used.key != used_off.key
    pinned = CHESS.position("3k4/8/8/8/3pP3/8/8/K2R4 b - e3 0 1")
    assert pinned.key == CHESS.position("3k4/8/8/8/3pP3/8/8/K2R4 b - - 0 1").key


def test_pickling_keeps_the_history() -> None:
    position = CHESS.start()
    for text in "g1-f3 g8-f6 f3-g1 f6-g8 g1-f3 g8-f6 f3-g1".split():
        position = position.play(text)
    again: Position = pickle.loads(pickle.dumps(position))
    assert again == position
    result = again.play("f6-g8").result
    assert result is not None
    assert result.reason == "threefold repetition"


@pytest.mark.parametrize("viewer", ["red", "", "White", 0])
def test_viewers_that_do_not_exist_are_refused(viewer: str) -> None:
    with pytest.raises(ValueError, match="a viewer is"):
        CHESS.start().text(viewer)


def test_a_view() -> None:
    view = CHESS.position("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").view("white")
    assert view.checked == ("e1",)
    assert {(token.site, token.letter, token.name) for token in view.tokens} == {
        ("e1", "K", "white king"),
        ("e2", "q", "black queen"),
        ("e8", "k", "black king"),
    }
    assert view == CHESS.position(view.text).view("spectator")


SIGNS = st.sampled_from("KQRBNPWZOkqrbnpwzoabcdefghud0123456789/|- =+~\n\0٣²") | st.characters()


def refusal(variant: Variant, text: str) -> PositionError | None:
    """Why a text is refused, or None: then it is held to be canonical."""
    try:
        position = variant.position(text)
    except PositionError as error:
        return error
    assert str(position) == text
    return None


@given(st.text(SIGNS, max_size=100))
def test_any_text_is_a_position_or_a_typed_error(text: str) -> None:
    for variant in (CHESS, RAVIOLI):
        error = refusal(variant, text)
        assert error is not None
        assert error.text == text
        assert 1 <= error.column <= len(text) + 1
        assert str(error).startswith(f"position text, column {error.column}: ")
        assert "\n" not in str(error)


@given(st.data())
def test_texts_with_faults_are_positions_or_typed_errors(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from((CHESS, RAVIOLI)))
    text = variant.definition.start
    for _ in range(data.draw(st.integers(1, 4))):
        low, high = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        text = text[:low] + data.draw(st.text(SIGNS, max_size=4)) + text[min(high, low + 3) :]
    error = refusal(variant, text)
    assert error is None or 1 <= error.column <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", 1, "White needs a king"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", 28, "expected move number next"),
        ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", 21, "expected side to move"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", 21, "the side to move is 'w' or 'b'"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", 23, "castling K: there is no white rook on h1"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1",
            28,
            "castling rights are written once each, in the order KQkq",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", 25, "no pawn can have just passed e6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", 25, "the board has no square 'e9'"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 3 1", 27, "the half-move clock must be 0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 00 1", 27, "no leading zeros"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", 29, "a number from 1"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 17, "a white pawn cannot stand on a1"),
        ("4k3/8/8/8/8/8/8/35 w - - 0 1", 17, "this rank has 8 squares; here it gets"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", 19, "this rank has 8 squares; here it gets"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", 20, "this rank has 8 squares, but ends after 7"),
        ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", 18, "there is no piece 'X' in this game"),
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", 23, "it is White's move, but Black is in check"),
    ],
)
def test_bad_positions_are_explained(text: str, column: int, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        CHESS.position(text)
    assert reason in str(caught.value)
    assert caught.value.column == column


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    with pytest.raises(PositionError, match="longer than"):
        CHESS.position("8/" * 1_000_000)


@example("e7-e8=Q")  # two that are moves, which random texts hardly ever are
@example("a1b1")
@given(st.text(SIGNS, max_size=20) | st.sampled_from(["e7-e8", "e7e8", "a1-", "e7-e8=", "e7-e8=K"]))
def test_any_text_is_a_move_or_a_typed_error(text: str) -> None:
    for position in (CHESS.position(PROMOTING), RAVIOLI.start()):
        if text in {form for move in position.legal_moves() for form in (move.text, move.uci)} - {""}:
            assert text in (position.parse_move(text).text, position.parse_move(text).uci)
            continue
        with pytest.raises(MoveError) as caught:
            position.parse_move(text)
        assert isinstance(caught.value, FairyringError)
        assert caught.value.text == text
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e3-e4", "the white pawn on e3 has no legal move"),
        ("e3^-e4", "not a legal move; from e3^ there are e3^-c2, e3^-c4, "),
        ("f5^-e3", "it is White's move, and the piece on f5^ is a black knight"),
        ("e1^-e3", "there is no piece on e1^"),
    ],
)
def test_illegal_moves_of_riders_and_carriers_are_explained(text: str, said: str) -> None:
    position = fairyring.load("metachess-4").position("4k3/8/8/3p1(pn)2/8/4(PN)3/8/4K3 w - - 0 1")
    with pytest.raises(IllegalMoveError) as caught:
        position.play(text)
    assert said in str(caught.value)


def test_hands_and_counters_are_shown_beside_the_board() -> None:
    position = fairyring.load("crazyhouse").start()
    assert [(panel.title, panel.side, panel.holdings) for panel in position.panels] == [
        ("hand", Side.WHITE, ()),
        ("hand", Side.BLACK, ()),
    ]
    for text in ("e2-e4", "d7-d5", "e4-d5"):
        position = position.play(text)
    (held,) = position.panels[0].holdings
    assert (held.letter, held.name, held.number, held.choice) == ("P", "white pawn", 1, "P@")
    assert position.view(Side.BLACK).panels == position.panels
    position = position.play("d8-d5")
    assert position.choices((held.choice,))
    assert position.play("P@e4").panels[0].holdings == ()
    start = fairyring.load("3check").start()
    assert [(panel.title, panel.number) for panel in start.panels] == [("checks left", 3)] * 2
    assert CHESS.start().panels == ()


@pytest.mark.parametrize("rights", ["KK", "QK"])
def test_castling_rights_are_written_once_and_in_order(rights: str) -> None:
    with pytest.raises(PositionError, match="written once each, in the order KQkq"):
        CHESS.position(f"4k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1")
