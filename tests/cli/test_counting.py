"""``moves``, ``perft`` and ``variants``."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fairyring
from fairyring.variants import Introduction
from fairyring.variants.definition import Group
from tests import lanes
from tests.cli.conftest import Run

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


def test_moves_are_sorted_lines(run: Run) -> None:
    for name in ("chess", "ravioli"):
        lines = run("moves", name).stdout.splitlines()
        assert lines == sorted(str(move) for move in fairyring.load(name).start().legal_moves())


def test_moves_of_a_position(run: Run) -> None:
    assert len(run("moves", "chess", "--position", KIWIPETE).stdout.splitlines()) == 48
    result = run("moves", "chess", "--position", MATED)
    assert (result.exit_code, result.stdout) == (0, "")


def test_moves_as_json(run: Run) -> None:
    assert json.loads(run("moves", "chess", "--json").stdout) == run("moves", "chess").stdout.split()
    assert json.loads(run("moves", "chess", "--json", "-p", MATED).stdout) == []


def test_perft_is_a_number_alone(run: Run) -> None:
    result = run("perft", "chess", "3")
    assert (result.exit_code, result.stdout) == (0, "8902\n")
    assert re.search(r"^\d+\.\d\d s, [\d,]+ nodes/s$", result.stderr, re.MULTILINE)


def test_perft_in_pieces_is_the_whole(run: Run) -> None:
    assert run("perft", "chess", "5").stdout == "4865609\n"
    assert run("perft", "chess", "0").stdout == "1\n"
    assert run("perft", "chess", "2", "-p", MATED).stdout == "0\n"


def test_a_checkpoint_of_a_depth_without_parts_is_not_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "counts.jsonl"
    result = run("perft", "chess", "2", "--checkpoint", str(file))
    assert (result.stdout, file.exists()) == ("400\n", False)
    assert "counts.jsonl is not written: depths up to 2 are counted at once" in result.stderr


def test_perft_divided(run: Run) -> None:
    *lines, total = run("perft", "chess", "2", "--divide", "-p", KIWIPETE).stdout.splitlines()
    counts = {text: int(count) for text, count in (line.split(": ") for line in lines)}
    assert int(total) == sum(counts.values()) == 2039
    assert list(counts) == sorted(counts)
    assert counts == fairyring.divide(fairyring.load("chess").position(KIWIPETE), 2)


def test_perft_as_json(run: Run) -> None:
    found = json.loads(run("perft", "ravioli", "2", "--json", "--divide").stdout)
    assert (found["variant"], found["depth"], found["nodes"]) == ("ravioli", 2, 1156)
    assert found["position"] == str(fairyring.load("ravioli").start())
    assert found["seconds"] > 0
    assert found["speed"] > 0
    assert sum(found["divide"].values()) == 1156
    assert "divide" not in json.loads(run("perft", "ravioli", "1", "--json").stdout)


# The command line, in a process that says when it counts.
COUNTING = """
import fairyring
from fairyring.cli import main
perft = fairyring.perft
def told(position, depth):
    if depth == 4:
        fairyring.perft = perft
        print("counting", flush=True)
    return perft(position, depth)
fairyring.perft = told
main()
"""


def test_ctrl_c_ends_a_perft_soon() -> None:
    fairyring.perft(fairyring.load("chess").start(), 2)  # compiled once for all
    process = subprocess.Popen(
        [sys.executable, "-c", COUNTING, "perft", "chess", "12"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that starts the tests in the background has them, and all they start, ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 -- no threads here
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=20)
        assert time.monotonic() - began < 5
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    # On a busy machine it says before what it waits for.
    assert err.strip().splitlines()[-1] == "stopped after 0 of 20 first moves"


def test_ctrl_c_tells_how_far_a_perft_came(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter([400, 20, 20])  # the first of them for what compiles

    def counting(*_: object) -> int:
        for count in counts:
            return count
        raise KeyboardInterrupt

    monkeypatch.setattr(fairyring, "perft", counting)
    result = run("perft", "chess", "2", "--divide")
    assert (result.exit_code, result.stdout) == (130, "a2-a3: 20\na2-a4: 20\n")
    assert "stopped after 2 of 20 first moves" in result.stderr


def test_variants_are_listed(run: Run) -> None:
    said = run("variants").stdout
    for name in fairyring.variants():
        assert re.search(rf"^ *{name} ", said, re.MULTILINE)
    assert "Antoine Fourrière" in said
    assert max(map(len, said.splitlines())) <= 80


def test_variants_as_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[Introduction.__module__]
    wanted = (
        fairyring.variants() if lanes.EVERY else lanes.chosen(lanes.GAMES)
    )  # each game's tables are built
    listed = [each for each in module.introductions() if each.name in wanted]
    monkeypatch.setattr(module, "introductions", lambda: listed)
    games = json.loads(run("variants", "--json").stdout)
    assert sorted(game["name"] for game in games) == sorted(wanted)
    assert {"title", "summary", "inventor", "year", "options", "start"} < set(games[0])
    for game in games:
        assert str(fairyring.load(game["name"], **game["options"]).start()) == game["start"]


def test_options_of_a_variant_are_listed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bent.py"
    path.write_text(
        "from fairyring.variants import chess\ndef variant(bent=False, size=8): return chess.variant()\n"
    )
    bent = Introduction(str(path), "Bent", "", "", 0, Group.OTHER)
    monkeypatch.setattr(sys.modules[Introduction.__module__], "introductions", lambda: [bent])
    said = run("variants").stdout
    assert "--option bent=false" in said
    assert "--option size=8" in said
    assert json.loads(run("variants", "--json").stdout)[0]["options"] == {"bent": False, "size": 8}


def test_perft_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "counts.jsonl"
    asked = ("perft", "chess", "3", "--processes", "1", "--checkpoint", str(file), "--divide")
    whole = run(*asked)
    assert whole.exit_code == 0
    assert whole.stdout == run("perft", "chess", "3", "--divide").stdout
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 400
    file.write_text("".join(lines[:300]) + lines[300][:10])  # as if it had been killed
    assert run(*asked).stdout == whole.stdout
    assert sorted(file.read_text().splitlines(keepends=True)) == sorted(lines)
    other = run("perft", "chess", "4", "--processes", "1", "--checkpoint", str(file))
    assert "has counts of another game, position or depth" in other.stderr
    assert file.read_text().splitlines(keepends=True)[0] == lines[0]
    file.write_text("[]\n")
    assert "another game" in run(*asked).stderr
    file.write_text("counts\n")
    assert "no counts of perft" in run(*asked).stderr
    for other_file in (b"a note without an end", b"\xff\xfe\n"):  # somebody else's, which is kept
        file.write_bytes(other_file)
        assert "no counts of perft" in run(*asked).stderr
        assert file.read_bytes() == other_file
    file.write_text(lines[0][:20])  # killed while the first line was written
    assert run(*asked).stdout == whole.stdout
