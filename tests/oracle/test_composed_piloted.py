"""The composed oracle of piloting is that of Mini Meta Chess, and what hands add to it."""

from __future__ import annotations

import random

from .composed import Hands
from .composed.piloted import MiniMetaWith
from .minimeta import OracleMiniMeta
from .minimeta_samples import scattered


def test_without_mechanics_it_is_mini_meta_chess() -> None:
    own, composed = OracleMiniMeta("mini-meta"), MiniMetaWith("mini-meta", [])
    chance = random.Random(11)
    for _ in range(12):
        text = own.write(scattered(own, chance))
        expected = {turn: own.write(after) for turn, after in own.legal(own.read(text)).items()}
        pos = composed.read(text)
        assert {turn: composed.write(after) for turn, after in composed.legal(pos).items()} == expected
        assert composed.in_check(pos) == own.in_check(own.read(text)), text


def test_hands_and_marks_follow_riders() -> None:
    game = MiniMetaWith("mini-meta", [Hands()])
    pos = game.read("k[...k]4/5/5/2p[qQ~.n]2/5/2R[R~...]1K[K...][p] w 7 1")
    after = game.legal(pos)["c1-c3"]
    assert game.write(after) == "k[...k]4/5/5/2R[R~...]2/5/4K[K...][QNpp] b 0 1"


def test_a_piece_is_dropped_on_the_back_of_any_big_piece() -> None:
    game = MiniMetaWith("mini-meta", [Hands()])
    turns = game.legal(game.read("k[...k]4/5/5/2p[q..n]2/5/4K[K...][NP] w 0 1"))
    goals = {letter: {turn[2:] for turn in turns if turn[:2] == f"{letter}@"} for letter in "NP"}
    assert goals["N"] == {"a6:a2", "a6:b2", "a6:a1", "c3:b2", "c3:a1", "e1:b2", "e1:a1", "e1:b1"}
    assert goals["P"] == {"a6:a1", "c3:b2", "c3:a1", "e1:b2"}  # not on the first rank, nor on the last
