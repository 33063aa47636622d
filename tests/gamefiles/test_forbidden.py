"""Sections with mechanics that Fairy-Stockfish does not let together: here they equal the composed oracle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import fairyring
from fairyring.board import grid
from fairyring.pieces import Piece
from tests.gamefiles.walking import Together, walks
from tests.oracle.composed import (
    Duck,
    Explosion,
    Game,
    Hands,
    Mechanic,
    Royals,
    Trail,
    Walls,
    composed,
    usual,
)
from tests.oracle.composed.extinction import Extinction
from tests.oracle.composed.results import Results

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

SMALL = """[walled-hands:crazyhouse]
wallingRule = static
king = -
commoner = k
extinctionPieceTypes = k
extinctionValue = loss
castling = false
maxFile = 4
maxRank = 4
pawn = -
promotionPieceTypes = -
startFen = rn1k/4/4/RN1K[Nb] w - - 0 1
"""
HOPPING = """[hopping-kings:chess]
king = k:pQ
castling = false
"""
WALLED = (
    "r1kb1/1p1n1/4*/1P1N1/R1KB1 w - - 0 1",
    "2k1r/5/1B3/r2*1/R1K1b w - - 0 1",
    "2k2/1P2r/2R*1/b1p2/2K1n b - - 0 1",
)
IMMUNE = """[immune-knights:atomic]
blastImmuneTypes = n
"""
TINY = """[{name}:chess]
castling = false
maxFile = 5
maxRank = 5
doubleStep = false
queen = -
promotionRegionWhite = *5
promotionPieceTypes = r
startFen = r1kb1/1p1n1/5/1P1N1/R1KB1 w - - 0 1
stalemateValue = win
{lines}
"""


def walled_hands() -> Game:
    kinds = [each for each in fairyring.load("chess").rules.pieces if each.letter in "RNBQ"]
    pieces = [*kinds, Piece("K", "commoner", "K")]
    start = "rn1k/4/4/RN1K[Nb] w - - 0 1"
    return composed(grid(4, 4), pieces, {}, "", start, [Hands(), Walls(), Extinction(letters="K")])


def hopping_kings() -> Game:
    chess = fairyring.load("chess")
    kinds = [each for each in chess.rules.pieces if not each.royal]
    pieces = [*kinds, Piece("K", "king", "pQ", royal=True)]
    return composed(chess.board, pieces, {}, "QRBN", f"{chess.start()}".replace("KQkq", "-"))


def tiny(*mechanics: Mechanic, rook: str = "R", king: bool = True) -> Game:
    """Chess on a small board, with royal kings."""
    moving = {"R": rook, "P": "mfWcfF"}
    kinds = [
        replace(each, movement=moving.get(each.letter, each.movement), royal=each.royal and king)
        for each in fairyring.load("chess").rules.pieces
        if each.letter != "Q"
    ]
    results = Results(stalemate="win", insufficient=False)
    start = "r1kb1/1p1n1/5/1P1N1/R1KB1 w - - 0 1"
    return composed(grid(5, 5), kinds, {}, "R", start, mechanics, results)


GAMES = {
    "walled-hands": Together(SMALL, walled_hands(), ("rn1k/4/1B2/RN1K[Nb] w - - 0 1",), {"drop", "capture"}),
    "hopping-kings": Together(
        HOPPING,
        hopping_kings(),
        ("4k3/3p1n2/8/2b4R/8/6q1/3B4/4K2R w - - 0 1", "3rk3/4p3/8/1B6/4n3/8/3PQ3/4K3 b - - 0 1"),
        {"check", "capture"},
    ),
    "immune-knights": Together(
        IMMUNE,
        usual(Explosion(immune="N"), results=Results(insufficient=False)),
        ("r2nk2r/3pp3/2n5/5N2/4Nb2/3B4/3PP3/R2QK2R w KQkq - 0 1",),
        {"explosion"},
    ),
    "royal-duck": Together(
        TINY.format(name="royal-duck", lines="wallingRule = duck"), tiny(Duck()), WALLED, {"check"}
    ),
    "royal-walls": Together(
        TINY.format(name="royal-walls", lines="wallingRule = static"), tiny(Walls()), WALLED, {"check"}
    ),
    "royal-arrows": Together(
        TINY.format(name="royal-arrows", lines="wallingRule = arrow"),
        tiny(Walls(shot=True)),
        WALLED,
        {"check"},
    ),
    "royal-trail": Together(
        TINY.format(name="royal-trail", lines="wallingRule = past"), tiny(Trail()), WALLED, {"check"}
    ),
    "duck-and-cannons": Together(
        TINY.format(name="duck-and-cannons", lines="rook = -\ncannon = r\nwallingRule = duck"),
        tiny(Duck(), rook="mRcpR"),
        ("2k2/2pr1/2*2/1P2b/R1K2 w - - 0 1", "r1k2/1B*r1/5/R1P2/2K2 b - - 0 1"),
        {"check"},
    ),
    "exploding-duck": Together(
        TINY.format(name="exploding-duck", lines="wallingRule = duck\nblastOnCapture = true"),
        tiny(Duck(), Explosion()),
        WALLED,
        {"explosion"},
    ),
    "exploding-royals": Together(
        TINY.format(
            name="exploding-royals",
            lines="king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\n"
            "extinctionPseudoRoyal = true\nextinctionPieceTypes = kb",
        ),
        tiny(Royals("KB", most=1), Explosion(), king=False),
        ("2kb1/1n3/2p2/1N2R/2KB1 w - - 0 1", "1r2b/5/2k2/3B1/K3n b - - 0 1"),
        {"explosion", "check"},
    ),
    "ducks-and-royals": Together(
        TINY.format(
            name="ducks-and-royals",
            lines="king = -\ncommoner = k\nwallingRule = duck\nblastOnCapture = true\n"
            "extinctionValue = loss\nextinctionPseudoRoyal = true\nextinctionPieceTypes = kb",
        ),
        tiny(Duck(), Royals("KB", most=1), Explosion(), king=False),
        ("2kb1/1n3/2p2/1N1*R/2KB1 w - - 0 1",),
        {"explosion"},
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_walks(name: str, tmp_path: Path) -> None:
    walks(name, GAMES[name], tmp_path)
