"""The position texts of Monster Bluff Chess, as the oracle reads and writes them."""

import random

import pytest

from .bluff import OracleBluff, OracleError
from .bluff_samples import Told, game, opened, play, position, scattered, sharp

TEN = OracleBluff()
FOUR = OracleBluff("monster-bluff-4")
BARE = OracleBluff("monster-bluff-4", chips=False)
FIFTY = OracleBluff("monster-bluff-4", fifty=True, chips_per_turn=2)
ALL = [TEN, FOUR, BARE, FIFTY]
NAMES = ["ten", "four", "bare", "fifty"]

TOLD = Told(
    "K1e1 K2e1 k1e8 k2e8 R2h1 P1h5 p2a5 q3d4", "1d4:5x1+25x1,2a6:5x2+10x1", passed="2a6", unmoved="1e1,2h1"
)
PLACEMENT = "4k3/8/8/7P/8/8/8/4K3|4k3/8/8/p7/8/8/8/4K2R|8/8/8/8/3q4/8/8/8|8/8/8/8/8/8/8/8"
TEXT = f"{PLACEMENT} w 1e1,2h1 2a6 1d4:5x1+25x1,2a6:5x2+10x1 wb W:19/10/4,B:18/9/3 1e1,1e8 0 1"


def test_the_start() -> None:
    text = FOUR.write(FOUR.start())
    assert text.endswith(
        " w 1a1,1a8,1e1,1e8,1h1,1h8,2a1,2a8,2e1,2e8,2h1,2h8,3a1,3a8,3d1,3d8,3h1,3h8,4a1,4a8,4d1,4d8,4h1,4h8"
        " - - - W:20/10/4,B:20/10/4 -,- 0 1"
    )
    assert TEN.write(TEN.start()).split()[2].endswith("9h8,10a1,10a8,10e1,10e8,10h1,10h8")
    assert BARE.write(BARE.start()).endswith(" - - - - -,- 0 1")
    assert FIFTY.write(FIFTY.start()).endswith(" - - - W:20/10/4/2,B:20/10/4/2 -,- 0 1")


def test_a_text() -> None:
    pos = position(FOUR, TOLD)
    assert FOUR.write(pos) == TEXT
    assert FOUR.read(TEXT) == pos
    assert hash(FOUR.read(TEXT)) == hash(pos)
    assert pos.chips == {"1d4": (1, 0, 1), "2a6": (2, 1, 0)}


def test_the_en_passant_square_is_written_even_if_it_cannot_be_used() -> None:
    assert FOUR.write(play(FOUR, opened(FOUR), "3a7-3a5")).split()[3] == "3a6"
    pos = position(FOUR, Told("K1e1 K2e1 k1e8 k2e8 P2c2", "2c3:5x1,2c4:5x1"))
    fields = FOUR.write(play(FOUR, pos, "2c2-2c4")).split()
    assert fields[3:5] == ["2c3", "2c3:5x1,2c4:5x1"]


@pytest.mark.parametrize("oracle", ALL, ids=NAMES)
def test_reading_and_writing_again_gives_the_same(oracle: OracleBluff) -> None:
    chance = random.Random(3)
    starts = [*sharp(oracle), *(scattered(oracle, chance) for _ in range(6))]
    ends = set()
    for start in starts:
        for pos in game(oracle, start, chance, 10):
            for viewer in (None, "white", "black", "spectator"):
                text = oracle.write(pos, viewer)
                again = oracle.read(text)
                assert again == oracle.view(pos, viewer)
                assert oracle.write(again) == text
            result = oracle.result(pos)
            ends.add(result and result.reason)
    assert None in ends


# One change to TEXT each, by field or by replacement, and what the error must say.
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (" 0 1", " 0", "10 fields"),
        (" w ", "  w ", "10 fields"),
        (" 0 1", " 0 1 ", "10 fields"),
        ("4k3/8/8/7P", "4k3/8/8/7P/8", "ranks"),
        ("|8/8/8/8/8/8/8/8", "", "4 parts"),
        ("4k3/8", "4k21/8", "merged"),
        ("4k3/8", "4k4/8", "9 sites"),
        ("4k3/8", "4k2/8", "7 sites"),
        ("3q4", "3z4", "no man"),
        ("3q4", "3Q04", "no man"),
        (" w ", " W ", "side"),
        (" w ", " white ", "side"),
        ("1e1,2h1 2a6", "2h1,1e1 2a6", "unmoved"),
        ("1e1,2h1 2a6", "1e1,1e1,2h1 2a6", "unmoved"),
        ("1e1,2h1 2a6", "1e1,2h1, 2a6", "unmoved"),
        ("1e1,2h1 2a6", "1e1,2h9 2a6", "unmoved"),
        ("1e1,2h1 2a6", "1a1,1e1 2a6", "unmoved"),  # no rook there
        ("1e1,2h1 2a6", "1e1,1h5 2a6", "unmoved"),  # a pawn
        ("1e1,2h1 2a6", "3d4 2a6", "unmoved"),
        (" 2a6 ", " 2a7 ", "en passant"),
        (" 2a6 ", " 1h4 ", "en passant"),  # its own
        (" 2a6 ", " 5a6 ", "en passant: no square"),
        (" 2a6 ", "  ", "10 fields|en passant"),
        (" 0 1", " 3 1", "half-move clock"),
        (" 0 1", " 00 1", "half-move clock"),
        (" 0 1", " -1 1", "half-move clock"),
        (" 0 1", " 0 0", "move number"),
        (" 0 1", " 0 01", "move number"),
        (" 0 1", " 0 +1", "move number"),
        ("1d4:5x1+25x1", "1d4:25x1+5x1", "ascending"),
        ("1d4:5x1+25x1", "1d4:5x1+5x1", "ascending"),
        ("1d4:5x1+25x1", "1d4:5x0+25x1", "no number of chips"),
        ("1d4:5x1+25x1", "1d4:5x01+25x1", "no number of chips"),
        ("1d4:5x1+25x1", "1d4:50x1", "no number of chips"),
        ("1d4:5x1+25x1", "1d4:1x5", "no number of chips"),
        ("1d4:5x1+25x1", "1d4:", "no number of chips"),
        ("1d4:5x1+25x1", "1d4", "no stack"),
        ("1d4:5x1+25x1", "9d4:5x1+25x1", "no square"),
        ("1d4:5x1+25x1,2a6:5x2+10x1", "2a6:5x2+10x1,1d4:5x1+25x1", "order"),
        ("1d4:5x1+25x1,2a6:5x2+10x1", "1d4:5x1,1d4:25x1,2a6:5x2+10x1", "order"),
        ("1d4:5x1+25x1", "1d4:5x2+25x1", "41 of 5, not 40"),
        ("1d4:5x1+25x1", "1d4:5x1", "7 of 25, not 8"),
        ("W:19/10/4", "W:19/9/4", "19 of 10, not 20"),
        ("W:19/10/4", "W:19/10", "purses"),
        ("W:19/10/4", "W:19/10/4/0", "purses"),
        ("W:19/10/4", "W:19/010/4", "purses"),
        ("W:19/10/4,B:18/9/3", "B:18/9/3,W:19/10/4", "purses"),
        ("W:19/10/4,B:18/9/3", "-", "purses"),
        (" wb ", " bw ", "promotions"),
        (" wb ", " w ", "both sides have promoted"),
        (" wb ", " - ", "both sides have promoted"),
        ("1d4:5x1+25x1", "1e1:5x1+25x1", "demand under a piece"),
        ("3q4/8/8/8", "3q4/8/8/P7", "a pawn on 3a1"),
        ("|8/8/8/8/3q4", "|2p5/8/8/8/3q4", "a pawn on 3c8"),
        ("1e1,1e8", "1e1", "true kings"),
        ("1e1,1e8", "1e1,1e8,?", "true kings"),
        ("1e1,1e8", "1e1,1d8", "no king on 1d8"),
        ("1e1,1e8", "1e8,1e1", "no king on 1e8"),
        ("1e1,1e8", "1e1,X", "no square"),
        ("1e1,1e8", "-,1e8", "before White's"),
        ("1e1,1e8", "-,?", "before White's"),
        ("1e1,1e8", "1e1,x", "not to lose"),
        ("1e1,1e8", "x,x", "not to lose|not by the last"),
        ("1e1,1e8", "x,1e8", "not by the last move"),  # it was a double step
        ("3q4", "K2q4", None),  # a third king may well be there
        ("3q4/8/8/8|8/8/8/8/8/8/8/8", "3q4/KKK5/8/8|8/8/8/8/8/8/8/8", "5 kings"),
    ],
)
def test_other_texts_are_refused(old: str, new: str, says: str | None) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1) if old != " 0 1" else TEXT.removesuffix(old) + new
    if says is None:
        assert FOUR.write(FOUR.read(text)) == text
        return
    with pytest.raises(OracleError, match=says):
        FOUR.read(text)


@pytest.mark.parametrize(
    ("pieces", "side", "true", "clock", "says"),
    [
        ("K1a1 k1a8 k2h8", "white", "1a1,1a8", 0, None),
        ("K1a1 k1a8 k2h8", "white", "1a1,?", 0, None),
        ("K1a1 k1a8 k2h8", "white", "1a1,-", 0, None),
        ("K1a1 k1a8 k2h8", "white", "?,1a8", 0, "only the king on 1a1"),
        ("K1a1 k1a8 k2h8", "white", "-,1a8", 0, "only the king on 1a1"),
        ("K1a1 K1c1 k2h8", "white", "-,2h8", 0, None),
        ("K1a1 K1c1 k2h8", "white", "-,-", 0, "only the king on 2h8"),
        ("K1a1 K1c1 k2h8", "white", "x,2h8", 0, None),
        ("K1a1 k2h8", "white", "x,2h8", 0, None),  # a prince is left
        ("R1a1 k2h8", "white", "x,2h8", 0, None),
        ("R1a1 k2h8", "white", "-,2h8", 0, "no king is left"),
        ("R1a1 k2h8", "white", "?,2h8", 0, "no king is left"),
        ("R1a1 K1c1", "white", "1c1,x", 0, "not to lose"),
        ("R1a1 K1c1", "black", "1c1,x", 0, None),
        ("R1a1 K1c1", "black", "1c1,x", 1, "not by the last move"),
        ("K1a1 K1c1 k2h8 k2h7", "black", "?,x", 0, None),
        ("K1a1 K1c1 k2h8 k2h7", "black", "-,x", 0, "before all True Kings were chosen"),
        ("K1a1 K1c1 k2h8 k2h7", "white", "x,-", 0, "before all True Kings were chosen"),
        ("K1a1 K1c1 K1e1 K1g1 k2h7", "white", "x,2h7", 0, "all kings stand"),
        ("K1a1 K1c1 K1e1 K1g1 k2h7", "white", "1g1,2h7", 0, None),
    ],
)
def test_true_kings_in_texts(pieces: str, side: str, true: str, clock: int, says: str | None) -> None:
    if says is None:
        pos = position(FOUR, Told(pieces, side=side, true=true), clock=clock)
        assert FOUR.write(pos).split()[7] == true
        return
    with pytest.raises(OracleError, match=says):
        position(FOUR, Told(pieces, side=side, true=true), clock=clock)


def test_no_pawn_passed_over_a_demand() -> None:
    told = Told("K1a1 K1c1 k2h7 k2g7 P1e4", "1e2:5x1,1e3:5x1,1e4:5x1", "black", passed="1e3")
    assert position(FOUR, told).passed == "1e3"
    for chips in ("1e2:25x1", "1e3:25x1"):
        with pytest.raises(OracleError, match="en passant"):
            position(FOUR, told._replace(chips=chips))
    with pytest.raises(OracleError, match="en passant"):
        position(FOUR, told._replace(pieces=told.pieces + " r1e2"))


def test_texts_without_chips() -> None:
    text = BARE.write(position(BARE, TOLD))
    assert text == f"{PLACEMENT} w 1e1,2h1 2a6 - wb - 1e1,1e8 0 1"
    assert BARE.read(text.replace(" wb ", " b ")).promoted == "b"
    for old, new in (
        (" wb - ", " wb W:20/10/4,B:20/10/4 "),
        (" 2a6 - ", " 2a6 1d4:5x1 "),
        (" wb - ", " wb W:,B: "),
    ):
        with pytest.raises(OracleError):
            BARE.read(text.replace(old, new))
    with pytest.raises(OracleError):
        FOUR.read(text)
    with pytest.raises(OracleError):
        FIFTY.read(TEXT)


@pytest.mark.parametrize("oracle", ALL, ids=NAMES)
def test_broken_texts_never_do_anything_else(oracle: OracleBluff) -> None:
    """A character changed, lost or doubled: refused as such, or it is another canonical text."""
    chance = random.Random(8)
    refused = 0
    for _ in range(3):
        text = oracle.write(scattered(oracle, chance))
        for _ in range(60):
            at = chance.randrange(len(text))
            new = chance.choice(["", text[at] * 2, chance.choice("0123456789abhKkPpx?-,:/+| wW٣")])
            broken = text[:at] + new + text[at + 1 :]
            try:
                assert oracle.write(oracle.read(broken)) == broken
            except OracleError:
                refused += 1
    assert refused > 60
