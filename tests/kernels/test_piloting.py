"""What the piloting family says of its games: reach, choices, tokens, squares in check, moves at a glance."""

from typing import Any

import pytest

import fairyring
from fairyring.board import Side
from fairyring.game import Position, Variant
from fairyring.kernels import entry_points
from fairyring.kernels.compiling import U
from fairyring.kernels.orthodox.rules import castling
from fairyring.mechanics import Explosion, Goal, Hands, Riding
from fairyring.variants import mini_meta

pytestmark = pytest.mark.kernel

# e5 carries two white pawns to the far rank; of small pieces White lacks queen, rook and knight.
CARRIED = (
    "k[...k]q[...q]b[...b]n[...n]1/p[...p]p[...p]p[...p]1P[PP..]/5/5/1P[P...]P[P...]P[P...]1/"
    "R[....]1B[B...]1K[K...] w 0 1"
)
# The white king on e1 stands on a white piece that the riderless black knight on d3 could capture.
BESIDE_A_KNIGHT = "k[...k]4/5/5/3n[....]1/3Q[R...]1/4K[K...] w 0 1"


def read(text: str, *, friendly: bool = True) -> Position:
    return fairyring.load("mini-meta", friendly_fire_check=friendly).position(text)


def goals(letter: str, site: str, side: Side = Side.WHITE) -> set[str]:
    return {goal.site for goal in fairyring.load("mini-meta").rules.reach(letter, site, side)}


def test_big_and_small_pieces_have_goals_of_their_own_size() -> None:
    assert goals("N", "c3") == {"a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"}
    around = {"b2:a2", "b2:b1", "b3:a2", "b4:b1", "c2:b1", "c4:b1", "d2:a2", "d3:a2"}
    assert goals("N", "c3:a1") == around
    assert goals("P", "c3") == {"c4", "b4", "d4"}
    assert goals("P", "c3", Side.BLACK) == {"c2", "b2", "d2"}
    assert goals("P", "c3:a2") == {"c4:a1", "b4:b1", "c4:b1"}
    assert goals("K", "a1:a1") == {"a1:b1", "a1:a2", "a1:b2"}


def test_pawns_promote_on_the_far_rank_of_their_own_board() -> None:
    rules = fairyring.load("mini-meta").rules
    for site, far in (("b5", True), ("b4", False), ("b6:a1", True), ("b5:a2", False)):
        assert {goal.promotion for goal in rules.reach("P", site, Side.WHITE)} == {far}
    for site, far in (("b2", True), ("b3", False), ("b1:a2", True), ("b2:a1", False)):
        assert {goal.promotion for goal in rules.reach("P", site, Side.BLACK)} == {far}


def test_choices_name_a_rider_and_then_what_it_does() -> None:
    start = fairyring.load("mini-meta").start()
    assert set(start.choices(("b1:a2",))) == {
        *("a1:a1", "a2:a1", "a2:b2", "b2:b2", "c2:a1", "c1:a1"),
        "pilot",
    }
    assert set(start.choices(("b1:a2", "pilot"))) == {"a3", "c3"}
    position = read(CARRIED)
    chosen = ("e5:a2", "pilot", "e6", "Q", "+a2=R", "+b2=N")
    (move,) = [move for move in position.legal_moves() if chosen in move.entries]
    assert move.text == "e5-e6=Q+a2=R+b2=N"
    assert move.entries == (chosen, ("e5:b2", *chosen[1:]))
    assert "Q[RN..]" in str(position.play(move))


def test_every_rider_that_may_pilot_begins_the_same_move() -> None:
    position = read("k[...k]4/5/5/2q[PN.R]2/5/4K[K...] w 0 1")
    turns = {move.text: {entry[0] for entry in move.entries} for move in position.legal_moves()}
    assert turns["c3-c4"] == {"c3:a2", "c3:b2", "c3:b1"}
    assert turns["c3-c2"] == {"c3:b2", "c3:b1"}  # the pawn may not pilot back, but others may carry it


def test_notation_shows_the_pieces() -> None:
    start = fairyring.load("mini-meta").start()
    assert start.parse_move("b1-a3").notation == "Nb1-a3"
    assert start.parse_move("b1:a2-b2:b2").notation == "Nb1:na2-Pb2:b2"
    position = read("k[...k]4/5/5/2p[qQ..]2/5/2R[R...]1K[K...] w 0 1")
    assert position.parse_move("c1-c3").notation == "Rc1xPc3(qa2 qb2)"
    captured = read("k[...k]4/5/2p[q...]2/2P[R...]2/5/4K[K...] w 0 1").parse_move("c3:a2-c4:a1")
    assert captured.notation == "Pc3:ra2-Pc4:a1"


def test_a_text_that_pilots_nothing_is_refused_with_the_reason() -> None:
    def reason(text: str, turn: str) -> str:
        with pytest.raises(fairyring.IllegalMoveError) as caught:
            read(text).play(turn)
        return str(caught.value)

    start = str(fairyring.load("mini-meta").start())
    assert "from b1 there are b1-a3, b1-c3" in reason(start, "b1-b3")
    assert "White cannot pilot the big white king on e1 now" in reason(start, "e1-e3")
    assert "White has no piece on the back of the big black knight on d6" in reason(start, "d6-c4")
    assert "from b1:a2 there are b1-a3" in reason(start, "b1:a2-e5:a1")
    lone = "k[...k]4/5/5/3n[....]1/3Q[R...]1/4K[K...] w 0 1"
    assert "White has no piece on the back of the big black knight on d3" in reason(lone, "d3-c5")


def test_a_kind_without_losses_is_not_promoted_to() -> None:
    after = {move.text.partition("+")[2] for move in read(CARRIED).legal_moves() if move.text[:6] == "e5-e6="}
    assert after == {f"a2={one}+b2={two}" for one in "QRN" for two in "QRN" if one != two}


def test_tokens_tell_big_from_small() -> None:
    tokens = {token.site: token for token in fairyring.load("mini-meta").start().view().tokens}
    assert tokens["b1"].name == "big white knight"
    assert tokens["b1:a2"].name == "white knight"
    assert tokens["a6:b1"].name == "black king"


def test_the_big_square_is_in_check_too_if_the_piece_under_the_king_is_threatened() -> None:
    assert read("k[...k]4/5/5/3n[n...]1/5/4K[K...] w 0 1").view().checked == ("e1:a2", "e1")
    assert read("k[...k]4/5/5/5/5/3n[...r]K[..K.] w 0 1").view().checked == ("e1:a1",)


@pytest.mark.parametrize("friendly", [True, False])
def test_an_own_rider_may_bring_the_king_into_check(*, friendly: bool) -> None:
    position = read(BESIDE_A_KNIGHT, friendly=friendly)
    boarded = [move.text for move in position.legal_moves() if move.text.startswith("d2:a2-d3:")]
    assert bool(boarded) is not friendly


def test_own_riders_lost_with_a_big_piece_count_against_its_capture() -> None:
    def gain(text: str, turn: str) -> int:
        position = read(text)
        code = position.parse_move(turn).code
        return int(entry_points.capture_score(position.variant.rules.tables, position.rows(1), U(0), U(code)))

    alone = gain("k[...k]4/5/5/2p[q...]2/5/2R[R...]1K[K...] w 0 1", "c1-c3")
    beside = gain("k[...k]4/5/5/2p[qQ..]2/5/2R[R...]1K[K...] w 0 1", "c1-c3")
    own = gain("k[...k]4/5/5/2p[.Q..]2/5/2R[R...]1K[K...] w 0 1", "c1-c3")
    assert alone > beside > 0 > own


def test_mechanics_that_say_nothing_about_big_pieces_are_refused() -> None:
    meta = fairyring.load("mini-meta").definition
    for mechanic, title in (
        (Explosion(), "explosion"),
        (Riding(), "riding"),
        (Goal(["c3:a1"], reply=True), "goals"),
    ):
        with pytest.raises(
            ValueError, match=f"{title} and piloting cannot be combined, because nothing says what"
        ):
            meta.but(title="Odd", summary="Odd.", mechanics=[mechanic])


def test_castling_is_refused() -> None:
    meta = fairyring.load("mini-meta").definition
    castlings = (castling(meta.rules.board, Side.WHITE, "K", ("e1", "c1"), ("a1", "d1")),)
    with pytest.raises(ValueError, match="castlings: there is no castling in a Piloting game"):
        meta.but(title="Odd", summary="Odd.", rules={"castlings": castlings})


@pytest.mark.alone
def test_what_leaves_with_a_big_piece_goes_to_the_other_sides_hand() -> None:
    crazy = fairyring.load("mini-meta-crazyhouse")
    after = crazy.position("k[...k]4/5/5/2p[qQ~.n]2/5/2R[R...]1K[K...][] w 0 1").play("c1-c3")
    assert str(after) == "k[...k]4/5/5/2R[R...]2/5/4K[K...][QNp] b 0 1"
    assert [(panel.side, panel.holdings[0].name) for panel in after.panels] == [
        (Side.WHITE, "white knight"),
        (Side.BLACK, "black pawn"),
    ]


@pytest.mark.alone
def test_drops_go_to_empty_small_squares_alone() -> None:
    position = fairyring.load("mini-meta-crazyhouse").position("k[...k]4/5/5/2p[q..n]2/5/4K[K...][NP] w 0 1")
    goals = {
        letter: {move.text[2:] for move in position.legal_moves() if move.text.startswith(f"{letter}@")}
        for letter in "NP"
    }
    assert goals["N"] == {"a6:a2", "a6:b2", "a6:a1", "c3:b2", "c3:a1", "e1:b2", "e1:a1", "e1:b1"}
    assert goals["P"] == goals["N"] - {"a6:a2", "a6:b2", "e1:a1", "e1:b1"}
    assert position.parse_move("N@c3:b2").choices == ("N@", "c3:b2")


@pytest.mark.alone
def test_a_king_wins_on_its_goal_even_if_the_enemy_has_carried_it_there() -> None:
    game = fairyring.load("mini-meta").definition.but(title="Hill", summary="", mechanics=[Goal(["c3:a2"])])
    position = Variant("hill", game, {}, "hill").position("4k[k...]/5/5/5/N[Kn..]4/5 b 0 1")
    assert position.play("a2-c3").result == fairyring.Result(Side.WHITE, "goal")


def test_no_legal_turn_loses() -> None:
    position = read("4K[K...]/5/5/5/P[...R]4/p[..k.]N[Q...]3 b 99 1")
    assert not position.in_check
    assert position.result == fairyring.Result(Side.WHITE, "no legal turn")


# A small pawn goes round: up by steps, and back on the rook that carries it below the queen.
ROUND = (
    "c3:a1-c3:a2 c3:a2-c4:a1 c4:a1-c4:a2 c4-d4 d4-d2 d2-c2 c2:a2-c3:a1 c2-d2 d2-d4 d4-c4".split(),
    ["a6:b1-a6:a1", "a6:a1-a6:b1"] * 5,
)
GOING_ROUND = "k[...k]4/5/2R[...N]2/2Q[..P.]2/5/4K[K...] w 0 1"


def going_round(plies: int) -> Position:
    turns = [turn for pair in zip(*ROUND, strict=True) for turn in pair]
    position = read(GOING_ROUND)
    for ply in range(plies):
        position = position.play(turns[ply % len(turns)])
    return position


def test_a_position_comes_again_though_small_pawns_have_stepped() -> None:
    assert going_round(20).clock == 7
    assert going_round(20).key == going_round(0).key
    assert going_round(39).result is None
    assert str(going_round(40).result) == "draw: threefold repetition"


def test_the_search_knows_it_too() -> None:
    last = going_round(39)
    found = fairyring.search(last, depth=1, lines=len(last.legal_moves()))
    scores = {str(line.moves[0]): line.score for line in found.lines}
    assert scores.pop("a6:a1-a6:b1") == 0
    assert all(score < 0 for score in scores.values())


def with_hands(**options: Any) -> Variant:
    made = mini_meta.variant().but(title="Hands", summary="Hands.", mechanics=[Hands(**options)])
    return Variant("hands", made, {}, "hands")


@pytest.mark.alone
def test_pawns_are_dropped_on_their_first_rank_where_hands_say_so() -> None:
    text = "k[...k]4/5/5/5/5/4K[K...][P] w 0 1"
    for behind in (True, False):
        drops = {move.text for move in with_hands(behind=behind).position(text).legal_moves()}
        assert ("P@e1:a1" in drops) is behind
        assert "P@a6:a1" in drops


@pytest.mark.alone
def test_in_check_a_player_need_not_drop_what_does_not_end_it() -> None:
    """As no rook on another square ends the check, the big piece under the king is piloted away."""
    position = with_hands(at_once="R").position("1N[....]1Q[N...]1/1P[PPK.]3/3k[..Bk]1/5/5/5[r] b 0 82")
    assert position.in_check
    assert {move.text for move in position.legal_moves()} == {"d4-c3", "d4-c4", "d4-e3", "d4-e4"}
    assert position.result is None
    quiet = with_hands(at_once="R").position("k[...k]4/5/5/5/5/4K[K...][r] b 0 1")
    assert all(move.text.startswith("R@") for move in quiet.legal_moves())
