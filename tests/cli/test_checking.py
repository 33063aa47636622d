"""Writing and checking game files: `fairyring new` and `fairyring check`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fairyring
from fairyring.errors import VariantError
from tests.cli.conftest import Run


@pytest.mark.parametrize("base", ["chess", "ravioli"])
def test_a_new_file_is_a_game_that_plays(run: Run, tmp_path: Path, base: str) -> None:
    path = tmp_path / "my_first_game.toml"
    assert run("new", str(path), "--base", base).exit_code == 0
    game = fairyring.load(path)
    assert game.names == ("my-first-game", "My First Game")
    said = run("check", str(path))
    assert said.exit_code == 0
    assert "My First Game" in said.stdout
    assert "sound" in said.stdout
    assert fairyring.perft(game.start(), 1) == fairyring.perft(fairyring.load(base).start(), 1)


def test_new_says_a_command_that_a_shell_understands(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my first game.toml"
    assert f"fairyring check '{path}'" in run("new", str(path)).stdout


def test_new_writes_over_nothing_and_only_game_files(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("kept")
    assert "exists" in run("new", str(path)).stderr
    assert path.read_text() == "kept"
    assert "ends in .toml" in run("new", str(tmp_path / "mine.py")).stderr
    assert "no game is called 'draughts'" in run("new", str(tmp_path / "x.toml"), "--base", "draughts").stderr
    assert not (tmp_path / "x.toml").exists()


def test_an_ini_file_is_asked_for_a_section(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.ini"
    path.write_text("[archers:chess]\nbishop = -\n[hunters:chess]\nknight = -\n")
    expected = f"games.ini: say which section: {path}#archers, {path}#hunters"
    assert expected in run("check", str(path)).stderr
    with pytest.raises(VariantError, match="say which section"):
        fairyring.load(path)


def test_every_mistake_is_shown_where_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('fairyring = 1\nbase = "ches"\nsummary = ""\nyaer = 3\n')
    said = run("check", str(path))
    assert said.exit_code == 2
    assert said.stderr.splitlines() == [
        "fairyring: mine.toml, line 1, column 1: 'title' is missing",
        "  fairyring = 1",
        "  ^",
        "fairyring: mine.toml, line 4, column 1: unknown key 'yaer': did you mean 'year'?",
        "  yaer = 3",
        "  ^",
    ]


def test_what_may_not_be_meant_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'fairyring = 1\nbase = "chess"\ntitle = "T"\nsummary = ""\n[pieces]\n'
        'D = { name = "duke", movement = "KN" }\n'
        '[options.slow]\ndefault = false\nwords = "w"\nwhen.pieces.P.movement = "mfWcfF"\n'
    )
    said = run("check", str(path))
    assert said.exit_code == 0
    notes = [line for line in said.stdout.splitlines() if line.startswith("note: ")]
    assert notes == [
        "note: the duke is not on the board at the start, and no pawn promotes to it",
        "note: the duke is shown as a disc with its letter; `drawing` names another picture",
    ]
    path.write_text(path.read_text().replace('"KN" }', '"KN", drawing = "quen" }'))
    assert "no picture 'quen'; did you mean 'queen'?" in run("check", str(path)).stdout
    path.write_text(path.read_text().replace('"mfWcfF"', '"mfWcfX"'))
    assert "line 10, column 32" in run("check", str(path)).stderr
    figure = '[[figures]]\nposition = "k7/8/8/8/8/8/r7/1B5K w - - 0 1"\nstart = "b1"\ncaption = ""\n'
    path.write_text(path.read_text().replace('"mfWcfX"', f'"mfWcfF"\n{figure}'))
    path.write_text(path.read_text().replace("w - - 0 1", "b - - 0 1"))
    assert "figure 1: no legal move begins with b1" in run("check", str(path)).stderr


def test_one_kind_of_piece_is_counted_as_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'fairyring = 1\ntitle = "T"\nsummary = ""\narray = "k3/4/3K"\nboard = { width = 4, height = 3 }\n'
        'pieces.K = { name = "king", movement = "K", royal = true }\n'
    )
    assert "T: 12 squares, 1 kind of piece, 3 first moves" in run("check", str(path)).stdout


@pytest.mark.parametrize(
    ("side", "start"),
    [("White", "k7/8/8/8/8/8/8/R7 w - - 0 1"), ("Black", "r7/8/8/8/8/8/8/K7 b - - 0 1")],
)
def test_a_start_without_moves_for_want_of_a_king_is_explained(
    run: Run, tmp_path: Path, side: str, start: str
) -> None:
    """Where captures explode, a position without a king can be; there are no moves in it."""
    path = tmp_path / "mine.toml"
    path.write_text(
        f'fairyring = 1\nbase = "atomic"\ntitle = "T"\nsummary = ""\nstart = "{start}"\ncastlings = "none"\n'
    )
    assert f"mine: {side} has no king at the start, in {start}" in run("check", str(path)).stderr


def test_checking_compiles_nothing_and_imports_only_what_it_needs(run: Run, tmp_path: Path) -> None:
    """So it takes about a second, also where nothing was compiled before; the rest was a third of that."""
    path = tmp_path / "mine.toml"
    assert run("new", str(path)).exit_code == 0
    seldom = ["search", "endgames", "web", "lab", "gamefiles.ini", "gamefiles.zillions"]
    script = f"""
import sys
from fairyring.cli import main
sys.argv = ["fairyring", "check", {str(path)!r}]
try:
    main()
finally:
    print([name for name in {seldom!r} if f"fairyring.{{name}}" in sys.modules])
"""
    environment = os.environ | {"FAIRYRING_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", script]
    said = subprocess.run(command, check=True, env=environment, capture_output=True, text=True).stdout
    assert "20 first moves" in said
    assert "sound" in said
    assert said.splitlines()[-1] == "[]"
    assert not list((tmp_path / "cache").glob("kernels-*/*"))
