"""Sections with pieces that turn, new pieces, connections and other promotions, equal to the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import fairyring
from fairyring import Variant
from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.mechanics import Connection, DropLimits, Flips, Mechanic, Promotions
from fairyring.pieces import Piece, together
from fairyring.variants import chess
from tests.gamefiles.walking import Together, walks
from tests.oracle import composed
from tests.oracle.composed import Game
from tests.oracle.composed.connection import Connection as Connected
from tests.oracle.composed.flips import Flips as Turns
from tests.oracle.composed.in_a_row import InARow
from tests.oracle.composed.passing import Pass
from tests.oracle.composed.points import Points
from tests.oracle.composed.results import Results

pytestmark = [pytest.mark.kernel, pytest.mark.alone]

STONE = Piece("P", "stone", together(()))
SIX = "6/6/2pP2/2Pp2/6/6"
FULL = "PpPpPp/pPpPpP/PPPppp/pPpP1p/PpPpP1/1PpPpP"
CROSS = "1p1p1/P1P1P/1p1p1/P1P1P/1p1p1"
TOWERS = "3r1/1kp2/5/2P1K/R4"


def stones(start: str, *mechanics: composed.Mechanic, size: int = 6, results: Results | None = None) -> Game:
    """A game of stones that do not move."""
    usual = Results(stalemate="more", plies=None)
    return Game(grid(size, size), [STONE], {}, "", start, mechanics, results or usual)


def towers() -> Game:
    kinds = [each for each in fairyring.load("chess").rules.pieces if each.letter in "RK"]
    pieces = [Piece("P", "pawn", "mfWcfF", pawn=True), *kinds, Piece("+R", "queen", "Q")]
    promotions = composed.Promotions(
        {"P": "R", "R": ("+R",)}, 2, leaving=True, optional=True, idle=True, forced="P", black_ranks=1
    )
    return composed.composed(grid(5, 5), pieces, {}, None, f"{TOWERS} w - - 0 1", [promotions])


GAMES = {
    "rows": Together(
        f"""[rows:flipello]
maxRank = 6
maxFile = 6
nMoveRule = 0
startFen = {SIX}[PPPPpppp] w - - 0 1
enclosingDropStart = c3 c4 d3 d4
""",
        stones(
            f"{SIX}[PPPPpppp] w - - 0 1",
            composed.StartHands(),
            Turns(turns="rows", first=("c3", "c4", "d3", "d4")),
            Pass(stuck=True),
            Points({"P": 1}),
        ),
        ("6/6/2p3/2Pp2/6/6[PPPPPPPPpppppppp] w - - 0 1", f"{FULL}[PPppp] w - - 0 1"),
        set(),
    ),
    "quadwrangle": Together(
        """[quadwrangle:ataxx]
maxRank = 5
maxFile = 5
customPiece1 = p:mQ
flipEnclosedPieces = quadwrangle
enclosingDrop = none
startFen = 1PPP1/p3P/5/p3P/1ppp1 w - - 0 1
""",
        Game(
            grid(5, 5),
            [Piece("P", "stone", "mQ")],
            {},
            "",
            "1PPP1/p3P/5/p3P/1ppp1 w - - 0 1",
            [Turns("P", "joined", "anywhere"), Pass(stuck=True), Points({"P": 1})],
            Results(stalemate="more", plies=None),
        ),
        ("PPPPp/pPpPp/1pppP/pPpPP/PpPpP w - - 0 1",),
        set(),
    ),
    "snort": Together(
        """[snort:ataxx]
customPiece1 = -
immobile = p
maxRank = 4
maxFile = 4
enclosingDrop = snort
flipEnclosedPieces = none
passOnStalemate = false
stalematePieceCount = false
startFen = 4/4/4/4 w - - 0 1
""",
        stones(
            "4/4/4/4 w - - 0 1",
            Turns("P", "none", "apart"),
            Points({"P": 1}),
            size=4,
            results=Results(stalemate="loss", plies=None),
        ),
        ("P1p1/4/1P1p/4 b - - 0 1",),
        set(),
    ),
    "gale": Together(
        f"""[gale:ataxx]
customPiece1 = -
immobile = p
maxRank = 5
maxFile = 5
enclosingDrop = none
flipEnclosedPieces = none
passOnStalemate = false
stalematePieceCount = false
connectRegion1White = a*
connectRegion2White = e*
connectRegion1Black = *1
connectRegion2Black = *5
connectDiagonal = false
startFen = {CROSS} w - - 0 1
""",
        stones(
            f"{CROSS} w - - 0 1",
            Turns("P", "none", "anywhere"),
            Points({"P": 1}),
            Connected(
                {
                    "white": ([f"a{rank}" for rank in range(1, 6)], [f"e{rank}" for rank in range(1, 6)]),
                    "black": ([f"{file}1" for file in "abcde"], [f"{file}5" for file in "abcde"]),
                }
            ),
            size=5,
            results=Results(stalemate="loss", plies=None),
        ),
        ("1p1pp/P1P1P/Ppppp/PPP1P/1p1pp w - - 0 1", "1p1p1/P1PpP/1p1pP/P1PpP/1p1p1 w - - 0 1"),
        set(),
    ),
    "sides": Together(
        """[sides:ataxx]
customPiece1 = -
immobile = p
maxRank = 5
maxFile = 5
connectN = 3
freeDrops = false
enclosingDrop = anyside
flipEnclosedPieces = none
adjudicateFullBoard = false
materialCounting = none
passOnStalemate = false
stalematePieceCount = false
stalemateValue = draw
startFen = 5/5/5/5/5[PPPPPpppp] w - - 0 1
""",
        stones(
            "5/5/5/5/5[PPPPPpppp] w - - 0 1",
            composed.StartHands(),
            composed.DropLimits(slides=True),
            InARow(3),
            size=5,
            results=Results(plies=None),
        ),
        ("2P2/5/P1p1P/3p1/1p3[PPPPpppp] b - - 0 1",),
        {"drop"},
    ),
    "towers": Together(
        f"""[towers:chess]
castling = false
doubleStep = false
maxRank = 5
maxFile = 5
knight = -
bishop = -
promotedPieceType = r:q
promotionPieceTypes = r
promotionRegionWhite = *4 *5
promotionRegionBlack = *1
startFen = {TOWERS} w - - 0 1
""",
        towers(),
        ("1k1r1/5/P2P1/2pp1/K3R b - - 0 1", "2k2/5/1R3/p2+rP/2K2 w - - 0 1"),
        {"promotion"},
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_walks(name: str, tmp_path: Path) -> None:
    walks(name, GAMES[name], tmp_path)


def chess_with(*mechanics: Mechanic) -> Variant:
    """Chess without kings, with mechanics."""
    usual = chess.variant()
    pieces = tuple(piece for piece in usual.rules.pieces if not piece.royal)
    rules = {"pieces": pieces, "castlings": (), "minor": "", "bound": ""}
    game = usual.but(title="Turned", summary="Turned.", mechanics=mechanics, rules=rules)
    return Variant("turned", game, {}, "turned")


@pytest.mark.parametrize(
    ("mechanic", "sentence"),
    [
        (Flips(turns=cast(Any, "around")), "flips: turns is none or next or joined or rows, not 'around'"),
        (Flips(grows="P", where=cast(Any, "far")), "flips: where is next or anywhere or apart, not 'far'"),
        (Flips(where="anywhere"), "flips: where is where new pieces come, and grows names none"),
        (Flips(turns="rows", first=("z9",)), "flips: the board has no square 'z9'"),
        (Connection(("a1",), ("z9",)), "connection: the board has no square 'z9'"),
        (Connection(("a1",), ()), "connection: start and end are the squares of the two parts"),
        (Connection(("a1",), ("a8",), along="X"), "connection: along is a piece's movement"),
        (Promotions({"P": ("Q",)}, black_ranks=9), "promotions: the board does not have 9 last ranks"),
        (Promotions({"P": ("Q",)}, forced="X"), "promotions: no piece has the letter 'X'"),
    ],
)
def test_what_does_not_fit_is_refused(mechanic: Mechanic, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        chess_with(mechanic)


def test_pieces_slide_in_on_one_chart_only() -> None:
    pair = fairyring.load("bughouse").definition
    assert isinstance(pair.rules, Orthodox)
    with pytest.raises(
        ValueError, match="drop limits: pieces rest on others, or slide in, only on a board of one"
    ):
        pair.but(
            title="Slides", summary="Slides.", mechanics=[*pair.rules.mechanics, DropLimits(slides=True)]
        )
