"""Networks that are learned: what terms cannot say is found, and nothing is where there is nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import fairyring
from fairyring.cli.commands import app
from fairyring.errors import LabError
from fairyring.kernels.base import PieceRules
from fairyring.kernels.learned import Learned, fingerprint
from fairyring.training import network
from fairyring.training.fitting import evaluated, points_of
from fairyring.training.network import check_units, learnt
from tests.training.test_training import scattered

POSITIONS = 6000


def rules_of_chess() -> PieceRules:
    rules = fairyring.load("chess").rules
    assert isinstance(rules, PieceRules)
    return rules.taught(None)


@pytest.mark.thorough
@pytest.mark.parametrize("together", [True, False])
def test_a_network_learns_what_pieces_are_worth_together(
    together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a pawn on e4 is worth much with one on d4, it is found; where not, no network comes of it."""
    pytest.importorskip("jax", reason="needs fairyring[network]")
    monkeypatch.setattr(network, "PASSES", 12)
    rules = rules_of_chess()
    found = scattered(POSITIONS)
    usual = evaluated(rules.tables, found.rows, range(len(found)))
    cells, sites = found.rows.cells[: len(found), 0], rules.board.numbers
    pawn, other = rules.codes["P"], rules.codes["p"]
    white = (cells[:, sites["e4"]] == pawn) & (cells[:, sites["d4"]] == pawn)
    black = (cells[:, sites["e5"]] == other) & (cells[:, sites["d5"]] == other)
    assert min(np.count_nonzero(white), np.count_nonzero(black)) > 40
    more = 600.0 * (white.astype(float) - black) if together else np.zeros(len(found))
    chance = np.random.default_rng(2)
    really = usual + more
    points = (chance.random(len(found)) < points_of(really / 100)).astype(float)
    found = replace(found, points=points, scores=really)
    came = learnt(rules, found, usual, 8)
    if not together:
        assert came.weights is None
        assert came.after == came.before
        return
    assert came.weights is not None
    assert came.after < came.before - 0.002
    taught = rules.taught(Learned({}, fingerprint(rules, rules.tables), network=came.weights))
    rows = taught.layout.rows(len(rules.board), len(found))
    rows.cells[: len(found)] = found.rows.cells[: len(found)]
    rows.info[: len(found), : found.rows.info.shape[1]] = found.rows.info[: len(found)]
    said = evaluated(taught.tables, rows, range(len(found))) - usual
    assert said[white & ~black].mean() > said[~white & ~black].mean() + 60
    assert said[black & ~white].mean() < said[~white & ~black].mean() - 60


@pytest.mark.thorough
def test_a_network_is_learned_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax", reason="needs fairyring[network]")
    monkeypatch.setattr(
        network, "entropy", lambda logits, _: -float(np.abs(logits).sum())
    )  # larger is better
    target = tmp_path / "chess.weights.json"
    words = [
        "train",
        "chess",
        "--games",
        "60",
        "--nodes",
        "32",
        "--processes",
        "1",
        "--units",
        "4",
        "--pairs",
        "0",
    ]
    words += ["--folder", str(tmp_path / "games"), "--to", str(target)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "A network of 4 units a view" in result.output
    said = json.loads(target.read_text(encoding="utf-8"))
    assert said["network"]["shape"] == [1, 14, 64, 4]
    assert len(said["made"]["network"]) == 2


def test_a_network_that_cannot_be_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = rules_of_chess().tables
    with pytest.raises(LabError, match="4 to 256 units, a multiple of 4, not 6"):
        check_units(tables, 6)
    bluff = fairyring.load("monster-bluff-4").rules.tables
    with pytest.raises(LabError, match="this family have no networks"):
        check_units(bluff, 8)

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(network, "import_module", missing)
    with pytest.raises(LabError, match=r"pip install 'fairyring\[network\]'"):
        check_units(tables, 8)
