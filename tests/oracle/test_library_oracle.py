"""The composed oracle of the library's mechanics against Fairy-Stockfish."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import pyffish
import pytest

import fairyring

from .composed import LIBRARY, game
from .composed.judge import sign, worth
from .test_composed_oracle import USUAL, judged

EVENTS = {
    "amazons": {"stalemate wins"},
    "chigorin": USUAL | {"castling", "promotion"},
    "extinction": USUAL - {"check"} | {"promotion", "extinction wins"},
    "losers": {"capture", "check", "extinction wins"},
    "spartan": {"capture", "check", "promotion", "castling"},
    "suicide": {"capture", "stalemate wins", "stalemate draws", "no pieces wins"},
    "armageddon": {"capture", "stalemate wins", "insufficient material wins", "100 plies wins"},
    "atomar": {"capture", "explosion", "castling", "extinction wins"},
    "bajr": {"goal wins"},
    "cetus": {"capture", "drop", "promotion", "in a row wins", "extinction wins"},
    "jesonmor": {"capture", "goal wins"},
    "tuktuk": {"stalemate wins"},
    "asean": {"capture", "check", "promotion", "no progress draws"},
    "ataxx": {"drop", "flip", "pass", "points wins", "stalemate wins"},
    "cambodian": {"capture", "check", "promotion", "no progress draws"},
    "dragonfly": {"capture", "check", "drop", "promotion"},
    "janggi": {"capture", "check", "hop", "pass", "points wins"},
    "janggicasual": {"capture", "check", "hop", "passes draws"},
    "janggimodern": {"capture", "check", "hop", "pass", "points wins"},
    "janggitraditional": {"capture", "check", "hop", "facing kings draws"},
    "shouse": USUAL | {"drop", "castling", "promotion"},
    "squatter": {"capture", "check", "promotion", "goal wins"},
    "shatar": {"capture", "check", "promotion", "checkmate wins", "checkmate draws", "extinction draws"},
    "sittuyin": {"capture", "check", "drop", "promotion", "pass"},
    "wolf": {"capture", "check", "double step", "en passant", "promotion"},
    "wildebeest": {"capture", "check", "double step", "en passant", "promotion"},
}
"""What must have happened in the games that are compared."""

STARTS: dict[str, Sequence[str]] = {
    "amazons": (
        "q*8/1**7/***7/10/10/10/10/7***/7*1Q/7**1 w - - 0 1",
        "q*8/**8/10/10/10/10/10/10/8**/8*Q w - - 0 1",
        "q*8/*1*7/**8/10/10/10/10/10/8**/8*Q w - - 0 1",
    ),
    "chigorin": ("r3k2r/pPpq4/8/8/8/8/PpPC2PP/R3K2R w KQkq - 0 1",),
    "extinction": (
        "rnbqk3/P6p/8/8/8/8/1p5P/RNBQK2R w KQq - 0 1",  # the last rook, knight or bishop
        "rnbqkb2/7p/8/8/8/8/P7/1NBQKBNR b Kq - 0 1",
    ),
    "losers": (
        "4k3/8/2p5/8/3P4/8/8/R3K3 w Q - 0 1",
        "r3k3/8/8/8/8/3p4/2P5/4K3 b q - 0 1",  # a capture in check
        "k7/8/1K6/8/8/8/8/1R5r b - - 0 1",
    ),
    "spartan": (
        "2k1k3/hhh2hhh/8/8/8/8/PPP2PPP/R3K2R w KQ - 0 1",
        "4k3/8/8/8/8/8/hh4hh/R3K2R b - - 0 1",  # a second king comes of a hoplite, or a third may not
        "2k2k2/8/8/8/8/8/hh5P/R3K2R b KQ - 0 1",
        "k1k5/8/1N6/8/8/8/8/R2QK3 b Q - 0 1",
    ),
    "suicide": (
        "8/8/p7/8/P7/8/8/8 w - - 0 1",  # the pawns block each other after one move
        "8/8/p6p/8/P6P/8/8/7B w - - 0 1",
        "8/8/8/3r4/8/8/2N5/8 w - - 0 1",
    ),
    "armageddon": (
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",  # stalemate
        "8/8/8/8/8/6q1/5k2/7K w - - 0 1",
        "8/8/4k3/8/3Kn3/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 98 90",
    ),
    "atomar": (
        "8/8/3kK3/4p3/8/8/4P3/8 w - - 0 1",
        "r3k2r/8/4b3/3K4/8/8/8/R6R w kq - 0 1",
        "8/8/2nk4/2pKR3/8/8/8/8 b - - 0 1",
    ),
    "bajr": ("4PP/6/5P/pp4/p5/6 w - - 0 1", "6/4P1/4PP/1p4/6/pp4 b - - 0 1"),
    "cetus": (
        "9/9/9/1b7/9/9/PPNH5/2B6/9[DSOddshppoo] w - - 0 1",
        "9/9/3o5/3B5/3O5/3b5/9/9/9[PPdd] w - - 0 1",
        "9/9/3+o5/4B4/3+O5/4b4/9/9/9[PPdd] b - - 0 1",
        "9/s8/1h7/2p6/3n5/9/1B3b3/9/9[NNdo] b - - 0 1",
    ),
    "jesonmor": (
        "9/3n5/9/2n6/9/5N3/9/3N5/9 w - - 0 1",
        "9/3n5/9/9/4N4/9/5n3/9/9 b - - 0 1",
        "n8/9/9/9/9/9/4n1N2/9/9 b - - 0 1",
    ),
    "tuktuk": (
        "wwwwww/WWWWWW/6/6/6/6 b - - 0 1",
        "1w1w2/w1w1ww/W1W3/1W1W1W/4W1/6 w - - 0 1",
        "w1w1ww/1w1w2/W3W1/1W1W1W/2W3/6 w - - 0 1",
    ),
    "ataxx": (
        "PPPPPPP/PPPPPPP/PPP4/PPppppp/ppppppp/ppppppp/ppppppp w - - 0 1",
        "ppppppp/ppppppp/ppppppp/7/7/PPPPPPP/PPPPPPP b - - 0 1",
        "p6/7/7/7/PPP4/PPP4/PPP4 b - - 0 1",
        "7/7/2p4/2PP3/7/7/7 w - - 0 1",  # Black may have no pieces left
        "P5p/PPP3p/PPP4/7/7/7/7 b - - 0 1",
        "pPP4/PPP4/PPP4/7/7/7/7 b - - 0 1",  # no move, but a pass
    ),
    "asean": (
        "8/3k4/8/8/8/1p6/PR6/R3K3 b - - 0 1",
        "8/1P1k4/8/8/8/8/8/2B1K3 w - - 0 1",
        "8/3k4/8/8/2N5/8/8/4K3 b - 128 30 60",
        "3k4/8/2K5/8/8/8/8/R7 w - 32 31 1",
        "3k4/8/2K5/8/8/8/8/RB6 w - 32 31 1",
        "3k4/8/2KN4/8/8/8/8/8 w - 128 98 1",  # 50 moves
        "3k4/2B5/8/8/8/8/8/R3K3 b - 32 4 1",
    ),
    "cambodian": (
        "4k3/8/8/8/8/8/8/3K3R b - 30 29 60",
        "4k3/8/8/8/8/3s4/8/R2K4 b D 126 123 60",
        "3mk2r/8/8/8/8/3r4/8/R2KM3 w Ede - 0 1",
        "3mk3/8/8/3R4/8/8/1n6/3KM3 w DEde - 0 1",  # no leap in check
        "3mk3/8/8/8/8/8/r7/R2KM3 b DEde - 0 1",
        "3mk3/8/3M4/8/8/2r5/8/R2KM3 b DEde - 0 1",
        "3mk3/8/4p3/8/8/P7/8/R2KM2R w DEde 126 3 40",
        "3mk3/8/8/2P5/3p4/8/8/R2KM3 w DEde - 0 1",
        "4k3/8/2p5/3R4/8/8/8/R2K4 w - - 0 1",
    ),
    "dragonfly": (
        "3k3/P5p/7/7/7/p5P/3K3[NPrp] w - - 0 1",
        "3k3/ppp4/7/7/7/4PPP/3K3[RBNPPrbnp] b - - 0 1",
    ),
    "janggi": (
        "3k5/4a4/3c5/9/4C4/9/3c5/3CR4/3A5/4K4 w - - 0 1",  # cannons before cannons
        "4k4/9/4C4/9/4c4/2R6/9/4r4/9/3K5 b - - 0 1",
        "3k5/1R7/9/3p5/9/9/2r6/9/9/3K5 w - - 0 1",  # generals about to face each other
        "3k5/9/9/9/1R7/9/9/2r6/9/3K5 w - - 0 1",  # they do
        "R2k5/9/9/9/9/9/9/2r6/9/3K5 b - - 0 1",  # in check, too
        "4k4/3P1P3/4C4/9/9/9/3p1p3/4c4/3K5/9 w - - 0 1",  # diagonals of palaces
        "3k1R3/9/3a5/9/9/9/9/3A1C3/4A4/3K5 b - - 0 1",
    ),
    "shouse": (
        "r3k2r/pPpp1ppp/8/8/8/8/PpPP1PPP/R3K2R[EHQPehqp] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/r1B1K3[EHPP] w CE - 0 1",  # pinned on its own rank
        "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR[] w KQBCDFGkqbcdfg - 0 1",  # hands that captures fill
    ),
    "squatter": (
        "rB1Qkb1r/6pp/2p5/p2b1p2/1p2p2P/1P1RP1qR/P2NP1P1/N1K2B2 b k - 5 35",  # one of two can be captured
        "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1",
        "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
        "4k3/8/1R5B/8/8/1r5b/8/4K3 w - - 0 1",
        "n7/3K4/8/8/8/8/3k4/N7 b - - 0 1",
    ),
    "shatar": (
        "7k/p7/6K1/8/8/8/8/1R6 w - - 0 1",  # mate by a rook
        "6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1",  # by a knight
        "7k/p3B2p/4B2K/8/8/8/8/8 w - - 0 1",  # by a bishop
        "7k/8/8/3p4/4P3/8/8/4K3 w - - 0 1",  # a king alone
        "7k/p2RB2p/4B2K/8/8/8/8/8 w - - 0 1",
        "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1",
    ),
    "sittuyin": (
        "4k3/8/8/3PP3/3pp3/8/8/4K3[] w - - 0 1",
        "4k3/8/2P1r3/8/8/2p1R3/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/1P6/4K3[] w - - 0 1",  # the only pawn
        "4kf2/8/1p3p2/4P3/8/8/3P4/2F1K3[] b - - 0 1",
        "3k4/8/7p/7P/8/1r6/2r5/K7[] w - - 0 1",  # it need not promote
        "4k3/8/4pppp/pppp4/4PPPP/PPPP4/8/4K3[FRRfrr] w - - 0 1",
    ),
    "wolf": (
        "4k3/1P4S1/8/8/8/8/8/8/1p4s1/4K3 w - - 0 1",
        "4k3/3s1p2/8/2P1P3/4S3/8/3p1s2/8/2S1P3/4K3 w - - 0 1",
        "4k3/2p1s3/1S6/2s1S3/8/8/3s1P2/8/2P1S3/4K3 b - - 0 1",
    ),
    "wildebeest": (
        "5k5/11/11/11/11/11/3p1p5/4P6/4P6/5K5 w - - 0 1",
        "5k5/1p9/2P8/P10/11/3p1p1p3/3p1p5/11/4P1P4/5K5 w - - 0 1",
        "5k5/2p1p6/1p9/1P1P4P2/2P1P6/10P/11/11/11/4RK5 b - - 0 1",
        "5k5/5r5/11/11/11/5p5/3p1p5/11/4P6/5K5 w - - 0 1",  # pinned
        "11/P1k8/11/11/11/3pPp5/3p1p5/8p2/9p1/2K8 b - e3e4 0 1",
    ),
}
"""Positions close to something rare."""
STARTS |= dict.fromkeys(["janggicasual", "janggimodern", "janggitraditional"], STARTS["janggi"])


@pytest.mark.thorough
@pytest.mark.parametrize("name", LIBRARY)
def test_fairy_stockfish_agrees(name: str) -> None:
    """The legal moves and where they lead, check, and how and when games end."""
    assert EVENTS[name] - judged(name, STARTS[name], EVENTS[name]).keys() == set(), "that has not happened"


BACK_AND_FORTH = ["a1a2", "a10a9", "a2a1", "a9a10"] * 2


@pytest.mark.parametrize("white", ["RNBA1ABNR", "RNBA1AB1R"])
def test_a_repetition_in_janggi_is_decided_by_points(white: str) -> None:
    """Black has a point and a half more, and the side that moves last in a repetition does not matter."""
    ours, history = game("janggi"), list[Hashable]()
    text = ours.start_text.replace("RNBA1ABNR", white)
    pos = ours.read(text)
    for uci in BACK_AND_FORTH:
        history.append(ours.key(pos))
        pos = {move.uci: after for move, after in ours.moves(pos)}[uci]
    result = ours.result(pos, history)
    over, value = pyffish.is_optional_game_end("janggi", text, BACK_AND_FORTH)
    assert over
    assert result
    assert result.reason == "points"
    assert worth(result, pos.side) == sign(value)


TO_AND_FRO = ["a1a2", "a10a9", "a2a3", "e9e8", "a3a2", "e8e9", "a2a3", "e9e8", "a3a2", "e8e9"]
SPARE = ["e2e1", "a9a10", "e1e2", "a10a9"]


@pytest.mark.kernel
@pytest.mark.alone
@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        (TO_AND_FRO, True),
        ([*TO_AND_FRO[:8], "e2e2", "e8e9", "a3a2", "e9e8"], True),  # a pass before the last move
        ([*TO_AND_FRO[:6], "e2e2", "e9e8", "a2a3", "e8e9", "a3a2", "e9e8"], False),  # and one too early
        ([*TO_AND_FRO[:4], *SPARE, *TO_AND_FRO[4:8]], False),  # something else between
        (["e2e1", "a10a9", "e1e2", "a9a10"] * 3, True),  # the general may, but not the chariot
        (
            ["a1a2", "c7c6", "a2a3", "c6c5", "a3a2", "c5c4", "a2a3", "c4b4", "a3a2", "b4b3"],
            False,
        ),  # a capture
    ],
)
def test_nobody_moves_to_and_fro_in_modern_janggi(moves: list[str], ends: bool) -> None:
    ours, theirs = game("janggimodern"), list[str]()
    text = ours.start_text.replace("P1P1P1P1P", "2P1P1P1P")
    pos, history = ours.read(text), list[Hashable]()
    variant = fairyring.load("janggimodern")
    position = variant.position(text)
    passes = {move.choices for move in position.legal_moves() if move.uci == "e2e2"}
    assert passes == {("pass",)}  # so that nobody passes by choosing a general and changing their mind
    for uci in moves:
        history.append(ours.key(pos))
        legal = {move.uci: after for move, after in ours.moves(pos)}
        pos = legal[uci]
        position = position.play(next(move for move in position.legal_moves() if move.uci == uci))
        theirs.append(uci)
        result = ours.result(pos, history)
        over, value = pyffish.is_optional_game_end("janggimodern", text, theirs)
        assert (result is not None) == over == (position.result is not None)
        if result and position.result:
            assert worth(result, pos.side) == sign(value)
            assert position.result.winner == result.winner
            assert position.result.reason == result.reason
            assert ends
            return
    assert not ends
