"""The oracle of Monster Bluff Chess: board, pieces and castling, each sentence of the rulebook."""

import random

import pytest

from .bluff import OracleBluff, OracleError
from .bluff_boards import rank_of
from .bluff_moves import Move
from .bluff_samples import Told, goes, opened, play, position, sharp, told
from .orthodox import colour

TEN = OracleBluff()
FOUR = OracleBluff("monster-bluff-4")
BOTH = [TEN, FOUR]
NAMES = ["ten", "four"]

# Two kings a side in the corners, out of the way of everything else.
CORNERS = "K3a1 K4h1 k1a8 k2h8 "


# ---- board ----


@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_counts(oracle: OracleBluff) -> None:
    chance = random.Random(5)
    moves = 20 * oracle.grid.kings
    pos = oracle.start()
    for _ in range(2):
        choices = oracle.legal(pos)
        assert len(choices) == oracle.grid.kings
        pos = choices[chance.choice(list(choices))]
    assert oracle.perft(pos, 0) == 1
    assert oracle.perft(pos, 1) == moves == {"monster-bluff": 200, "monster-bluff-4": 80}[oracle.name]
    assert oracle.perft(pos, 2) == moves**2


def test_the_picture() -> None:
    place = TEN.grid.boards.place
    assert len(place) == 640
    assert len(FOUR.grid.boards.place) == 256
    # The row of four overhangs by four files at each end.
    assert place["4a1"] == (1, 9)
    assert place["8a1"] == (5, 1)
    assert place["1a1"] == (5, 17)
    assert place["7h8"] == (32, 16)
    assert place["10h8"] == (28, 8)
    assert FOUR.grid.boards.place["3a1"] == (1, 1)
    assert FOUR.grid.boards.place["2h8"] == (16, 16)


def test_pieces_cross_seams_freely() -> None:
    pos = position(TEN, "K4a1 K4a2 k7h1 k7h2 R1d4 B7h8 n8d8 Q10h1")
    rook = goes(TEN, pos, "1d4")
    assert {"1d1", "4h8", "4h1", "8d8", "1a4", "3h4"} <= rook
    assert "8d7" not in rook
    # A row's end is where the grid ends: nothing lies beyond the overhang.
    diagonal = "7g7 7f6 7e5 7d4 7c3 7b2 7a1 10d8 10c7 10b6 10a5 9h4 9g3 9f2 9e1"
    assert goes(TEN, pos, "7h8") == set(diagonal.split())
    assert goes(TEN, play(TEN, pos, "10h1-10g1"), "8d8") == {
        "8b7",
        "8f7",
        "8c6",
        "8e6",
        "4f1",
        "5b1",
        "4g2",
        "5a2",
    }


@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_the_arrays(oracle: OracleBluff) -> None:
    outside = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    inside = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"
    rows = [3, 4, 3] if oracle is TEN else [2, 2]
    boards = [inside if row % 2 else outside for row, width in enumerate(rows) for _ in range(width)]
    text = oracle.write(oracle.start())
    assert text.split()[0] == "|".join(boards)
    pos = oracle.start()
    for site, piece in pos.pieces.items():
        file, rank = oracle.grid.boards.place[site]
        if piece in "Qq":  # "queens on their colour"; a1 is dark
            assert ((file + rank) % 2 == 1) == (piece == "Q")
        if rank_of(site) in (1, 8):  # "at each row seam a side's back ranks stand back to back"
            beyond = oracle.grid.boards.boards[0].get((file, rank + (1 if rank_of(site) == 8 else -1)))
            assert beyond is None or colour(pos.pieces[beyond]) == colour(piece)


@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_no_piece_can_be_captured_at_the_start(oracle: OracleBluff) -> None:
    for side in ("white", "black"):
        pos = opened(oracle)._replace(side=side)
        for turn in oracle.turns(pos).values():
            assert isinstance(turn, Move)
            assert turn.to not in pos.pieces


def test_no_such_form() -> None:
    with pytest.raises(OracleError, match="no such variant"):
        OracleBluff("monster-bluff-9")
    with pytest.raises(OracleError, match="chips_per_turn"):
        OracleBluff(chips_per_turn=0)


# ---- kings ----


def test_no_king_is_royal() -> None:
    pos = position(FOUR, "K1d4 K3a1 k1d6 k4h1 q1h4 R2d4")
    assert not FOUR.in_check(pos)
    assert goes(FOUR, pos, "1d4") == {"1c3", "1d3", "1e3", "1c4", "1e4", "1c5", "1d5", "1e5"}
    pos = play(FOUR, pos, "1d4-1d5")
    assert {"1h4-1d4", "1d6-1d5"} <= FOUR.texts(pos)
    assert FOUR.result(pos) is None


def test_when_a_king_is_captured_both_learn() -> None:
    pos = position(FOUR, Told("K1a1 K3a1 k1d6 k2d6 k4h1 R1d1", true="1a1,2d6"))
    after = play(FOUR, pos, "1d1-1d6")
    assert after.true == ("1a1", "2d6")
    assert FOUR.result(after) is None
    after = play(FOUR, position(FOUR, Told("K1a1 K3a1 k1d6 k2d6 k4h1 R1d1", true="1a1,1d6")), "1d1-1d6")
    assert after.true == ("1a1", "x")
    assert FOUR.texts(after) == frozenset()
    assert FOUR.result(after) is not None


def test_the_true_king_moves_on_and_castles() -> None:
    pieces, unmoved = "K1e1 K3d8 R1h1 k1e8 k3d1", "1e1,1h1,3d8"
    pos = position(FOUR, Told(pieces, unmoved=unmoved, true="1e1,3d1"))
    assert play(FOUR, pos, "1e1-1d1 3d1-3c1").true == ("1d1", "3c1")
    assert play(FOUR, pos, "1e1-1g1").true == ("1g1", "3d1")
    assert play(FOUR, pos, "3d8-3d7").true == ("1e1", "3d1")


# ---- pieces ----


def test_pawns_go_forward_on_their_board() -> None:
    pos = position(FOUR, CORNERS + "P1c2 P1f3 P3c7 P3f6 p2c7 p4c2")
    assert goes(FOUR, pos, "1c2") == {"1c3", "1c4"}
    assert goes(FOUR, pos, "1f3") == {"1f4"}
    assert goes(FOUR, pos, "3c7") == {"3c6", "3c5"}  # "on inside boards White's go down"
    assert goes(FOUR, pos, "3f6") == {"3f5"}
    pos = pos._replace(side="black")
    assert goes(FOUR, pos, "2c7") == {"2c6", "2c5"}
    assert goes(FOUR, pos, "4c2") == {"4c3", "4c4"}


def test_pawns_promote_on_the_far_rank_of_their_board() -> None:
    pieces = "K1e1 K4a1 k1e8 k4h1 P1h7 P3b2 n2a8 p2a2 p4b7 N2b1"
    pos = position(FOUR, Told(pieces, promoted=""))
    queens = {f"{to}={kind}" for to in ("1h8", "2a8") for kind in "QRBN"}
    assert goes(FOUR, pos, "1h7") == queens  # over the seam of files too
    assert goes(FOUR, pos, "3b2") == {f"3b1={kind}" for kind in "QRBN"}
    pos = play(FOUR, pos, "3b2-3b1=N")
    assert pos.pieces["3b1"] == "N"
    assert (pos.promoted, pos.clock) == ("w", 0)
    assert goes(FOUR, pos, "2a2") == {f"{to}={kind}" for to in ("2a1", "2b1") for kind in "QRBN"}
    assert goes(FOUR, pos, "4b7") == {f"4b8={kind}" for kind in "QRBN"}
    pos = play(FOUR, pos, "4b7-4b8=Q 1h7-2a8=R")
    assert (pos.promoted, pos.pieces["2a8"], pos.pieces["4b8"]) == ("wb", "R", "q")


@pytest.mark.parametrize("oracle", BOTH, ids=NAMES)
def test_no_pawn_crosses_a_row_seam(oracle: OracleBluff) -> None:
    for ways in oracle.grid.pawns.values():
        for site, way in ways.items():
            row = (oracle.grid.boards.place[site][1] - 1) // 8
            for to in (way.step, way.double or way.step, *way.captures):
                assert (oracle.grid.boards.place[to][1] - 1) // 8 == row
            assert way.promotes == (rank_of(way.step) in (1, 8))


def test_en_passant_works_across_file_seams() -> None:
    pos = position(FOUR, Told(CORNERS + "P1h5 P2b5 p2a7 P3e4", side="black"))
    pos = play(FOUR, pos, "2a7-2a5")
    assert pos.passed == "2a6"
    for text in ("1h5-2a6", "2b5-2a6"):
        after = play(FOUR, pos, text)
        assert "2a5" not in after.pieces
        assert after.pieces["2a6"] == "P"
    assert play(FOUR, pos, "3e4-3e3").passed is None
    # On an inside board White's pawns pass downwards.
    pos = play(FOUR, position(FOUR, CORNERS + "P3h7 p4a5"), "3h7-3h5")
    assert pos.passed == "3h6"
    after = play(FOUR, pos, "4a5-3h6")
    assert after.pieces["3h6"] == "p"
    assert "3h5" not in after.pieces


# ---- castling ----


def test_the_source_castles_extra_far() -> None:
    pieces = "K8e1 K1e1 R10a1 R8a1 R8h1 k1e8 k2e8"
    pos = position(TEN, Told(pieces, unmoved="1e1,8a1,8e1,8h1,10a1"))
    assert {"8e1-8g1", "8e1-8c1"} <= TEN.texts(pos)
    pos = position(TEN, Told(pieces.replace("R8h1 ", ""), unmoved="1e1,8a1,8e1,10a1"))
    after = play(TEN, pos, "8e1-9c1")
    assert told(after) == "K1e1 K9c1 R8a1 R9b1 k1e8 k2e8"
    assert after.unmoved == {"1e1", "8a1"}
    assert after.clock == 1


@pytest.mark.parametrize(
    ("pieces", "unmoved", "text", "rook"),
    [
        ("K1e1 R1h1", "1e1,1h1", "1e1-1g1", "1f1"),
        ("K1e1 R1a1", "1a1,1e1", "1e1-1c1", "1d1"),
        ("K1e1 R2a1", "1e1,2a1", "1e1-1g1", "1f1"),  # half of four
        ("K1e1 R2h1", "1e1,2h1", "1e1-2c1", "2b1"),  # half of eleven, rounded up
        ("K2e1 R1h1", "1h1,2e1", "2e1-2b1", "2c1"),  # half of five, rounded up
        ("K3d8 R3a8", "3a8,3d8", "3d8-3b8", "3c8"),  # half of three
        ("K3d8 R3h8", "3d8,3h8", "3d8-3f8", "3e8"),
        ("K4d8 R3a8", "3a8,4d8", "4d8-3f8", "3g8"),  # half of eleven
    ],
)
def test_castling(pieces: str, unmoved: str, text: str, rook: str) -> None:
    rest = " K3b4 k1b5 k2g5"
    pos = position(FOUR, Told(pieces + rest, unmoved=unmoved))
    king, to = text.split("-")
    after = play(FOUR, pos, text)
    assert after.pieces[to] == "K"
    assert after.pieces[rook] == "R"
    assert not {king, *unmoved.split(",")} & after.pieces.keys()
    assert after.unmoved == set()
    # "An unmoved king and an unmoved own rook".
    for site in unmoved.split(","):
        moved = position(FOUR, Told(pieces + rest, unmoved=site))
        assert text not in FOUR.texts(moved)


@pytest.mark.parametrize(
    ("extra", "chips", "castles"),
    [
        ("N2d1", "-", False),
        ("n2d1", "-", False),
        ("K2e1", "-", False),  # the nearest piece is a king
        ("", "2d1:5x1,1f1:10x1", True),  # "an offer does not"
        ("", "2d1:25x1", False),  # "a demand bars it"
        ("", "1f1:5x1+25x1", False),
        ("r1e8 r2c8 r2a8", "-", True),  # "attacks do not matter"
    ],
)
def test_what_bars_castling(extra: str, chips: str, castles: bool) -> None:
    pieces = "K1e1 R2h1 K3b4 k1b5 k2g5 " + extra
    assert ("1e1-2c1" in FOUR.texts(position(FOUR, Told(pieces, chips, unmoved="1e1,2h1")))) == castles


def test_castling_is_no_capture() -> None:
    pieces = "K1e1 R2h1 K3b4 k1b5 k2g5"
    pos = position(FOUR, Told(pieces, "2b1:5x1,2c1:10x2", unmoved="1e1,2h1"), clock=3)
    after = play(FOUR, pos, "1e1-2c1")
    assert after.chips == pos.chips
    assert after.purses == pos.purses
    assert after.clock == 4
    # "Treated as under a pawn": the stack stays behind when the king leaves, and is captured with the king.
    left = play(FOUR, after, "1b5-1b6 2c1-2d1")
    assert left.chips == pos.chips
    captured = play(FOUR, position(FOUR, Told(told(after) + " r2c8", "2b1:5x1,2c1:10x2", "black")), "2c8-2c1")
    assert captured.chips == {"2b1": (1, 0, 0)}


def test_two_kings_may_look_at_one_rook() -> None:
    pos = position(FOUR, Told("K1e1 K2e1 R1h1 k1b5 k2g5", unmoved="1e1,1h1,2e1"))
    assert {"1e1-1g1", "2e1-2b1"} <= FOUR.texts(pos)


def test_sharp_positions_hold_what_they_promise() -> None:
    for oracle in BOTH:
        kinds = set()
        for pos in sharp(oracle):
            for text, turn in oracle.turns(pos).items():
                if isinstance(turn, Move):
                    kinds |= {"takes passing"} if turn.captures_ep else set()
                    kinds |= {"castles"} if turn.rook else set()
                    kinds |= {"promotes"} if "=" in text else set()
                    kinds |= {"takes chips"} if turn.captures and turn.to in pos.chips else set()
                    kinds |= {"takes a king"} if pos.pieces.get(turn.to, "-") in "Kk" else set()
        assert kinds == {"takes passing", "castles", "promotes", "takes chips", "takes a king"}
