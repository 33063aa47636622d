"""What the page of all games shows is what the library says of the same moves."""

from __future__ import annotations

import json

import pytest

import fairyring
from fairyring.names import library
from fairyring.web.previews import PLACE, preview
from tests import lanes


@pytest.mark.kernel
@pytest.mark.parametrize(
    "name",
    [*lanes.in_one_lane(lanes.chosen(lanes.GAMES)), *lanes.some_of_library(lanes.in_one_lane(library()))],
)
def test_the_beginning_that_is_shown_can_be_played_so(name: str) -> None:
    kept = json.loads((PLACE / f"{name}.json").read_text(encoding="utf-8"))
    assert len(kept["steps"]) >= 8
    # As the page reads it: whole numbers and numbers with a point are the same there.
    assert kept == json.loads(json.dumps(preview(name, kept["moves"]))), "tools/previews makes it anew"


def test_no_preview_is_of_a_game_that_is_gone() -> None:
    assert sorted(path.stem for path in PLACE.glob("*.json")) == sorted(fairyring.variants())
