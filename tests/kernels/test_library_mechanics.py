"""Mechanics and forms of them that only games of the library have equal the composed oracle."""

from __future__ import annotations

import pytest

from tests import lanes
from tests.kernels.test_mechanics import followed
from tests.oracle.composed import LIBRARY, UNJUDGED
from tests.oracle.test_library_oracle import EVENTS, STARTS

pytestmark = pytest.mark.kernel


EVENTS = EVENTS | {"really-big": {"capture", "castling", "check", "double step", "en passant", "promotion"}}
STARTS = STARTS | {
    "really-big": (
        "r7k6r/3p5p6/16/16/16/16/16/16/16/16/16/16/16/16/3P5P6/R7K6R w KQkq - 0 1",
        "8k7/4p3p7/16/16/16/3P1P3o6/5o10/16/16/5O10/3p1p10/5p4p5/10p5/16/4P5P5/8K7 w - - 0 1",
        "8k7/16/4P10p/16/3o12/16/9f6/16/2W13/5M10/16/16/16/P15/14p1/8K7 w - - 0 1",
        "8k7/5P10/16/16/4A11/16/16/7C8/16/16/16/16/16/16/5p10/8K7 b - - 0 1",
    )
}


NAMES = [*LIBRARY, *UNJUDGED]
NEW = lanes.with_new_mechanics(NAMES)
SOME = lanes.chosen(NAMES)


def walked_here(name: str) -> bool:
    """Whether a game is walked in this lane: others differ in data, or would be compiled for this alone."""
    if lanes.EVERY:
        return lanes.PLAIN or name in NEW or (lanes.full() and not lanes.apart(name))
    return name in SOME and (lanes.PLAIN or not lanes.apart(name))


@pytest.mark.parametrize("name", [name for name in NAMES if walked_here(name)])
def test_walks(name: str) -> None:
    followed(name, STARTS[name], lanes.samples(4, 1), EVENTS[name])
