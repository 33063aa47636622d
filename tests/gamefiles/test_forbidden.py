"""Sections with mechanics that Fairy-Stockfish does not let together: here they equal the composed oracle."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

import fairyring
from fairyring.board import grid
from fairyring.pieces import Piece
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle.composed import Explosion, Game, Hands, Walls, composed, usual
from tests.oracle.composed.extinction import Extinction
from tests.oracle.composed.results import Results
from tests.oracle.remembering import remembering

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
IMMUNE = """[immune-knights:atomic]
blastImmuneTypes = n
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


class Together(NamedTuple):
    """A section, the same game by the oracle, where to begin, and what must happen in the walks."""

    section: str
    oracle: Game
    starts: tuple[str, ...]
    events: set[str]


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
}


@pytest.mark.parametrize("name", GAMES)
def test_walks(name: str, tmp_path: Path) -> None:
    game, chance, seen = GAMES[name], random.Random(3), Counter[str]()
    (tmp_path / "forbidden.ini").write_text(game.section)
    variant = fairyring.load(f"{tmp_path / 'forbidden.ini'}#{name}")
    judge = remembering(Judge(game.oracle))
    assert str(variant.start()) == game.oracle.start_text
    for text in (game.oracle.start_text, *game.starts) * lanes.samples(3, 2):
        follow(
            judge, variant.position(text), walked(judge, judge.read(text), chance, lanes.samples(5, 5), seen)
        )
    assert seen.keys() >= game.events or not lanes.full()
