"""The oracle against what is known: perft of chess, and every sentence of ravioli.md that can be tried."""

import random
from collections.abc import Hashable
from pathlib import Path
from types import MappingProxyType

import pytest

from .boards import is_ring
from .make_mates import Search
from .orthodox import Oracle, OracleError, Position

CHESS = Oracle("chess")
RAVIOLI = Oracle("ravioli")
BERO = Oracle("ravioli-bero")
ALL = {"chess": CHESS, "ravioli": RAVIOLI, "ravioli-bero": BERO}


def position(
    oracle: Oracle, pieces: str, side: str = "white", castling: str = "", passed: str | None = None
) -> Position:
    """A position written as "Ke1 ke8 Wc3u"; read from its text, so that impossible ones are refused."""
    by_site = {word[1:]: word[0] for word in pieces.split()}
    assert by_site.keys() <= oracle.boards.place.keys()
    pos = Position(MappingProxyType(by_site), side, castling, passed, 0, 1)
    return oracle.read(oracle.write(pos))


def goes(oracle: Oracle, pos: Position, site: str) -> set[str]:
    """Where the piece on the site can go (with "=Q" and so on after it)."""
    return {text.split("-")[1] for text in oracle.legal(pos) if text.split("-")[0] == site}


def play(oracle: Oracle, pos: Position, turns: str) -> Position:
    for turn in turns.split():
        pos = oracle.legal(pos)[turn]
    return pos


def walk(oracle: Oracle, seed: int, plies: int) -> list[Position]:
    """The positions of a random game, captures preferred a little so that the board empties."""
    chance = random.Random(seed)
    pos = oracle.start()
    passed_by = [pos]
    for _ in range(plies):
        turns = oracle.legal(pos)
        if not turns:
            break
        captures = [after for after in turns.values() if len(after.pieces) < len(pos.pieces)]
        choice = captures if captures and chance.random() < 0.3 else list(turns.values())
        pos = chance.choice(choice)
        passed_by.append(pos)
    return passed_by


# ---- counts ----


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            [48, 2039, 97862],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
        ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", [6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            [46, 2079, 89890],
        ),
    ],
)
def test_known_counts_of_chess(text: str, counts: list[int]) -> None:
    pos = CHESS.read(text)
    assert [CHESS.perft(pos, depth) for depth in range(1, len(counts) + 1)] == counts
    assert CHESS.perft(pos, 0) == 1


@pytest.mark.parametrize(
    ("oracle", "counts"), [(RAVIOLI, [34, 1156]), (BERO, [38, 1444])], ids=["ravioli", "ravioli-bero"]
)
def test_counts_of_the_rulebook(oracle: Oracle, counts: list[int]) -> None:
    assert [oracle.perft(oracle.start(), depth) for depth in (1, 2)] == counts


# ---- board and start ----


def test_ravioli_board() -> None:
    place = RAVIOLI.boards.place
    assert len(place) == 100
    assert sum(len(site) == 2 for site in place) == 28
    assert all((len(site) == 2) == is_ring(place[site]) for site in place)
    assert sorted(site for site in place if site.startswith("b2")) == ["b2d", "b2u"]


@pytest.mark.parametrize("oracle", [RAVIOLI, BERO], ids=["ravioli", "ravioli-bero"])
def test_ravioli_start(oracle: Oracle) -> None:
    pieces = oracle.start().pieces
    white = {site: piece for site, piece in pieces.items() if piece.isupper()}
    black = {site: piece for site, piece in pieces.items() if piece.islower()}
    assert len(white) == len(black) == 26
    assert sum(piece in "PO" for piece in white.values()) == 14
    assert [pieces[site] for site in ("d2u", "e2u", "d2d", "e2d")] == ["W", "Z", "Z", "W"]
    assert [pieces[site] for site in ("d7u", "e7u", "d7d", "e7d")] == ["w", "z", "z", "w"]
    assert {s[:1] + str(9 - int(s[1])) + s[2:]: m.lower() for s, m in white.items()} == black
    lower = "P" if oracle is RAVIOLI else "O"
    pawns = {
        site: ("P" if len(site) == 2 or site.endswith("u") else lower)
        for site in "a2 h2 b2u c2u f2u g2u b2d c2d f2d g2d d3u e3u d3d e3d".split()
    }
    assert pawns == {site: piece for site, piece in white.items() if piece in "PO"}


# ---- pieces ----


@pytest.mark.parametrize("kind", ["Q", "R", "B", "N"])
def test_no_passage_for_the_pieces_of_chess(kind: str) -> None:
    pos = position(RAVIOLI, f"Ka1 kh8 {kind}c4u")
    assert goes(RAVIOLI, pos, "c4u")
    assert not any(to.endswith("d") for to in goes(RAVIOLI, pos, "c4u"))


def test_no_passage_for_kings_and_pawns() -> None:
    pos = position(RAVIOLI, "Kb2u kh8 Pd5u rd6d")
    assert goes(RAVIOLI, pos, "b2u") == {"a1", "b1", "c1", "a2", "c2u", "a3", "b3u", "c3u"}
    assert goes(RAVIOLI, pos, "d5u") == {"d6u"}
    pos = position(RAVIOLI, "Ka3 kh8")
    assert goes(RAVIOLI, pos, "a3") == {"a2", "a4", "b2u", "b2d", "b3u", "b3d", "b4u", "b4d"}


def test_a_piece_on_the_ring_moves_on_both_boards_and_each_move_is_listed_once() -> None:
    pieces = "Ka1 kh8 Ra4"
    pos = position(RAVIOLI, pieces)
    across = {f"{file}4{board}" for file in "bcdefg" for board in "ud"}
    assert goes(RAVIOLI, pos, "a4") == across | {"h4", "a2", "a3", "a5", "a6", "a7", "a8"}
    # h4 stays within reach as long as one of the two ways is free, and the whole of it.
    blocked_above = position(RAVIOLI, pieces + " Pd4u")
    assert "h4" in goes(RAVIOLI, blocked_above, "a4")
    assert not {"d4u", "e4u"} & goes(RAVIOLI, blocked_above, "a4")
    assert "h4" not in goes(RAVIOLI, position(RAVIOLI, pieces + " Pd4u Pe4d"), "a4")


def test_knight_of_the_ring() -> None:
    assert goes(RAVIOLI, position(RAVIOLI, "Ke1 kh8 Na1"), "a1") == {"b3u", "b3d", "c2u", "c2d"}


def test_wizard_of_the_inside() -> None:
    pos = position(RAVIOLI, "Kh1 kh8 Wc3u")
    steps = {"b2u", "b4u", "d2u", "d4u"}
    passages = {"b3d", "d3d", "c2d", "c4d"}
    # Three squares only toward h8, the one line with five squares: d4 e5 f6 g7 h8.
    assert goes(RAVIOLI, pos, "c3u") == steps | passages | {"f6u"}
    # The second square does not matter, the first does; both steps of either length capture.
    pos = position(RAVIOLI, "Kh1 kh7 Wc3u pe5u rf6u rd2u nb3d")
    assert {"f6u", "d2u", "b3d"} <= goes(RAVIOLI, pos, "c3u")
    pos = position(RAVIOLI, "Kh1 kh8 Wc3u pd4u")
    assert "f6u" not in goes(RAVIOLI, pos, "c3u")
    assert "d4u" in goes(RAVIOLI, pos, "c3u")


def test_wizard_with_four_squares_before_it() -> None:
    # From d4 there are four squares to h8 and three to the other edges.
    assert goes(RAVIOLI, position(RAVIOLI, "Kh1 kb8 Wd4u"), "d4u") == {
        *("c3u", "e5u", "c5u", "e3u"),
        *("d3d", "d5d", "c4d", "e4d"),
    }


def test_wizard_of_the_ring() -> None:
    # On both boards, but no passage; and both ends of a passage are inside.
    pos = position(RAVIOLI, "Kh1 kb8 Wa2")
    assert goes(RAVIOLI, pos, "a2") == {"b1", "b3u", "b3d", "d5u", "d5d"}
    assert {to for to in goes(RAVIOLI, position(RAVIOLI, "Kh1 kh8 Wb2u"), "b2u") if to[-1] == "d"} == {
        "b3d",
        "c2d",
    }


def test_wazird() -> None:
    pos = position(RAVIOLI, "Kh1 kh8 Zc3u")
    steps = {"b3u", "d3u", "c2u", "c4u"}
    passages = {"c3d", "b2d", "b4d", "d2d", "d4d"}
    assert goes(RAVIOLI, pos, "c3u") == steps | passages | {"f3u", "c6u"}
    pos = position(RAVIOLI, "Kh1 kh8 Zb2u")
    assert {to for to in goes(RAVIOLI, pos, "b2u") if to[-1] == "d"} == {"b2d", "c3d"}
    assert {to for to in goes(RAVIOLI, pos, "b2u") if to[-1] != "d"} == {
        *("a2", "b1", "c2u", "b3u", "e2u", "b5u"),
    }
    assert goes(RAVIOLI, position(RAVIOLI, "Kh1 kh8 Za3"), "a3") == {
        *("a2", "a4", "a6", "b3u", "b3d", "d3u", "d3d"),
    }


def test_moves_named_in_the_rulebook() -> None:
    pos = position(RAVIOLI, "Ke1 ke8 Pb2u Zc3u Wa2 pb3d")
    turns = RAVIOLI.legal(pos)
    assert {"b2u-b4u", "c3u-c4u", "c3u-d4d"} <= turns.keys()
    assert "a2-b3d" in turns  # the Wizard captures
    assert "c3u-c4d" in RAVIOLI.legal(position(RAVIOLI, "Ke1 ke8 Wc3u"))


# ---- pawns ----


def test_pawn_steps_and_captures() -> None:
    pos = position(RAVIOLI, "Ke1 ke8 Pb2u Pd3u Pa2 Ph2 na3 nb3d nb3u ng3d")
    assert goes(RAVIOLI, pos, "b2u") == {"a3"}  # b3u is occupied
    assert goes(RAVIOLI, pos, "d3u") == {"d4u"}
    assert goes(RAVIOLI, pos, "a2") == {"b3d", "b3u"}
    assert goes(RAVIOLI, pos, "h2") == {"h3", "h4", "g3d"}
    start = RAVIOLI.start()
    assert goes(RAVIOLI, start, "d3u") == {"d4u"}
    assert goes(RAVIOLI, start, "b2d") == {"b3d", "b4d"}


def test_en_passant_from_either_board() -> None:
    pieces = "Ke1 ke8 Pa2 Pb2u pb4u pb4d"
    pos = play(RAVIOLI, position(RAVIOLI, pieces), "a2-a4")
    assert pos.passed == "a3"
    for origin in ("b4u", "b4d"):
        after = RAVIOLI.legal(pos)[f"{origin}-a3"]
        assert "a4" not in after.pieces
        assert after.pieces["a3"] == "p"
        assert after.clock == 0
    pos = play(RAVIOLI, position(RAVIOLI, "Ke1 ke8 Pb2u pa4 pc4u pc4d"), "b2u-b4u")
    assert pos.passed == "b3u"
    assert {"a4-b3u", "c4u-b3u"} <= RAVIOLI.legal(pos).keys()
    assert "c4d-b3u" not in RAVIOLI.legal(pos)
    assert goes(RAVIOLI, pos, "c4d") == {"c3d"}


def test_en_passant_lasts_one_ply() -> None:
    pos = play(RAVIOLI, position(RAVIOLI, "Ke1 ke8 Pa2 pb4u"), "a2-a4 e8-f8 e1-f1")
    assert pos.passed is None
    assert "b4u-a3" not in RAVIOLI.legal(pos)


@pytest.mark.parametrize(
    ("oracle", "pawn", "kinds"),
    [(CHESS, "Pa7", "QRBN"), (RAVIOLI, "Pa7", "QRBNWZ"), (BERO, "Ob7d", "QRBNWZ")],
)
def test_promotion_is_mandatory(oracle: Oracle, pawn: str, kinds: str) -> None:
    pos = position(oracle, f"Ke1 kh7 {pawn}")
    ends = {"P": ["a8"], "O": ["a8", "c8"]}[pawn[0]]
    assert goes(oracle, pos, pawn[1:]) == {f"{end}={kind}" for end in ends for kind in kinds}
    origin = pawn[1:]
    after = oracle.legal(pos)[f"{origin}-a8=R"]
    assert after.pieces["a8"] == "R"
    assert origin not in after.pieces


def test_black_promotes_with_an_upper_case_letter() -> None:
    pos = position(RAVIOLI, "Ke1 kh7 pa2", side="black")
    assert RAVIOLI.legal(pos)["a2-a1=W"].pieces["a1"] == "w"


# ---- Berolina pawns ----


def test_berolina_steps_and_captures() -> None:
    pos = position(BERO, "Ke1 ke8 Oc3d nc4d nd4d")
    assert goes(BERO, pos, "c3d") == {"b4d", "c4d"}
    pos = position(BERO, "Ke1 ke8 Oa3 na4")
    assert goes(BERO, pos, "a3") == {"a4", "b4u", "b4d"}
    assert goes(BERO, position(BERO, "Ke1 ke8 Ob2d"), "b2d") == {"a3", "c3d", "d4d"}
    assert goes(BERO, position(BERO, "Ke1 ke8 Oc2d"), "c2d") == {"b3d", "d3d", "a4", "e4d"}
    assert goes(BERO, position(BERO, "Ke1 ke8 Oc2d bd3d"), "c2d") == {"b3d", "a4"}
    assert goes(BERO, position(BERO, "Ke1 ke8 Oc2d be4d"), "c2d") == {"b3d", "a4", "d3d"}
    assert goes(BERO, position(BERO, "Ke1 ke8 Od3d"), "d3d") == {"c4d", "e4d"}


def test_a_pawn_keeps_its_kind() -> None:
    pos = play(BERO, position(BERO, "Ke1 ke8 Pa3 Ob2d nb4u"), "a3-b4u e8-f8 b2d-a3 f8-e8")
    assert (pos.pieces["b4u"], pos.pieces["a3"]) == ("P", "O")
    assert goes(BERO, pos, "b4u") == {"b5u"}
    assert goes(BERO, pos, "a3") == {"b4d"}
    pos = play(BERO, pos, "b4u-b5u e8-f8 a3-b4u f8-e8")
    assert goes(BERO, pos, "b4u") == {"a5", "c5u"}


def test_berolina_en_passant() -> None:
    pieces = "Ke1 ke8 Oc2d od4d pc4d oe5d"
    pos = play(BERO, position(BERO, pieces), "c2d-e4d")
    assert pos.passed == "d3d"
    assert goes(BERO, pos, "d4d") == {"c3d", "e3d", "d3d"}
    assert goes(BERO, pos, "c4d") == {"c3d", "d3d"}
    for turn in ("d4d-d3d", "c4d-d3d"):
        after = BERO.legal(pos)[turn]
        assert "e4d" not in after.pieces
    # A plain pawn's double step, captured by a Berolina pawn: it would have to stand where the passing pawn
    # is.
    pos = play(BERO, position(BERO, "Ke1 ke8 Pa2 ob4u pb4d oa5"), "a2-a4")
    assert {text for text in BERO.legal(pos) if text.endswith("a3")} == {"b4d-a3", "b4u-a3"}
    assert "a4" in BERO.legal(pos)["b4u-a3"].pieces  # a step
    assert "a4" not in BERO.legal(pos)["b4d-a3"].pieces  # a capture


def test_which_berolina_pawn_has_passed() -> None:
    # c2d-a4 and a2-c4d pass b3d both; Berolina pawns start on c2d, not on a2.
    pos = position(BERO, "Ke1 ke8 Oa4 Oc4d ob4d", side="black", passed="b3d")
    after = BERO.legal(pos)["b4d-b3d"]
    assert "a4" not in after.pieces
    assert "c4d" in after.pieces
    pos = position(BERO, "Ke1 ke8 Oc2d Oa4 Oc4d ob4d", side="black", passed="b3d")
    assert "c4d" not in BERO.legal(pos)["b4d-b3d"].pieces


@pytest.mark.parametrize("variant", ALL)
def test_in_a_game_from_the_start_the_pawn_that_passed_is_never_in_doubt(variant: str) -> None:
    oracle = ALL[variant]
    passed_from_start = [
        double.passed
        for piece, doubles in oracle.double_steps.items()
        for double in doubles
        if oracle.start_pieces.get(double.origin) == piece
    ]
    assert len(passed_from_start) == len(set(passed_from_start))


# ---- king safety and castling ----


@pytest.mark.parametrize("attacker", ["rd6u", "rd6d", "bh4", "ng2u", "ng2d", "wd2u", "ze2d", "pd2d", "qe5u"])
def test_check_on_either_board(attacker: str) -> None:
    pos = position(RAVIOLI, f"Ke1 ke8 {attacker}")
    on_e1 = attacker[0] in "bnwzpq"
    assert RAVIOLI.in_check(pos) == on_e1
    assert RAVIOLI.in_check(position(RAVIOLI, f"Kd1 ke8 {attacker}")) == (attacker[0] == "r")


def test_check_by_a_passage_step() -> None:
    assert RAVIOLI.in_check(position(RAVIOLI, "Kc3u kh8 wc4d"))
    assert not RAVIOLI.in_check(position(RAVIOLI, "Kc3u kh8 wd4d"))
    assert RAVIOLI.in_check(position(RAVIOLI, "Kc3u kh8 zd4d"))
    assert RAVIOLI.in_check(position(RAVIOLI, "Kc3u kh8 zc3d"))
    assert not RAVIOLI.in_check(position(RAVIOLI, "Kc3u kh8 zc4d"))


@pytest.mark.parametrize(
    ("extra", "short", "long"),
    [
        ("", True, True),
        ("rb8", True, True),  # the rook's way may be attacked
        ("rh5", True, True),  # and the rook
        ("rf6u", False, True),
        ("rf6d", False, True),
        ("rf6d Pf3u", False, True),  # shut above, open below
        ("rf6d Pf3d", True, True),
        ("rg6u", False, True),
        ("rc6d", True, False),
        ("rd6d", True, False),
        ("re6u", False, False),
        ("pg2u", False, True),  # attacks f1 "as if he stood there"
        ("pf2d", False, False),  # attacks e1 and g1
        ("pd2d", False, False),
        ("ph2", False, True),
        ("wg2d", False, True),
        ("bb1", True, False),
        ("Ng1", False, True),
        ("Nb1", True, False),
    ],
)
def test_castling(extra: str, short: bool, long: bool) -> None:
    turns = RAVIOLI.legal(position(RAVIOLI, "Ke1 Ra1 Rh1 ke8 " + extra, castling="KQ"))
    assert ("e1-g1" in turns, "e1-c1" in turns) == (short, long)


def test_castling_is_played_out() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 ra8 rh8"
    for oracle in ALL.values():
        after = play(oracle, position(oracle, pieces, castling="KQkq"), "e1-g1 e8-c8")
        assert sorted(site + piece for site, piece in after.pieces.items()) == sorted(
            ["g1K", "f1R", "a1R", "c8k", "d8r", "h8r"]
        )
        assert after.castling == ""
        assert after.clock == 2


def test_castling_rights_lapse() -> None:
    pos = position(RAVIOLI, "Ke1 Ra1 Rh1 ke8 ra8 rh8", castling="KQkq")
    assert play(RAVIOLI, pos, "a1-a2").castling == "Kkq"
    assert play(RAVIOLI, pos, "e1-e2u").castling == "kq"
    assert play(RAVIOLI, pos, "h1-h8").castling == "Qq"  # from home, and captures a rook at home
    assert play(RAVIOLI, pos, "a1-b1").castling == "Kkq"


def test_berolina_pawn_attacks_straight() -> None:
    pieces = "Ke1 Ra1 Rh1 ke8 "
    assert "e1-g1" not in BERO.legal(position(BERO, pieces + "of2d", castling="KQ"))
    assert "e1-g1" not in BERO.legal(position(BERO, pieces + "og2u", castling="KQ"))
    assert BERO.in_check(position(BERO, pieces + "oe2d"))
    assert not BERO.in_check(position(BERO, pieces + "od2d"))


# ---- end of the game ----


def test_mate_and_stalemate() -> None:
    assert CHESS.result(CHESS.start()) is None
    fool = play(CHESS, CHESS.start(), "f2-f3 e7-e5 g2-g4 d8-h4")
    assert CHESS.result(fool) == ("black", "checkmate")
    assert CHESS.result(CHESS.read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == (None, "stalemate")
    # "Mate on that ply comes first", and stalemate.
    assert CHESS.result(CHESS.read("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90")) == ("white", "checkmate")
    assert CHESS.result(CHESS.read("7k/5Q2/6K1/8/8/8/8/8 b - - 100 90")) == (None, "stalemate")
    # A queen on the ring in front of the king: the king could go to the insides, but two rooks guard them.
    mate = position(RAVIOLI, "Ka8 kh1 Rc1 Rc2u Rc2d Rh8", side="black")
    assert RAVIOLI.result(mate) == ("white", "checkmate")
    free = position(RAVIOLI, "Ka8 kh1 Rc1 Rc2u Rh8", side="black")
    assert RAVIOLI.legal(free).keys() == {"h1-g2d"}


def test_hundred_plies() -> None:
    assert CHESS.result(CHESS.read("7k/8/6K1/8/8/8/8/Q7 b - - 99 90")) is None
    assert CHESS.result(CHESS.read("7k/8/6K1/8/8/8/8/1Q6 b - - 100 90")) == (None, "100 plies")
    assert CHESS.result(CHESS.read("7k/8/6K1/8/8/8/8/1Q6 b - - 250 90")) == (None, "100 plies")


def test_threefold_repetition() -> None:
    for oracle in (CHESS, RAVIOLI):
        pos = oracle.start()
        history: list[Hashable] = []
        there = "c3" if oracle is CHESS else "c3u"
        back = "c6" if oracle is CHESS else "c6d"
        for turn in f"b1-{there} b8-{back} {there}-b1 {back}-b8".split() * 2:
            assert oracle.result(pos, history) is None
            history.append(oracle.repetition_key(pos))
            pos = oracle.legal(pos)[turn]
        assert oracle.result(pos, history) == (None, "threefold repetition")


def test_the_repetition_key_has_en_passant_only_if_it_can_be_used() -> None:
    useless = CHESS.read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    without = CHESS.read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert useless != without
    assert CHESS.repetition_key(useless) == CHESS.repetition_key(without)
    usable = CHESS.read("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    without = CHESS.read("4k3/8/8/8/3pP3/8/8/4K3 b - - 5 9")
    assert CHESS.repetition_key(usable) != CHESS.repetition_key(without)
    # The capture would leave the king on h4 to the rook on a4.
    pinned = CHESS.read("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1")
    without = CHESS.read("8/8/8/8/R2pP2k/8/8/4K3 b - - 0 1")
    assert "d4-e3" not in CHESS.legal(pinned)
    assert CHESS.repetition_key(pinned) == CHESS.repetition_key(without)


@pytest.mark.parametrize(
    ("pieces", "insufficient"),
    [
        ("Ke1 ke8", True),
        ("Ke1 ke8 Nb1", True),
        ("Ke1 ke8 nb1", True),
        ("Ke1 ke8 Bb1", True),
        ("Ke1 ke8 Bb1 bh7", True),  # both on light squares
        ("Ke1 ke8 Bb1 Bd3 bb5", True),
        ("Ke1 ke8 Bb1 Ba1", False),
        ("Ke1 ke8 Bb1 bb8", False),
        ("Ke1 ke8 Nb1 Ng1", False),
        ("Ke1 ke8 Nb1 nb8", False),
        ("Ke1 ke8 Nb1 bb8", False),
        ("Ke1 ke8 Pa2", False),
        ("Ke1 ke8 Ra2", False),
    ],
)
def test_insufficient_material(pieces: str, insufficient: bool) -> None:
    result = CHESS.result(position(CHESS, pieces))
    assert result == ((None, "insufficient material") if insufficient else None)


def test_no_insufficient_material_in_ravioli() -> None:
    assert RAVIOLI.result(position(RAVIOLI, "Ka8 kh8")) is None


# ---- texts ----


def test_rulebook_text_of_ravioli() -> None:
    text = "rnbqkbnr/pppwzppp/3pp3/8/8/3PP3/PPPWZPPP/RNBQKBNR|ppzwpp/2pp2/6/6/2PP2/PPZWPP w KQkq - 0 1"
    assert RAVIOLI.write(RAVIOLI.start()) == text
    assert BERO.write(BERO.start()).split()[0].split("|")[1] == "oozwoo/2oo2/6/6/2OO2/OOZWOO"
    assert BERO.write(BERO.start()).split()[1:] == "w KQkq - 0 1".split()


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ALL)
def test_round_trips_of_random_games(variant: str) -> None:
    oracle = ALL[variant]
    for seed in range(6):
        for pos in walk(oracle, seed, 150):
            text = oracle.write(pos)
            again = oracle.read(text)
            assert again == pos
            assert hash(again) == hash(pos)
            assert oracle.write(again) == text


BARE = "4k3/8/8/8/8/8/8/4K3"
EMPTY = "|6/6/6/6/6/6"


@pytest.mark.parametrize(
    "text",
    [
        "",
        BARE,
        f"{BARE} w - - 0",
        f"{BARE} w - - 0 1 ",
        f" {BARE} w - - 0 1",
        f"{BARE}  w - - 0 1",
        f"{BARE} w - - 0 1\n",
        f"{BARE}\tw - - 0 1",
        f"{BARE} W - - 0 1",
        f"{BARE} x - - 0 1",
        f"{BARE} w -  - 0 1",
        f"{BARE} w - - 00 1",
        f"{BARE} w - - 0 01",
        f"{BARE} w - - 0 0",
        f"{BARE} w - - -1 1",
        f"{BARE} w - - +1 1",
        f"{BARE} w - - 0 1.0",
        f"{BARE} w - - ٣ 1",
        f"{BARE} w - - 0 {'9' * 5000}",
        "4k3/8/8/8/8/8/8/31K2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K4 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K30 w - - 0 1",
        "4k3/8/8/8/8/8/9/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8//4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2x w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2W w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2O w - - 0 1",
        f"{BARE}{EMPTY} w - - 0 1",
        # kings and pawns
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
        # castling
        "r3k2r/8/8/8/8/8/8/R3K2R w KQqk - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w kQ - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w -K - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/N3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/r3K2R w Q - 0 1",
        "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1",
        "r4k1r/8/8/8/8/8/8/R3K2R w k - 0 1",
        # en passant
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - E3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - z9 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 1 1",
        "4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1",
        # the side not to move in check
        "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
        "8/8/8/8/8/8/4k3/4K3 w - - 0 1",
    ],
)
def test_refused_texts_of_chess(text: str) -> None:
    with pytest.raises(OracleError):
        CHESS.read(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{BARE} w - - 0 1",
        f"{BARE}| w - - 0 1",
        f"{BARE}|6/6/6/6/6 w - - 0 1",
        f"{BARE}|6/6/6/6/6/7 w - - 0 1",
        f"{BARE}|6/6/6/6/6/5 w - - 0 1",
        f"{BARE}|6/6/6/6/6/33 w - - 0 1",
        f"{BARE}{EMPTY}|6/6/6/6/6/6 w - - 0 1",
        f"{BARE}|6/6/6/6/6/O5 w - - 0 1",  # no Berolina pawns here
        f"{BARE}|6/6/6/6/6/K5 w - - 0 1",
        f"4k3/8/8/8/8/8/8/4K2P{EMPTY} w - - 0 1",
        f"4k3/8/8/8/8/8/8/4K2R{EMPTY} w Q - 0 1",
        f"4k3/8/8/8/1P6/8/8/4K3{EMPTY} b - b3 0 1",
        f"4k3/8/8/8/1P6/8/8/4K3{EMPTY} b - b3d 0 1",
        f"4k3/8/8/8/P7/8/8/4K3{EMPTY} b - a3u 0 1",
        f"4k3/8/8/8/1P6/8/1P6/4K3{EMPTY} b - b3u 0 1",
        f"4k3/8/8/8/1P6/8/8/4K3{EMPTY} b - b3u 2 1",
        "4k3/8/8/8/8/8/8/4K3|3R2/6/6/6/6/6 w - - 0 1",  # the rook on e7d attacks e8
        "4k3/8/8/8/8/8/8/4K3|2W3/6/6/6/6/6 w - - 0 1",  # the Wizard on d7d attacks e8
    ],
)
def test_refused_texts_of_ravioli(text: str) -> None:
    with pytest.raises(OracleError):
        RAVIOLI.read(text)


@pytest.mark.parametrize(
    "text",
    [
        f"4k3/8/8/8/P7/8/8/4K3{EMPTY} b - a3 0 1",
        f"4k3/8/8/8/1P6/8/8/4K3{EMPTY} b - b3u 0 1",
        "4k3/8/8/8/8/8/8/4K3|6/6/6/P5/6/6 b - b3d 0 1",
        "4k3/8/8/8/8/8/8/4K3|6/6/p5/6/6/6 w - b6d 0 7",
    ],
)
def test_accepted_en_passant_sites(text: str) -> None:
    for oracle in (RAVIOLI, BERO):
        assert oracle.write(oracle.read(text)) == text


def test_en_passant_sites_of_berolina_pawns() -> None:
    for text in (
        "4k3/8/8/8/8/8/8/4K3|6/6/6/3O2/6/6 b - d3d 0 1",
        "4k3/8/8/8/O7/8/8/4K3|6/6/6/6/6/6 b - b3d 0 1",
    ):
        assert BERO.write(BERO.read(text)) == text
    for text in (
        "4k3/8/8/8/8/8/8/4K3|6/6/6/3O2/6/6 b - e3d 0 1",  # straight
        "4k3/8/8/8/8/8/8/4K3|6/6/6/3O2/6/1O4 b - d3d 0 1",  # its origin is occupied
        "4k3/8/8/8/O7/8/8/4K3|6/6/6/6/6/6 b - a3 0 1",
    ):
        with pytest.raises(OracleError):
            BERO.read(text)


def test_unknown_variant() -> None:
    with pytest.raises(ValueError, match="no such variant"):
        Oracle("checkers")


# ---- the oracle against itself ----


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ALL)
def test_check_means_that_a_turn_captures_the_king(variant: str) -> None:
    """The table of attackers against the turns themselves."""
    oracle = ALL[variant]
    for seed in range(4):
        for pos in walk(oracle, 100 + seed, 120):
            if pos.side == "white":
                flipped = pos._replace(side="black", passed=None)
            else:
                flipped = pos._replace(side="white", passed=None)
            king = oracle.king_site(pos.pieces, pos.side)
            captured = any(turn.to == king for turn in oracle.pseudo_legal(flipped))
            assert oracle.in_check(pos) == captured


def mirrored(site: str | None) -> str | None:
    return None if site is None else site[0] + str(9 - int(site[1])) + site[2:]


@pytest.mark.thorough
@pytest.mark.parametrize("variant", ALL)
def test_the_sides_have_the_same_rules(variant: str) -> None:
    oracle = ALL[variant]
    for pos in walk(oracle, 7, 200):
        pieces = {str(mirrored(site)): piece.swapcase() for site, piece in pos.pieces.items()}
        turned = Position(
            MappingProxyType(pieces),
            "black" if pos.side == "white" else "white",
            "".join(letter for letter in "KQkq" if letter.swapcase() in pos.castling),
            mirrored(pos.passed),
            pos.clock,
            pos.number,
        )
        expected = set()
        for text in oracle.legal(pos):
            origin, to = text.split("=")[0].split("-")
            expected.add(f"{mirrored(origin)}-{mirrored(to)}" + text[len(f"{origin}-{to}") :])
        assert oracle.legal(turned).keys() == expected


def test_the_insides_have_the_same_rules() -> None:
    def exchanged(text: str) -> str:
        ends, *promotion = text.split("=")
        sites = [end[:2] + {"": "", "u": "d", "d": "u"}[end[2:]] for end in ends.split("-")]
        return "=".join(["-".join(sites), *promotion])

    for pos in walk(RAVIOLI, 11, 200):
        pieces = {exchanged(site): piece for site, piece in pos.pieces.items()}
        turned = pos._replace(
            pieces=MappingProxyType(pieces), passed=None if pos.passed is None else exchanged(pos.passed)
        )
        assert RAVIOLI.legal(turned).keys() == {exchanged(text) for text in RAVIOLI.legal(pos)}


# ---- the mates ----

MATES = Path(__file__).parent.parent / "data" / "mates-in-3.txt"


def mates() -> list[list[str]]:
    lines = MATES.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_file_of_mates() -> None:
    assert len(mates()) == len({text for _, text, _ in mates()}) == 50
    for variant, text, first in mates():
        pos = ALL[variant].read(text)
        assert ALL[variant].result(pos) is None
        assert set(first.split()) <= ALL[variant].legal(pos).keys()
        assert first.split() == sorted(first.split())


@pytest.mark.thorough
@pytest.mark.parametrize(("variant", "text", "first"), [mates()[5], mates()[12], mates()[25], mates()[49]])
def test_some_mates_again(variant: str, text: str, first: str) -> None:
    search = Search(ALL[variant], bound=2_000_000)
    assert search.first_moves(ALL[variant].read(text), quiet=True) == first.split()
