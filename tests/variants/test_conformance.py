"""Every game that comes with fairyring keeps to the conformance suite."""

import pytest

import fairyring
from fairyring import testing
from tests import lanes

pytestmark = pytest.mark.kernel


NAMES = fairyring.variants()


# As plain Python, games of one family run the same functions; the lanes with compiled code take every game.
@pytest.mark.parametrize("name", lanes.one_a_family(NAMES) if lanes.PLAIN else NAMES)
def test_conformance(name: str) -> None:
    steps: list[str] = []
    vast = lanes.vast(name)
    testing.check(
        name,
        walks=1 if vast else lanes.samples(2, 1),
        plies=6 if vast else lanes.samples(30, 8),
        seed=1,
        report=lambda step, number, total: steps.append(f"{number}/{total} {step}"),
    )
    assert len(steps) == len(set(steps)) > 5
