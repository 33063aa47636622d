"""Games that use the weights of another."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import fairyring
from fairyring import VariantError
from fairyring.cli.commands import app
from fairyring.kernels.learned import fingerprint
from fairyring.training import training
from fairyring.training.fitting import Fit
from fairyring.variants import weights
from fairyring.variants.definition import Definition
from fairyring.variants.weights import lenders, lent, written
from tests.training.test_training import rules_of

GAME = """
fairyring = 1
base = "chess"
title = "Hill"
summary = "Chess, but a king on the fourth rank wins."
weights = "chess"

[mechanics.goal]
sites = ["a4", "b4"]
"""


def said_of(name: str) -> Mapping[str, Any]:
    """What the file of weights of a game says."""
    found: Mapping[str, Any] = json.loads(weights._shipped()[name].content)
    return found


def written_to(path: Path, text: str = GAME) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_values_of_the_other_game_count(tmp_path: Path) -> None:
    rules, chess = rules_of(written_to(tmp_path / "hill.toml")), rules_of("chess")
    assert np.array_equal(rules.tables.worth.places, chess.tables.worth.places)
    assert np.array_equal(rules.tables.worth.whole, chess.tables.worth.whole)
    assert not np.array_equal(rules.tables.worth.places, rules.taught(None).tables.worth.places)


@pytest.mark.kernel
def test_a_position_that_was_read_has_its_sums_by_them(tmp_path: Path) -> None:
    variant = fairyring.load(written_to(tmp_path / "hill.toml"))
    read, again = variant.start().rows(1), variant.start().rows(1)
    variant.rules.derive(again, 0)
    assert np.array_equal(read.info, again.info)


def test_pieces_that_the_game_does_not_have_are_left_out(tmp_path: Path) -> None:
    without = (
        'without = "N"\npromotions = "BRQ"\nminor = ""\nbound = ""\narray = "r1bqkb1r/8/8/8/8/8/8/R1BQKB1R"'
    )
    text = GAME.replace("[mechanics", f"{without}\n[mechanics")
    rules, chess = rules_of(written_to(tmp_path / "hill.toml", text)), said_of("chess")["terms"]
    assert any(name.startswith("N: ") for name in chess)
    rook, none = rules.values["white rook"], rules.taught(None).values["white rook"]
    assert rook == none + chess["R: value"] != none


def test_weights_of_its_own_count_alone(tmp_path: Path) -> None:
    path = written_to(tmp_path / "hill.toml")
    usual = rules_of(path).taught(None)
    own = written("hill", fingerprint(usual, usual.tables), {"N: value": 300}, {})
    written_to(tmp_path / "hill.weights.json", own)
    rules = rules_of(path)
    assert rules.values["white knight"] == usual.values["white knight"] + 300
    assert rules.values["white rook"] == usual.values["white rook"]


def test_a_game_without_weights_lends_none(tmp_path: Path) -> None:
    path = written_to(tmp_path / "hill.toml", GAME.replace('weights = "chess"', 'weights = "shatranj"'))
    with pytest.raises(VariantError, match=r"hill\.toml, line 6, column 11: unknown word 'shatranj'"):
        fairyring.load(path)
    rules, usual = rules_of("chess").taught(None), fairyring.load("chess").definition
    named = Definition("Hill", "Chess.", rules, usual.form, usual.start, weights="shatranj")  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match=r"weights: no game called 'shatranj' comes with weights; these do: .*chess"
    ):
        lent(named)


def test_sides_with_different_pieces_can_borrow_none(tmp_path: Path) -> None:
    text = GAME.replace('base = "chess"', 'base = "horde"')
    with pytest.raises(VariantError, match=r"^hill\.toml: weights: .* count only where both sides"):
        fairyring.load(written_to(tmp_path / "hill.toml", text))


def test_training_goes_on_from_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written_to(tmp_path / "hill.toml")
    monkeypatch.setattr(training, "fitted", lambda _, found: Fit({"R: value": 7}, 0.6, 0.5, len(found)))
    words = [
        "train",
        str(path),
        "--games",
        "60",
        "--nodes",
        "32",
        "--processes",
        "1",
        "--pairs",
        "0",
        "--further",
    ]
    result = CliRunner().invoke(app, [*words, "--folder", str(tmp_path / "games")])
    assert result.exit_code == 0, result.output
    own, chess = json.loads((tmp_path / "hill.weights.json").read_text(encoding="utf-8")), said_of("chess")
    assert own["terms"] == chess["terms"] | {"R: value": chess["terms"]["R: value"] + 7}
    assert own["made"]["from"] == chess["made"]
    rules = rules_of(path)
    assert own["rules"] == fingerprint(rules, rules.taught(None).tables)


def test_games_that_come_with_fairyring_borrow_what_counts() -> None:
    games = {name: fairyring.load(name).definition.weights for name in fairyring.variants()}
    games = {name: lender for name, lender in games.items() if lender}
    assert games
    for name, lender in games.items():
        rules = rules_of(name)
        assert rules.learned is not None
        assert lender in lenders()
        known = {term.name for term in rules.terms(rules.tables)}
        assert len(rules.learned.values.keys() & known) > 0.9 * len(rules.learned.values)
