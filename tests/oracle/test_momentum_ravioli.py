"""The oracle against the sentences of ravioli.md and minigolf.md where both are played at once."""

import random

from .boards import is_ring
from .minigolf_samples import game, position, told
from .momentum import OracleMomentum

ORACLE = OracleMomentum("ravioli-momentum")
KINGS = "Kh1 ka8 "


def legal(pieces: str) -> set[str]:
    return set(ORACLE.legal(position(ORACLE, KINGS + pieces)))


def after(pieces: str, turn: str) -> str:
    return told(ORACLE.legal(position(ORACLE, KINGS + pieces))[turn])


def test_counts_are_those_of_ravioli() -> None:
    """No piece in motion can meet another within two turns: "ravioli 34, 1156"."""
    assert [ORACLE.perft(ORACLE.start(), depth) for depth in (1, 2)] == [34, 1156]


def test_a_move_that_both_boards_allow_is_one_move() -> None:
    assert "d1-a4" in legal("Qd1")
    assert "d1-a4" in legal("Qd1 Pc2u")
    assert "d1-a4" in legal("Qd1 Pb3d")
    assert "d1-a4" not in legal("Qd1 Pc2u Pb3d")
    assert not {text for text in legal("Qd1 Bc3u Nc1") if "~" in text}


def test_a_piece_in_motion_keeps_to_its_board() -> None:
    assert after("Rc3d", "c3d-c5d") == "ka8 Rc5d{0,2#1} Kh1"
    assert after("Rc5d{0,2#1}", "h1-h2") == "ka8 Rc7d{0,2#1} Kh2"
    assert after("Ra3{0,2#1}", "h1-h2") == "Ra5{0,2#1} ka8 Kh2"
    assert after("Ra3{2,0,2#1}", "h1-h2") == "ka8 Rc3d{2,0#1} Kh2"
    # Closed on its own board, whatever the other one is like.
    assert after("Ra3{2,0,2#1} pb3d", "h1-h2") == "Ra3 ka8 pb3d Kh2"
    assert after("Ra3{2,0,2#1} pb3u", "h1-h2") == "ka8 pb3u Rc3d{2,0#1} Kh2"


def test_what_comes_to_the_ring_from_inside_stops_there() -> None:
    arrived = after("Rc4u{-2,0#1}", "h1-h2")
    assert arrived == "Ra4{-2,0#1} ka8 Kh2"
    reply = ORACLE.legal(ORACLE.legal(position(ORACLE, KINGS + "Rc4u{-2,0#1}"))["h1-h2"])["a8-b8"]
    assert told(reply) == "Ra4 kb8 Kh2"


def test_passages_and_slips() -> None:
    assert after("Wc3u", "c3u-d3d") == "ka8 Wd3d Kh1"
    assert after("Zc3u", "c3u-c3d") == "ka8 Zc3d Kh1"
    assert after("Wb2u", "b2u-e5u") == "ka8 We5u{3,3#1} Kh1"
    # "A slip repeats as a leap to its goal": over anything, and without a fifth square.
    assert after("We5u{3,3#1} Pf6u pg7u", "h1-h2") == "ka8 Pf6u pg7u Kh2 Wh8{3,3#1}"
    assert "e5u-h8" not in legal("We5u")


def test_the_board_is_never_named_in_a_game() -> None:
    for seed in range(4):
        for pos in game(ORACLE, ORACLE.start(), random.Random(seed), 60):
            for site, vector in pos.white + pos.black:
                assert len(vector) == 2
                if is_ring(ORACLE.ways.boards.place[site]):  # type: ignore[attr-defined]
                    glide = ORACLE.ways.glide(pos.pieces[site], site, vector)
                    assert glide is None or is_ring(ORACLE.ways.boards.place[glide.to])  # type: ignore[attr-defined]
