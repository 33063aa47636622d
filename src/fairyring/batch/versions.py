"""Versions of games for learning programs: they rise when the rules or the numbers of the actions change.

``versions.json`` has, for each game that comes with fairyring, its version and the fingerprint that it had
when the version was given. ``tools/versions`` brings it up to date, and a test says when to run it.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files

import numpy as np

from fairyring.batch.games import Batch
from fairyring.game import Variant
from fairyring.game.telling import SPECTATOR

GAMES, PLIES = 8, 60
FILE = "versions.json"
FIRST = (1, "")  # of a game whose fingerprint nobody has taken yet


def fingerprint(variant: Variant) -> str:
    """What some games show of the rules: all legal actions, what spectators see, results; as 16 digits.

    It does not depend on the order in which moves are listed. Rules that matter only seldom, or late in a
    game, may change without changing it.
    """
    batch = Batch(variant, GAMES, plies=PLIES, threads=1)
    found = hashlib.sha256(f"{len(batch.numbering)} {[plane.name for plane in batch.planes]}".encode())
    for ply in range(PLIES):
        first, actions = batch.legal()
        lists = [np.sort(part) for part in np.split(actions, first[1:-1])]
        for each in (np.concatenate(lists).astype("<i4"), batch.observe(SPECTATOR)):
            found.update(each.tobytes())
        chosen = [int(each[(7919 * ply + 104729 * game) % len(each)]) for game, each in enumerate(lists)]
        steps = batch.step(chosen)
        white = steps.rewards[:, 0].astype("<f4")
        # With -0 for 0, as when the first fingerprints were taken.
        found.update(np.stack((white, -white), axis=1).tobytes() + steps.reasons.tobytes())
    return found.hexdigest()[:16]


def version(variant: Variant) -> int:
    """The version of a game that comes with fairyring, from 1; 0 for a user's own."""
    return known().get(variant.name, FIRST)[0] if variant.source == variant.name else 0


@cache
def known() -> dict[str, tuple[int, str]]:
    """The version and the fingerprint of each game."""
    text = files("fairyring.batch").joinpath(FILE).read_text(encoding="utf-8")
    return {name: (number, print_) for name, (number, print_) in json.loads(text).items()}
