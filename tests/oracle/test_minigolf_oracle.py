"""The oracle of Minigolf Chess against minigolf.md and the examples of its source, and of the carousel."""

import pytest

from .minigolf_samples import play, position, told
from .momentum import OracleMomentum, Position

GOLF = OracleMomentum("minigolf")
CAROUSEL = OracleMomentum("carousel")


def sort(pieces: str) -> str:
    return " ".join(sorted(pieces.split(), key=lambda word: word[1:]))


def after(
    pieces: str, turns: str, side: str = "white", castling: str = "", oracle: OracleMomentum = GOLF
) -> str:
    return told(play(oracle, position(oracle, pieces, side, castling), turns))


def goes(pieces: str, site: str, side: str = "white", oracle: OracleMomentum = GOLF) -> set[str]:
    """Where the piece on the site can go, with what stands after it."""
    return {
        text.partition("-")[2]
        for text in oracle.legal(position(oracle, pieces, side))
        if text.startswith(site + "-")
    }


def at(board: str, squares: str) -> set[str]:
    return {f"{board}.{square}" for square in squares.split()}


# ---- board, array, counts ----


def test_board_and_array() -> None:
    start = GOLF.start()
    assert len(GOLF.ways.place) == 128
    assert GOLF.ways.place["a1.e2"] == (4, 1)
    assert GOLF.ways.place["a2.d1"] == (3, 8)  # "rank 9"
    assert [start.pieces[f"a1.{file}1"] for file in "abcdefgh"] == list("BNFQKFNB")
    assert [start.pieces[f"a2.{file}8"] for file in "abcdefgh"] == list("rnfqkfnr")
    assert [start.pieces[f"{rank}"] for rank in ("a1.a2", "a1.h2", "a2.a7", "a2.h7")] == list("PPpp")
    assert len(start.pieces) == 32


def test_counts_by_hand() -> None:
    # White: 16 by pawns, 4 by knights, 2 by FDs, 4 by the queen (two N, D, H). Black: 16 by pawns, none
    # by knights, 4 by FAs, 5 by the queen (two N, D, two A).
    assert [GOLF.perft(GOLF.start(), depth) for depth in (1, 2)] == [26, 26 * 25]


@pytest.mark.parametrize(
    ("piece", "goals"),
    [
        ("N", "d6 f6 d5 f5 d3 f3 d2 f2"),
        ("n", "c5 d5 f5 g5 c3 d3 f3 g3"),
        ("F", "d5 f5 f3 d3 e6 g4 e2 c4"),
        ("f", "d5 f5 f3 d3 c6 g6 g2 c2"),
        ("Q", "d5 f5 f3 d3 e6 g4 e2 c4 e7 h4 e1 b4 d6 f6 g5 g3 f2 d2 c3 c5"),
        ("q", "d5 f5 f3 d3 e6 g4 e2 c4 c6 g6 g2 c2 d6 f6 g5 g3 f2 d2 c3 c5"),
        ("B", "d5 c6 b7 a8 f5 g6 h7 g8 d3 c2 b1 f3 g2 h1"),  # h7 g8: over Halb
        ("r", "e5 e6 e7 e8 e3 e2 e1 a2.e8 d4 c4 b4 a4 f4 g4 h4"),  # h4 twice: under 00
    ],
)
def test_the_pieces_on_e4_as_the_source_lists_them(piece: str, goals: str) -> None:
    side = "white" if piece.isupper() else "black"
    found = {goal.partition("~")[0] for goal in goes(f"Ka2.a5 ka2.h5 {piece}a1.e4", "a1.e4", side)}
    assert found == {goal if "." in goal else f"a1.{goal}" for goal in goals.split()}


# ---- edges ----


def test_whites_edges() -> None:
    pieces = "Ka1.e1 ka2.h5 "
    assert goes(pieces + "Ba1.g2", "a1.g2") == at("a1", "f3 e4 d5 c6 f1 h1 h3 g4 f5 e6")
    assert goes(pieces + "Ba1.b2", "a1.b2") == at("a1", "a1 c1 c3 d4 e5 f6 a3 a4 b5 c6")
    # Past rank 16 to rank 1, nothing below.
    wrapped = goes(pieces + "Ba2.d8", "a2.d8")
    assert wrapped == at("a2", "c7 b6 a5 a4 e7 f6 g5 h4") | at("a1", "c1 b2 a3 a4")
    assert goes(pieces + "Na2.b7", "a2.b7") == at("a2", "a8 c8 a6 c6 a5 c5") | at("a1", "a1 c1")
    assert goes(pieces + "Fa1.a1", "a1.a1") == at("a1", "b2 a2 a3 b1 c1")
    assert goes("Ka1.a8 ka2.h5 Fa1.e2", "a1.e2") == at("a1", "d1 f1 d3 f3 c2 g2 e4")


def test_blacks_edges() -> None:
    pieces = "Ka1.a5 ka2.e8 "
    # a Halb, h 00; past rank 1 to rank 16; nothing above rank 16.
    two_ways = {"a1.c3~1,0", "a1.c3~3,0", "a1.d3~2,0", "a1.d3~4,0"}
    one_way = at("a1", "b4 b5 b6 b7 b2 b1 a3 e3 f3") | at("a2", "b8 b7")
    assert goes(pieces + "ra1.b3", "a1.b3", "black") == one_way | two_ways
    assert goes(pieces + "fa1.h2", "a1.h2", "black") == at("a1", "g1 g3 h1 h3 f4 g4") | at("a2", "f8 g8")


def test_an_r4_on_f_reaches_h_in_two_ways() -> None:
    turns = goes("Ka1.a5 ka2.e8 ra2.f4", "a2.f4", "black")
    assert turns >= {"a2.h4~2,0", "a2.h4~-3,0", "a2.g4~1,0", "a2.g4~-4,0"}
    assert not {"a2.h4", "a2.g4"} & turns
    # With an enemy on h4, which is captured, each has one way left, and the bare text is enough.
    assert {text for text in goes("Ka1.a5 ka2.e8 ra2.f4 Na2.h4", "a2.f4", "black") if text[3] in "gh"} == {
        "a2.g4",
        "a2.h4",
    }
    pos = position(GOLF, "Ka1.a5 ka2.e8 ra2.f4", "black")
    assert told(GOLF.legal(pos)["a2.f4-a2.h4~-3,0"]) == sort("Ka1.a5 ka2.e8 ra2.h4{-3,0#1}")


def test_kings_neither_bounce_nor_wrap() -> None:
    assert goes("Ka2.h8 ka1.d5", "a2.h8") == at("a2", "g8 g7 h7")
    assert goes("Ka2.a8 ka1.a1", "a1.a1", "black") == at("a1", "a2 b1 b2")
    assert not GOLF.in_check(position(GOLF, "Ka2.a8 ka1.a1", "black"))


def test_castling_with_the_corner_pieces() -> None:
    pieces = "Ka1.e1 Ba1.a1 Ba1.h1 ka2.e8 ra2.a8 ra2.h8"
    assert after(pieces, "a1.e1-a1.g1", castling="KQkq") == sort("Ka1.g1 Ba1.a1 Ba1.f1 ka2.e8 ra2.a8 ra2.h8")
    pos = play(GOLF, position(GOLF, pieces, "black", "KQkq"), "a2.e8-a2.c8")
    assert told(pos) == sort("Ka1.e1 Ba1.a1 Ba1.h1 ka2.c8 ra2.d8 ra2.h8")
    assert pos.castling == "KQ"


# ---- pawns ----


def test_pawns_wrap_past_promotion() -> None:
    pieces = "Ka1.h8 ka2.h8 "
    wrapped = after(pieces + "Pa2.c7{0,2#1}", "a1.h8-a1.h7")
    assert wrapped == sort("Ka1.h7 ka2.h8 Pa1.c1{0,2#1}")
    # The far rank must be empty on the way: "sliders and pawns need each square on the way".
    assert after(pieces + "Pa2.c7{0,2#1} na2.c8", "a1.h8-a1.h7") == sort("Ka1.h7 ka2.h8 na2.c8 Pa2.c7")
    assert after(pieces + "Pa2.c7{0,2#1} na1.c1", "a1.h8-a1.h7") == sort("Ka1.h7 ka2.h8 na1.c1 Pa2.c7")
    assert after(pieces + "Pa2.c7{0,1#1}", "a1.h8-a1.h7") == sort("Ka1.h7 ka2.h8 Qa2.c8")
    assert after(pieces + "Pa2.c6{0,2#1}", "a1.h8-a1.h7") == sort("Ka1.h7 ka2.h8 Qa2.c8")
    # Black's, past rank 1 to rank 16.
    assert after("Ka1.h8 ka2.h8 pa1.c2{0,-2#1}", "a2.h8-a2.h7", "black") == sort(
        "Ka1.h8 ka2.h7 pa2.c8{0,-2#1}"
    )


def test_one_step_from_the_first_rank_two_from_the_second_again() -> None:
    pieces = "Ka1.h8 ka2.h8 "
    assert goes(pieces + "Pa1.c1", "a1.c1") == {"a1.c2"}
    assert goes(pieces + "Pa1.c2", "a1.c2") == {"a1.c3", "a1.c4"}
    assert goes(pieces + "pa2.c8", "a2.c8", "black") == {"a2.c7"}
    assert goes(pieces + "pa2.c7", "a2.c7", "black") == {"a2.c6", "a2.c5"}
    assert goes(pieces + "Pa1.c7", "a1.c7") == {"a1.c8"}
    assert goes(pieces + "Pa1.c8", "a1.c8") == {"a2.c1"}


def test_promotion_is_into_the_own_army() -> None:
    pieces = "Ka1.h8 ka2.h7 Pa2.c7 pa1.f2 "
    assert goes(pieces, "a2.c7") == {f"a2.c8={kind}" for kind in "QBNF"}
    assert goes(pieces, "a1.f2", "black") == {f"a1.f1={kind}" for kind in "QRNF"}
    assert goes(pieces + "na2.d8", "a2.c7") == {f"a2.{file}8={kind}" for file in "cd" for kind in "QBNF"}


def test_pawns_captures_bounce() -> None:
    pieces = "Ka1.h8 ka2.h8 "
    assert after(pieces + "Pa1.a4 na1.a5", "a1.a4-a1.a5") == sort(pieces + "Pa1.a5{1,1#1}")
    assert goes(pieces + "Pa1.h4 na1.h5 na1.g5", "a1.h4") == {"a1.g5"}
    assert after(pieces + "Pa1.h4 na1.g5", "a1.h4-a1.g5") == sort(pieces + "Pa1.g5{-1,1#1}")
    assert after(pieces + "pa1.h4 Na1.h3", "a1.h4-a1.h3", "black") == sort(pieces + "pa1.h3{-1,-1#1}")
    assert goes(pieces + "pa1.a4 Na1.a3 Na1.b3", "a1.a4", "black") == {"a1.b3"}
    assert GOLF.in_check(position(GOLF, "Ka1.h8 Pa1.a4 ka1.a5", "black"))
    # In motion: a pawn that goes left off a comes back to a, straight ahead, and on to b.
    assert after(pieces + "Pa1.a4{-1,1#1} na1.a5", "a1.h8-a1.h7") == sort("Ka1.h7 ka2.h8 Pa1.a5{1,1#1}")


def test_en_passant() -> None:
    pos = play(GOLF, position(GOLF, "Ka1.e1 ka2.e8 Pa1.d2 pa1.e4"), "a1.d2-a1.d4")
    assert pos.passed == "a1.d3"
    assert GOLF.write(pos).split(" ")[3] == "a1.d3"
    assert told(play(GOLF, pos, "a1.e4-a1.d3")) == sort("Ka1.e1 ka2.e8 pa1.d3{-1,-1#1}")
    pos = play(GOLF, position(GOLF, "Ka1.e1 ka2.e8 Pa2.c5 pa2.d7", "black"), "a2.d7-a2.d5")
    assert pos.passed == "a2.d6"
    assert told(play(GOLF, pos, "a2.c5-a2.d6")) == sort("Ka1.e1 ka2.e8 Pa2.d6{1,1#1}")


# ---- bounces in place ----


@pytest.mark.parametrize(
    ("side", "before", "then"),
    [
        ("white", "Fa1.g5{2,0#1}", "Fa1.g5{-2,0#1}"),  # Halb: 8 becomes 6
        ("white", "Qa1.b5{-3,0#1}", "Qa1.b5{3,0#1}"),  # 00: -2 becomes 1
        ("white", "Pa1.a5{-1,0#1}", "Pa1.a5{1,0#1}"),
        ("white", "Pa1.h5{1,0#1}", "Pa1.g5{-1,0#1}"),
        ("white", "Pa1.g5{2,0#1}", "Pa1.g5{-2,0#1}"),
        ("white", "Pa1.g5{2,0#1} na1.h5", "Pa1.g5 na1.h5"),  # the way there is blocked
        ("white", "Fa1.g5{2,0#1} na1.h5", "Fa1.g5{-2,0#1} na1.h5"),
        ("black", "ra1.h5{1,0#1}", "ra1.h5{-1,0#1}"),
        ("black", "ra1.g5{3,0#1}", "ra1.g5{-3,0#1}"),
        ("black", "ra1.g5{3,0#1} Na1.h5", "ra1.g5 Na1.h5"),
        ("black", "ra1.b5{-2,0#1}", "ra1.b5{2,0#1}"),
        ("black", "ra1.h5{2,0#1}", "ra1.g5{-2,0#1}"),  # over its own square, which counts as empty
        ("black", "ra1.c5{-4,0#1}", "ra1.c5{4,0#1}"),
    ],
)
def test_bounce_in_place_and_others(side: str, before: str, then: str) -> None:
    kings = "Ka1.c1 ka2.c8 "
    turn, moved = {
        "white": ("a1.c1-a1.d1", "Ka1.d1 ka2.c8 "),
        "black": ("a2.c8-a2.d8", "Ka1.c1 ka2.d8 "),
    }[side]
    assert after(kings + before, turn, side) == sort(moved + then)


def test_a_bounce_in_place_keeps_clock_and_launch_place() -> None:
    pos = position(GOLF, "Ka1.c1 ka2.c8 Fa1.g5{2,0#1} Na1.b3{1,2#2}", clock=30)
    pos = play(GOLF, pos, "a1.c1-a1.d1")
    assert told(pos) == sort("Ka1.d1 ka2.c8 Fa1.g5{-2,0#1} Na1.c5{1,2#2}")
    assert pos.clock == 31
    pieces = "Ka1.c1 ka2.c8 Pa1.a5{-1,0#1}"
    assert play(GOLF, position(GOLF, pieces, clock=30), "a1.c1-a1.d1").clock == 31  # no step


def test_in_motion_over_the_edges() -> None:
    kings, moved = "Ka1.c1 ka2.c8 ", "Ka1.d1 ka2.c8 "
    for before, then in (
        ("Ba1.g4{2,2#1}", "Ba1.g6{-2,2#1}"),
        ("Ba1.b4{-3,3#1}", "Ba1.b7{3,3#1}"),
        ("Ba2.f7{2,2#1}", "Ba1.h1{2,2#1}"),
        ("Ba2.g7{3,3#1}", "Ba1.f2{-3,3#1}"),  # both edges at once
        ("Na2.h8{1,2#1}", "Na1.g2{-1,2#1}"),
        ("Ba2.g7{3,3#1} na1.g1", "Ba2.g7 na1.g1"),  # blocked beyond the top
    ):
        assert after(kings + before, "a1.c1-a1.d1") == sort(moved + then)


# ---- the near edge ----


def test_an_edge_autostop_at_the_near_edge_gives_check() -> None:
    def checks(momentum: str) -> bool:
        return GOLF.in_check(position(GOLF, f"Ka2.a5 Fa1.e2{momentum} ka1.e4", "black"))

    assert checks("{0,-2#1}")  # heads off below rank 1, and may be moved at once
    assert not checks("{1,1#1}")
    assert checks("{0,2#1}")
    # Black's turn made, it has stopped.
    pos = position(GOLF, "Ka2.a5 Fa1.e2{0,-2#1} ka1.e4", "black")
    assert told(play(GOLF, pos, "a1.e4-a1.e5")) == sort("Ka2.a5 Fa1.e2 ka1.e5")
    # A knight's move down and off stops it even where its file bounces.
    pos = position(GOLF, "Ka2.a5 Na1.h1{1,-2#1} ka1.e4", "black")
    assert told(play(GOLF, pos, "a1.e4-a1.e5")) == sort("Ka2.a5 Na1.h1 ka1.e5")


# ---- the spinner ----


def test_a_quarter_turn_after_blacks_turn_only() -> None:
    pieces = "Ka1.a1 ka2.a8 Pa1.d8{0,1#1} Fa1.e8{-1,1#2} na2.e1{2,-1#1} ra2.d1{0,3#2}"
    # d8 to d1, d1 to e1, e1 to e8, e8 to d8; (dx, dy) to (dy, -dx). Black's pieces drift first.
    spun = after(pieces, "a2.a8-a2.a7", "black")
    assert spun == sort("Ka1.a1 ka2.a7 Pa2.d1{1,0#1} Fa1.d8{1,1#2} na1.g8{2,-1#1} ra2.d4{0,3#2}")
    rest = "Ka1.a1 ka2.a8 Pa1.d8 Fa1.e8 na2.e1 ra2.d1"
    assert after(rest, "a2.a8-a2.a7", "black") == sort("Ka1.a1 ka2.a7 Pa2.d1 Fa1.d8 na1.e8 ra2.e1")
    assert after(rest, "a1.a1-a1.a2") == sort("Ka1.a2 ka2.a8 Pa1.d8 Fa1.e8 na2.e1 ra2.d1")


def follow(pieces: str, first: str, turns: int) -> list[str]:
    """Where the only piece in motion goes, White's turn for turn, kings stepping aside."""
    pos = position(GOLF, pieces)
    gone: list[str] = []
    for number in range(turns):
        before = white_piece(pos)
        white = first if number == 0 else ("a1.a1-a1.a2" if "a1.a1" in pos.pieces else "a1.a2-a1.a1")
        pos = play(GOLF, pos, white)
        gone.append(f"{before}-{white_piece(pos)}")
        pos = play(GOLF, pos, "a2.a8-a2.a7" if "a2.a8" in pos.pieces else "a2.a7-a2.a8")
    return gone


def white_piece(pos: Position) -> str:
    return next(site for site, piece in pos.pieces.items() if piece in "PB")


@pytest.mark.parametrize(
    ("piece", "first", "gone"),
    [
        ("Pa1.e7", "a1.e7-a1.e8", "a1.e7-a1.e8 a1.d8-a1.e8 a1.d8-a1.d7"),
        ("Pa1.d7", "a1.d7-a1.d8", "a1.d7-a1.d8 a2.d1-a2.e1 a1.e8-a1.e7"),
        # "Erratum": the source's last moves here are a2.d1-a1.d7 and a2.e1-a1.e7, against its own rule.
        (
            "Pa1.e6{0,2#1}",
            "a1.a1-a1.a2",
            "a1.e6-a1.e8 a1.d8-a1.f8 a1.f8-a1.h8 a1.h8-a1.f8 a1.f8-a1.d8 a2.d1-a2.d3",
        ),
        (
            "Pa1.d6{0,2#1}",
            "a1.a1-a1.a2",
            "a1.d6-a1.d8 a2.d1-a2.f1 a2.f1-a2.h1 a2.h1-a2.f1 a2.f1-a2.d1 a2.e1-a2.e3",
        ),
        ("Ba1.e7", "a1.e7-a1.d8", "a1.e7-a1.d8 a2.d1-a2.e2"),
    ],
)
def test_examples_of_the_source(piece: str, first: str, gone: str) -> None:
    assert follow(f"Ka1.a1 ka2.a8 {piece}", first, len(gone.split())) == gone.split()


def test_a_pawn_going_backwards_still_moves_forwards() -> None:
    pieces = "Ka1.a1 ka2.a8 Pa1.d7{0,-1#1} na1.c8"
    assert after(pieces, "stop@a1.d7") == sort("Ka1.a1 ka2.a8 Pa1.d7 na1.c8")
    assert goes("Ka1.a1 ka2.a8 Pa1.d7 na1.c8 na1.c6", "a1.d7") == {"a1.d8", "a1.c8"}


def test_the_spinner_keeps_launch_places() -> None:
    pieces = "Ka1.a1 ka2.a8 Na1.b5{1,2#1} Fa1.d8{2,0#2} Ba1.h4{1,1#3}"
    assert after(pieces, "a2.a8-a2.a7", "black") == sort(
        "Ka1.a1 ka2.a7 Na1.b5{1,2#1} Fa2.d1{0,-2#2} Ba1.h4{1,1#3}"
    )


def test_a_king_carried_into_capture() -> None:
    # Black's king goes from d8 to a2.d1, which the bishop on a2.e2 attacks.
    pieces = "Ka1.a1 ka1.d8 Ba2.e2 pa2.a7"
    pos = position(GOLF, pieces, "black")
    assert not GOLF.in_check(pos)
    assert "a2.a7-a2.a6" not in GOLF.legal(pos)
    assert "a1.d8-a1.d7" in GOLF.legal(pos)
    assert "a1.d8-a1.e8" in GOLF.legal(pos)  # carried back to d8, which nothing attacks
    assert "a1.d8-a2.d1" in GOLF.legal(pos)  # through the attacked square, carried on to a2.e1


def test_a_king_carried_out_of_check() -> None:
    # Attacked on d8 as the board stands; safe on a2.d1 once the spinner has turned.
    pos = position(GOLF, "Ka1.a1 ka1.d8 Ba1.c7 pa2.a7", "black")
    assert GOLF.in_check(pos)
    assert "a2.a7-a2.a6" in GOLF.legal(pos)
    # By momentum: the pawn's next goal by capture is d8, when the king is there no more.
    pos = position(GOLF, "Ka1.a1 ka1.d8 Pa1.c7{1,1#1} pa2.a7", "black")
    assert GOLF.in_check(pos)
    assert "a2.a7-a2.a6" in GOLF.legal(pos)


def test_white_king_and_the_spinner() -> None:
    # White's turn is judged by Black's next one, before the spinner turns.
    pos = position(GOLF, "Ka1.e8 ka2.a8 ra1.d3 Pa1.a2")
    assert not GOLF.in_check(pos)
    then = play(GOLF, pos, "a1.a2-a1.a3 a2.a8-a2.a7")
    assert then.pieces["a1.d8"] == "K"
    assert not GOLF.in_check(then)  # five steps from d3
    then = play(GOLF, position(GOLF, "Ka1.e8 ka2.a8 ra1.d4 Pa1.a2"), "a1.a2-a1.a3 a2.a8-a2.a7")
    assert GOLF.in_check(then)
    # A black rook whose momentum the spinner turns toward the king: its next goal is a2.d4.
    for king, checked in (("Ka2.d4", True), ("Ka2.d5", False), ("Ka2.d3", False)):
        then = play(GOLF, position(GOLF, f"{king} ka2.a8 ra1.g8{{-3,0#1}}", "black"), "a2.a8-a2.a7")
        assert told(then) == sort(f"{king} ka2.a7 ra2.d1{{0,3#1}}")
        assert GOLF.in_check(then) == checked


# ---- the carousel ----


def test_carousel_array_and_counts() -> None:
    start = CAROUSEL.start()
    assert len(CAROUSEL.ways.place) == 64
    assert "".join(start.pieces[f"{file}1"] for file in "abcdefgh") == "RNBQKBNR"
    assert CAROUSEL.perft(start, 1) == 20


def test_the_carousel_turns_after_black() -> None:
    pieces = "Ka1 kc8 Pd4{0,1#1} Nd5{1,2#2} be4{1,-1#1} re5{0,-3#2} pb7"
    # Black's bishop and rook leave e4 and e5; then d4 turns to d5 and d5 to e5. The rook heads off the near
    # edge, and stops when Black's turn begins.
    assert after(pieces, "b7-b6", "black", oracle=CAROUSEL) == sort(
        "Ka1 kc8 Pd5{1,0#1} Ne5{2,-1#2} bf3{1,-1#1} re2{0,-3#2} pb6{0,-1#3}"
    )
    rest = "Ka1 kc8 Pd4 Nd5 re5 be4"
    assert after(rest, "c8-b8", "black", oracle=CAROUSEL) == sort("Ka1 kb8 Pd5 Ne5 re4 bd4")
    assert after(rest, "a1-a2", oracle=CAROUSEL) == sort("Ka2 kc8 Pd4 Nd5 re5 be4")


def test_the_carousels_sides_are_joined() -> None:
    file_a = {"a2", "a3", "a5", "a6", "a7", "a8"}
    two_ways = {f"{file}4~{dx},0" for number, file in enumerate("bcdefgh", 1) for dx in (number, number - 8)}
    assert goes("Ka1 kc6 Ra4", "a4", oracle=CAROUSEL) == file_a | two_ways
    one_way = {f"{file}4" for file in "cdefgh"}
    assert goes("Ka1 kc6 Ra4 Pb4", "a4", oracle=CAROUSEL) == file_a | one_way
    pos = play(CAROUSEL, position(CAROUSEL, "Ka1 kc6 Ra4"), "a4-b4~-7,0 c6-c7 a1-a2")
    assert told(pos) == sort("Ka2 kc7 Rc4{-7,0#1}")
    assert goes("Ka4 kd8", "a4", oracle=CAROUSEL) == set("a3 a5 b3 b4 b5 h3 h4 h5".split())


def test_en_passant_on_the_carousel() -> None:
    # Carried from d5 to e5, the pawn cannot be captured en passant.
    pos = play(CAROUSEL, position(CAROUSEL, "Ke1 Pc5 pd7 ke8", "black"), "d7-d5")
    assert (told(pos), pos.passed) == (sort("Ke1 Pc5 pe5{-2,0#1} ke8"), None)
    assert "c5-d6" not in CAROUSEL.legal(pos)
    pos = play(CAROUSEL, position(CAROUSEL, "Ke1 Pc5 pb7 ke8", "black"), "b7-b5")
    assert told(play(CAROUSEL, pos, "c5-b6")) == sort("Ke1 Pb6{-1,1#1} ke8")
    pos = play(CAROUSEL, position(CAROUSEL, "Ke1 Pa5 ph7 ke8", "black"), "h7-h5")
    assert told(play(CAROUSEL, pos, "a5-h6")) == sort("Ke1 Ph6{-1,1#1} ke8")
    # After White's turn nothing is carried.
    pos = play(CAROUSEL, position(CAROUSEL, "Ke1 Pd2 pe4 ke8"), "d2-d4")
    assert pos.passed == "d3"
    assert told(play(CAROUSEL, pos, "e4-d3")) == sort("Ke1 pd3{-1,-1#1} ke8")


def test_a_pawn_turned_back_on_the_carousel() -> None:
    pos = play(CAROUSEL, position(CAROUSEL, "Ka1 kc8 Pd2{0,-1#1}"), "a1-a2")
    assert told(pos) == sort("Ka2 kc8 Pd1{0,-1#1}")
    pos = play(CAROUSEL, pos, "c8-b8")
    assert told(pos) == sort("Ka2 kb8 Pd1")
    assert {text for text in CAROUSEL.legal(pos) if text.startswith("d1")} == {"d1-d2"}


def test_castling_on_the_carousel() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 ra8 rh8"
    for turn, side, then in (
        ("e1-g1", "white", "Kg1 Ra1 Rf1 ke8 ra8 rh8"),
        ("e1-c1", "white", "Kc1 Rd1 Rh1 ke8 ra8 rh8"),
        ("e8-g8", "black", "Ke1 Ra1 Rh1 kg8 ra8 rf8"),
        ("e8-c8", "black", "Ke1 Ra1 Rh1 kc8 rd8 rh8"),
    ):
        assert after(pieces, turn, side, "KQkq", oracle=CAROUSEL) == sort(then)
    # The rook gone to f1, the cylinder leaves g1 open from behind.
    turns = CAROUSEL.legal(position(CAROUSEL, "Ke1 Rh1 Nd1 rb1 ke8", castling="K"))
    assert "e1-g1" not in turns
