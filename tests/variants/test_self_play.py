"""What was measured of the computer's games against itself, and that rules pages say it."""

from __future__ import annotations

import pytest

import fairyring
from fairyring.drawing import rules_page
from fairyring.variants import self_play
from fairyring.variants.self_play import SelfPlay
from tests import lanes

MEASURED = [name for name in lanes.GAMES if self_play.of(name)]


def test_every_combination_of_ours_has_been_played() -> None:
    ours = [
        name
        for name in lanes.GAMES
        if getattr(fairyring.load(name).rules, "mechanics", ())
        and fairyring.load(name).definition.inventor == "fairyring"
    ]
    assert ours
    assert set(ours) <= set(MEASURED)


@pytest.mark.parametrize("name", MEASURED)
def test_two_hundred_games(name: str) -> None:
    found = self_play.of(name)
    assert isinstance(found, SelfPlay)
    assert found.games >= 200
    assert 0 < found.plies <= 400


def test_the_rules_page_tells_it() -> None:
    name = MEASURED[0]
    found = self_play.of(name)
    assert found is not None
    page = rules_page(fairyring.load(name))
    assert f"White won {found.white}, Black won {found.black} and {found.drawn} were drawn" in page


def test_nothing_is_told_of_a_game_that_was_not_measured() -> None:
    name = next(name for name in lanes.GAMES if name not in MEASURED)
    assert 'id="self-play"' not in rules_page(fairyring.load(name))
