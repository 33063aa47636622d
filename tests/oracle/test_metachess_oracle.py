"""The oracle of MetaChess #4 against every sentence of metachess.md that can be tried."""

from types import MappingProxyType

import pytest

from .metachess import OracleError, OracleMetaChess, Position
from .metachess_samples import play, position, told

META = OracleMetaChess()
FALL = OracleMetaChess("metachess-4", riders_fall=True)
BOTH = [META, FALL]
KINGS = "Ke1 ke8 "  # far from the rest


def goes(oracle: OracleMetaChess, pieces: str, stand: str) -> set[str]:
    """Where the piece can go (with "=Q" and so on after it), with its side to move."""
    side = "white" if {word[1:]: word[0] for word in pieces.split()}[stand].isupper() else "black"
    turns = oracle.legal(position(oracle, pieces, side))
    return {text.split("-")[1] for text in turns if text.split("-")[0] == stand}


def after(oracle: OracleMetaChess, pieces: str, turn: str, side: str = "white") -> str:
    return told(play(oracle, position(oracle, pieces, side), turn))


def sort(pieces: str) -> str:
    return " ".join(sorted(pieces.split(), key=lambda word: word[1:]))


# ---- counts ----


def test_counts_of_the_rulebook() -> None:
    assert [META.perft(META.start(), depth) for depth in (0, 1, 2)] == [1, 39, 1521]
    turns = META.legal(META.start())
    tops = {text for text in turns if text.endswith("^")}
    assert (len(turns) - len(tops), len(tops)) == (20, 19)


def test_count_of_the_option() -> None:
    # d1-d2^ and d1-e2^ keep the black king from d7^ and e7^: the queen would capture the pawn under it.
    assert [FALL.perft(FALL.start(), depth) for depth in (1, 2)] == [39, 1519]
    for queen, king in (("d1-d2^", "e8-d7^"), ("d1-e2^", "e8-e7^")):
        assert king in META.legal(META.legal(META.start())[queen])
        assert king not in FALL.legal(FALL.legal(FALL.start())[queen])


@pytest.mark.thorough
def test_counts_at_three_plies() -> None:
    assert [oracle.perft(oracle.start(), 3) for oracle in BOTH] == [62948, 62716]


# ---- where a non-pawn piece may go ----


def test_from_the_ground() -> None:
    # (a) empty, (b) an enemy piece, (c) the top of an own piece; never the top of an enemy piece.
    assert goes(META, KINGS + "Ra1 Pa4 nc1", "a1") == {"a2", "a3", "a4^", "b1", "c1"}
    # (c) over an enemy rider, which is captured; not over an own one; not onto a king.
    assert "a4^" in goes(META, KINGS + "Ra1 Pa4 na4^", "a1")
    assert "a4^" not in goes(META, KINGS + "Ra1 Pa4 Na4^", "a1")
    assert goes(META, "Kb1 Pa2 Na2^ Ra1 ke8", "a1") == set()
    # Tops do not count on the ground: a back without a rider is no way on.
    assert not {"a5", "a5^"} & goes(META, KINGS + "Ra1 Pa4 Pa5", "a1")


def test_every_kind_of_non_pawn_piece_rides() -> None:
    pieces = "Ke1 ke8 Pd2 Pe2 Pf2 Qa5 Ra2 Bh6 Nb1 Pc3"
    turns = META.legal(position(META, pieces))
    assert {"e1-d2^", "e1-f2^", "a2-d2^", "h6-d2^", "b1-d2^", "b1-c3^", "a5-c3^"} <= turns.keys()
    assert not {text for text in turns if text.startswith(("d2", "c3")) and "^" in text}


def test_pawns_never_leave_the_ground() -> None:
    pieces = KINGS + "Pc3 Pd4 pe5 ne5^ nb4 pb5"
    assert goes(META, pieces, "c3") == {"c4", "b4"}
    assert goes(META, pieces, "d4") == {"d5", "e5"}


def test_from_the_top_of_an_own_piece() -> None:
    # The ground, as if on c3; and along the tops: d3 has no rider, e3 the first one; c4 is a hole's end.
    pieces = KINGS + "Pc3 Rc3^ pd3 pe3 ne3^ pf3 Pc5 pc6"
    ground_goals = {"a3", "b3", "c1", "c2", "c4", "c5^", "d3"}
    assert goes(META, pieces, "c3^") == ground_goals | {"d3^", "e3^"}
    # The two ways to one top are one move.
    both = goes(META, KINGS + "Pc3 Rc3^ Pd3", "c3^")
    assert both == {"a3", "b3", "c1", "c2", "c4", "c5", "c6", "c7", "c8", "d3^"}


def test_from_the_top_of_an_enemy_piece() -> None:
    # "Acts on the tops only, until it reaches the top of an own piece."
    pieces = KINGS + "pc3 Rc3^ pd3 Pe3 pg3 Pb3 Nb3^"
    assert goes(META, pieces, "c3^") == {"d3^", "e3^"}
    assert goes(META, KINGS + "pc3 Rc3^ Pc5", "c3^") == set()
    pos = play(META, position(META, pieces), "c3^-e3^ e8-d8")
    assert {"e3^-e4", "e3^-g3", "e3^-d3", "e3^-d3^"} <= META.legal(pos).keys()


def test_holes_along_the_tops() -> None:
    pieces = "Ke1 kh8 Pa4 Qa4^ Pb4 pc4 "
    assert {"b4^", "c4^", "d4^", "e4^"} <= goes(META, pieces + "pd4 be4", "a4^")
    assert goes(META, pieces + "pe4", "a4^") & {"d4^", "e4^"} == set()  # d4 is empty
    assert goes(META, "Ke1 kd4 Pa4 Ra4^ Pb4 pc4 pe4", "a4^") & {"d4^", "e4^"} == set()  # d4 is a king
    assert goes(META, pieces + "pd4 Bd4^ be4", "a4^") & {"d4^", "e4^"} == set()  # an own rider
    assert goes(META, pieces + "pd4 bd4^ be4", "a4^") & {"d4^", "e4^"} == {"d4^"}  # an enemy rider


def test_knights_and_kings_along_the_tops() -> None:
    # The knight asks nothing of the squares between; the king on an enemy piece steps one.
    assert goes(META, KINGS + "pa3 Na3^ pb5 Pc4 nc2 bc2^ Rb1 Bb1^", "a3^") == {
        *("b5^", "c4^", "c2^"),
    }
    assert goes(META, "Kc3^ pc3 pd4 Pb3 Pb2 Nb2^ Pc5 kh8", "c3^") == {"d4^", "b3^"}


def test_blocked_pieces() -> None:
    for rider in "Nn":
        assert goes(META, KINGS + f"Rc3 {rider}c3^", "c3") == set()
        assert goes(META, KINGS + f"Pc2 {rider}c2^ nb3 nd3", "c2") == set()
        assert not META.in_check(position(META, f"Kc1 ke8 rc6 {rider}c6^"))
        assert not META.in_check(position(META, f"Kc4 kh8 pd5 {rider}d5^"))
    assert META.in_check(position(META, "Kc1 ke8 rc6"))
    assert META.in_check(position(META, "Kc4 kh8 pd5"))
    # A blocked piece stops slides all the same.
    assert not META.in_check(position(META, "Kc1 ke8 rc6 pc3 Nc3^"))


# ---- what is captured ----


@pytest.mark.parametrize("rider", "Nn")
def test_a_captured_carrier_leaves_its_rider(rider: str) -> None:
    """ "The rider stays, of whichever side, now on the capturing piece's back"."""
    pieces = KINGS + f"Rc3 pf3 {rider}f3^ Pg2"
    assert after(META, pieces, "c3-f3") == sort(KINGS + f"Rf3 {rider}f3^ Pg2")
    assert after(META, pieces, "g2-f3") == sort(KINGS + f"Rc3 Pf3 {rider}f3^")
    assert after(FALL, pieces, "c3-f3") == sort(KINGS + "Rf3 Pg2")
    assert after(FALL, pieces, "g2-f3") == sort(KINGS + "Rc3 Pf3")
    # The capturing piece is blocked by the rider.
    blocked = play(META, position(META, pieces), "c3-f3 e8-d8")
    assert not any(text.startswith("f3-") for text in META.legal(blocked))
    freed = play(FALL, position(FALL, pieces), "c3-f3 e8-d8")
    assert any(text.startswith("f3-") for text in FALL.legal(freed))


def test_a_captured_rider_leaves_its_carrier() -> None:
    pieces = KINGS + "Ra3 Pf3 nf3^ pc5 Bc5^ pd6 rd6^"
    for oracle in BOTH:
        assert after(oracle, pieces, "a3-f3^") == sort(KINGS + "Pf3 Rf3^ pc5 Bc5^ pd6 rd6^")
        assert after(oracle, pieces, "c5^-d6^") == sort(KINGS + "Ra3 Pf3 nf3^ pc5 pd6 Bd6^")


@pytest.mark.parametrize("rider", "Nn")
@pytest.mark.parametrize("kind", "QRBN")
def test_a_pawn_that_promotes_by_such_a_capture_carries_the_rider(rider: str, kind: str) -> None:
    pieces = f"Ke1 kh6 Pc7 bd8 {rider}d8^"
    assert after(META, pieces, f"c7-d8={kind}") == sort(f"Ke1 kh6 {kind}d8 {rider}d8^")
    assert after(FALL, pieces, f"c7-d8={kind}") == sort(f"Ke1 kh6 {kind}d8")
    # The new piece is blocked: it gives no check from d8, nor does the knight, of either side.
    pos = play(META, position(META, f"Ka1 kd{5 if kind in 'QR' else 4} Pc7 bd8 {rider}d8^"), f"c7-d8={kind}")
    assert not META.in_check(pos)


def test_a_rider_captures_on_either_level() -> None:
    pieces = KINGS + "Pc3 Rc3^ pd3 nd3^"
    assert after(META, pieces, "c3^-d3") == sort(KINGS + "Pc3 Rd3 nd3^")
    assert after(FALL, pieces, "c3^-d3") == sort(KINGS + "Pc3 Rd3")
    for oracle in BOTH:
        assert after(oracle, pieces, "c3^-d3^") == sort(KINGS + "Pc3 pd3 Rd3^")


def test_a_king_captures_no_ridden_piece() -> None:
    for rider in "Nn":
        pieces = f"Kc3 kh8 pd4 {rider}d4^"
        assert "d4" not in goes(META, pieces, "c3")
        assert "d4" in goes(FALL, pieces, "c3")
        assert after(FALL, pieces, "c3-d4") == "Kd4 kh8"
    assert "d4" in goes(META, "Kc3 kh8 nd4", "c3")
    # From an own top too; the way along the tops is another move.
    pieces = "Pc3 Kc3^ kh8 pd4 bd4^"
    assert goes(META, pieces, "c3^") & {"d4", "d4^"} == {"d4^"}
    assert goes(FALL, pieces, "c3^") & {"d4", "d4^"} == {"d4", "d4^"}


# ---- attacked kings ----


@pytest.mark.parametrize(
    ("pieces", "check", "check_if_riders_fall"),
    [
        # on the ground: "by 1(b) made from the ground or an own top, and by pawns"
        ("Kc3 rc8", True, True),
        ("Kc3 nc8 rc8^", True, True),  # from an own top
        ("Kc3 Nc8 rc8^", False, False),  # an annexer acts on the tops only
        ("Kc3 pc4 rc4^", True, True),
        ("Kc3 Pc4 rc4^", False, False),
        ("Kc3 pd4", True, True),
        ("Kc3 pd4 rd4^", False, False),  # both look along other lines, and the pawn is blocked
        ("Kc3 rc8 bc8^", False, False),
        ("Kc3 rc8 Bc8^", False, False),
        # on the top of an own piece: along the tops; by a capture of that piece if riders fall
        ("Pc3 Kc3^ rc8", False, True),
        ("Pc3 Kc3^ pd4", False, True),
        ("Pc3 Kc3^ pd4 Nd4^", False, False),
        ("Pc3 Kc3^ nb5", False, True),
        ("Pc3 Kc3^ pc4 rc4^", True, True),  # the next back
        ("Pc3 Kc3^ Pc4 rc4^", True, True),  # the rider's carrier may belong to either side
        ("Pc3 Kc3^ pc5 rc5^", False, True),  # a hole at c4
        ("Pc3 Kc3^ Pc4 pc5 rc5^", True, True),  # over a back
        ("Pc3 Kc3^ Pc4 Nc4^ pc5 rc5^", False, False),  # a rider between
        ("Pc3 Kc3^ Pb5 nb5^", True, True),
        # on the top of an enemy piece: "by 1(c) if the piece under him is theirs, and by 3"
        ("pc3 Kc3^ rc8", True, True),
        ("pc3 Kc3^ nb5", True, True),
        ("pc3 Kc3^ bc8 rc8^", True, True),
        ("pc3 Kc3^ Nc8 rc8^", False, False),
        ("pc3 Kc3^ rc8 Bc8^", False, False),
        ("pc3 Kc3^ pc5 rc8", False, False),
        ("pc3 Kc3^ pd4", False, False),  # pawns never ride
        ("pc3 Kc3^ pc4 rc4^", True, True),
        ("pc3 Kc3^ Pc4 rc4^", True, True),
        ("pc3 Kc3^ Pc5 rc5^", False, False),
    ],
)
def test_attacked_kings(pieces: str, check: bool, check_if_riders_fall: bool) -> None:
    assert META.in_check(position(META, pieces + " kh7")) == check
    assert FALL.in_check(position(FALL, pieces + " kh7")) == check_if_riders_fall


@pytest.mark.parametrize(
    ("pieces", "white", "black"),
    [
        ("Kc3 kd4", True, True),
        ("Kc3 nd4 kd4^", True, False),
        ("Kc3 Nd4 kd4^", False, True),
        ("Pc3 Kc3^ kd4", False, True),
        ("pc3 Kc3^ kd4", True, False),
        ("Pc3 Kc3^ nd4 kd4^", True, True),
        ("Pc3 Kc3^ Nd4 kd4^", True, True),
        ("pc3 Kc3^ nd4 kd4^", True, True),
        ("pc3 Kc3^ Nd4 kd4^", True, True),
    ],
)
def test_kings_side_by_side(pieces: str, white: bool, black: bool) -> None:
    """Which of two neighbours could be captured by the other; always at least one could."""
    by_stand = MappingProxyType({word[1:]: word[0] for word in pieces.split()})
    for side, check in (("white", white), ("black", black)):
        assert META.in_check(Position(by_stand, side, "", None, 0, 1)) == check


def test_a_king_may_step_beside_the_other_and_give_check() -> None:
    # Black cannot capture a king that sits on a white piece, but attacks it from there.
    pos = play(META, position(META, "Kb2 Rc3 kd4"), "b2-c3^")
    assert META.in_check(pos)
    assert "d4-c3" not in META.legal(pos)
    # Where riders fall, it can: the step is illegal.
    assert "b2-c3^" not in FALL.legal(position(FALL, "Kb2 Rc3 kd4"))


def test_the_piece_under_a_king_may_be_captured() -> None:
    """ "He then sits on the captor"."""
    pieces = "Pc3 Kc3^ bf6 kh8"
    assert not META.in_check(position(META, pieces, "black"))
    assert after(META, pieces, "f6-c3", "black") == sort("bc3 Kc3^ kh8")
    with pytest.raises(OracleError):
        position(FALL, pieces, "black")  # the king could be captured
    # The king on the capturing piece is attacked by what guards that square: a capture that gives check.
    pos = play(META, position(META, pieces + " rc8", "black"), "f6-c3")
    assert META.in_check(pos)
    assert META.legal(pos).keys() == set()  # no back next to it
    assert META.result(pos) == ("black", "checkmate")


def test_capturing_the_enemy_piece_under_an_own_rider() -> None:
    pieces = KINGS + "pd4 Rd4^ Pe3"
    assert after(META, pieces, "e3-d4") == sort(KINGS + "Pd4 Rd4^")
    assert after(FALL, pieces, "e3-d4") == sort(KINGS + "Pd4")
    # Under the own king: it shuts out the rook, which sits on its own side's pieces only. It would make the
    # king fall.
    pieces = "pd4 Kd4^ Pe3 rd8 kh8"
    assert META.in_check(position(META, pieces))
    assert META.legal(position(META, pieces)).keys() == {"e3-d4", "d4^-e3^"}
    assert after(META, pieces, "e3-d4") == sort("Pd4 Kd4^ rd8 kh8")
    assert FALL.result(position(FALL, pieces)) == ("black", "checkmate")
    quiet = position(FALL, "pd4 Kd4^ Pe3 kh8")
    assert FALL.legal(quiet).keys() == {"e3-e4"}


def test_no_own_king_falls_by_a_non_pawn_piece_either() -> None:
    pieces = "pd4 Kd4^ Pd5 Rd1 Pa4 Qa4^ kh8"
    assert {"d1-d4", "a4^-d4"} <= META.legal(position(META, pieces)).keys()
    assert not {"d1-d4", "a4^-d4"} & FALL.legal(position(FALL, pieces)).keys()


def test_filling_a_hole_opens_a_line() -> None:
    for oracle in BOTH:
        pos = oracle.read("7k/8/8/8/(PK)P1(pr)4/2P5/8/8 w - - 0 1")
        assert not oracle.in_check(pos)
        assert "c3-c4" not in oracle.legal(pos)
        assert oracle.write(pos) == "7k/8/8/8/(PK)P1(pr)4/2P5/8/8 w - - 0 1"
    # A piece that comes to c4 on the ground fills it, a piece that goes to a top does not; a rider on c4 is
    # in the way.
    pieces = "kh7 Pa4 Ka4^ Pb4 pd4 rd4^ "
    assert "c4" not in goes(META, pieces + "Rc8", "c8")
    assert "c4^" in goes(META, pieces + "Rc8 Pc4 bc4^", "c8")
    # The enemy's piece gives check by it.
    pos = play(META, position(META, pieces + "pc5", "black"), "c5-c4")
    assert META.in_check(pos)
    # A check by a double step, answered en passant: b5 and c5 are holes afterwards.
    pos = play(META, position(META, "kh8 Pa5 Ka5^ Pb5 pc7 pd5 rd5^", "black"), "c7-c5")
    assert META.in_check(pos)
    assert "b5-c6" in META.legal(pos)
    assert "b5-b6" in META.legal(pos)
    assert "a5^-b5^" not in META.legal(pos)
    # And en passant fills the square passed.
    pos = play(META, position(META, "kh8 Pa6 Ka6^ Pb6 Pb5 pc7 pd6 rd6^", "black"), "c7-c5")
    assert not META.in_check(pos)
    assert "b5-c6" not in META.legal(pos)


def test_leaving_a_square_closes_a_line() -> None:
    pieces = "kh8 Pa4 Ka4^ Pb4 Bc4 pd4 rd4^"
    assert META.in_check(position(META, pieces))
    answers = META.legal(position(META, pieces))
    assert {"b4-b5", "c4-d3", "c4-a2"} <= answers.keys()
    assert all(text.startswith(("b4-", "c4-", "a4^-")) for text in answers)
    assert "a4^-b4^" not in answers  # still on the line
    # To mount a back on the line closes it too.
    pieces = "kh8 Pa4 Ka4^ Pb4 Pc4 Rc1 pd4 rd4^"
    assert "c1-c4^" in META.legal(position(META, pieces))
    # A capturing piece leaves no hole where it arrives, but where it starts.
    pieces = "kh8 Pa4 Ka4^ Pb4 bc4 pd4 rd4^ Nd6 Pb3"
    answers = META.legal(position(META, pieces))
    assert "d6-c4" not in answers
    assert "b4-b5" in answers


def test_a_rider_is_pinned_along_the_tops() -> None:
    pieces = "kh8 Pa4 Ka4^ Pb4 Rb4^ pc4 pd4 rd4^"
    assert goes(META, pieces, "b4^") == {"c4^", "d4^"}
    # And its carrier is blocked: no move can make a hole of b4 at once.
    assert goes(META, pieces, "b4") == set()


# ---- pawns ----


def test_pawns_as_in_chess() -> None:
    pieces = KINGS + "Pa2 Pb2 pb4 Pc2 nc3 rc3^ Pd3 Ph7 ng8 bg8^"
    assert goes(META, pieces, "a2") == {"a3", "a4"}
    assert goes(META, pieces, "b2") == {"b3", "c3"}
    assert goes(META, pieces, "c2") == set()
    assert goes(META, pieces, "d3") == {"d4"}
    assert goes(META, pieces, "h7") == {f"{to}={kind}" for to in ("g8", "h8") for kind in "QRBN"}


def test_en_passant() -> None:
    pieces = KINGS + "Pa2 Pc2 pb4 pd4"
    pos = play(META, position(META, pieces), "c2-c4")
    assert pos.passed == "c3"
    assert {"b4-c3", "d4-c3"} <= META.legal(pos).keys()
    assert told(META.legal(pos)["b4-c3"]) == sort(KINGS + "Pa2 pc3 pd4")
    for oracle in BOTH:
        for rider in "Nn":  # a ridden pawn captures nothing, a rider neither
            start = position(oracle, pieces + f" {rider}d4^")
            taking = {text for text in oracle.legal(play(oracle, start, "c2-c4")) if text.endswith("-c3")}
            assert taking == {"b4-c3"}
    # It lasts one ply.
    pos = play(META, pos, "e8-d8 e1-d1")
    assert "b4-c3" not in META.legal(pos)
    # Only pawns capture en passant.
    pos = play(META, position(META, KINGS + "Pc2 pb4 qd4"), "c2-c4")
    assert "Pc4" in told(META.legal(pos)["d4-c3"]).split()


def test_en_passant_counts_for_repetition_only_if_it_can_be_used() -> None:
    for pieces, same in (("pd4", False), ("pd4 nd4^", True), ("pd4 Nd4^", True), ("", True)):
        text = META.write(position(META, f"Ke1 kh8 Pc4 {pieces}", "black", passed="c3"))
        assert " c3 " in text
        keys = {META.repetition_key(META.read(each)) for each in (text, text.replace(" c3 ", " - "))}
        assert (len(keys) == 1) == same
