"""Games from and for other programs: `fairyring import` and `fairyring export`."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

import fairyring
from fairyring.board import Side
from fairyring.gamefiles.writing import toml_text
from tests import lanes
from tests.cli.conftest import Run
from tests.game.alike import side_by_side
from tests.gamefiles.test_ini import APART

INI = Path(__file__).parent.parent / "gamefiles" / "variants.ini"


@pytest.mark.alone
@pytest.mark.kernel
def test_imported_sections_are_game_files_of_the_same_games(run: Run, tmp_path: Path) -> None:
    said = run("import", str(INI), "-o", str(tmp_path / "new" / "games"))
    assert said.exit_code == 0
    files = sorted((tmp_path / "new" / "games").iterdir())
    names = [
        line[1:].partition(":")[0].rstrip("]") for line in INI.read_text().split("\n") if line[:1] == "["
    ]
    assert sorted(file.stem for file in files) == sorted(names)
    assert said.stdout.count(": exact: ") == len(names)
    for file in files[::3] if lanes.EVERY else [file for file in files[::6] if file.stem not in APART]:
        one, other = fairyring.load(file).start(), fairyring.load(f"{INI}#{file.stem}").start()
        assert not lanes.EVERY or fairyring.perft(one, 2) == fairyring.perft(other, 2)
        for here, there in side_by_side(one, other, random.Random(file.stem), 40):
            assert str(here) == str(there)
            assert here.result == there.result


def test_the_report_says_why_a_section_is_refused_and_what_is_left_aside(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.ini"
    path.write_text(
        "[good:chess]\nmaxRank = 8\npieceValueMg = p:100\n[bad:chess]\n\ntwoBoards = true\n[good-too:good]\n"
    )
    (tmp_path / "good-too.toml").write_text("kept")
    lacking = "fairyring does not support a partner's board, from which hands are filled"
    said = run("import", str(path), "-o", str(tmp_path))
    assert said.exit_code == 1  # a file is in the way
    assert said.stdout.splitlines() == [
        f"good: exact: {tmp_path / 'good.toml'}; not part of the rules: pieceValueMg (line 3)",
        f"bad: refused: line 6, column 13: twoBoards: {lacking}",
        f"good-too: not written: {tmp_path / 'good-too.toml'}: File exists",
        "1 of 3 sections are game files now.",
    ]
    assert (tmp_path / "good-too.toml").read_text() == "kept"


def test_files_without_sections_are_refused(run: Run, tmp_path: Path) -> None:
    for name, text, wanted in (
        ("x.ini", "# nothing\n", "there is no section"),
        ("x.txt", "[a:chess]\n", "ends in .ini or .zrf"),
        ("y.ini", "nonsense\n", "y.ini, line 1, column 1: expected a key"),
    ):
        (tmp_path / name).write_text(text)
        said = run("import", str(tmp_path / name))
        assert said.exit_code == 2
        assert wanted in said.stderr
    assert "No such file" in run("import", str(tmp_path / "z.ini")).stderr


def test_what_is_written_is_what_is_read() -> None:
    data = {
        "text": 'a "quoted" \\ line\nand \x7f\t\x00 é',
        "truth": True,
        "number": -3,
        "names": [f"e{number}" for number in range(60)],
        "words": ["a, b", "{c", "x" * 120, "d"],
        "empty": [],
        "one": {"kind": "grid", "width": 8, "odd key": [[1, 2], {"a": {"b": "c"}}]},
        "tables": {"+P": {"name": "gold", "none": {}}, "P": {"name": "pawn", "list": ["x" * 80, "y" * 80]}},
    }
    text = toml_text(data)
    assert tomllib.loads(text) == data
    assert text.index("one = ") < text.index("[tables]")
    assert "empty" not in toml_text({"a": 1, "empty": {}})


def test_a_game_is_exported_to_a_file_and_read_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.ini"
    said = run("export", "crazyhouse", "--output", str(path), "--name", "my-house")
    assert (said.exit_code, said.output) == (0, "")
    assert path.read_text().startswith("[my-house]\n")
    assert fairyring.perft(fairyring.load(f"{path}#my-house").start(), 1) == 20
    assert "File exists" in run("export", "chess", "--output", str(path)).stderr
    said = run("export", "chess")
    assert said.stdout.startswith("[chess]\npawn = p\n")
    assert "it keeps its own; see --name" in said.stderr
    assert run("export", "3check", "--option", "checks=5").stdout.count("5+5") == 1


def test_why_a_game_cannot_be_exported(run: Run) -> None:
    said = run("export", "progressive")
    assert said.exit_code == 2
    assert (
        "Progressive Chess cannot be said in a variants.ini: there are no keys for its mechanic"
        in said.stderr
    )
    assert "a section's name has small letters" in run("export", "chess", "--name", "My Chess").stderr


def test_the_report_on_a_rule_file_names_its_games_and_what_is_not_understood(
    run: Run, tmp_path: Path
) -> None:
    path = INI.parent / "zillions" / "wheel.zrf"
    said = run("import", str(path), "-o", str(tmp_path)).stdout.splitlines()
    aside = "option 'sparkle' (line 10): not understood, left aside"
    stuck = "taken to be so: a player without a move draws"
    assert said == [
        f"{name}: exact: {tmp_path / name}.toml; {aside}; {stuck}" for name in ("wheel", "wheel-with-a-crown")
    ] + ["2 of 2 games are game files now."]
    one, other = fairyring.load(tmp_path / "wheel.toml"), fairyring.load(f"{path}#Wheel")
    assert str(one.start()) == str(other.start())
    for piece in one.rules.pieces:
        for site in one.board.names:
            for side in Side:
                assert one.rules.reach(piece.letter, site, side) == other.rules.reach(
                    piece.letter, site, side
                )
    (tmp_path / "bad.zrf").write_text('(game (title "Bad"))')
    said = run("import", str(tmp_path / "bad.zrf"), "-o", str(tmp_path)).stdout.splitlines()
    assert said == [
        "bad: refused: line 1, column 1: a game needs (players …)",
        "0 of 1 games are game files now.",
    ]
