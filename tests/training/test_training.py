"""Training: known values are found again, a game is learned from end to end, and files are checked."""

from __future__ import annotations

import json
import random
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import fairyring
from fairyring import Side, VariantError
from fairyring.cli.commands import app
from fairyring.cli.training import try_to_write
from fairyring.errors import LabError
from fairyring.game.record import whole
from fairyring.kernels.base import PieceRules
from fairyring.kernels.learned import Learned, WeightsWarning, fingerprint
from fairyring.kernels.terms import Term, changed
from fairyring.training import fitting, train, training
from fairyring.training.fitting import Design, Fit, curves_of, entropy, evaluated, fitted, measured, points_of
from fairyring.training.playing import Player, match, opening, plies
from fairyring.training.samples import KEPT, UNEVEN, Samples, played, together
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


def design_of(tables: Any, terms: Sequence[Term], found: Samples, alone: bool = True) -> Design:
    """What is measured; which part of it is done grows from nothing to nearly all."""
    shares: list[float] = []
    design = whole(measured(tables, terms, found.rows, len(found), alone), shares.append)
    assert shares == [done / len(terms) for done in range(len(terms))]
    return design


def test_fitting_fits_into_memory() -> None:
    """Where a game has many terms, fewer positions are taken."""
    assert training.most_positions(2000, 400) == 200_000
    assert training.most_positions(10_000, 400) == training.MOST_POSITIONS
    assert training.most_positions(10_000, 3400) * 3400 * 4 < 3 << 30


@pytest.mark.kernel
def test_values_that_decide_games_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where knights are worth 200 more and every goal of a bishop counts more, it is found that they are."""
    monkeypatch.setattr(fitting, "PULLS", (0.5,))  # for so few positions
    rules = rules_of("chess").taught(None)
    terms = rules.terms(rules.tables)
    true = {"N: value": 200, "B: goal": 900}
    found = scattered(POSITIONS)
    design = design_of(rules.tables, terms, found)
    worth = changed(rules.tables.worth, terms, true)
    really = evaluated(rules.tables._replace(worth=worth), found.rows, range(len(found)))
    # The design is linear, so it foretells what the changed tables say.
    spreads = [true.get(term.name, 0) / term.spread for term in design.terms]
    assert np.abs(design.usual + design.slopes @ np.array(spreads) - really).max() <= 6
    chance = np.random.default_rng(1)
    points = (chance.random(len(found)) < 1 / (1 + np.exp(-really / 100))).astype(float)
    fit = fitted(design, replace(found, points=points, scores=really))
    assert fit.after < fit.before
    assert fit.values["N: value"] > 60
    assert fit.values["B: goal"] > 25
    assert abs(fit.values.get("R: value", 0)) < 60


@pytest.mark.kernel
def test_how_decisive_leads_are_is_no_matter_of_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a lead decides much less while there are many pieces, the curve says so, and no piece's value."""
    monkeypatch.setattr(fitting, "PULLS", (0.5,))
    rules = rules_of("chess").taught(None)
    found = scattered(POSITIONS)
    terms = [term for term in rules.terms(rules.tables) if ": value" in term.name]
    design = design_of(rules.tables, terms, found)
    pieces = np.count_nonzero(found.rows.cells[: len(found), 0], axis=1)
    share = (pieces - pieces.min()) / (pieces.max() - pieces.min())
    true = 1 / (0.01 - 0.008 * share)  # hundredths of a pawn for e-fold odds: 100, and 500 with many pieces
    points = points_of(design.usual / true)
    samples = replace(found, points=points, scores=design.usual)
    assert np.abs(curves_of(design.usual, samples) / true - 1).max() < 0.1
    fit = fitted(design, samples)
    assert all(abs(value) < 10 for value in fit.values.values())
    assert fit.before - entropy(design.usual[::8] / true[::8], points[::8]) < 1e-3  # those that are left out


@pytest.mark.kernel
def test_what_is_measured_where_a_piece_stands_is_all_there_is() -> None:
    rules = rules_of("chess").taught(None)
    found = scattered(200)
    terms = [term for term in rules.terms(rules.tables) if term.name.startswith("R on")]
    alone, everywhere = (design_of(rules.tables, terms, found, alone=alone) for alone in (True, False))
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


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["chess", "momentum"])
def test_games_are_played_by_the_rules(name: str) -> None:
    """Games of training, played again as positions: legal moves, and the same ends."""
    variant = fairyring.load(name)
    player, start, ends = Player(variant.rules), variant.start().rows(1), set[float]()
    for game in range(10):
        moves = opening(player, start, random.Random(game), 32, UNEVEN)
        player.begin(start)
        position = variant.start()
        for code in moves:
            position = position.play(position.move(code))
        for each in plies((player, player), moves, 32):
            if isinstance(each, float):
                ends.add(each)
                if position.result is not None:
                    winner = position.result.winner
                    assert each == (0.5 if winner is None else float(winner is Side.WHITE))
                break
            assert each.found.move in position.codes
            assert position.result is None
            quiet, before = player.quiet(each.at), np.count_nonzero(position.rows(1).cells[0, 0])
            position = position.play(position.move(each.found.move))
            assert not quiet or np.count_nonzero(position.rows(1).cells[0, 0]) == before
        else:
            raise AssertionError("a game ends with points")
    assert len(ends) > 1


@pytest.mark.kernel
def test_positions_are_quiet_and_the_same_every_time() -> None:
    variant = fairyring.load("chess")
    batches = [played(variant, 32, 1, 0) for _ in range(2)]
    for one, other in zip(*batches, strict=True):
        assert np.array_equal(one, other)
    found = together(variant, batches, 40)
    assert len(found) == 40
    assert len({*found.games.tolist()}) > 10
    for row in range(len(found)):
        variant.rules.derive(found.rows, row)
        assert not variant.position(variant.definition.form.write(found.rows, row)).in_check
        assert abs(found.scores[row]) <= KEPT
        assert found.points[row] in (0, 0.5, 1)


@pytest.mark.kernel
def test_who_plays_by_sound_values_beats_who_does_not() -> None:
    """A match by the formulas' values against one where a queen is worth less than a pawn."""
    variant = fairyring.load("chess")
    rules = rules_of("chess").taught(None)
    unsound = rules.taught(Learned({"Q: value": -900}, fingerprint(rules, rules.tables)))
    pairs = list(match(variant, (rules, unsound), range(3), 100, 1))
    assert sum(map(sum, pairs)) >= 5


def test_where_weights_cannot_be_written_no_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairyring.training.train", lambda *_: pytest.fail("games are played"))
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "file" / "below", Path("/proc/nothing/weights.json")):
        found = CliRunner().invoke(app, ["train", "gardner", "--to", str(place), "--processes", "1"])
        assert (found.exit_code, "cannot be written: " in found.stderr) == (2, True)


def test_trying_to_write_changes_nothing(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "folder" / "new.json"
    old.write_text("{}")
    for file in (old, new):
        try_to_write(file)
    assert old.read_text() == "{}"
    assert not list(new.parent.iterdir())


@pytest.mark.kernel
def test_a_game_is_learned_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, file = tmp_path / "own.toml", tmp_path / "own.weights.json"
    path.write_text(GAME[: GAME.index("start")], encoding="utf-8")  # from the usual start
    words = ["train", str(path), "--games", "60", "--nodes", "32", "--processes", "1"]

    def learn(queen: int, *more: str, folder: str = "games") -> Result:
        """Run the command where this is what is learned of a queen."""
        monkeypatch.setattr(
            training, "fitted", lambda _, found: Fit({"Q: value": queen}, 0.6, 0.5, len(found))
        )
        return CliRunner().invoke(app, [*words, "--folder", str(tmp_path / folder), *more])

    result = learn(0, "--further")
    assert (result.exit_code, "this game has no weights to go on from" in result.stderr) == (2, True)
    result = learn(-900, "--pairs", "3")
    assert result.exit_code == 1
    assert "nothing is written" in result.output
    assert not file.exists()
    result = learn(30, "--pairs", "0")
    assert result.exit_code == 0, result.output
    assert str(file) in result.output
    said = json.loads(file.read_text(encoding="utf-8"))
    rules = rules_of(path)
    assert said["rules"] == fingerprint(rules, rules.taught(None).tables)
    assert said["made"]["games"] == 60
    assert said["made"]["positions"] >= 500
    assert rules.values["white queen"] == rules.taught(None).values["white queen"] + 30
    result = learn(-40, "--pairs", "0", "--further", folder="more")  # by those who know the weights
    assert "by the present weights" in result.output
    more = json.loads(file.read_text(encoding="utf-8"))
    assert (more["terms"], more["made"]["from"]) == ({"Q: value": -10}, said["made"])
    assert " --further --nodes 32 " in more["made"]["command"]
    assert rules_of(path).values["white queen"] == rules.taught(None).values["white queen"] - 10
    file.write_text(json.dumps(more | {"rules": "0" * 16}), encoding="utf-8")
    with pytest.warns(WeightsWarning):
        result = learn(5, "--pairs", "0", "--further", folder="more")
    assert (result.exit_code, "its weights are of other rules and not in use" in result.stderr) == (2, True)


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
    assert more[rules.codes["N"], b1].tolist() == [307, 300, 0, 0]
    assert more[rules.codes["n"], g8].tolist() == [307, 300, 0, 0]
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


@pytest.mark.kernel
def test_a_position_that_was_read_has_its_sums_by_the_weights() -> None:
    for name in weights._shipped():
        variant = fairyring.load(name)
        read, again = variant.start().rows(1), variant.start().rows(1)
        variant.rules.derive(again, 0)
        assert np.array_equal(read.info, again.info)


def test_weights_that_come_with_games_fit_their_rules() -> None:
    shipped = weights._shipped()
    assert shipped
    for name in shipped:
        with warnings.catch_warnings():
            warnings.simplefilter("error", WeightsWarning)
            rules = rules_of(name)
            assert rules.learned is not None
            assert rules.learned.values
            assert rules.tables.worth is not rules.taught(None).tables.worth


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hours": float("nan")}, "hours: a number from 0 to 1000000, not nan"),
        ({"hours": -1}, "hours: a number from 0 to 1000000, not -1"),
        ({"hours": "2"}, "hours: a number from 0 to 1000000, not '2'"),
        ({"games": 0}, "games: a number from 1, not 0"),
        ({"games": 1.5}, r"games: a whole number from 1, not 1\.5"),
        ({"nodes": 0}, "nodes: a number from 1, not 0"),
        ({"pairs": -1}, "pairs: a number from 0, not -1"),
        ({"seed": None}, "seed: a whole number, not None"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_before_a_folder_is_made(
    wrong: dict[str, Any], said: str, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    with pytest.raises(LabError, match=said):
        next(train(fairyring.load("chess"), **{"hours": 1, "folder": folder, **wrong}))
    assert not folder.exists()


def test_a_variant_is_trained_in_a_folder_that_may_be_a_text(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with pytest.raises(TypeError, match=r"an evaluation is that of a variant, .* not 'chess'"):
        next(train("chess", 1, folder))  # type: ignore[arg-type]  # on purpose
    next(train(fairyring.load("chess"), 1, str(folder)))
    assert folder.is_dir()


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
    rules, others = rules_of(usual).taught(None), fairyring.load(usual, **option).rules
    text = written(usual, fingerprint(rules, rules.tables), {"N: value": 300}, {})
    (tmp_path / f"{usual}.weights.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(weights, "FOLDER", str(tmp_path))
    monkeypatch.setattr(weights, "_shipped", weights._shipped.__wrapped__)
    with warnings.catch_warnings():
        warnings.simplefilter("error", WeightsWarning)
        assert fairyring.load(usual).rules.values["white knight"] == rules.values["white knight"] + 300
        assert fairyring.load(usual, **option).rules.values == others.values
    assert place_of(usual, usual) == tmp_path / f"{usual}.weights.json"
