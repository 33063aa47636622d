"""The composed oracle's riding is that of MetaChess's own oracle; and what explosions do to riders."""

from __future__ import annotations

import random

import pytest

from .composed.explosion import Explosion
from .composed.games import riding
from .composed.walks import walk
from .metachess import OracleMetaChess
from .metachess_samples import scattered


@pytest.mark.thorough
@pytest.mark.parametrize("riders_fall", [False, True])
def test_two_oracles_agree(riders_fall: bool) -> None:
    own, composed = OracleMetaChess(riders_fall=riders_fall), riding(riders_fall=riders_fall)
    chance = random.Random(11)
    for _ in range(4):
        pos = composed.read(own.write(scattered(own, chance)))
        for ply in walk(composed, pos, chance, 3):
            text = composed.write(ply.before)
            expected = {turn: own.write(after) for turn, after in own.legal(own.read(text)).items()}
            assert {
                turn: composed.write(after) for turn, after in composed.legal(ply.before).items()
            } == expected
            assert composed.in_check(ply.before) == own.in_check(own.read(text)), text


def test_an_explosion_reaches_carriers_and_riders_but_not_pawns() -> None:
    game = riding(Explosion())
    pos = game.read("4k3/8/3(pn)4/4(rN)3/2n5/(qB)7/8/B3K3 w - - 0 1")
    after = game.successor(pos, "a1-e5")
    assert game.write(after) == "4k3/8/3p4/8/2n5/(qB)7/8/4K3 b - - 0 1"
