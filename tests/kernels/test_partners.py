"""Partners: two boards in turn, hands for each, and what is kept of the board that is not to move."""

from __future__ import annotations

import pytest

import fairyring
import fairyring.testing
from fairyring import Position, PositionError
from fairyring.board import grid, pair, shared_ring
from fairyring.kernels.orthodox.rules import Orthodox, usual_pieces
from fairyring.mechanics import CheckCount, DropLimits, Hands, Partners
from tests import lanes

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

KINGS = "4k3/8/8/8/8/8/8/4K3[]"


def position(a: str, b: str, rest: str) -> Position:
    return fairyring.load("bughouse").position(f"{a}|{b} {rest}")


def moves(at: Position) -> set[str]:
    return {move.text for move in at.legal_moves()}


def after(at: Position, *texts: str) -> Position:
    for text in texts:
        at = at.play(text)
    return at


def test_players_alternate_and_each_of_them_alternates_boards() -> None:
    at, seen = fairyring.load("bughouse").start(), []
    for text in ("Ae2-Ae4", "Be7-Be5", "Be2-Be4", "Ae7-Ae5", "Ag1-Af3", "Bb8-Bc6"):
        seen.append((str(at.side), {move[0] for move in moves(at)}))
        at = at.play(text)
    order = [("white", {"A"}), ("black", {"B"}), ("white", {"B"}), ("black", {"A"})]
    assert seen == [*order, *order[:2]]


def test_a_captured_piece_goes_to_the_hand_for_the_other_board() -> None:
    at = position("4k3/8/8/3q4/4P3/8/8/4K3[]", "4k3/8/8/8/8/8/7r/4K3[]", "w A - - 0 1")
    at = at.play("Ae4-Ad5")
    assert str(at).startswith("4k3/8/8/3P4/8/8/8/4K3[]|4k3/8/8/8/8/8/7r/4K3[Q] b B")
    at = at.play("Bh2-Bh1")
    assert at.view().checked == ("Be1",)
    assert {text for text in moves(at) if "@" in text} == {"Q@Bf1", "Q@Bg1"}
    after_drop = at.play("Q@Bf1")
    assert str(after_drop).startswith("4k3/8/8/3P4/8/8/8/4K3[]|4k3/8/8/8/8/8/8/4KQ1r[] b A")


def test_a_promoted_piece_is_handed_over_as_a_pawn() -> None:
    at = position("r3k3/8/8/8/8/8/8/Q~3K3[]", KINGS, "b A - - 0 1").play("Aa8-Aa1")
    assert str(at) == "4k3/8/8/8/8/8/8/r3K3[]|4k3/8/8/8/8/8/8/4K3[p] w A - - 0 2"


def test_a_drop_is_a_choice_of_the_hand_for_its_board() -> None:
    at = position("4k3/8/8/8/8/8/8/4K3[N]", "4k3/8/8/8/8/8/8/4K3[N]", "w B - - 0 1")
    assert {move.choices[0] for move in at.legal_moves() if "@" in move.text} == {"N@B"}
    held = {panel.title: panel.holdings[0].choice for panel in at.panels if panel.holdings}
    assert held == {"hand for A": "N@A", "hand for B": "N@B"}
    assert [panel.number for panel in at.panels if panel.title == "board to move"] == ["B"]


def test_a_check_on_the_other_board_waits_for_that_boards_turn() -> None:
    at = position(KINGS, "4k2R/8/8/8/8/8/8/4K3[]", "w A - - 0 1")
    assert not at.in_check
    at = at.play("Ae1-Ad2")
    assert at.view().checked == ("Be8",)
    assert moves(at) == {"Be8-Bd7", "Be8-Be7", "Be8-Bf7"}


def test_a_side_cannot_leave_its_king_to_be_captured_on_the_other_board() -> None:
    with pytest.raises(PositionError, match="Black's move on board B, but White is in check there"):
        position(KINGS, "4k3/8/8/8/8/8/8/4K2r[]", "w A - - 0 1")
    with pytest.raises(PositionError, match="it is White's move, but Black is in check"):
        position("4k2R/8/8/8/8/8/8/4K3[]", KINGS, "w A - - 0 1")


def test_en_passant_waits_for_the_reply_on_its_board() -> None:
    at = position("4k3/8/8/8/3p4/8/4P3/4K3[]", "4k3/4p3/8/3P4/8/8/8/4K3[]", "w A - - 0 1")
    at = after(at, "Ae2-Ae4", "Be7-Be5")
    assert str(at).endswith("w B - Ae3Be6 0 2")
    at = after(at, "Bd5-Be6", "Ad4-Ae3")
    assert str(at) == "4k3/8/8/8/8/4p3/8/4K3[P]|4k3/8/4P3/8/8/8/8/4K3[p] w A - - 0 3"


def test_en_passant_is_too_late_after_another_reply() -> None:
    at = position("4k3/8/8/8/3p4/8/4P3/4K3[]", KINGS, "w A - - 0 1")
    at = after(at, "Ae2-Ae4", "Be8-Be7", "Be1-Be2", "Ae8-Ae7", "Ae1-Ae2", "Be7-Be8", "Be2-Be1")
    assert "Ad4-Ae3" not in moves(at)


def test_only_the_king_of_the_board_to_move_castles() -> None:
    rook = "4k2r/8/8/8/8/8/8/4K2R[]"
    castles = {"Ae1-Ag1", "Be1-Bg1", "Ae8-Ag8", "Be8-Bg8"}
    for rest, text in (("w A", "Ae1-Ag1"), ("b B", "Be8-Bg8"), ("w B", "Be1-Bg1"), ("b A", "Ae8-Ag8")):
        at = position(rook, rook, f"{rest} KkHh - 0 1")
        assert moves(at) & castles == {text}
        assert fairyring.perft(at, 1) == len(moves(at))
    assert str(position(rook, rook, "w B KkHh - 0 1").play("Be1-Bg1")).split()[3] == "Kkh"


def test_a_mate_is_one_even_if_a_piece_from_the_other_board_could_have_stopped_it() -> None:
    at = position("R5k1/5ppp/8/8/8/8/8/K7[]", "4k3/8/8/8/8/8/8/4K3[n]", "b A - - 0 1")
    assert str(at.result) == "white wins: checkmate"
    assert position("R5k1/5ppp/8/8/8/8/8/K7[n]", KINGS, "b A - - 0 1").result is None


def test_a_player_without_a_move_on_the_board_to_move_has_lost() -> None:
    at = position("7k/5Q2/8/8/8/8/8/K7[]", KINGS, "b A - - 0 1")
    assert at.result
    assert (at.result.reason, at.result.winner) == ("stalemate", "white")


def test_the_whole_position_is_what_is_repeated() -> None:
    there, back = ("Ag1-Af3", "Bg8-Bf6", "Bg1-Bf3", "Ag8-Af6"), ("Af3-Ag1", "Bf6-Bg8", "Bf3-Bg1", "Af6-Ag8")
    at = after(fairyring.load("bughouse").start(), *there, *back, *there)
    assert at.result is None
    assert after(at, *back).result
    aside = after(fairyring.load("bughouse").start(), *there, *back, *there, *back[:3], "Aa7-Aa6")
    assert aside.result is None


def test_the_game_is_drawn_after_fifty_moves_of_each_player_on_each_board() -> None:
    assert position(KINGS, KINGS, "w A - - 199 60").result is None
    at = position(KINGS, KINGS, "w A - - 199 60").play("Ae1-Ae2")
    assert at.result
    assert at.result.winner is None


def koedem(a: str, b: str, rest: str) -> Position:
    return fairyring.load("koedem").position(f"{a}|{b} {rest}")


def test_a_king_can_be_captured_and_is_dropped_at_once_on_the_other_board() -> None:
    at = koedem("4k3/8/8/8/8/8/4R3/4K3[]", "4k3/8/8/8/8/8/8/4K3[P]", "w A - - 0 1").play("Ae2-Ae8")
    assert str(at).startswith("4R3/8/8/8/8/8/8/4K3[]|4k3/8/8/8/8/8/8/4K3[KP] b B")
    assert at.result is None
    at = at.play("Be8-Be7")
    assert len(moves(at)) == 62
    assert all(text.startswith("K@B") for text in moves(at))


@pytest.mark.parametrize(
    ("a", "b", "winner"),
    [
        ("R3k3/4p3/8/8/8/8/8/4K3[]", KINGS, None),
        ("R3k3/4p3/8/8/8/8/8/4K2K[]", KINGS, "white"),
        ("R3k3/4p3/8/8/8/8/8/4K2K[k]", KINGS, None),  # a king in hand is there, too
        ("R3k3/4p3/8/8/8/8/8/8[]", "8/4p3/8/8/8/8/8/4K3[]", "white"),  # the second one is in hand for B
        ("R3k3/4p3/8/8/8/8/8/8[]", "8/4p3/8/8/8/8/8/4N3[]", None),
    ],
)
def test_who_has_no_king_on_a_board_has_lost_to_two_there(a: str, b: str, winner: str | None) -> None:
    at = koedem(a, b, "w A - - 0 1").play("Aa8-Ae8")
    assert (at.result and at.result.winner) == winner, str(at)


def test_a_king_of_koedem_castles_over_attacked_squares() -> None:
    at = koedem("4kr2/8/8/8/8/8/8/4K2R[]", KINGS, "w A K - 0 1")
    assert "Ae1-Ag1" in moves(at)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{KINGS} w A - - 0 1", "expected '|'"),
        (f"{KINGS}|{KINGS[:-2]} w A - - 0 1", "expected '['"),
        (f"{KINGS}|{KINGS} w C - - 0 1", "the board to move is 'A' or 'B', not 'C'"),
        (f"{KINGS}|{KINGS} w - - 0 1", "expected move number next"),
        (f"{KINGS}|4k3/8/8/8/8/8/8/8[] w A - - 0 1", "White needs a king"),
        (f"{KINGS}|{KINGS[:-1]}K] w A - - 0 1", "a white king cannot be in hand"),
        (f"{KINGS}|4k3/8/8/8/4P3/8/8/4K3[] w A - Ae3 0 1", "no pawn can have just passed Ae3"),
        (f"4k3/8/8/8/4P3/8/8/4K3[]|{KINGS} b A - Ae3 7 1", "the half-move clock must be at most 3"),
        (f"{KINGS}|{KINGS} w A H - 0 1", "castling H: there is no white rook on Bh1"),
    ],
)
def test_texts_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        fairyring.load("bughouse").position(text)
    assert reason in str(refused.value)


def test_combinations_that_are_refused() -> None:
    for board in (grid(8, 8), shared_ring(8, 8)):
        with pytest.raises(ValueError, match="two boards A and B"):
            Orthodox(board, usual_pieces(), promotions="QRBN", mechanics=(Partners(),))
    with pytest.raises(ValueError, match="check counting and partners cannot be combined"):
        Orthodox(pair(8, 8), usual_pieces(), promotions="QRBN", mechanics=(Partners(), CheckCount(3)))
    with pytest.raises(ValueError, match="cannot be combined"):
        Orthodox(pair(8, 8), usual_pieces(), promotions="QRBN", mechanics=(Hands(), Partners()))
    with pytest.raises(ValueError, match="drop limits: there is no royal piece"):
        Orthodox(grid(8, 8), usual_pieces()[:-1], "QRBN", mechanics=(Hands(), DropLimits(checks=False)))


def test_what_every_game_guarantees() -> None:
    fairyring.testing.check("bughouse", walks=lanes.samples(2, 1), plies=lanes.samples(40, 5))
