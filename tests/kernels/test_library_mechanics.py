"""Mechanics and forms of them that only games of the library have equal the composed oracle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import fairyring
from tests import lanes
from tests.kernels.comparing import follow
from tests.kernels.test_mechanics import Judge, walked
from tests.oracle.composed import LIBRARY, game
from tests.oracle.remembering import remembering
from tests.oracle.test_library_oracle import EVENTS, STARTS

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", LIBRARY)
def test_walks(name: str) -> None:
    judge, chance, seen = remembering(Judge(game(name))), random.Random(5), Counter[str]()
    variant = fairyring.load(name)
    reasons: set[str | None] = set()
    first = () if lanes.crowded(name) else (judge.composed.start_text,)
    for text in (*first, *STARTS[name]) * lanes.samples(4, 1):
        walk = walked(judge, judge.read(text), chance, lanes.samples(12, 6), seen)
        reasons |= follow(judge, variant.position(text), walk)
    if lanes.full():
        happened = seen.keys() | reasons
        assert {event for event in EVENTS[name] if not event.endswith(("wins", "draws"))} <= happened
