"""The oracle of Mini Meta Chess against mini-meta.md: its counts, sentences and examples, one by one."""

from collections.abc import Hashable

import pytest

from .minimeta import OracleMiniMeta
from .minimeta_samples import goes, on, play, position

MINI = OracleMiniMeta("mini-meta")
META = OracleMiniMeta("meta-chess")
MILD = OracleMiniMeta("mini-meta", friendly_fire_check=False)

# Two kings that have nothing to do with the rest, each on a big king of its own.
KINGS = "Ke1[.K..] ke6[...k] "


# ---- counts ----


@pytest.mark.parametrize(("oracle", "counts"), [(MINI, [36, 1294]), (MILD, [36, 1294]), (META, [55, 3025])])
def test_counts_of_the_rulebook(oracle: OracleMiniMeta, counts: list[int]) -> None:
    pos = oracle.start()
    assert [oracle.perft(pos, depth) for depth in (0, 1, 2)] == [1, *counts]


@pytest.mark.thorough
def test_third_count() -> None:
    """Found by this oracle; here so that a change is noticed. (Of Meta Chess: 169730, too slow here.)"""
    assert MINI.perft(MINI.start(), 3) == 46920


# ---- two sets ----


def test_grid() -> None:
    assert len(MINI.big_place) == 30
    assert (len(MINI.small_place), len(META.small_place)) == (120, 256)
    assert MINI.small_place["d4:a2"] == META.small_place["d4:a2"] == (7, 8)
    assert MINI.small_place["a1:a1"] == (1, 1)
    assert MINI.small_place["a1:b1"] == (2, 1)
    assert MINI.small_place["e6:b2"] == (10, 12)
    assert META.small_place["h8:b2"] == (16, 16)


@pytest.mark.parametrize(
    ("oracle", "white", "black", "far"),
    [(MINI, "RNBQK", "KQBNR", 6), (META, "RNBQKBNR", "RNBQKBNR", 8)],
)
def test_start(oracle: OracleMiniMeta, white: str, black: str, far: int) -> None:
    pos = oracle.start()
    big: dict[str, str] = {}
    for file, piece, its_black in zip("abcdefgh", white, black.lower(), strict=False):
        big |= {f"{file}1": piece, f"{file}2": "P", f"{file}{far - 1}": "p", f"{file}{far}": its_black}
    assert pos.big == big
    # So "on each big piece a small piece of the same kind and colour ... White on `:a2`, Black on `:b1`."
    assert pos.small == {sq + (":a2" if piece.isupper() else ":b1"): piece for sq, piece in big.items()}
    assert (pos.side, pos.clock, pos.number) == ("white", 0, 1)


# ---- steps ----


def test_every_square_passed_must_exist_and_be_empty() -> None:
    pos = position(MINI, KINGS + "Ra3[..R.] nc3[..q.]")
    assert goes(MINI, pos, "a3:a1") == on("a3:a2,b1")  # a hole on b3
    pos = position(MINI, KINGS + "Ra3[..R.] pb3 nc3[..q.]")
    assert goes(MINI, pos, "a3:a1") == on("a3:a2,b1 b3:a1,b1 c3:a1")  # over a riderless enemy piece
    pos = position(MINI, KINGS + "Ra3[..R.] pb3[r...] nc3[..q.]")
    assert goes(MINI, pos, "a3:a1") == on("a3:a2,b1 b3:a1,b1 c3:a1")  # past a rider not in the way
    pos = position(MINI, KINGS + "Ra3[..R.] pb3[..b.] nc3[..q.]")
    assert goes(MINI, pos, "a3:a1") == on("a3:a2,b1 b3:a1")  # captures, and does not pass
    pos = position(MINI, KINGS + "Ra3[..R.] pb3[...B] nc3[..q.]")
    assert goes(MINI, pos, "a3:a1") == on("a3:a2,b1 b3:a1")  # nor captures or crosses its own side's pieces


def test_diagonal_steps_need_only_the_next_square() -> None:
    pos = position(MINI, KINGS + "Ra2[..B.] Pb3 nc4[n...]")
    assert goes(MINI, pos, "a2:a1") == on("a2:b2 b3:a1,b2 c4:a1,b2")
    pos = position(MINI, KINGS + "Ra2[B...] Pb3")  # from here its way would lead over a3
    assert goes(MINI, pos, "a2:a2") == on("a2:b1")
    pos = position(MINI, KINGS + "Ra2[B...] Pb3 pa3")
    assert goes(MINI, pos, "a2:a2") == on("a2:b1 a3:b1 b3:a2")
    # So a small king threatens across a corner, and a rook does not.
    big = {"a2": "R", "b3": "P"}
    assert MINI.is_checked(big, {"a2:b2": "K", "b3:a1": "k"}, "white")
    assert not MINI.is_checked(big, {"a2:b2": "K", "b3:a1": "r"}, "white")


def test_a_knight_needs_only_its_goal() -> None:
    pos = position(MINI, KINGS + "Na2[.N..] Pb3[..P.] pa4 pc1")
    # From file 2, rank 4: b3 has (3, 6) and (4, 5); a4, b1 and c1 are out of reach.
    assert goes(MINI, pos, "a2:b2") == on("b3:a2,b1")
    pos = position(MINI, KINGS + "Na2[.N..] pb2[p..p] pa3")
    assert goes(MINI, pos, "a2:b2") == on("a3:a2 b2:b1")


def test_small_king_and_queen() -> None:
    pos = position(MINI, "Kb3[.K..] Pc3 nc4 ke6[...k]")
    assert goes(MINI, pos, "b3:b2") == on("b3:a1,b1,a2 c3:a1,a2 c4:a1")
    pos = position(MINI, KINGS + "Rb3[.Q..] Pc3 pc4 Pa2")
    assert goes(MINI, pos, "b3:b2") == on("b3:a2,b1,a1 c3:a1,a2,b2 c4:a1,b2 a2:b2,a1")


def test_small_pawns() -> None:
    pos = position(MINI, KINGS + "Rc2[..P.] pb2[.n..] nd3")
    assert goes(MINI, pos, "c2:a1") == on("c2:a2 b2:b2")  # one step, no two
    pos = position(MINI, KINGS + "Rc2[PP..] rc3[.nrb]")
    assert goes(MINI, pos, "c2:a2") == on("c3:b1")  # stopped, and captures ahead
    pos = position(MINI, KINGS + "Rc2[P...] pc4")
    assert goes(MINI, pos, "c2:a2") == set()  # a hole
    # Black's go down the grid.
    pos = position(MINI, KINGS + "Rc2[p...] pb2[...N]", side="black")
    assert goes(MINI, pos, "c2:a2") == on("c2:a1 b2:b1")


def test_a_small_pawn_of_the_start_has_no_double_step() -> None:
    # From a3:a2 to a4:a1; and Black's small pawn on a4:b1 is there to be captured.
    assert goes(MINI, play(MINI, MINI.start(), "a2-a3 a5-a4"), "a3:a2") == on("a4:a1,b1")
    assert goes(MINI, MINI.start(), "a2:a2") == set()


def test_a_step_moves_nothing_else() -> None:
    pos = position(MINI, KINGS + "Rc3[R..n] pd3[b...]")
    after = play(MINI, pos, "c3:a2-d3:a2")
    assert after.big == pos.big
    assert after.small == {"e1:b2": "K", "e6:b1": "k", "c3:b1": "n", "d3:a2": "R"}
    assert (after.side, after.clock, after.number) == ("black", 0, 1)
    assert play(MINI, after, "c3:b1-d3:b2").number == 2


# ---- pilot moves ----


def test_a_pilot_moves_the_big_piece_as_in_chess_with_all_riders() -> None:
    pos = position(MINI, KINGS + "Rb3[N..b] Pb5 pd3[.n..]")
    assert goes(MINI, pos, "b3") == {"a3", "c3", "d3", "b1", "b2", "b4"}
    after = play(MINI, pos, "b3-d3")
    assert after.small == {"e1:b2": "K", "e6:b1": "k", "d3:a2": "N", "d3:b1": "b"}
    assert after.big == {"e1": "K", "e6": "k", "d3": "R", "b5": "P"}
    pos = position(MINI, KINGS + "Nb3[N...] Bc3[Q...] Qd3[B...] Pb2[..R.]")
    assert goes(MINI, pos, "b3") == {"a1", "c1", "d2", "d4", "a5", "c5"}
    assert goes(MINI, pos, "c3") == {"d2", "b4", "a5", "d4", "e5"}
    assert goes(MINI, pos, "d3") == set("c2 b1 d2 d1 e2 e3 e4 d4 d5 d6 c4 b5 a6".split())
    assert goes(MINI, pos, "b2") == set()  # its own knight is before it
    assert goes(MINI, pos, "e1") == {"d1", "d2", "e2"}


def test_both_sides_ride_one_piece_and_either_pilots_it() -> None:
    pieces = KINGS + "Rb3[N..b] pb5[....] Pd3[....]"
    for side in ("white", "black"):
        # "only big pieces of the other big colour, whoever pilots": b5 can be captured, d3 cannot.
        assert goes(MINI, position(MINI, pieces, side), "b3") == {"a3", "c3", "b1", "b2", "b4", "b5"}
    # "Which rider piloted makes no difference, so it is one move."
    pos = position(MINI, pieces.replace("N..b", "NR.b"))
    assert sorted(text for text in MINI.legal(pos) if text.startswith("b3-")) == [
        f"b3-{to}" for to in ("a3", "b1", "b2", "b4", "b5", "c3")
    ]


def test_a_big_piece_without_a_rider_of_the_mover_stays() -> None:
    assert goes(MINI, position(MINI, KINGS + "Rb3 Qc2[n...]"), "b3") == set()
    assert goes(MINI, position(MINI, KINGS + "Rb3 Qc2[n...]"), "c2") == set()


def test_big_pawns() -> None:
    pieces = KINGS + "Pb2[R..r] pa3[...n] pc3 Pc4[B...] pd5[N..b]"
    for side in ("white", "black"):
        pos = position(MINI, pieces, side)
        # One step, no double one; its own colour decides its way and what it captures.
        assert goes(MINI, pos, "b2") == {"b3", "a3", "c3"}
        assert goes(MINI, pos, "d5") == {"d4", "c4"}


def test_a_captured_big_piece_leaves_with_all_its_riders() -> None:
    pos = position(MINI, KINGS + "Rb3[N...] qb5[QPpb]")
    after = play(MINI, pos, "b3-b5")
    assert after.small == {"e1:b2": "K", "e6:b1": "k", "b5:a2": "N"}
    # The big king too, which ends nothing.
    pos = position(MINI, "Ke1[K...] ka6[....] Ra3[N...] pd5[..k.]")
    after = play(MINI, pos, "a3-a6")
    assert "k" not in after.big.values()
    assert MINI.result(after) is None


# With a second rider too: "you cannot get past this restriction by having a second small piece" (the
# inventor's text).
@pytest.mark.parametrize("riders", ["K...", "K..R", "K..N", "k..N"])
def test_a_piece_that_carries_a_king_moves_one_square(riders: str) -> None:
    shut = {"b4"} if "K" in riders else set()  # there the pawn on a5 would capture it
    other_king = "pa5[k...]" if "K" in riders else "Ka3[K...]"
    pos = position(MINI, f"Qc3[{riders}] pc5 pd3 {other_king}")
    assert goes(MINI, pos, "c3") == set("b2 b3 b4 c2 c4 d2 d3 d4".split()) - shut
    pos = position(MINI, f"Rc3[{riders}] pc5 pd3 {other_king}")
    assert goes(MINI, pos, "c3") == {"b3", "d3", "c2", "c4"}
    pos = position(MINI, f"Bc3[{riders}] pe5 pd2 {other_king}")
    assert goes(MINI, pos, "c3") == {"b2", "b4", "d2", "d4"} - shut
    # And "a knight is not affected".
    pos = position(MINI, f"Nc3[{riders}] {other_king}")
    assert goes(MINI, pos, "c3") == set("a2 b1 d1 e2 a4 b5 d5 e4".split())


@pytest.mark.parametrize(
    ("riders", "back"),
    [
        ("P...", False),
        ("P..P", False),  # "a second pawn does not"
        ("P..n", False),  # "nor does an enemy rider"
        ("P..N", True),  # "a second own rider that is not so bound lifts the restriction"
        ("PP.N", True),
        ("..p.", False),  # no rider of the mover
    ],
)
def test_a_small_pawn_may_not_pilot_backward(riders: str, back: bool) -> None:
    pos = position(MINI, KINGS + f"Rb3[{riders}]")
    there = {"a3", "c3", "d3", "e3"} | {"b4", "b5"}
    if riders == "..p.":
        assert goes(MINI, pos, "b3") == set()
        return
    to = {text.split("+")[0] for text in goes(MINI, pos, "b3")}
    assert to == there | {"b6"} | ({"b1", "b2"} if back else set())
    # The same for Black, turned by half a turn.
    turned = position(MINI, f"Ka1[.K..] ka6[...k] rd4[{riders[::-1].swapcase()}]", side="black")
    to = {text.split("+")[0] for text in goes(MINI, turned, "d4")}
    assert to == {"a4", "b4", "c4", "e4", "d3", "d2", "d1"} | ({"d5", "d6"} if back else set())


def test_a_small_pawn_on_an_enemy_pawn_has_nothing_to_pilot() -> None:
    assert goes(MINI, position(MINI, KINGS + "pc4[P...]"), "c4") == set()
    assert goes(MINI, position(MINI, KINGS + "pc4[P..N]"), "c4") == {"c3"}
    assert goes(MINI, position(MINI, KINGS + "pc4[P..p]"), "c4") == set()
    assert goes(MINI, position(MINI, KINGS + "pc4[P..p]", "black"), "c4") == {"c3"}


def test_the_enemy_may_pilot_away_the_piece_under_a_king_even_into_check() -> None:
    pieces = "Rd1[R...] rc3[K..n] ke6[...k]"
    pos = position(MINI, pieces, side="black")
    assert goes(MINI, pos, "c3") == {"b3", "d3", "c2", "c4"}
    after = play(MINI, pos, "c3-d3")  # before the white rook, with a white pilot
    assert after.small["d3:a2"] == "K"
    assert MINI.in_check(after)
    assert not MILD.in_check(after)
    # The own king that is carried must not come into check.
    pos = position(MINI, pieces.replace("K..n", "K..N"))
    assert goes(MINI, pos, "c3") == {"b3", "c2", "c4"}
    assert goes(MILD, pos, "c3") == {"b3", "c2", "c4", "d3"}


# ---- check ----


def check(oracle: OracleMiniMeta, pieces: str) -> bool:
    return oracle.in_check(position(oracle, pieces + " ka4[.k..]"))


@pytest.mark.parametrize(
    ("pieces", "checked"),
    [
        ("Pc3[K..r]", False),
        ("Pc3[K.r.]", True),
        ("Pc3[K...] Pd4[...b]", False),
        ("Pc3[.K..] Pd4[...b]", False),
        ("Pc3[.K..] Pd4[.b..]", True),  # past d4:a1
        ("Pc3[.K..] Pd4[.bP.]", False),
        ("Pc3[.K..] Pd4[.R..]", False),
        ("Pc3[..K.] pb4[...n]", True),
        ("Pc3[..K.] pb3[n...]", True),
        ("Pc3[..K.] pb2[.n..]", False),
        ("Pc3[..K.] pd3[r...]", False),
        ("Pc3[..K.] Pd3[..r.]", True),
        ("Pc3[..K.] Pe3[..r.]", False),  # a hole on d3
        ("Pc3[..K.] Pd3 Pe3[..r.]", True),
        ("Pc3[K...] Pc4[...p]", True),  # a pawn from ahead
        ("Pc3[K...] Pc4[..p.]", False),
        ("Pc3[K..p]", False),  # not from behind
        ("Pc3[K...] Nb3[.n..]", False),
    ],
)
def test_check_by_a_step(pieces: str, checked: bool) -> None:
    assert check(MINI, pieces) == check(MILD, pieces) == checked


@pytest.mark.parametrize(
    ("pieces", "checked", "by_enemies"),
    [
        ("Pc3[K...] rc6[.n..]", True, True),
        ("Pc3[K...] rc6", False, False),  # "without any rider it threatens nobody"
        ("Pc3[K...] rc6[.N..]", True, False),  # a friend
        ("Pc3[K...] rc6[.Nn.]", True, True),
        ("Pc3[K...] rc6[.n..] nc5", False, False),  # "but still blocks"
        ("Pc3[K...] rc6[.n..] Pc4", False, False),
        ("Pc3[K...] Rc6[.n..]", False, False),  # of one big colour
        ("pc3[K...] rc6[.n..]", False, False),
        ("pc3[K...] Rc6[.n..]", True, True),
        ("pc3[K...] Rc6[.N..]", True, False),
        ("Pc3[K...] rc6[.p..]", True, True),  # the pawn's way
        ("Pc3[K...] rc6[.P..]", False, False),  # not a white pawn's
        ("Pc3[K...] rc6[PP..]", False, False),
        ("Pc3[K...] rc6[PN..]", True, False),
        ("Pc3[K...] rc6[Pp..]", True, True),
        ("Pc3[K...] rc1[.P..]", True, False),
        ("Pc3[K...] rc1[.p..]", False, False),
        ("Pc3[K...] re3[.p..]", True, True),  # sideways, either
        ("Pc3[K...] re3[.P..]", True, False),
        ("Pc3[K...] nd5[.p..]", True, True),
        ("Pc3[K...] nd5[.P..]", False, False),
        ("Pc3[K...] nd1[.P..]", True, False),
        ("Pc3[K...] pd4[.r..]", True, True),  # a big pawn, by its own colour
        ("Pc3[K...] pd4[.P..]", False, False),
        ("Pc3[K...] pc4[.r..]", False, False),
        ("Pc3[K...] pd2[.r..]", False, False),
        ("pc3[K...] Pd2[.r..]", True, True),
        ("pc3[K...] Pd2[.p..]", False, False),
        ("Pc3[K...] qd4[R...]", True, False),
        ("Pc3[K...] bb4[N..n]", True, True),
    ],
)
def test_check_by_a_big_piece(pieces: str, checked: bool, by_enemies: bool) -> None:
    assert (check(MINI, pieces), check(MILD, pieces)) == (checked, by_enemies)


def test_a_piece_that_carries_a_king_threatens_one_square_away_only() -> None:
    assert not MINI.in_check(position(MINI, "Pc3[K...] rc5[.k.n]"))
    assert MINI.in_check(position(MINI, "Pc3[K...] rc4[.k.n]"))
    assert MINI.in_check(position(MINI, "Pc3[K...] rc4[.k..]"))  # the king himself pilots
    assert MINI.in_check(position(MINI, "Pc3[K...] nd5[.k..]"))  # the knight is not affected
    # The kings on neighbours of unlike colour and no others: each in check.
    big = {"c3": "R", "c4": "r"}
    small = {"c3:a1": "K", "c4:b2": "k"}
    assert MINI.is_checked(big, small, "white")
    assert MINI.is_checked(big, small, "black")


def test_threats_ask_nothing_about_king_safety() -> None:
    # The black rook is bound to shield its own king from the white one, and gives check all the same.
    assert MINI.in_check(position(MINI, "Pc2[K...] rc5[n...] Re5[R...] ka5[.k..]"))


def test_a_king_may_stand_on_an_enemy_big_piece() -> None:
    pos = position(MINI, "Pc3[.K..] pd3 rd6[r...] ka5[k...]")
    after = play(MINI, pos, "c3:b2-d3:a2")
    assert after.small["d3:a2"] == "K"
    assert not MINI.in_check(after._replace(side="white"))  # the rook is of the pawn's colour
    pos = position(MINI, "Pc3[.K..] pd3 Rd6[r...] ka5[k...]")
    assert "c3:b2-d3:a2" not in MINI.legal(pos)
    pos = position(MINI, "Pc3[.K..] pd3 Rd6[R...] ka5[k...]")  # an own piece on it: friendly fire
    assert "c3:b2-d3:a2" not in MINI.legal(pos)
    assert "c3:b2-d3:a2" in MILD.legal(pos)


def test_the_piece_under_the_own_king_may_not_be_captured() -> None:
    pos = position(MILD, "Rc1[R...] rc3[K...] ke6[...k]")
    assert goes(MILD, pos, "c1") == {"a1", "b1", "d1", "e1", "c2"}
    pos = position(MINI, "Rc1[R...] rc3[K...] ke6[...k]")
    assert MINI.in_check(pos)
    assert goes(MINI, pos, "c1") == {"a1", "b1", "d1", "e1"}  # c2 is check as well


def test_surprising_and_right() -> None:
    pieces = "Nd2[R...] nd3[....] Re1[K...] ke6[...k]"
    pos = position(MINI, pieces)
    for step in ("d2:a2-d3:a1", "d2:a2-d3:a2"):
        assert step not in MINI.legal(pos)
        assert step in MILD.legal(pos)
        assert step in MINI.legal(position(MINI, pieces.replace("Re1", "re1")))
        assert step in MINI.legal(position(MINI, pieces.replace("nd3", "Nd3").replace("Nd2", "Pd2")))
    assert goes(MINI, pos, "d2:a2") == on("d2:a1,b2")


# ---- the end ----


@pytest.mark.parametrize("clock", [3, 100])
def test_no_legal_turn_is_a_loss(clock: int) -> None:
    pos = position(MINI, "pa1[..K.] pa2[...q] ke6[...k]", clock=clock)
    assert not MINI.in_check(pos)
    assert MINI.result(pos) == ("black", "no legal turn")
    assert MINI.result(pos, [MINI.repetition_key(pos)] * 2) == ("black", "no legal turn")
    pos = position(MINI, "pa1[..K.] pa2[..qr] ke6[...k]", clock=clock)
    assert MINI.result(pos) == ("black", "checkmate")
    pos = position(MINI, "Ka1[...K] Pe6[.k..] Pe5[Q...]", "black", clock)
    assert MINI.result(pos) == ("white", "no legal turn")


def test_mate_by_a_big_piece() -> None:
    # The king's pawn stands still, and each of its squares is the same target.
    pos = position(MINI, "pa1[..K.] Ra6[.n..] Pc2 Pb3 ke5[...k]")
    assert MINI.result(pos) == ("black", "checkmate")
    # With a big piece beside it, the king walks over.
    pos = position(MINI, "pa1[...K] Nb1 Ra6[.n..] ke5[...k]")
    assert MINI.legal(pos).keys() == {"a1:b1-b1:a1", "a1:b1-b1:a2"}


@pytest.mark.parametrize(
    ("pieces", "turn", "clock"),
    [
        ("Rb2[R...]", "b2:a2-b2:b2", 8),
        ("Rb2[R.n.]", "b2:a2-b2:a1", 0),  # a small capture
        ("Rb2[R.P.]", "b2-b3", 8),
        ("Rb2[R...] pd2[...B]", "b2-d2", 0),  # a big one
        ("Rc4[..P.]", "c4:a1-c4:a2", 0),  # "a small pawn's own step"
        ("Rc4[P..R]", "c4-c5", 8),  # a small pawn that is carried does not step
        ("Rc4[P..R]", "c4-c6+a2=Q", 0),  # but promotes
        ("Pd3[N...]", "d3-d4", 0),  # "a pilot move of a big pawn"
        ("pc3[N...]", "c3-c2", 0),
    ],
)
def test_what_clears_the_clock(pieces: str, turn: str, clock: int) -> None:
    assert play(MINI, position(MINI, KINGS + pieces, clock=7), turn).clock == clock


def test_threefold_repetition() -> None:
    pos = MINI.start()
    history: list[Hashable] = []
    for turn in "b1-c3 d6-c4 c3-b1 c4-d6".split() * 2:
        assert MINI.result(pos, history) is None
        history.append(MINI.repetition_key(pos))
        pos = play(MINI, pos, turn)
    assert MINI.result(pos, history) == (None, "threefold repetition")


def test_repetition_key_is_everything_but_the_clocks() -> None:
    pos = position(MINI, KINGS + "Rb2[R...]")
    assert MINI.repetition_key(pos) == MINI.repetition_key(pos._replace(clock=5, number=9))
    others = [
        position(MINI, KINGS + "Rb2[R...]", side="black"),
        position(MINI, KINGS + "Rb2[.R..]"),
        position(MINI, KINGS + "Rb2[r...]"),
        position(MINI, KINGS + "rb2[R...]"),
        position(MINI, KINGS + "Rb2[....]"),
    ]
    assert MINI.repetition_key(pos) not in [MINI.repetition_key(another) for another in others]


def test_hundred_plies() -> None:
    assert MINI.result(position(MINI, KINGS, clock=99)) is None
    assert MINI.result(position(MINI, KINGS, clock=100)) == (None, "100 plies")
    assert MINI.result(position(MINI, KINGS)) is None  # there is no insufficient material
