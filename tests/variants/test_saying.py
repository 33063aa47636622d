"""Every game as a game file of its own: the file makes the same game again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fairyring.board import Side, grid, levels
from fairyring.errors import VariantError
from fairyring.gamefiles.saying import Saying, UnsaidError, said_board
from fairyring.gamefiles.writing import toml_text
from fairyring.names import variants
from fairyring.variants import define
from fairyring.variants.definition import Definition
from fairyring.variants.toml.loading import TomlGame
from fairyring.variants.toml.saying import data_of
from tests import lanes

AREAS = ("starts", "far", "passable")
# One of each family, of each kind of board, and those whose areas or castlings are code in Python.
ODD = {
    *("momentum", "minigolf", "mini-meta", "monster-bluff-4", "ravioli", "glinski", "raumschach", "bughouse"),
    *("metachess-4", "xiangqi", "chess960", "caparandom", "horde", "elgam", "cannonshogi", "billiards-halb"),
}
GAMES = variants() if lanes.EVERY else sorted(ODD | {*variants()[::12]})


def again(game: Definition) -> Definition:
    def none(*_: object) -> Definition:
        raise VariantError("a file without a base")

    text = toml_text(data_of(game))
    return TomlGame(text.encode(), "again.toml", none, bounded=False)()


def areas(rules: Any) -> list[list[bool]]:
    """What each area has, square by square; another area may have the same."""
    sites = [(site, side) for side in Side for site in range(len(rules.board))]
    return [[getattr(rules, name)(rules.board, *each) for each in sites] for name in AREAS]


@pytest.mark.parametrize("name", GAMES)
def test_a_file_says_the_whole_game(name: str) -> None:
    game = define(name, {})[1]
    made = again(game)
    assert made.start == game.start
    for key in vars(game.rules).keys() & made.rules.__dataclass_fields__.keys():  # type: ignore[attr-defined]
        if key not in AREAS:
            assert getattr(made.rules, key) == getattr(game.rules, key), key
    if hasattr(game.rules, "starts"):
        assert areas(made.rules) == areas(game.rules)
    for key in ("title", "summary", "notes", "rulings", "figures", "rides", "group"):
        assert getattr(made, key) == getattr(game, key), key


def test_levels_are_said_with_their_titles_and_parts() -> None:
    size = {"kind": "levels", "width": 3, "height": 2, "boards": 2}
    titled = levels(3, 2, 2, ("Cellar", "Attic"))
    assert said_board(levels(3, 2, 2)) == size
    assert said_board(titled) == size | {"titles": ["Cellar", "Attic"]}
    painted = said_board(replace(titled, regions=("", "hill", *titled.regions[2:])))
    assert painted["regions"]["hill"] == ["Ab1"]
    assert "titles" not in painted


def test_what_is_code_is_not_said() -> None:
    class Own:
        def ways(self, *_: object) -> None:
            return None

    with pytest.raises(UnsaidError, match="is code, which no game file can hold"):
        Saying(grid(8, 8)).said(Own())


def test_a_board_is_said_by_what_makes_it() -> None:
    assert said_board(grid(6, 7)) == {"kind": "grid", "width": 6, "height": 7}
