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


PLIES = 200


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_games_and_searches_from_many_positions(name: str) -> None:
    """Where indices are checked, this looks at a hundred thousand positions of each game."""
    games = 200 if lanes.BOUNDS else 20
    for position in list(testing.random_walk(fairyring.load(name), 60, seed=2))[::20]:
        played = fairyring.playouts(position, games, PLIES)
        assert max(played.plies) <= PLIES
        lengths = zip(played.plies, played.reasons, strict=True)
        assert all(plies == PLIES or reason for plies, reason in lengths)
        if position.result is None:
            assert fairyring.search(position, nodes=10_000).move in position.legal_moves()
