"""Perpetual chases: the composed oracle against Fairy-Stockfish, move by move."""

from __future__ import annotations

from collections.abc import Hashable

import pyffish
import pytest

from tests import lanes

from .composed import game
from .composed.judge import sign, worth
from .composed.xiangqi import crowded

CYCLES = [
    ("8P/2R6/5k2b/n5p2/9/2B6/9/6R1n/9/3K5 w - - 0 1", "c9a9 a7c8 a9c9 c8a7"),
    ("8P/2R6/5k2b/n5p2/9/2B6/9/3R4n/9/3K5 b - - 0 1", "i3g4 d3g3 g4i3 g3d3"),
    ("P2a1ab2/3Nk4/b8/4N3r/5p3/1p3r3/9/3K5/2R1A4/5A2R w - - 0 1", "d9c7 a8c10 c7d9 c10a8"),
    ("3C5/P3a4/5k3/2P6/5Pb2/4R1r1r/3p5/5K3/3R5/1c2p4 b - - 0 1", "e9d8 e5d5 d8e9 d5e5"),
    ("3C1kN2/9/3a5/9/9/9/P1PP1N3/2C2K2B/4R4/3A1A3 w - - 0 1", "e2e8 d8e9 e8e2 e9d8"),
    ("5a3/8R/3kb4/2n6/r5b1R/9/3r4N/9/9/4KA1N1 w - - 0 1", "i9i10 f10e9 i10i9 e9f10"),
    ("1P2k4/9/bP3C3/9/9/6B2/9/3K1A2B/9/9 b - - 0 1", "a8c10 f8f10 c10a8 f10f8"),
    ("3a1k3/9/r2a3cn/2N4P1/2bP3r1/5P3/9/B3K4/1p1C5/4nR3 w - - 0 1", "f1g1 e1f3 g1f1 f3e1"),
    ("9/5k3/b3b4/2c2N3/2R6/6B2/9/9/1p2K4/1R4p2 b - - 0 1", "c7c8 c6c1 c8c7 c1c6"),
    ("3Ck2N1/9/c8/p4C2P/2bn5/9/3r5/4nA2B/4p4/5K1R1 w - - 0 1", "f7d7 d4d3 d7f7 d3d4"),
]
"""A position, and moves by which it comes again."""
CROWDED_CYCLES = [  # on five ranks, which Crowded Xiangqi has
    ("5k3/P1r1B1nb1/6R2/9/c3K4 w - - 0 1", "g3g1 g4e3 g1g3 e3g4"),
    ("3k1b3/9/1n2KNp2/2r6/3A1C3 b - - 0 1", "f5h3 f3g1 h3f5 g1f3"),
    ("4a4/5k3/B3K4/9/2r6 b - - 0 1", "c1a1 a3c5 a1c1 c5a3"),
    ("9/9/1n3k3/3RC4/4K2pr w - - 0 1", "d2b2 b3d4 b2d2 d4b3"),
]
ON_FIVE_RANKS = f"""
[crowded:xiangqi]
maxRank = 5
startFen = {crowded().start_text}
mobilityRegionBlackKing = d3 e3 f3 d4 e4 f4 d5 e5 f5
mobilityRegionBlackFers = d3 e3 f3 d4 e4 f4 d5 e5 f5
mobilityRegionBlackElephant = *1 *2 *3 *4 *5
soldierPromotionRank = 4
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "text", "cycle"),
    [("xiangqi", *each) for each in CYCLES] + [("crowded", *each) for each in CROWDED_CYCLES],
)
@pytest.mark.parametrize("late", range(lanes.samples(3, 1)))
def test_fairy_stockfish_agrees(name: str, text: str, cycle: str, late: int) -> None:
    """From the first move of the cycle or a later one: who is chased depends on what came before."""
    pyffish.load_variant_config(ON_FIVE_RANKS)
    ours = crowded() if name == "crowded" else game(name)
    moves, history = cycle.split() * 3, list[Hashable]()
    pos = ours.read(text)
    for uci in moves[:late]:
        pos = {move.uci: after for move, after in ours.moves(pos)}[uci]
    begin, played = ours.write(pos), list[str]()
    pos = ours.read(begin)
    for uci in moves[late:]:
        history.append(ours.key(pos))
        pos = {move.uci: after for move, after in ours.moves(pos)}[uci]
        played.append(uci)
        result = ours.result(pos, history)
        over, value = pyffish.is_optional_game_end(name, begin, played)
        assert (result is not None) == over, played
        if result:
            assert worth(result, pos.side) == sign(value), played
            return
    pytest.fail("it never ends")
