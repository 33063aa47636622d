"""The oracle of Mini Meta Chess against mini-meta.md: promotions, and the texts of positions and turns."""

import pytest

from .minimeta import OracleError, OracleMiniMeta
from .minimeta_samples import goes, on, play, position

MINI = OracleMiniMeta("mini-meta")
META = OracleMiniMeta("meta-chess")
MILD = OracleMiniMeta("mini-meta", friendly_fire_check=False)

# Two kings out of the way of what follows: nothing goes to e1 and e4, nor looks there.
KINGS = "Ke1[.K..] ke4[...k] "


def ends(to: str, kinds: str) -> set[str]:
    return {f"{to}={kind}" for kind in kinds}


# ---- promotion of big pawns ----


def test_a_big_pawn_becomes_what_was_captured() -> None:
    pos = position(MINI, KINGS + "Pc5[R..b] qd6")
    assert goes(MINI, pos, "c5") == ends("c6", "QRBN") | ends("d6", "QRBN")
    after = play(MINI, pos, "c5-d6=N")
    assert after.big == {"e1": "K", "e4": "k", "d6": "N"}
    assert after.small == {"e1:b2": "K", "e4:b1": "k", "d6:a2": "R", "d6:b1": "b"}  # "riders stay in place"
    assert goes(MINI, position(MINI, KINGS + "Pc5[R..b] Qa1 Nb1"), "c5") == ends("c6", "RB")
    # Black's pieces and the small set do not count.
    pos = position(MINI, KINGS + "Pc5[R..b] Qa1[QN..] Nb1 ra2 bb3")
    assert goes(MINI, pos, "c5") == ends("c6", "RB")


def test_with_no_kind_free_a_big_pawn_stays_a_pawn_for_good() -> None:
    pieces = KINGS + "Qa1 Rb1 Bc1 Nd1 "
    pos = play(MINI, position(MINI, pieces + "Pc5[R...] qd5[n...]"), "c5-c6")
    assert pos.big["c6"] == "P"
    assert goes(MINI, pos._replace(side="white"), "c6") == set()
    assert goes(MINI, position(MINI, KINGS + "Pc6[R...]"), "c6") == set()  # a kind is free too late


@pytest.mark.parametrize(("pieces", "kinds"), [("", "QRBN"), ("Ra1", "QRBN"), ("Ra1 Rb1", "QBN")])
def test_two_of_a_kind_in_the_array_of_meta_chess(pieces: str, kinds: str) -> None:
    pos = position(META, KINGS + "Pc7[R...] " + pieces)
    assert goes(META, pos, "c7") == ends("c8", kinds)


def test_the_mover_chooses_for_either_colour() -> None:
    pos = position(MINI, KINGS + "Pc5[...b]", side="black")
    assert goes(MINI, pos, "c5") == ends("c6", "RN")  # the others look at e4
    assert play(MINI, pos, "c5-c6=R").big["c6"] == "R"
    # A black pawn goes down to Black's far rank, and what is free is counted among Black's.
    pos = position(MINI, "Ke3[.K..] ke6[...k] pc2[R...] qa3 Ra2")
    assert goes(MINI, pos, "c2") == ends("c1", "RN")  # a bishop there would look at e3
    assert play(MINI, pos, "c2-c1=N").big["c1"] == "n"
    pos = position(MILD, "Ke3[.K..] ke6[...k] pc2[R...] qa3 Ra2")
    assert goes(MILD, pos, "c2") == ends("c1", "RBN")


# ---- promotion of small pawns ----


def test_a_small_pawn_promotes_by_its_own_step() -> None:
    pos = position(MINI, KINGS + "Nc6[.rP.]")
    assert goes(MINI, pos, "c6:a1") == ends("c6:a2", "QRBN") | ends("c6:b2", "QRBN")
    assert play(MINI, pos, "c6:a1-c6:b2=B").small == {"e1:b2": "K", "e4:b1": "k", "c6:b2": "B"}
    # What is on the board, of the small set alone, is not to be had; with nothing left it stays a pawn.
    pos = position(MINI, KINGS + "Nc6[..P.] Qa1[QR..]")
    assert goes(MINI, pos, "c6:a1") == ends("c6:a2", "BN")
    pos = position(MINI, KINGS + "Nc6[..P.] Qa1[QR..] Rb1[BN..]")
    assert goes(MINI, pos, "c6:a1") == on("c6:a2")
    assert play(MINI, pos, "c6:a1-c6:a2").small["c6:a2"] == "P"
    # Black's at rank 1; the far rank of Meta Chess is the 16th.
    pos = position(MINI, KINGS + "na1[.p..]", side="black")
    assert goes(MINI, pos, "a1:b2") == ends("a1:b1", "QRBN")
    assert play(MINI, pos, "a1:b2-a1:b1=Q").small["a1:b1"] == "q"
    assert goes(META, position(META, KINGS + "Nc6[..P.]"), "c6:a1") == on("c6:a2")
    assert goes(META, position(META, KINGS + "Nc8[..P.]"), "c8:a1") == ends("c8:a2", "QRBN")


def test_a_small_pawn_promotes_when_carried_to_its_far_rank() -> None:
    pos = position(MINI, KINGS + "Rb3[P...]")
    to_far = {f"b6+a2={kind}" for kind in "QRBN"}
    assert goes(MINI, pos, "b3") == {"a3", "c3", "d3", "e3", "b4", "b5"} | to_far
    assert play(MINI, pos, "b3-b6+a2=N").small == {"e1:b2": "K", "e4:b1": "k", "b6:a2": "N"}
    # By its own pilot's move or by another's; only on the far grid rank.
    assert to_far - {"b6+a2=N"} <= goes(MINI, position(MINI, KINGS + "Rb5[P..N]"), "b5")
    assert "b6" in goes(MINI, position(MINI, KINGS + "Rb5[..P.]"), "b5")
    assert goes(MINI, position(MINI, KINGS + "Nc4[P...]"), "c4") == {"a5", "e5"} | {
        f"{to}+a2={kind}" for to in ("b6", "d6") for kind in "QRBN"
    }


def test_not_along_the_rank() -> None:
    pos = position(MINI, KINGS + "Rb6[P...]")
    assert goes(MINI, pos, "b6") == {"a6", "c6", "d6", "e6"}


def test_never_by_the_enemy() -> None:
    pos = position(MINI, KINGS + "Rb3[P..n]", side="black")
    assert "b6" in goes(MINI, pos, "b3")
    assert play(MINI, pos, "b3-b6").small["b6:a2"] == "P"
    assert not any("+" in text for text in MINI.legal(pos))
    # Black's pawn on its far rank, carried there by White.
    pos = position(MINI, KINGS + "Bc3[R.p.]")
    assert play(MINI, pos, "c3-a1").small["a1:a1"] == "p"


def test_a_pawn_that_leaves_its_far_rank_and_comes_again() -> None:
    pos = position(MINI, KINGS + "Rb6[P..R]")
    pos = play(MINI, pos, "b6-b5 e4-e3")
    assert {f"b6+a2={kind}" for kind in "QBN"} <= goes(MINI, pos, "b5")


# The small pieces that are there, and what two carried pawns can become.
@pytest.mark.parametrize(
    ("there", "outcomes"),
    [
        ("Qa1[RB..] nb1[N...]", {"+a2=Q", "+b2=Q"}),
        ("Qa1[BN..]", {"+a2=Q+b2=R", "+a2=R+b2=Q"}),
        ("Qa1[Q...]", {f"+a2={k}+b2={m}" for k in "RBN" for m in "RBN" if k != m}),
        ("", {f"+a2={k}+b2={m}" for k in "QRBN" for m in "QRBN" if k != m}),
        ("Qa1[QR..] nb1[BN..]", {""}),
        ("Qa1[qr..] nb1[bn..]", {f"+a2={k}+b2={m}" for k in "QRBN" for m in "QRBN" if k != m}),
    ],
)
def test_two_carried_pawns(there: str, outcomes: set[str]) -> None:
    pos = position(MINI, KINGS + "Rb5[PP..] " + there)
    assert {to for to in goes(MINI, pos, "b5") if to.startswith("b6")} == {f"b6{end}" for end in outcomes}
    # Black's stand on a1 and b1 when they come to their far rank.
    turned = " ".join(
        word[:4] + word[4:8].swapcase() + "]" for word in there.replace("1", "6").split() if word
    )
    pos = position(MINI, KINGS + "rb2[..pp] " + turned, side="black")
    assert {to for to in goes(MINI, pos, "b2") if to.startswith("b1")} == {
        f"b1{end.replace('a2', 'a1').replace('b2', 'b1')}" for end in outcomes
    }


@pytest.mark.parametrize(
    ("there", "outcomes"),
    [
        ("Qa1[QRRB] nb1[B...]", {"+a2=N+b2=N"}),
        ("Qa1[QRRB] nb1[BN..]", {"+a2=N", "+b2=N"}),
        ("Qa1[QRRB] nb1[N...]", {"+a2=B+b2=N", "+a2=N+b2=B"}),
        ("Qa1[RRBB]", {"+a2=N+b2=N", "+a2=Q+b2=N", "+a2=N+b2=Q"}),
    ],
)
def test_two_carried_pawns_of_meta_chess(there: str, outcomes: set[str]) -> None:
    pos = position(META, KINGS + "Rb7[PP..] " + there)
    assert {to for to in goes(META, pos, "b7") if to.startswith("b8")} == {f"b8{end}" for end in outcomes}


def test_kinds_are_counted_after_the_captures_of_the_same_turn() -> None:
    # The white queen leaves with the black knight that is captured.
    pos = position(MINI, KINGS + "Rb5[PP..] nb6[Q...] Qa1[RBN.]")
    assert {to for to in goes(MINI, pos, "b5") if to.startswith("b6")} == {"b6+a2=Q", "b6+b2=Q"}
    # A white pawn that leaves so promotes no more.
    pos = position(MINI, KINGS + "Rb5[P...] nb6[.P..]")
    assert {to for to in goes(MINI, pos, "b5") if to.startswith("b6")} == {f"b6+a2={k}" for k in "QRBN"}


def test_big_and_small_promotions_in_one_turn() -> None:
    pos = position(MINI, KINGS + "Pc5[PP..]")
    turns = {text for text in MINI.legal(pos) if text.startswith("c5-")}
    assert "c5-c6=Q+a2=R+b2=N" in turns
    assert turns == {f"c5-c6={big}+a2={k}+b2={m}" for big in "QRBN" for k in "QRBN" for m in "QRBN" if k != m}
    after = play(MINI, pos, "c5-c6=Q+a2=R+b2=N")
    assert after.big["c6"] == "Q"
    assert (after.small["c6:a2"], after.small["c6:b2"]) == ("R", "N")
    assert after.clock == 0
    # The sets are counted apart.
    pos = position(MINI, KINGS + "Pc5[P...] Qa1 Rb1 Bc1 Nd1")
    assert goes(MINI, pos, "c5") == {f"c6+a2={kind}" for kind in "QRBN"}
    pos = position(MINI, KINGS + "Pc5[P...] Qa1[QRBN]")
    assert goes(MINI, pos, "c5") == ends("c6", "RBN")


# ---- texts ----

START = (
    "k[...k]q[...q]b[...b]n[...n]r[...r]/p[...p]p[...p]p[...p]p[...p]p[...p]/5/5/"
    "P[P...]P[P...]P[P...]P[P...]P[P...]/R[R...]N[N...]B[B...]Q[Q...]K[K...] w 0 1"
)
BARE = "4k[...k]/5/5/5/5/K[K...]4"


def test_text_of_the_start() -> None:
    assert MINI.write(MINI.start()) == START
    assert MINI.read(START) == MINI.start()
    assert META.write(META.start()).startswith("r[...r]n[...n]b[...b]q[...q]k[...k]b[...b]")


def test_move_texts_of_the_rulebook() -> None:
    assert "b1-a3" in MINI.legal(MINI.start())
    assert "b1:a2-b2:a1" in MINI.legal(position(MINI, KINGS + "Nb1[R...] Pb2"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        BARE,
        f"{BARE} w 0",
        f"{BARE} w 0 1 ",
        f" {BARE} w 0 1",
        f"{BARE}  w 0 1",
        f"{BARE} w 0 1\n",
        f"{BARE}\tw 0 1",
        f"{BARE} w - 0 1",
        f"{BARE} w - - 0 1",
        f"{BARE} W 0 1",
        f"{BARE} x 0 1",
        f"{BARE} white 0 1",
        f"{BARE} w 00 1",
        f"{BARE} w 0 01",
        f"{BARE} w 0 0",
        f"{BARE} w -1 1",
        f"{BARE} w +1 1",
        f"{BARE} w 0 ٣",
        f"{BARE} w 0 {'9' * 5000}",
        # ranks and runs
        "4k[...k]/5/5/5/5/K[K...]5 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]3 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]31 w 0 1",
        "4k[...k]/5/5/5/5/0K[K...]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]40 w 0 1",
        "4k[...k]/5/5/5/K[K...]4 w 0 1",
        "4k[...k]/5/5/5/5/5/K[K...]4 w 0 1",
        "4k[...k]/5/5/5//K[K...]4 w 0 1",
        "4k[...k]/5/5/5/6/K[K...]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]4/ w 0 1",
        # brackets
        "4k[...k]/5/5/5/5/K[K..]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K....]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K3]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K...4 w 0 1",
        "4k[...k]/5/5/5/5/KK...]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]]4 w 0 1",
        "4k[...k]/5/5/5/5/[K...]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]R3 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]R[]3 w 0 1",
        "4k[...k]/5/5/5/5/K[K..x]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K..-]4 w 0 1",
        "4k[...k]/5/5/5/5/X[K...]4 w 0 1",
        "4k[...k]/5/5/5/5/.[K...]4 w 0 1",
        # kings
        "4k[....]/5/5/5/5/K[K...]4 w 0 1",
        "4k[...k]/5/5/5/5/K[....]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]3R[K...] w 0 1",
        "4k[...k]/5/k[...k]4/5/5/K[K...]4 w 0 1",
        # more than in the array
        "4k[...k]/5/5/5/5/K[K...]1Q[....]Q[....]1 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]1K[....]2 w 0 1",
        "4k[...k]/5/5/5/5/K[K...]Q[QQ..]3 w 0 1",
        "4k[...k]/5/5/5/5/K[K..n]Q[n...]3 w 0 1",
        "4k[...k]/5/P[....]4/5/P[....]P[....]P[....]P[....]P[....]/K[K...]4 w 0 1",
        "4k[...k]/5/5/5/Q[PPPP]4/K[K.PP]4 w 0 1",
        # a big pawn on its own first rank
        "4k[...k]/5/5/5/5/K[K...]P[....]3 w 0 1",
        "3p[....]k[...k]/5/5/5/5/K[K...]4 w 0 1",
        # the side not to move in check
        "4k[...k]/5/5/5/5/K[K..k]4 w 0 1",
        "4k[...k]/5/5/5/5/K[K.r.]4 b 0 1",
        "4k[...k]/5/5/5/5/K[K...]3R[R...] w 0 1",
        "4k[...k]/5/5/5/5/K[K...]3r[r...] b 0 1",
        "4k[...k]/5/5/5/5/K[K...]3R[r...] w 0 1",  # with a friend on it
    ],
)
def test_refused_texts(text: str) -> None:
    assert MINI.read(f"{BARE} w 0 1")
    with pytest.raises(OracleError):
        MINI.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "P[....]3k[...k]/5/5/5/5/K[K...]3p[....] w 0 1",  # pawns that could not promote
        "N[P...]3k[...k]/5/5/5/5/K[K...]B[..pP]3 w 0 1",
        "4q[...k]/5/5/5/5/Q[K...]4 b 12 345",
        "4Q[...k]/5/5/5/5/q[K...]4 b 0 1",
        "4k[...k]/5/5/5/5/K[K...]3R[....] w 0 1",  # "without any rider it threatens nobody"
        "4k[...k]/5/5/5/5/K[K...]3R[R...] b 0 1",
    ],
)
def test_accepted_texts(text: str) -> None:
    for oracle in (MINI, MILD):
        assert oracle.write(oracle.read(text)) == text


def test_friendly_fire_decides_what_is_refused() -> None:
    text = "4k[...k]/5/5/5/5/K[K...]3R[r...] w 0 1"
    assert MILD.write(MILD.read(text)) == text


@pytest.mark.parametrize("corners", ["Kk..", "K.k.", "K..k", ".Kk.", ".K.k", "..Kk"])
def test_the_kings_never_share_a_big_piece(corners: str) -> None:
    # All four small squares of a big piece touch, so one of them could capture the other.
    for side in "wb":
        with pytest.raises(OracleError):
            MILD.read(f"5/5/5/5/5/Q[{corners}]4 {side} 0 1")


def test_the_size_of_the_other_game_is_refused() -> None:
    with pytest.raises(OracleError):
        META.read(START)
    with pytest.raises(OracleError):
        MINI.read(META.write(META.start()))
    with pytest.raises(OracleError, match="no such variant"):
        OracleMiniMeta("mega-meta")
