"""The oracle of momentum on 8x8 against every sentence of minigolf.md, "Momentum", that can be tried."""

import pytest

from .minigolf_samples import play, position, told
from .momentum import OracleError, OracleMomentum

MOM = OracleMomentum("momentum")
KINGS = "Ka1 kh8 "


def sort(pieces: str) -> str:
    return " ".join(sorted(pieces.split(), key=lambda word: word[1:]))


def after(pieces: str, turns: str, side: str = "white", castling: str = "", passed: str | None = None) -> str:
    return told(play(MOM, position(MOM, pieces, side, castling, passed), turns))


def legal(pieces: str, side: str = "white", castling: str = "", passed: str | None = None) -> set[str]:
    return set(MOM.legal(position(MOM, pieces, side, castling, passed)))


def in_check(pieces: str, side: str = "black") -> bool:
    return MOM.in_check(position(MOM, pieces, side))


def test_counts() -> None:
    # Two plies leave no time for momentum to matter; the third is where it begins to.
    assert [MOM.perft(MOM.start(), depth) for depth in (0, 1, 2)] == [1, 20, 400]


@pytest.mark.parametrize("name", ["", "Momentum", "billiards-00", "minigolf-chess"])
def test_no_other_games(name: str) -> None:
    with pytest.raises(OracleError):
        OracleMomentum(name)


# ---- the voluntary part ----


@pytest.mark.parametrize(
    ("turn", "moved"),
    [
        ("d4-d7", "Rd7{0,3#1}"),  # the direction times the distance
        ("d4-a4", "Ra4{-3,0#1}"),
        ("f3-h1", "Bh1{2,-2#1}"),
        ("b1-c3", "Nc3{1,2#1}"),  # a leaper: its vector
        ("e2-e3", "Pe3{0,1#1}"),
        ("e2-e4", "Pe4{0,2#1}"),
        ("g4-h5", "Ph5{1,1#1}"),  # a capture
    ],
)
def test_a_moved_piece_gets_momentum(turn: str, moved: str) -> None:
    pieces = KINGS + "Rd4 Bf3 Nb1 Pe2 Pg4 nh5"
    told_after = after(pieces, turn).split()
    assert moved in told_after
    assert sum("{" in word for word in told_after) == 1


def test_kings_castling_and_promotion_give_none() -> None:
    assert after(KINGS, "a1-a2") == sort("Ka2 kh8")
    assert after("Ke1 Rh1 Ra1 ke8", "e1-g1", castling="KQ") == sort("Kg1 Rf1 Ra1 ke8")
    assert after("Ke1 Rh1 Ra1 ke8", "e1-c1", castling="KQ") == sort("Kc1 Rd1 Rh1 ke8")
    assert after("Ka1 Pe7 kh6", "e7-e8=N") == sort("Ka1 Ne8 kh6")
    pieces = "Ka1 Pe7 nd8 kh6"
    assert {text for text in legal(pieces) if text.startswith("e7")} == {
        f"e7-{to}={kind}" for to in ("e8", "d8") for kind in "QRBN"
    }


def test_a_piece_with_momentum_can_only_be_stopped() -> None:
    pieces = KINGS + "Re3{0,1#1} Nb1"
    assert {text for text in legal(pieces) if "e3" in text} == {"stop@e3"}
    assert not {text for text in legal(pieces) if text.startswith("stop@") and text != "stop@e3"}
    assert after(pieces, "stop@e3") == sort(KINGS + "Re3 Nb1")
    # Only own pieces are stopped.
    assert not {text for text in legal(KINGS + "Nb1 re3{0,1#1}") if text.startswith("stop")}


def test_a_turn_must_have_a_voluntary_part_and_a_stop_is_one() -> None:
    pieces = "Ka8 Pa7 kb6 nd7"
    assert legal(pieces) == set()
    assert MOM.result(position(MOM, pieces)) == (None, "stalemate")
    moving = pieces + " Nc1{1,2#1}"
    assert legal(moving) == {"stop@c1"}
    assert MOM.result(position(MOM, moving)) is None


# ---- the automatic part ----


def test_momentum_carries_on_turn_after_turn() -> None:
    pos = play(MOM, position(MOM, KINGS + "Re1 pa7"), "e1-e3 h8-g8 a1-a2 g8-h8")
    assert told(pos) == sort("Ka2 Re5{0,2#1} pa7 kh8")
    pos = play(MOM, pos, "a2-a1")
    assert told(pos) == sort("Ka1 Re7{0,2#1} pa7 kh8")
    # "When a side's turn begins, its pieces whose next goal lies beyond a standard edge have autostopped".
    assert told(play(MOM, pos, "h8-g8")) == sort("Ka1 Re7 pa7 kg8")


def test_both_sides_have_momentum_and_each_moves_its_own() -> None:
    pieces = KINGS + "Re1{0,1#1} nb8{1,-2#1} Bc1{1,1#2}"
    assert after(pieces, "a1-a2") == sort("Ka2 kh8 Re2{0,1#1} nb8{1,-2#1} Bd2{1,1#2}")
    assert after(pieces, "h8-h7", "black") == sort("Ka1 kh7 Re1{0,1#1} nc6{1,-2#1} Bc1{1,1#2}")


def test_a_piece_just_moved_waits_for_its_next_turn() -> None:
    assert after(KINGS + "Re1 Bc1{1,1#1}", "e1-e2") == sort(KINGS + "Re2{0,1#2} Bd2{1,1#1}")


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("Re3{0,2#1} ne5", "Re5{0,2#1}"),  # "on an enemy it captures"
        ("Re3{0,2#1} Pe5", "Re3 Pe5"),  # an own piece on the goal
        ("Re3{0,2#1} ne4", "Re3 ne4"),  # the way blocked: all or nothing
        ("Re3{0,2#1} Pe4", "Re3 Pe4"),
        ("Re3{2,0#1} Pe4", "Rg3{2,0#1} Pe4"),
        ("Ne3{1,2#1} Pe4 ne5 pf4 bf5", "Nf5{1,2#1} Pe4 ne5 pf4"),  # leapers need only the goal
        ("Ne3{1,2#1} Pf5", "Ne3 Pf5"),
        ("Be3{2,2#1} nf4", "Be3 nf4"),
        ("Qb3{3,0#1}", "Qe3{3,0#1}"),
    ],
)
def test_sliders_and_leapers_going_on(before: str, then: str) -> None:
    assert after(KINGS + before, "a1-a2") == sort("Ka2 kh8 " + then)


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("Pe4{0,1#1}", "Pe5{0,1#1}"),
        ("Pe4{0,2#1}", "Pe6{0,2#1}"),
        ("Pe4{0,1#1} ne5", "Pe4 ne5"),  # "any piece stops them"
        ("Pe4{0,1#1} Ne5", "Pe4 Ne5"),
        ("Pe4{0,2#1} ne5", "Pe4 ne5"),
        ("Pe4{0,2#1} ne6", "Pe4 ne6"),
        ("Pe4{1,1#1}", "Pe4"),  # diagonally only by capturing again
        ("Pe4{1,1#1} Nf5", "Pe4 Nf5"),
        ("Pe4{1,1#1} nf5", "Pf5{1,1#1}"),
        ("Pe4{-1,1#1} nf5", "Pe4 nf5"),
        ("Pe7{0,1#1}", "Qe8"),  # "to the strongest piece of its army", and it loses its momentum
        ("Pe6{0,2#1}", "Qe8"),
        ("Pe6{0,2#1} Ne7", "Pe6 Ne7"),
        ("Pd7{1,1#1} ne8", "Qe8"),
        ("Pd7{1,1#1}", "Pd7"),
    ],
)
def test_pawns_going_on(before: str, then: str) -> None:
    assert after("Ka1 kh3 " + before, "a1-a2") == sort("Ka2 kh3 " + then)


def test_a_black_pawn_promotes_automatically_too() -> None:
    assert after("Kg3 ka1 pe2{0,-1#1} nb8{1,-2#2}", "a1-a2", "black") == sort("Kg3 ka2 qe1 nc6{1,-2#1}")


def test_launch_order() -> None:
    # The rook goes first and finds the knight in its way; or the knight first, and leaves it.
    rook_first, knight_first = "Re3{0,1#1} Ne4{1,2#2}", "Re3{0,1#2} Ne4{1,2#1}"
    assert after(KINGS + rook_first, "a1-a2") == sort("Ka2 kh8 Re3 Nf6{1,2#1}")
    assert after(KINGS + knight_first, "a1-a2") == sort("Ka2 kh8 Re4{0,1#2} Nf6{1,2#1}")
    # Two head for one square: the one launched first gets it.
    assert after(KINGS + "Rd2{0,1#1} Bc2{1,1#2}", "a1-a2") == sort("Ka2 kh8 Rd3{0,1#1} Bc2")
    assert after(KINGS + "Rd2{0,1#2} Bc2{1,1#1}", "a1-a2") == sort("Ka2 kh8 Rd2 Bd3{1,1#1}")
    # The first opens a file by capturing what was in the second's way.
    assert after(KINGS + "Nc3{1,2#1} Rd4{0,2#2} nd5", "a1-a2") == sort("Ka2 kh8 Nd5{1,2#1} Rd4")
    assert after(KINGS + "Pc4{1,1#1} Rd3{0,3#2} nd5", "a1-a2") == sort("Ka2 kh8 Pd5{1,1#1} Rd3")


def test_a_stopped_piece_stays_and_blocks() -> None:
    pieces = KINGS + "Re3{0,1#2} Ne4{1,2#1}"
    assert after(pieces, "stop@e4") == sort(KINGS + "Re3 Ne4")
    assert after(pieces, "stop@e3") == sort(KINGS + "Re3 Nf6{1,2#1}")


def test_the_moved_piece_blocks_too_or_opens_a_way() -> None:
    pieces = KINGS + "Re3{0,2#1} Nc3 Ne4"
    assert after(pieces, "c3-d5") == sort(KINGS + "Re3 Nd5{1,2#1} Ne4")
    assert after(pieces, "e4-f6") == sort(KINGS + "Re5{0,2#1} Nc3 Nf6{1,2#2}")
    assert after(KINGS + "Re3{0,2#1} Nc4", "c4-e5") == sort(KINGS + "Re3 Ne5{2,1#1}")
    assert after("Ke4 kh8 Re3{0,2#1}", "e4-d4") == sort("Kd4 kh8 Re5{0,2#1}")


def test_launch_places_are_counted_afresh() -> None:
    three = "Nb1{1,2#1} Bc1{1,1#2} Rh1{0,1#3}"
    assert after(KINGS + three, "stop@b1") == sort(KINGS + "Nb1 Bd2{1,1#1} Rh2{0,1#2}")
    assert after(KINGS + three + " Pd2", "a1-a2") == sort("Ka2 kh8 Nc3{1,2#1} Bc1 Rh2{0,1#2} Pd2")
    captured = after(KINGS + "Nc3{1,2#1} Be3{1,1#2} rc8", "c8-c3", "black")
    assert captured == sort(KINGS + "rc3{0,-5#1} Be3{1,1#1}")
    assert after("Ka1 kg6 Pe7{0,1#1} Re2{0,1#2}", "a1-a2") == sort("Ka2 kg6 Qe8 Re3{0,1#1}")
    # The edge autostop of the side whose turn begins.
    edge = after(KINGS + "Nb7{1,2#1} Be3{1,1#2} pa7", "a7-a6", "black")
    assert edge == sort(KINGS + "Nb7 Be3{1,1#1} pa6{0,-1#1}")


def test_castling_under_motion() -> None:
    pieces = "Ke1 Rh1 Ra1 kb8 Bb5{2,-2#1} Rg7{0,-2#2}"
    # The way must be empty when the king castles; what comes there later finds king and rook in its way.
    assert after(pieces, "e1-g1", castling="KQ") == sort("Kg1 Rf1 Ra1 kb8 Bd3{2,-2#1} Rg5{0,-2#2}")
    pieces = "Ke1 Rh1 kb8 Bd3{2,-2#1} Rg2{0,-1#2}"
    assert after(pieces, "e1-g1", castling="K") == sort("Kg1 Rf1 kb8 Bd3 Rg2")
    assert "e1-g1" not in legal("Ke1 Rh1 kb8 Bf1{1,1#1}", castling="K")


# ---- castling rights and where the king may not go ----


def rights(pieces: str, turn: str, side: str, castling: str) -> str:
    return play(MOM, position(MOM, pieces, side, castling), turn).castling


def test_rights_go_when_a_piece_leaves_or_reaches_a_home_square() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 ra8 rh8 rh5{0,-4#1} Pb2"
    assert rights(pieces, "b2-b3", "white", "KQkq") == "KQkq"
    assert rights(pieces, "a1-b1", "white", "KQkq") == "Kkq"
    assert rights("Ke1 Ra1 Rh1 ke8 ra8 rh8 pb7", "e1-g1", "white", "KQkq") == "kq"
    assert rights("Ke1 Ra1 Rh1 ke8 ra8 rh8 pb7", "e8-e7", "black", "KQkq") == "KQ"
    # In the automatic part: the rook captures on h1.
    assert rights("Ke1 Ra1 Rh1 ke8 ra8 rh8 rh5{0,-4#1} pb7", "b7-b6", "black", "KQkq") == "Qkq"
    # An automatic capture on h8, by a bishop from e5; its own side's rights stay.
    assert rights("Ke1 Ra1 Rh1 ke8 ra8 rh8 Be5{3,3#1} Pb2", "b2-b3", "white", "KQkq") == "KQq"


def castles(pieces: str) -> bool:
    return "e1-g1" in legal(pieces, castling="K")


def test_castling_not_out_of_over_or_into_check() -> None:
    assert castles("Ke1 Rh1 ka8")
    assert not castles("Ke1 Rh1 ka8 re8")
    assert not castles("Ke1 Rh1 ka8 rf8")
    assert not castles("Ke1 Rh1 ka8 rg8")
    assert castles("Ke1 Rh1 ka8 rh8")
    # By what is in motion: only its next goal counts.
    assert not castles("Ke1 Rh1 ka8 re5{0,-4#1}")
    assert not castles("Ke1 Rh1 ka8 rf5{0,-4#1}")
    assert not castles("Ke1 Rh1 ka8 rg5{0,-4#1}")
    assert castles("Ke1 Rh1 ka8 re8{0,-4#1}")
    assert castles("Ke1 Rh1 ka8 rf5{0,-3#1} rg5{0,-2#2}")
    assert not castles("Ke1 Rh1 ka8 bd3{2,-2#1}")


def test_the_goal_is_judged_after_the_automatic_part_and_the_squares_before_are_not() -> None:
    assert castles("Ke1 Rh1 ka8 rg8 Bd5{3,3#1}")  # the bishop captures on g8 in the same turn
    assert not castles("Ke1 Rh1 ka8 rf8 Bd6{2,2#1}")
    assert not castles("Ke1 Rh1 ka8 re8 Bc6{2,2#1}")
    # An automatic move that opens a line to the goal.
    assert not castles("Ke1 Rh1 ka8 rg8 Ng5{1,2#1}")
    assert castles("Ke1 Rh1 ka8 rg8 Ng5")


# ---- en passant ----


def test_en_passant() -> None:
    pieces = "Ke1 Pd2 pc4 ke8"
    pos = play(MOM, position(MOM, pieces), "d2-d4")
    assert pos.passed == "d3"
    assert told(play(MOM, pos, "c4-d3")) == sort("Ke1 pd3{1,-1#1} ke8")
    assert "c4-d3" not in MOM.legal(play(MOM, pos, "e8-d8 e1-d1"))  # "at once"


def test_no_en_passant_by_motion_or_against_it() -> None:
    pos = play(MOM, position(MOM, "Ke1 Pd2 pc4{0,-1#1} pe4{-1,-1#2} ke8"), "d2-d4")
    assert not {"c4-d3", "e4-d3"} & MOM.legal(pos).keys()
    # "Diagonal motion never takes en passant": the pawn on e4 autostops.
    assert told(play(MOM, pos, "e8-d8")) == sort("Ke1 Pd4{0,2#1} pc3{0,-1#1} pe4 kd8")
    # Two squares by momentum are no double step.
    assert play(MOM, position(MOM, "Ke1 Pd4{0,2#1} pc5 ke8"), "e1-e2").passed is None


def test_none_if_an_automatic_move_filled_the_passed_square() -> None:
    pos = play(MOM, position(MOM, "Ke1 Pd2 Rb3{2,0#1} pc4 ke8"), "d2-d4")
    assert pos.passed is None
    assert MOM.write(pos).split(" ")[3] == "-"
    assert told(play(MOM, pos, "c4-d3")) == sort("Ke1 Pd4{0,2#1} pd3{1,-1#1} ke8")
    # The square it came from may be filled.
    pos = play(MOM, position(MOM, "Ke1 Pd2 Rb2{2,0#1} pc4 ke8"), "d2-d4")
    assert pos.passed == "d3"
    assert MOM.read(MOM.write(pos)) == pos
    assert told(play(MOM, pos, "c4-d3")) == sort("Ke1 Rd2{2,0#1} pd3{1,-1#1} ke8")


def test_en_passant_that_exposes_the_king() -> None:
    assert "c4-d3" not in legal("Kd1 Qh4 Pd4{0,2#1} pc4 ka4", "black", passed="d3")
    # With both pawns gone from the fourth rank, a rook in motion captures the king.
    assert "c4-d3" not in legal("Kd1 Rh4{-7,0#1} Pd4{0,2#2} pc4 ka4", "black", passed="d3")
    assert "c4-d3" in legal("Kd1 Rh4{-6,0#1} Pd4{0,2#2} pc4 ka4", "black", passed="d3")


def test_a_double_step_that_en_passant_would_punish() -> None:
    # Black's capture en passant would clear both e4 and d4 for the rook; a pawn in motion cannot capture so.
    assert "e2-e4" not in legal("Ka4 Pe2 kh8 pd4 rh4{-7,0#1}")
    assert "e2-e4" in legal("Ka4 Pe2 kh8 pd4{0,-1#1} rh4{-7,0#2}")


# ---- check ----


def test_what_is_in_motion_attacks_its_next_goal_only() -> None:
    assert in_check("Ka1 Re2{0,6#1} ke8")
    assert not in_check("Ka1 Re2{0,5#1} ke8")
    assert not in_check("Ka1 Re4{1,0#1} ke8")
    assert in_check("Ka1 Nc6{2,1#1} ke7")
    assert not in_check("Ka1 Nc6{1,2#1} ke7")
    assert in_check("Ka1 Pd6{1,1#1} ke7")
    assert not in_check("Ka1 Pd6{0,1#1} ke7")
    assert not in_check("Ka1 Pe6{0,1#1} ke7")  # straight ahead they do not capture
    assert in_check("Ka1 Pd6 ke7")


def test_an_edge_autostop_gives_check() -> None:
    # At White's turn the rook will have stopped, and may be moved at once.
    pieces = "Ka1 Re4{0,5#1} ke8"
    assert in_check(pieces)
    assert in_check("Ka1 Re4{0,-4#1} ke8")
    assert legal("Ka1 Re4{0,5#1} kd8", "black") == {"d8-c8", "d8-c7", "d8-d7"}
    # Black's own turn with the autostop made shows in the text.
    assert after(pieces, "e8-d8", "black") == sort("Ka1 Re4 kd8")


def test_the_voluntary_part_may_clear_the_way() -> None:
    assert in_check("Ke1 Re3{0,5#1} Ne5 ke8")  # the knight may go away
    assert legal("Ke1 Re3{0,5#1} Ne5 ke8", "black") == {"e8-d8", "e8-f8", "e8-e7"}
    assert not in_check("Ke1 Re3{0,5#1} Pe5 pe6 ke8")  # this pawn cannot
    assert in_check("Ke1 Re3{0,5#1} Pe5 pd6 ke8")  # this one captures
    assert not in_check("Ke1 Re3{0,5#1} ne5 ke8")


def test_an_earlier_automatic_move_may_clear_the_way_or_close_it() -> None:
    assert in_check("Ka1 Re3{0,5#2} Ne5{1,2#1} ke8")
    assert not in_check("Ka1 Re3{0,5#1} Ne5{1,2#2} ke8")
    # The knight comes to e5 first; unless White stops it, or puts a piece on e5 first.
    assert in_check("Ka1 Re3{0,5#2} Nd3{1,2#1} ke8")
    assert not in_check("Ka1 Re3{0,5#1} nd3{1,2#1} Pe4 pe5 ke8")


def test_a_blocker_in_motion_leaves() -> None:
    # On the board as it stands the knight shields the king; but it goes, unless it is stopped.
    pieces = "Ka1 Re1 ke8 ne5{1,-2#1} pa7"
    assert not in_check(pieces)
    assert legal(pieces, "black") == {"stop@e5", "e8-d8", "e8-d7", "e8-f8", "e8-f7"}


def test_a_blocker_that_moves_exposes_the_king_to_motion() -> None:
    pieces = "Ke1 ke8 Re3{0,5#1} ne5 pa7 rh8"
    assert not in_check(pieces)
    turns = legal(pieces, "black")
    assert not {text for text in turns if text.startswith("e5")}
    assert turns == set("e8-d8 e8-d7 e8-e7 e8-f8 e8-f7 a7-a6 a7-a5 h8-g8 h8-f8".split()) | {
        f"h8-h{rank}" for rank in range(1, 8)
    }


def test_the_capturing_turn_need_not_be_safe_for_its_own_king() -> None:
    assert in_check("Ke1 Re2 re8 ka2")
    assert in_check("Ke1 Re2 re8 kh3 Rh1{0,2#1}")


def test_the_capturing_turn_must_have_a_voluntary_part() -> None:
    # White's pieces are all shut in; only the rook that would capture can be stopped, and then it does not.
    pieces = "Ka1 Pa2 Pa3 Bb2 Rb1 Bc1 Pc3 Pd2 Rh4{0,4#1} pa4 pc4 pd3 kh8 pg7"
    assert not in_check(pieces)
    assert "g7-g6" in legal(pieces, "black")
    assert in_check(pieces + " Ng1")
    assert "g7-g6" not in legal(pieces + " Ng1", "black")


def test_captures_blocks_and_stops_answer_a_check() -> None:
    pieces = "Kb1 Re2{0,6#1} ke8 ra5 bh1{-1,1#1} bh5"
    turns = legal(pieces, "black")
    assert {"a5-e5", "h5-e2"} <= turns  # the bishop captures the rook
    assert not {"stop@h1", "a5-a6"} & turns
    # A stop that blocks: the knight on e5 would leave.
    turns = legal("Ka1 Re2{0,6#1} ke8 ne5{1,-2#1} pa7", "black")
    assert "stop@e5" in turns
    assert "a7-a6" not in turns


def test_own_automatic_moves_may_answer_a_check() -> None:
    # The knight goes to e4, or captures the rook, whatever else Black does.
    assert "a7-a6" in legal("Ka1 Re2{0,6#1} ke8 nd6{1,-2#1} pa7", "black")
    assert "a7-a6" in legal("Ka1 Re2{0,6#1} ke8 nd4{1,-2#1} pa7", "black")
    assert "a7-a6" not in legal("Ka1 Re2{0,6#1} ke8 nd3{1,-2#1} pa7", "black")
    assert in_check("Ka1 Re2{0,6#1} ke8 nd6{1,-2#1} pa7")


# ---- clocks and results ----


@pytest.mark.parametrize(
    ("pieces", "turn", "clock"),
    [
        ("Re3{0,1#1}", "a1-a2", 8),
        ("Re3{0,1#1}", "stop@e3", 8),
        ("Pe3{0,1#1}", "stop@e3", 8),
        ("Pe3{0,1#1}", "a1-a2", 0),  # a pawn's step
        ("Pe3{0,1#1} Pe4", "a1-a2", 8),  # no step
        ("Re3{0,1#1} ne4", "a1-a2", 0),
        ("Re3{0,1#1} Pc2", "c2-c3", 0),
        ("Re3 ne4", "e3-e4", 0),
        ("Pe7{0,1#1}", "a1-a2", 0),
        ("Pe7", "e7-e8=R", 0),
    ],
)
def test_the_clock(pieces: str, turn: str, clock: int) -> None:
    pos = position(MOM, "Ka1 kg5 " + pieces, clock=7, number=3)
    then = MOM.legal(pos)[turn]
    assert (then.clock, then.number) == (clock, 3)
    assert {reply.number for reply in MOM.legal(then).values()} == {4}


def test_results() -> None:
    flying = "Kc1 Ra8{7,0#1} kh8 pg7 ph7"
    assert in_check(flying)
    assert legal(flying, "black") == {"h8-g8"}  # in the rook's way the king is safe from it
    mate = position(MOM, flying + " Bc4", "black", clock=100)
    assert MOM.result(mate) == ("white", "checkmate")  # "mate on that ply comes first"
    assert MOM.result(position(MOM, "Kb6 Pa7 ka8", "black")) == (None, "stalemate")
    reduced = position(MOM, KINGS)
    assert MOM.result(reduced) is None
    assert MOM.result(reduced._replace(clock=99)) is None
    assert MOM.result(reduced._replace(clock=100)) == (None, "100 plies")
    key = MOM.repetition_key(reduced)
    assert MOM.result(reduced, [key]) is None
    assert MOM.result(reduced, [key, key]) == (None, "threefold repetition")


def test_repetition_counts_all_but_the_clocks() -> None:
    key_of = MOM.repetition_key
    one = position(MOM, KINGS + "Re3{0,1#1} Nb1{1,2#2}", clock=3, number=9)
    assert key_of(one) == key_of(one._replace(clock=0, number=1))
    for other in (KINGS + "Re3{0,1#2} Nb1{1,2#1}", KINGS + "Re3{0,2#1} Nb1{1,2#2}", KINGS + "Re3 Nb1{1,2#1}"):
        assert key_of(one) != key_of(position(MOM, other))
    # En passant "counts only if it can be used".
    for pieces, counts in (("Ke1 Pd4{0,2#1} pc4 ke8", True), ("Ke1 Pd4{0,2#1} pb4 ke8", False)):
        passed = position(MOM, pieces, "black", passed="d3")
        assert (key_of(passed) != key_of(passed._replace(passed=None))) == counts
    pinned = position(MOM, "Kd1 Qh4 Pd4{0,2#1} pc4 ka4", "black", passed="d3")
    assert key_of(pinned) == key_of(pinned._replace(passed=None))


def test_stopping_one_or_the_other_are_two_turns() -> None:
    # Both knights end on rest: X stopped and Y autostopped, or the other way round.
    pieces = KINGS + "Rd4{1,0#1} Rf4{-1,0#2} Ne4"
    turns = MOM.legal(position(MOM, pieces))
    assert turns["stop@d4"] == turns["stop@f4"]
