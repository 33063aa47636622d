"""Every game that comes with fairyring keeps to the conformance suite."""

import pytest

import fairyring
from fairyring import testing
from tests import lanes

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", fairyring.variants())
def test_conformance(name: str) -> None:
    steps: list[str] = []
    # On ten boards as one a position takes a hundred times as long to look at as in chess.
    vast = len(fairyring.load(name).board) > 512
    testing.check(
        name,
        walks=1 if vast else lanes.samples(2, 1),
        plies=6 if vast else lanes.samples(30, 8),
        seed=1,
        report=lambda step, number, total: steps.append(f"{number}/{total} {step}"),
    )
    assert len(steps) == len(set(steps)) > 5
