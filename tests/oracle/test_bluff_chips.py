"""The oracle of Monster Bluff Chess: chips put, blocking, stepped onto and captured."""

from .bluff import OracleBluff
from .bluff_samples import Told, goes, play, position

TEN = OracleBluff()
FOUR = OracleBluff("monster-bluff-4")
BARE = OracleBluff("monster-bluff-4", chips=False)
FIFTY = OracleBluff("monster-bluff-4", fifty=True)
THREE = OracleBluff("monster-bluff-4", chips_per_turn=3)

# Two kings a side in the corners, out of the way of everything else.
CORNERS = "K3a1 K4h1 k1a8 k2h8 "


def test_chips_are_in_play_once_both_sides_have_promoted() -> None:
    pieces = "K1e1 K4a1 k1e8 k4h1 P1h7 p4b7"
    for promoted in ("", "w", "b"):
        pos = position(FOUR, Told(pieces, promoted=promoted))
        assert not any(text.startswith("chip") for text in FOUR.texts(pos))
        assert pos.purses == ((20, 10, 4), (20, 10, 4))
    pos = play(FOUR, position(FOUR, Told(pieces, promoted="")), "1h7-1h8=Q 4b7-4b8=Q")
    puts = {text for text in FOUR.texts(pos) if text.startswith("chip")}
    empty = set(FOUR.grid.order) - pos.pieces.keys()
    assert puts == {f"chip{worth}@{site}" for worth in (5, 10, 25) for site in empty}
    assert not any(text.startswith("chip") for text in BARE.texts(position(BARE, pieces)))


def test_putting_a_chip_is_a_turn() -> None:
    pos = position(FOUR, Told(CORNERS + "p2a5 P1h5", "1d4:5x1", passed="2a6"))
    after = play(FOUR, pos, "chip10@1d4")
    assert after.chips == {"1d4": (1, 1, 0)}  # "stacked or not"
    assert pos.purses is not None
    assert after.purses == ((pos.purses[0][0], pos.purses[0][1] - 1, pos.purses[0][2]), pos.purses[1])
    assert (after.side, after.passed, after.clock, after.number) == ("black", None, 0, 1)
    after = play(FOUR, after, "chip25@1d4")
    assert after.chips == {"1d4": (1, 1, 1)}
    assert (after.side, after.number) == ("white", 2)


def test_only_chips_from_the_purse_can_be_put() -> None:
    pos = position(THREE, CORNERS)._replace(purses=((1, 0, 2), (39, 20, 6)))
    at = {text.partition("@")[0] for text in THREE.texts(pos) if "chip" in text}
    assert at == {"chip5", "chip25", "chip25+5", "chip25+25", "chip25+25+5"}  # "largest first"
    after = play(THREE, pos, "chip25+25+5@3d5")
    assert after.chips == {"3d5": (1, 0, 2)}
    assert after.purses == ((0, 0, 0), (39, 20, 6))
    after = play(THREE, after, "chip10+5+5@3d5")
    assert after.chips == {"3d5": (3, 1, 2)}
    assert not any("chip" in text for text in THREE.texts(after))  # White's purse is empty
    many = OracleBluff("monster-bluff-4", chips_per_turn=50)
    few = position(many, CORNERS)._replace(purses=((1, 0, 2), (39, 20, 6)))
    assert {text.partition("@")[0] for text in many.texts(few) if "chip" in text} == at


def test_denominations() -> None:
    assert TEN.start().purses == ((20, 10, 4), (20, 10, 4))
    assert FIFTY.start().purses == ((20, 10, 4, 2), (20, 10, 4, 2))
    assert BARE.start().purses is None
    pos = position(FIFTY, CORNERS)
    assert {"chip50@1d4", "chip25@1d4"} <= FIFTY.texts(pos)
    assert "chip50@1d4" not in FOUR.texts(position(FOUR, CORNERS))


def test_no_chips_once_a_side_has_a_single_king() -> None:
    for pieces in ("K1a1 k2e8 k2h8 R1d1 Q2d4", "K1a1 K1c1 k2h8 R1d1 Q2d4"):
        for side in ("white", "black"):
            pos = position(FOUR, Told(pieces, "1d3:25x1,2d6:5x1", side))
            assert not any("chip" in text for text in FOUR.texts(pos))
    # "Those on the board stay and act as before."
    pos = position(FOUR, Told("K1a1 k2e8 k2h8 R1d1 Q2d4", "1d3:25x1,2d6:5x1"))
    assert goes(FOUR, pos, "1d1") & {"1d2", "1d3", "1d4"} == {"1d2", "1d3"}
    assert FOUR.legal(pos)["2d4-2d6"].chips == {"1d3": (0, 0, 1)}
    # The capture that leaves the last one ends it at once.
    pos = position(FOUR, Told("K1a1 K1c1 k2e8 k2h8 R2e1", true="1a1,2h8"))
    assert "chip5@1d4" in FOUR.texts(pos)
    assert "chip5@1d4" not in FOUR.texts(play(FOUR, pos, "2e1-2e8"))


def test_a_demand_stops_both_sides_and_can_be_captured() -> None:
    pieces = CORNERS + "R1d4 r1h4 P1f3 P2c2 P2d2 P3b5 B2b2"
    chips = "1f4:5x1+25x1,2c3:25x1,2d4:25x2,3b4:25x1"
    pos = position(FOUR, Told(pieces, chips))
    rook = goes(FOUR, pos, "1d4")
    assert {"1e4", "1f4"} <= rook
    assert "1g4" not in rook
    assert goes(FOUR, pos, "1f3") == set()
    assert goes(FOUR, pos, "2c2") == set()
    assert goes(FOUR, pos, "2d2") == {"2d3", "2c3"}  # no double step; a capture
    assert goes(FOUR, pos, "3b5") == set()
    assert "2c3" in goes(FOUR, pos, "2b2")
    assert "2d4" not in goes(FOUR, pos, "2b2")
    after = play(FOUR, pos, "1d4-1f4")
    assert "1f4" not in after.chips
    assert pos.purses is not None
    assert after.purses is not None
    assert after.purses[0] == (pos.purses[0][0] + 1, pos.purses[0][1], pos.purses[0][2] + 1)
    assert after.clock == 0
    black = goes(FOUR, pos._replace(side="black"), "1h4")
    assert {"1g4", "1f4"} <= black
    assert "1e4" not in black


def test_with_fifty_a_stack_of_25_is_an_offer() -> None:
    for oracle, chips, passes in (
        (FOUR, "1f4:25x2", False),
        (FIFTY, "1f4:25x2", True),
        (FIFTY, "1f4:25x2+50x1", False),
        (FOUR, "1f4:5x9+10x9", True),
    ):
        pos = position(oracle, Told(CORNERS + "R1d4", chips))
        assert ("1g4" in goes(oracle, pos, "1d4")) == passes


def test_an_offer_blocks_nothing() -> None:
    pieces = CORNERS + "R1d4 P1f3 P2c2 P2d2 P1h7"
    chips = "1f4:5x1+10x3,2c3:5x1,2d4:10x1,1h8:5x1"
    pos = position(FOUR, Told(pieces, chips))
    assert {"1e4", "1f4", "1g4", "2h4"} <= goes(FOUR, pos, "1d4")
    for text in ("1f3-1f4", "2c2-2c4", "2d2-2d4", "1h7-1h8=Q", "1d4-1h4"):
        after = play(FOUR, pos, text)
        assert after.chips == pos.chips
        assert after.purses == pos.purses
    assert play(FOUR, pos, "2c2-2c4").passed == "2c3"
    # "The stack stays behind when it leaves."
    after = play(FOUR, pos, "1f3-1f4 1a8-1b8 1f4-1f5")
    assert after.chips == pos.chips
    after = play(FOUR, pos, "1h7-1h8=Q 1a8-1b8 1h8-1h6")
    assert after.chips == pos.chips


def test_a_move_that_could_capture_there_captures_the_stack() -> None:
    pieces = CORNERS + "R1d1 N1b3 B1g1 Q1d7 K1c3 P1c2 P1e3"
    for chips in ("1d4:5x3", "1d4:5x1+25x1"):
        pos = position(FOUR, Told(pieces, chips))
        stack = pos.chips["1d4"]
        assert pos.purses is not None
        purse = tuple(had + won for had, won in zip(pos.purses[0], stack, strict=True))
        for origin in ("1d1", "1b3", "1d7", "1c3", "1e3"):
            after = play(FOUR, pos, f"{origin}-1d4")
            assert after.chips == {}
            assert after.purses == (purse, pos.purses[1])
            assert after.clock == 0
    # "Pawns diagonally", and with a promotion.
    pos = position(FOUR, Told(CORNERS + "P1c7 P3c2 p2c3", "1d8:5x1,3b1:25x1"))
    assert "1d8=Q" in goes(FOUR, pos, "1c7")
    after = play(FOUR, pos, "3c2-3b1=R")
    assert after.chips == {"1d8": (1, 0, 0)}
    assert "1b8" not in goes(FOUR, pos, "1c7")


def test_captured_chips_may_be_put_again() -> None:
    pos = position(FOUR, Told(CORNERS + "R1d1", "1d4:5x1"))._replace(purses=((0, 0, 0), (39, 20, 8)))
    assert not any("chip" in text for text in FOUR.texts(pos))
    pos = play(FOUR, pos, "1d1-1d4 1a8-1b8")
    assert {text.partition("@")[0] for text in FOUR.texts(pos) if "chip" in text} == {"chip5"}


def test_capturing_a_piece_captures_the_stack_under_it() -> None:
    pos = position(FOUR, Told(CORNERS + "R1d1 p1d4 b1h8", "1d4:5x2+10x1"))
    assert pos.purses is not None
    after = play(FOUR, pos, "1d1-1d4")
    assert after.chips == {}
    assert after.purses is not None
    assert sum(after.purses[0]) == sum(pos.purses[0]) + 3
    # The piece that captured the chips stands on an empty square now, and is captured without chips.
    again = play(FOUR, after, "1h8-1d4")
    assert again.purses == after.purses


def test_en_passant_captures_two_stacks() -> None:
    pieces = CORNERS + "P1h5 p2a7 P2b5"
    pos = position(FOUR, Told(pieces, "2a6:5x1,2a5:10x1,2c6:25x1", side="black"))
    pos = play(FOUR, pos, "2a7-2a5")
    assert pos.passed == "2a6"
    assert pos.purses is not None
    for origin in ("1h5", "2b5"):
        after = play(FOUR, pos, f"{origin}-2a6")
        assert after.chips == {"2c6": (0, 0, 1)}
        assert "2a5" not in after.pieces
        assert after.purses is not None
        assert after.purses[0] == (pos.purses[0][0] + 1, pos.purses[0][1] + 1, pos.purses[0][2])
    # A turn later the offer alone is captured, and the other pawn stays on its own.
    later = play(FOUR, pos, "3a1-3a2 1a8-1b8 1h5-2a6")
    assert later.pieces["2a5"] == "p"
    assert later.chips == {"2a5": (0, 1, 0), "2c6": (0, 0, 1)}
