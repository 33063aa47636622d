"""``analyse``."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import fairyring
from fairyring.cli.analyse import moves_to_mate, score_text
from tests.cli.conftest import Run

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


def test_it_finds_a_mate(run: Run) -> None:
    result = run("analyse", "chess", "--position", BACK_RANK, "--depth", "3")
    assert result.exit_code == 0
    assert "best move a1-a8  #1" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_progress_has_a_line_for_each_depth(run: Run) -> None:
    lines = run("analyse", "ravioli", "--depth", "3").stdout.splitlines()
    assert lines[0].split() == ["depth", "score", "nodes", "nodes/s", "variation"]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert re.match(r"best move \S+  [+-]\d+\.\d\d  depth 3, [\d,]+ nodes in \d+\.\d\d s$", lines[-1])


def test_json(run: Run) -> None:
    found = json.loads(run("analyse", "chess", "--nodes", "3000", "--lines", "3", "--json").stdout)
    legal = {str(move) for move in fairyring.load("chess").start().legal_moves()}
    assert found["move"] in legal
    assert found["line"][0] == found["move"] == found["lines"][0]["moves"][0]
    assert found["mate"] is None
    assert {"variant", "position", "score", "depth", "nodes", "seconds", "speed"} < set(found)
    assert len({line["moves"][0] for line in found["lines"]}) == 3


def test_a_limit_of_seconds(run: Run) -> None:
    found = json.loads(run("analyse", "ravioli", "--seconds", "0.3", "--json").stdout)
    assert 0 < found["seconds"] < 3


def test_the_final_position_of_a_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    game = fairyring.Game(fairyring.load("chess"))
    for text in ("f2-f3", "e7-e5", "g2-g4"):
        game.push(text)
    path.write_text(game.pgn())
    found = json.loads(run("analyse", "chess", "--pgn", str(path), "--depth", "2", "--json").stdout)
    assert (found["move"], found["mate"], found["position"]) == ("d8-h4", 1, str(game.position))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1. e2-e5 *", "game.pgn: record, line 1, column 4: "),
        (b"", "game.pgn: there is no game in this file"),
        (b"\xff\xfe", "game.pgn: this is not UTF-8 text (see byte 1)"),
        (b'[Variant "ravioli"]\n\n*', "game.pgn: this is a game of ravioli, not of chess"),
    ],
)
def test_records_that_cannot_be_used(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(content)
    result = run("analyse", "chess", "--pgn", str(path), "--depth", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_finished_game_has_no_best_move(run: Run) -> None:
    result = run("analyse", "chess", "--position", MATED)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the game is over (white wins: checkmate)" in result.stderr


def test_position_and_record_together_are_refused(run: Run) -> None:
    assert run("analyse", "chess", "--position", MATED, "--pgn", "x").exit_code == 2


@pytest.mark.parametrize(("plies", "moves"), [(1, 1), (2, 1), (3, 2), (5, 3), (-2, -1), (-4, -2), (0, 0)])
def test_mates_are_counted_in_moves(plies: int, moves: int) -> None:
    assert moves_to_mate(plies) == moves
    assert score_text(32000, plies) == f"#{moves}"


def test_scores_are_shown_in_pawns() -> None:
    assert [score_text(score, None) for score in (0, 7, -150)] == ["+0.00", "+0.07", "-1.50"]


def test_ctrl_c_shows_the_result_so_far() -> None:
    fairyring.prepare(fairyring.load("chess"))  # compiled before the other process needs it
    with subprocess.Popen(
        [sys.executable, "-m", "fairyring", "analyse", "chess", "--seconds", "300"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # SIGINT may be ignored here, as it is in a shell's background jobs.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 -- no threads here
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.split()[0] == "3":
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "best move " in out
    assert "Traceback" not in err
