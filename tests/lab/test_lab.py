"""The laboratory: its statistics against known numbers, and small studies from end to end."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import fairyring
from fairyring.cli.commands import app
from fairyring.errors import LabError
from fairyring.game.story import acting
from fairyring.lab import (
    Plan,
    Record,
    Report,
    compared,
    comparison,
    finished,
    kept,
    page,
    pgn,
    playing,
    plots,
    study,
    write_parquet,
)
from fairyring.lab.advice import advice
from fairyring.lab.course import course, expectations
from fairyring.lab.plan import Task
from fairyring.lab.statistics import elo, logistic, mean, score, share, variety
from fairyring.lab.values import worths
from fairyring.search import Analysis, Level
from fairyring.workers import Processes

SMALL = Plan(games=4, nodes=32, ladder=2, handicaps=4, handicap_nodes=16, random=60, plies=60, endgames=False)
THOROUGH = [pytest.mark.thorough, pytest.mark.slow]
FORCED = """
fairyring = 1
base = "chess"
title = "Mate at once"
summary = "White mates with the first move."
start = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
"""


def played(scores: list[int], winner: int, **rest: object) -> Record:
    """A game with these scores for White."""
    return Record("play", 0, (1, 1), "", ["a"] * len(scores), scores, [2] * len(scores), winner, **rest)  # type: ignore[arg-type]


def test_intervals_are_those_of_the_books() -> None:
    found = share(8, 10)  # Wilson's interval for 8 of 10, as Wikipedia's formula has it
    assert (found.value, round(found.low, 3), round(found.high, 3)) == (0.8, 0.490, 0.943)
    assert share(0, 10).low == 0
    assert 0 < share(0, 10).high < 0.31
    assert mean([1.0, 2.0, 3.0]).value == 2
    assert math.isclose(mean([1.0, 2.0, 3.0]).width, 2 * 1.96 / math.sqrt(3))
    assert round(elo(score([1] * 76 + [-1] * 24)).value) == 200  # 76 % is 200 Elo
    assert score([1, 1, 1]).low < 1  # three wins do not prove that the fourth is sure
    assert math.isclose(variety(["a", "b", "c", "d"]), 4)
    assert math.isclose(variety(["a", "a"]), 1)


def test_coefficients_are_found_again() -> None:
    chance = np.random.default_rng(1)
    rows = chance.integers(-2, 3, (20000, 3)).astype(np.float64)
    true = np.array([0.5, 1.5, -0.3, 0.2])
    expected = 1 / (1 + np.exp(-(rows @ true[:3] + true[3])))
    found = logistic(rows, (chance.random(20000) < expected).astype(np.float64))
    assert np.abs(found - true).max() < 0.08


def test_values_are_found_again() -> None:
    """Games whose results follow the usual values give them back, each within its interval."""
    variant, chance = fairyring.load("chess"), np.random.default_rng(0)
    usual = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
    games = []
    for _ in range(2000):
        lacking = {name: int(chance.integers(-1, 2)) for name in usual}
        lacking["pawn"] = int(chance.integers(-4, 5))
        ahead = sum(usual[name] * number for name, number in lacking.items())
        won = chance.random() < 1 / (1 + math.exp(-0.2 * ahead))
        games.append(played([], 1 if won else -1, lacking=lacking))
    found = {each.name: each for each in worths(variant, [], games, seed=0)}
    assert found["king"].value is None
    for name, value in usual.items():
        estimate = found[name].value
        assert estimate is not None
        assert estimate.low <= value <= estimate.high
        assert abs(estimate.value - value) < 0.15 * value + 0.3
    assert list(found)[:2] == ["queen", "rook"]  # the dearest first


def test_values_are_found_in_the_early_part_of_games() -> None:
    """What the sides have in the last third, which may follow from the result, changes nothing."""
    variant, chance = fairyring.load("chess"), np.random.default_rng(0)
    games = []
    for _ in range(3000):
        rooks, pawns = (int(chance.integers(-1, 2)) for _ in range(2))
        early, late = {"rook": rooks, "pawn": pawns}, {"rook": int(chance.integers(-1, 2)), "pawn": 3}
        won = chance.random() < 1 / (1 + math.exp(-2.5 * rooks - 0.5 * pawns))
        games.append(
            played([], 1 if won else -1, lacking={"bishop": 1}, material=[early, early, early, late, late])
        )
    found = {each.name: each.value for each in worths(variant, [], games, seed=0)}
    rook = found["rook"]
    assert rook is not None
    assert rook.low <= 5 <= rook.high
    assert abs(rook.value - 5) < 0.5


def test_measures_of_the_course_of_a_game() -> None:
    even = played([0, 0, 0, 0], 0)
    assert course([even]).uncertainty.value == 1
    assert course([even]).completion.value == 0
    lost = [-400, -400, 400, 4000, 4000]  # White is behind for two moves, and wins
    found = course([played(lost, 1)])
    white = expectations(lost, found.scale)
    assert math.isclose(found.drama.value, math.sqrt(1 - 2 * white[0]))
    assert found.lead_changes.value == 1 / 4
    assert found.comebacks.value == (white[0] < 0.25)
    assert found.decided.value == 3 / 5
    assert course([played([100, 200, 900], 1)]).drama.value == 0


def test_a_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
    variant, stop = fairyring.load("chess"), Event()
    running = study(variant, SMALL, tmp_path, Processes(1), stop)
    for progress in running:
        if progress.done >= 60 + 5:
            break
    running.close()  # as if the process had been killed, in the middle of a line
    file = tmp_path / "games.jsonl"
    file.write_text(file.read_text() + '{"kind": "pl')
    stop.set()
    half = finished(study(variant, SMALL, tmp_path, Processes(1), stop))
    assert not half.finished
    assert sum(half.played.values()) == 6
    whole = finished(study(variant, SMALL, tmp_path, Processes(1)))
    assert whole.finished
    assert whole.played == {"play": 4, "ladder": 10, "handicap": 4}
    assert whole == finished(study(variant, SMALL, None, Processes(1)))
    with pytest.raises(LabError, match="of another plan"):
        next(study(variant, Plan(games=1), tmp_path))
    _is_told(whole)


def _is_told(report: Report) -> None:
    """The page and the JSON have what the report has."""
    said = json.loads(json.dumps(report.said(), allow_nan=False))
    assert said["played"]["ladder"] == 10
    assert report.random is not None
    assert report.random.points.games == 60
    assert report.size is not None
    assert report.size.plies[4] <= 60
    text = page(report, {})
    for heading in ("Results", "Length and width", "The course of games", "Pieces", "Openings", "Skill"):
        assert f"<h2>{heading}</h2>" in text
    assert all(sentence in text.replace("&#x27;", "'") for sentence in report.look)
    differences = compared(report, report)
    assert {"White's points", "drama"} <= {each.measure for each in differences}
    assert not any(each.sure for each in differences)
    assert "differ?" in comparison(report, report, differences)


def test_openings_are_searched_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """By both players alike, and with noise, so that no player loses a game for its opening alone."""
    asked: list[tuple[int, int]] = []

    def noted(position: fairyring.Position, *, nodes: int, seed: int, level: Level | None = None) -> Analysis:
        asked.append((nodes, level.eval_noise if level else 0))
        return fairyring.search(position, nodes=32, seed=seed)

    monkeypatch.setattr(playing, "search", noted)
    playing.play(fairyring.load("micro"), replace(SMALL, plies=9), Task("ladder", 0, (50, 100), 1))
    assert asked == [(800, 12)] * 6 + [(50, 0), (100, 0), (50, 0)]


def test_games_are_written_for_others(tmp_path: Path) -> None:
    variant = fairyring.load("chess")
    plan = Plan(
        games=2, nodes=32, ladder=0, handicaps=1, handicap_nodes=16, random=0, plies=20, endgames=False
    )
    finished(study(variant, plan, tmp_path, Processes(1)))
    records = kept(tmp_path)
    games = fairyring.read_pgn(pgn(variant, records))
    assert [[move.text for move in game.moves] for game in games] == [each.moves for each in records]
    assert [str(game.positions[0]) for game in games] == [each.start for each in records]
    (tmp_path / "games.jsonl").write_text("[1]\n")
    with pytest.raises(LabError, match="line 1: no game of the laboratory"):
        kept(tmp_path)


def test_games_are_written_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    variant = fairyring.load("chess")
    record = Record("play", 0, (1, 2), str(variant.start()), ["e2-e4", "e7-e5"], [30, 25], [20, 20], 0, "")
    assert write_parquet(variant, [record, record], tmp_path / "games.parquet") == 4
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["game"] for row in rows] == [0, 0, 1, 1]
    assert rows[1]["position"] == str(variant.start().play("e2-e4"))
    assert (rows[1]["move"], rows[1]["score"], rows[1]["result"]) == ("e7-e5", 25, "1/2-1/2")


def test_plots_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    report = finished(study(fairyring.load("chess"), SMALL, tmp_path, Processes(1)))
    drawn = plots(report)
    assert list(drawn) == ["Results", "Lengths", "Legal moves", "Skill"]
    assert all(svg.startswith("<svg") for svg in drawn.values())
    assert drawn == plots(report)


def test_a_forced_win_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "forced.toml"
    file.write_text(FORCED)
    plan = Plan(games=2, nodes=32, ladder=0, handicaps=0, random=10, endgames=False)
    report = finished(study(fairyring.load(file), plan, None, Processes(1)))
    assert report.openings.sure == 1
    assert report.look[0].startswith("The side that moves first wins by force, within 1 ply")


@pytest.mark.parametrize(
    ("name", "within"),
    [
        ("gardner", None),
        pytest.param("chess", 10, marks=THOROUGH),
        pytest.param("ravioli", 21, marks=THOROUGH),
    ],
)
def test_queens_win_against_lone_kings(name: str, within: int | None) -> None:
    """In Ravioli Chess they do from every position, which its inventor doubted."""
    plan = Plan(games=2, nodes=32, ladder=0, handicaps=0, random=0, plies=10)
    report = finished(study(fairyring.load(name), plan, None, Processes(1)))
    first, *others = report.mates
    assert first.name == "queen"
    assert first.won > 0.99
    assert within is None or first.moves == within
    assert next(mate.won for mate in others if mate.name == "knight") < 0.5
    assert "king and queen" in page(report, {})
    assert not any("against a lone king" in sentence for sentence in report.look)
    weak = replace(report, mates=[mate for mate in others if mate.name == "knight"])
    assert any("against a lone king" in sentence for sentence in advice(weak))


def test_mechanics_that_act_are_seen() -> None:
    position = fairyring.load("atomic").start()
    for text in ("e2-e4", "d7-d5"):
        move = position.parse_move(text)
        after = position.play(move)
        assert acting(position, move, after) == ()
        position = after
    move = position.parse_move("e4-d5")
    assert acting(position, move, position.play(move)) == ("explosion",)


def test_plans_that_make_no_sense_are_refused() -> None:
    with pytest.raises(LabError, match="nodes: a number from 32, not 31"):
        Plan(nodes=31)
    with pytest.raises(LabError, match="games: a number from 0, not -1"):
        Plan(games=-1)
    wrong: list[Any] = [2.5, None, "9"]
    for each in wrong:
        with pytest.raises(LabError, match=f"games: a whole number from 0, not {each!r}"):
            Plan(games=each)
        with pytest.raises(LabError, match=f"seed: a whole number, not {each!r}"):
            Plan(seed=each)
    three: Any = np.int64(3)
    assert json.dumps(Plan(games=three).said()) == json.dumps(Plan(games=3).said())
    assert Plan(nodes=2000).rungs == [125, 250, 500, 1000, 2000, 4000]


def test_only_a_variant_is_studied() -> None:
    with pytest.raises(TypeError, match=r"the laboratory studies a variant, .* not 'chess'"):
        next(study("chess"))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match="the laboratory has a Plan, not 5"):
        next(study(fairyring.load("chess"), 5))  # type: ignore[arg-type]  # on purpose


def test_a_folder_may_be_a_text(tmp_path: Path) -> None:
    place = tmp_path / "games"
    next(study(fairyring.load("chess"), folder=str(place)))
    assert place.is_dir()


def test_without_games_nothing_is_said_to_be_fair() -> None:
    plan = Plan(games=0, nodes=32, ladder=0, handicaps=0, random=0, endgames=False)
    report = finished(study(fairyring.load("gardner"), plan, None, Processes(1)))
    assert report.look == ["No games of equal players were played: nobody can say whether the game is fair."]


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ok.pgn"
    file.write_text("1. e4 *")
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "plan.json").mkdir()
    for place in (file, file / "below", tmp_path / "plan", Path("/proc/nothing")):
        with pytest.raises(LabError, match="cannot be made or used: "):
            next(study(fairyring.load("gardner"), SMALL, place))
        for command in ("lab", "train"):
            found = CliRunner().invoke(app, [command, "gardner", "--folder", str(place), "--processes", "1"])
            assert (found.exit_code, "cannot be made or used: " in found.stderr) == (2, True)


@pytest.mark.parametrize("other", ["nope.toml", "nope", "GARDNER"])
def test_what_is_wrong_with_the_second_game_is_said_before_the_first_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    monkeypatch.setattr("fairyring.lab.study", lambda *_: pytest.fail("games are played"))
    (tmp_path / "gardner.toml").write_text(FORCED)
    against = str(tmp_path / "gardner.toml") if other == "GARDNER" else other
    asked = ["lab", "gardner", "--against", against, "--folder", str(tmp_path / "lab"), "--processes", "1"]
    found = CliRunner().invoke(app, asked)
    assert found.exit_code == 2
    assert "has games of another game" in found.stderr or "nope" in found.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [("parquet", "Parquet needs PyArrow"), ("csv", "games are written as pgn or parquet, not as 'csv'")],
)
def test_a_format_that_cannot_be_written_is_refused_before_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.setattr("fairyring.lab.study", lambda *_: pytest.fail("games are played"))
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as if it were not installed
    found = CliRunner().invoke(app, ["lab", "chess", "--folder", str(tmp_path / "lab"), "--write", name])
    assert found.exit_code == 2
    assert said in found.stderr
    assert not (tmp_path / "lab").exists()


def test_the_command_writes_reports(tmp_path: Path) -> None:
    words = "--games 2 --nodes 32 --ladder 0 --handicaps 0 --random 20 --no-endgames --processes 1"
    asked = ["lab", "chess", "--against", "atomic", *words.split(), "--folder", str(tmp_path)]
    found = CliRunner().invoke(app, asked)
    assert found.exit_code == 0, found.output
    for name in ("chess", "atomic"):
        assert "<h1>" in (tmp_path / name / "report.html").read_text()
        assert json.loads((tmp_path / name / "report.json").read_text())["played"]["play"] == 2
    assert "differ?" in (tmp_path / "comparison.html").read_text()
