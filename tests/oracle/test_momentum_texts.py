"""Texts of the games of momentum: what is written, and what is refused (minigolf.md, "Texts")."""

import pytest

from .minigolf_samples import sharp, told
from .momentum import OracleError, OracleMomentum

MOM = OracleMomentum("momentum")
GOLF = OracleMomentum("minigolf")
CAROUSEL = OracleMomentum("carousel")
ALL = {oracle.name: oracle for oracle in (MOM, GOLF, CAROUSEL)}

MOVING = "4k3/8/8/8/4P{0,2#1}3/8/4B{1,-1#2}1r{-3,0#1}1/4K3 b - - 0 1"


def test_starts() -> None:
    chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert MOM.write(MOM.start()) == CAROUSEL.write(CAROUSEL.start()) == chess
    assert GOLF.write(GOLF.start()) == (
        "rnfqkfnr/pppppppp/8/8/8/8/8/8/8/8/8/8/8/8/PPPPPPPP/BNFQKFNB w KQkq - 0 1"  # ranks 16 to 1
    )


def test_what_a_text_says() -> None:
    pos = MOM.read(MOVING)
    assert told(pos) == "Ke1 Be2{1,-1#2} Pe4{0,2#1} ke8 rg2{-3,0#1}"
    assert (pos.white, pos.black) == ((("e4", (0, 2)), ("e2", (1, -1))), (("g2", (-3, 0)),))
    assert MOM.write(pos) == MOVING
    turn = MOM.legal(MOM.start())["e2-e4"]
    assert MOM.write(turn) == "rnbqkbnr/pppppppp/8/8/4P{0,2#1}3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    turn = GOLF.legal(GOLF.start())["a1.e2-a1.e4"]
    assert GOLF.write(turn) == (
        "rnfqkfnr/pppppppp/8/8/8/8/8/8/8/8/8/8/4P{0,2#1}3/8/PPPP1PPP/BNFQKFNB b KQkq a1.e3 0 1"
    )


def test_sharp_positions_are_read() -> None:
    for oracle in ALL.values():
        for pos in sharp(oracle):
            assert oracle.read(oracle.write(pos)) == pos
            assert oracle.result(pos) is None


def test_move_texts() -> None:
    turns = MOM.legal(MOM.read(MOVING.replace(" b ", " w ").replace("{-3,0#1}", "{-1,0#1}")))
    assert {"stop@e4", "stop@e2", "e1-d1"} <= turns.keys()
    assert {text for text in GOLF.legal(GOLF.start()) if "e2" in text} == {"a1.e2-a1.e3", "a1.e2-a1.e4"}


@pytest.mark.parametrize(
    "momentum",
    [
        "{}",
        "{0,1}",
        "{0,1#}",
        "{0,1#0}",
        "{0,1#2}",  # the only one, and not the first
        "{0,1#01}",
        "{0,1#-1}",
        "{00,1#1}",
        "{0,01#1}",
        "{-0,1#1}",
        "{+0,1#1}",
        "{0,+1#1}",
        "{0,--1#1}",
        "{0,1,0#1}",
        "{0#1}",
        "{0, 1#1}",
        "{0,1 #1}",
        "{0,1#1 }",
        "{0;1#1}",
        "(0,1#1)",
        "{0,1#1",
        "0,1#1}",
        "{0,1#1}{0,1#2}",
        "{0,١#1}",  # a digit, but not ours
        "{0,0#1}",
        "{0,100#1}",
    ],
)
def test_malformed_momenta_are_refused(momentum: str) -> None:
    good = "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1"
    assert MOM.write(MOM.read(good)) == good
    with pytest.raises(OracleError):
        MOM.read(good.replace("{0,1#1}", momentum))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1 ",
        " 4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w  - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 W - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 00 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 0",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - -1 1",
        "4k3/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}4/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}2/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}12/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/22P{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/9/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/08/4K3 w - - 0 1",
        "4k3/8/8/8/8/4F{0,2#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8{0,1#1}/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/8 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/3KK3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/P3K3 w - - 0 1",  # a pawn on its own first rank
        "4k2P/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1",
        "p3k3/8/8/8/8/4P{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K2p w - - 0 1",
        # momenta that a kind cannot have
        "4k3/8/8/8/8/4P{0,-1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{1,0#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,3#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4p{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4N{2,2#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4B{2,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4R{1,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/R{8,0#1}7/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K{0,1#1}3 w - - 0 1",
        # off a standard edge
        "4k3/8/8/8/8/4R{4,0#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4n{-1,-2#1}3/4n{-1,-2#2}3/K7 b - - 0 1",
        # launch places
        "4k3/8/8/8/8/4P{0,1#1}N{1,2#1}2/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}N{1,2#3}2/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/4P{0,1#2}N{1,2#3}2/8/4K3 w - - 0 1",
        "4k3/8/8/8/4p{0,-1#2}3/4P{0,1#1}3/8/4K3 w - - 0 1",
        # castling
        "4k3/8/8/8/8/4P{0,1#1}3/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}3/8/R3K2R w QK - 0 1",
        "4k3/8/8/8/8/8/8/4K2R{0,1#1} w K - 0 1",
        "4k2r/8/8/8/8/4P{0,1#1}3/8/4K2R w KQ - 0 1",
        # the side not to move could be captured: at once, by motion, by motion past a piece that may step
        # aside
        "4k3/8/8/8/8/8/3K4/4R3 w - - 0 1",
        "4k3/8/8/8/8/4R{0,5#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/4N3/8/4R{0,5#1}3/8/4K3 w - - 0 1",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(OracleError):
        MOM.read(text)


@pytest.mark.parametrize(
    "text",
    [
        # Allowed on the other side's turn, or where little is missing above.
        "4k3/8/8/8/8/4R{4,0#1}3/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/4P{0,1#1}N{1,2#2}2/8/4K3 w - - 0 1",
        "4k3/8/8/8/4p{0,-1#1}3/4P{0,1#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/R{7,0#1}7/8/4K3 b - - 0 1",
        "4k3/8/8/4n3/8/4R{0,5#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/4N{1,2#2}3/8/4R{0,5#1}3/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    ],
)
def test_accepted(text: str) -> None:
    assert MOM.write(MOM.read(text)) == text


@pytest.mark.parametrize(
    ("oracle", "text", "fine"),
    [
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - e3 0 1", True),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - - 0 1", True),
        (MOM, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", False),  # it has just been set in motion
        (MOM, "4k3/8/8/8/4P{0,1#1}3/8/8/4K3 b - e3 0 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}1N{1,2#2}1/8/8/4K3 b - e3 0 1", False),  # last of all
        (MOM, "4k3/8/8/8/4P{0,2#2}1N{1,2#1}1/8/8/4K3 b - e3 0 1", True),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - e3 1 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 w - e3 0 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - e4 0 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - d3 0 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - e9 0 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/8/4K3 b - a1.e3 0 1", False),
        (MOM, "4k3/8/8/8/4P{0,2#1}3/4N3/8/4K3 b - e3 0 1", False),  # the passed square filled
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/4N3/4K3 b - e3 0 1", False),  # its origin, by one at rest
        (MOM, "4k3/8/8/8/4P{0,2#2}3/8/4N{1,2#1}3/4K3 b - e3 0 1", True),  # by an automatic move
        (MOM, "4k3/8/8/8/4P{0,2#1}3/8/4n{1,2#1}3/4K3 b - e3 0 1", False),
        (MOM, "4k3/8/4P{0,2#1}3/8/8/8/8/4K3 b - e5 0 1", False),
        (CAROUSEL, "3k4/8/8/4p{0,-2#1}3/8/8/8/4K3 w - e6 0 1", False),  # the spinner carried it
        (CAROUSEL, "3k4/8/8/2p{0,-2#1}5/8/8/8/4K3 w - c6 0 1", True),
        (CAROUSEL, "3k4/8/8/8/4P{0,2#1}3/8/8/4K3 b - e3 0 1", True),
        (GOLF, "4k3/8/8/8/8/8/8/8/8/8/8/8/4P{0,2#1}3/8/8/4K3 b - a1.e3 0 1", True),
        (GOLF, "4k3/8/8/8/8/8/8/8/8/8/8/8/4P{0,2#1}3/8/8/4K3 b - e3 0 1", False),
        (GOLF, "4k3/8/8/4p{0,-2#1}3/8/8/8/8/8/8/8/8/8/8/8/4K3 w - a2.e6 0 1", True),
    ],
)
def test_the_en_passant_field(oracle: OracleMomentum, text: str, fine: bool) -> None:
    if fine:
        assert oracle.write(oracle.read(text)) == text
        return
    with pytest.raises(OracleError):
        oracle.read(text)


def golf(row: str, side: str = "b") -> str:
    """Minigolf's board with one row, the fourth, filled, and kings."""
    return f"4k3/8/8/8/8/8/8/8/8/8/8/8/{row}/8/8/4K3 {side} - - 0 1"


@pytest.mark.parametrize(
    ("row", "fine"),
    [
        # Pieces of the other's army.
        ("4R3", False),
        ("4b3", False),
        ("4B{4,4#1}3", True),
        ("4B{5,5#1}3", False),
        ("4B{2,0#1}3", False),
        ("4r{0,4#1}3", True),
        ("4r{0,5#1}3", False),
        # A quarter turn gives a fbNF the momentum of a rlNF.
        ("4N{2,1#1}3", True),
        ("4n{-1,-2#1}3", True),
        ("4N{2,0#1}3", False),
        ("4F{2,0#1}3", True),
        ("4F{2,2#1}3", False),
        ("4f{2,2#1}3", True),
        ("4f{2,0#1}3", False),
        ("4Q{3,0#1}3", True),
        ("4q{3,0#1}3", False),
        ("4q{2,2#1}3", True),
        ("4Q{2,2#1}3", False),
        ("4P{0,-1#1}3", True),
        ("4P{-2,0#1}3", True),
        ("4P{-1,-1#1}3", True),
        ("4P{2,2#1}3", False),
        ("4K{1,0#1}3", False),
    ],
)
def test_momenta_of_minigolf(row: str, fine: bool) -> None:
    if fine:
        side = "b" if row[1].isupper() else "w"
        assert GOLF.write(GOLF.read(golf(row, side))) == golf(row, side)
        return
    with pytest.raises(OracleError):
        GOLF.read(golf(row))


def test_pawns_on_their_own_first_rank() -> None:
    text = "3k4/8/8/8/8/8/8/8/8/8/8/8/8/8/8/P2K4 w - - 0 1"
    assert GOLF.write(GOLF.read(text)) == text
    text = "p2k4/8/8/8/8/8/8/P2K4 w - - 0 1"
    assert CAROUSEL.write(CAROUSEL.read(text)) == text
    with pytest.raises(OracleError):
        MOM.read(text)
    for far in ("P2k4/8/8/8/8/8/8/3K4 w - - 0 1", "3k4/8/8/8/8/8/8/p2K4 w - - 0 1"):
        with pytest.raises(OracleError):
            CAROUSEL.read(far)


def test_off_the_near_edge_of_minigolf() -> None:
    for vector, heads_off in (("0,-2", True), ("1,-1", False)):
        text = f"3k4/8/8/8/8/8/8/8/8/8/8/8/8/8/4F{{{vector}#1}}3/3K4 "
        assert GOLF.read(text + "b - - 0 1").white
        if heads_off:
            with pytest.raises(OracleError):
                GOLF.read(text + "w - - 0 1")
        else:
            assert GOLF.read(text + "w - - 0 1").white
    # Off the far edge it goes on.
    assert GOLF.read("3k4/F{0,2#1}7/8/8/8/8/8/8/8/8/8/8/8/8/8/3K4 w - - 0 1").white
