"""Every game that comes with fairyring keeps to the conformance suite."""

from functools import cache

import pytest

import fairyring
from fairyring import testing
from tests import lanes

pytestmark = pytest.mark.kernel


NAMES = lanes.chosen(sorted(lanes.GAMES, key=lambda name: len(fairyring.load(name).board)))


@cache
def looked_at_closely() -> list[str]:
    """One game of each compiled code: others differ in data. As plain Python, one of each family.

    And those that are played as plain Python alone.
    """
    names = lanes.one_a_family(NAMES)
    if lanes.PLAIN and not lanes.EVERY:
        families = {type(fairyring.load(name).rules): name for name in reversed(names)}
        return sorted({*families.values(), *filter(lanes.lonely, names)})
    return names


@pytest.mark.plain
@pytest.mark.parametrize("name", NAMES if lanes.full() else looked_at_closely())
def test_conformance(name: str) -> None:
    steps: list[str] = []
    closely = name in looked_at_closely()
    plies = lanes.samples(30, 4, usual=12) if closely else lanes.samples(12, 12, usual=4)
    testing.check(
        name,
        walks=lanes.samples(2, 1, usual=1) if closely else 1,
        plies=min(plies, 2 if lanes.crowded(name) else 6 if lanes.vast(name) else plies),
        seed=1,
        report=lambda step, number, total: steps.append(f"{number}/{total} {step}"),
    )
    assert len(steps) == len(set(steps)) > 5


PLIES = 200


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_games_and_searches_from_many_positions(name: str) -> None:
    """Where indices are checked, this looks at twenty thousand positions of each game."""
    games = (200 if lanes.EVERY else 30) if lanes.BOUNDS else 20
    for position in list(testing.random_walk(fairyring.load(name), 60, seed=2))[::20]:
        played = fairyring.playouts(position, games, PLIES)
        assert max(played.plies) <= PLIES
        lengths = zip(played.plies, played.reasons, strict=True)
        assert all(plies == PLIES or reason for plies, reason in lengths)
        if position.result is None:
            assert fairyring.search(position, nodes=10_000).move in position.legal_moves()
