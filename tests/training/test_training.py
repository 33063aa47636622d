"""Training: known values are found again, a game is learned from end to end, and files are checked."""

from __future__ import annotations

import json
import random
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import fairyring
from fairyring import VariantError
from fairyring.cli.commands import app
from fairyring.errors import LabError
from fairyring.kernels.base import PieceRules
from fairyring.kernels.learned import WeightsWarning, fingerprint
from fairyring.kernels.terms import changed
from fairyring.lab import Record
from fairyring.training.fitting import fitted, measured
from fairyring.training.samples import Samples, samples
from fairyring.variants import weights
from fairyring.variants.weights import place_of, written
from fairyring.workers import Processes

GAME = """
fairyring = 1
base = "chess"
title = "Queens and knights"
summary = "Chess with few pieces."
start = "1n1qk1r1/pppp4/8/8/8/8/PPPP4/1N1QK1R1 w - - 0 1"
"""
POSITIONS = 1500


def rules_of(name: str | Path) -> PieceRules:
    rules = fairyring.load(name).rules
    assert isinstance(rules, PieceRules)
    return rules


def scattered(number: int) -> Samples:
    """Positions at the ends of random games of chess, with points that are still to be written."""
    variant = fairyring.load("chess")
    rows = variant.rules.layout.rows(len(variant.board), number)
    place, seed = 0, 0
    while place < number:
        position, chance, seed = variant.start(), random.Random(seed), seed + 1
        for ply in range(80):
            if position.result or place == number:
                break
            if ply % 4 == 3:
                one = position.rows(1)
                rows.cells[place], rows.info[place] = one.cells[0], one.info[0]
                rows.bits[place] = one.bits[0]
                place += 1
            position = position.play(chance.choice(position.legal_moves()))
    return Samples(rows, np.zeros(number), np.zeros(number), np.arange(number))


@pytest.mark.kernel
def test_values_that_decide_games_are_found() -> None:
    """Where knights are worth 200 more and every goal of a bishop counts more, it is found that they are."""
    rules = rules_of("chess").taught(None)
    terms = rules.terms(rules.tables)
    true = {"N: value": 200, "B: goal": 900}
    found = scattered(POSITIONS)
    design = measured(rules.tables, terms, found.rows, len(found), alone=True)
    worth = changed(rules.tables.worth, terms, true)
    really = measured(rules.tables._replace(worth=worth), [], found.rows, len(found), alone=True).usual
    # The design is linear, so it foretells what the changed tables say.
    spreads = [true.get(term.name, 0) / term.spread for term in design.terms]
    assert np.abs(design.usual + design.slopes @ np.array(spreads) - really).max() <= 6
    chance = np.random.default_rng(1)
    points = (chance.random(len(found)) < 1 / (1 + np.exp(-really / 100))).astype(float)
    fit = fitted(design, replace(found, points=points, scores=really))
    assert fit.after < fit.before
    assert fit.values["N: value"] > 60
    assert fit.values["B: goal"] > 40
    assert abs(fit.values.get("R: value", 0)) < 60


@pytest.mark.kernel
def test_what_is_measured_where_a_piece_stands_is_all_there_is() -> None:
    rules = rules_of("chess").taught(None)
    found = scattered(200)
    terms = [term for term in rules.terms(rules.tables) if term.name.startswith("R on")]
    alone, everywhere = (
        measured(rules.tables, terms, found.rows, len(found), alone=alone) for alone in (True, False)
    )
    assert [term.name for term in alone.terms] == [term.name for term in everywhere.terms]
    assert len(alone.terms) > 4
    assert np.array_equal(alone.slopes, everywhere.slopes)


def test_squares_that_reflections_make_alike_share_terms() -> None:
    rules = rules_of("chess")
    terms = {term.name: term for term in rules.terms(rules.tables)}
    assert "N on h1: opening" not in terms
    where = terms["N on a1: opening"].where
    assert where is not None
    names = {
        (rules.letters[int(code)], rules.board.names[int(site)]) for code, site in zip(*where, strict=True)
    }
    assert names == {("N", "a1"), ("N", "h1"), ("n", "a8"), ("n", "h8")}


def test_only_quiet_positions_are_taken() -> None:
    variant = fairyring.load("chess")
    moves = ["e2-e4", "d7-d5", "e4-d5", "d8-d5", "b1-c3", "d5-e5", "f1-e2"]
    record = Record("play", 0, (1, 1), str(variant.start()), moves, [10] * 6 + [5000], winner=1)
    found = samples(variant, [record] * 20, 1, 99)
    taken = {bytes(found.rows.cells[row]) for row in range(len(found))}
    position, quiet = variant.start(), set()
    for ply, text in enumerate(moves):
        if ply in (1, 4, 5):  # not before plies 0 (an opening), 2 and 3 (captures), and 6 (in check, decided)
            quiet.add(bytes(position.rows(1).cells[0]))
        position = position.play(position.parse_move(text))
    assert taken == quiet


def test_a_game_is_learned_from_end_to_end(tmp_path: Path) -> None:
    path = tmp_path / "queens.toml"
    path.write_text(GAME, encoding="utf-8")
    words = ["train", str(path), "--games", "36", "--nodes", "32", "--processes", "1"]
    result = CliRunner().invoke(app, [*words, "--folder", str(tmp_path / "games")])
    assert result.exit_code == 0, result.output
    file = tmp_path / "queens.weights.json"
    assert str(file) in result.output
    said = json.loads(file.read_text(encoding="utf-8"))
    rules = rules_of(path)
    assert said["rules"] == fingerprint(rules, rules.taught(None).tables)
    assert said["made"]["positions"] >= 500
    values = rules.values
    assert values["white queen"] > values["white rook"] > values["white pawn"] > 0
    assert rules.learned is not None
    assert rules.learned.values == said["terms"]
    for name, value in said["terms"].items():
        if name == "Q: value":
            assert values["white queen"] == rules.taught(None).values["white queen"] + value


def test_weights_change_what_the_search_thinks(tmp_path: Path) -> None:
    path = tmp_path / "queens.toml"
    path.write_text(GAME, encoding="utf-8")
    rules = rules_of(path)
    text = written("queens", fingerprint(rules, rules.tables), {"N: value": 300, "N on b1: opening": 7}, {})
    (tmp_path / "queens.weights.json").write_text(text, encoding="utf-8")
    learned = rules_of(path)
    assert learned.values["black knight"] == rules.values["black knight"] + 300
    more = learned.tables.worth.places - rules.tables.worth.places
    b1, g8 = (rules.board.numbers[name] for name in ("b1", "g8"))
    assert more[rules.codes["N"], b1].tolist() == [307, 300, 0]
    assert more[rules.codes["n"], g8].tolist() == [307, 300, 0]
    assert (learned.tables.ways.rays == rules.tables.ways.rays).all()


def test_weights_for_other_rules_are_not_used_and_that_is_said(tmp_path: Path) -> None:
    path, file = tmp_path / "queens.toml", tmp_path / "queens.weights.json"
    path.write_text(GAME, encoding="utf-8")
    file.write_text(written("queens", "0" * 16, {"N: value": 300}, {}), encoding="utf-8")
    with pytest.warns(WeightsWarning, match=r"queens\.weights\.json was made for other rules"):
        values = rules_of(path).values
    file.unlink()
    assert values == rules_of(path).values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is JSON, as `fairyring train` writes it"),
        ("[1]", '"rules"'),
        ('{"rules": "x"}', '"terms" is a table'),
        ('{"rules": "x", "terms": {"N: value": 1.5}}', "terms, 'N: value': a whole number"),
        ('{"rules": "x", "terms": {"N: value": true}}', "terms, 'N: value': a whole number"),
        (" " * (1 << 20) + "{}", "at most 1048576 bytes"),
    ],
)
def test_malformed_weights_are_an_error_that_names_the_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "queens.toml"
    path.write_text(GAME, encoding="utf-8")
    (tmp_path / "queens.weights.json").write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        fairyring.load(path)
    assert str(caught.value).startswith("queens.weights.json: ")
    assert said in str(caught.value)


def test_weights_of_unknown_terms_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "queens.toml"
    path.write_text(GAME, encoding="utf-8")
    rules = rules_of(path)
    text = written("queens", fingerprint(rules, rules.tables), {"Z: value": 3}, {})
    (tmp_path / "queens.weights.json").write_text(text, encoding="utf-8")
    with pytest.raises(VariantError, match=r"queens\.weights\.json: no term is called 'Z: value'"):
        fairyring.load(path)


def test_too_few_games_are_said_to_be_too_few(tmp_path: Path) -> None:
    from fairyring.training import train

    with pytest.raises(LabError, match="too few to learn from: play longer"):
        for _ in train(fairyring.load("chess"), 0.0, tmp_path, 32, workers=Processes(1)):
            pass


def test_weights_that_come_with_a_game_are_not_for_options_that_change_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = "metachess-4"
    option = {"riders_fall": not fairyring.load(usual).options["riders_fall"]}
    rules, others = fairyring.load(usual).rules, fairyring.load(usual, **option).rules
    assert isinstance(rules, PieceRules)
    text = written(usual, fingerprint(rules, rules.tables), {"N: value": 300}, {})
    (tmp_path / f"{usual}.weights.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(weights, "FOLDER", str(tmp_path))
    monkeypatch.setattr(weights, "_shipped", weights._shipped.__wrapped__)
    with warnings.catch_warnings():
        warnings.simplefilter("error", WeightsWarning)
        assert fairyring.load(usual).rules.values["white knight"] == rules.values["white knight"] + 300
        assert fairyring.load(usual, **option).rules.values == others.values
    assert place_of(usual, usual) == tmp_path / f"{usual}.weights.json"
