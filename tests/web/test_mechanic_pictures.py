"""Each mechanic's card in the workshop has a picture, which is what the rules make of its scene."""

from __future__ import annotations

import pytest

from fairyring.gamefiles.rules import MECHANICS
from tools.mechanics import PLACE, game_of, picture, scenes

MOST = 17_000  # bytes


def test_each_mechanic_has_a_scene_with_it_and_a_small_picture() -> None:
    assert {*scenes()} == {*MECHANICS} == {path.stem for path in PLACE.glob("*.svg")}
    for name in scenes():
        mechanics = game_of(name).rules.mechanics  # type: ignore[attr-defined]  # all scenes are orthodox
        assert any(isinstance(each, MECHANICS[name]) for each in mechanics), name
        drawn = (PLACE / f"{name}.svg").read_text(encoding="utf-8")
        assert len(drawn) < MOST, name
        assert "<text" not in drawn, name  # a picture in no language


@pytest.mark.kernel
@pytest.mark.alone
def test_pictures_are_of_what_the_rules_do() -> None:
    for name in scenes():
        drawn = (PLACE / f"{name}.svg").read_text(encoding="utf-8")
        assert picture(name) == drawn, f"tools/mechanics.py draws {name} again"
