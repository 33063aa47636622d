"""What all commands share: help, the version, and how errors are reported."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

import fairyring
from fairyring import web
from fairyring.cli.commands import app
from fairyring.search import LEVELS
from fairyring.variants import Introduction, introductions
from fairyring.web import server
from tests.cli.conftest import Run

COMMANDS = sorted(typer.main.get_group(app).commands)


def complaint(stderr: str) -> str:
    """The one line of the error, without the lines on what was compiled before."""
    lines = [line for line in stderr.splitlines() if line.startswith("fairyring: ")]
    assert len(lines) == 1
    return lines[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Usage: fairyring {command}" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_help_lists_the_commands(run: Run) -> None:
    said = run("--help").stdout
    assert all(f"│ {command} " in said for command in COMMANDS)


def test_help_names_the_levels(run: Run) -> None:
    said = " ".join(run("play", "--help").stdout.replace("│", " ").split())
    *names, last = LEVELS
    assert f"{', '.join(names)} or {last}" in said


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"fairyring {fairyring.__version__}\n"


def test_help_needs_no_compiler() -> None:
    code = (
        "import sys\nfrom fairyring.cli.commands import app\n"
        "try: app(['perft', '--help'])\n"
        "except SystemExit: print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.endswith("False False\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dance"], "No such command 'dance'"),
        (["moves"], "Missing argument 'VARIANT'"),
        (["moves", "chess", "--speed"], "No such option"),
        (["moves", "chexx"], "no game is called 'chexx'; did you mean chess"),
        (["moves", "nowhere.py"], "nowhere.py: No such file or directory"),
        (["moves", "chess", "--option", "bent"], "an option is written name=value, not 'bent'"),
        (["moves", "chess", "--option", "bent=1"], "chess has no option 'bent'; it has none"),
        (["moves", "chess", "-p", "8\n\x1b[31m/8 w - - 0 1"], "position text, column 2: "),
        (["perft", "chess", "deep"], "'DEPTH'"),
        (["perft", "chess", "-1"], "No such option"),
        (["perft", "chess", "65"], "'DEPTH'"),
        (["perft", "chess", "0", "--divide"], "a depth of 0 has no first moves to divide by"),
        (["analyse", "chess", "--depth", "0"], "'--depth'"),
        (["analyse", "chess", "--pgn", "nowhere.pgn"], "nowhere.pgn: No such file or directory"),
        (["play", "chess", "--level", "godlike"], "there is no level 'godlike'; the levels are beginner, "),
        (["play", "chess", "--side", "red"], "--side"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(run: Run, words: list[str], message: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in complaint(result.stderr)
    assert "\x1b" not in result.stderr
    assert "\n\n" not in f"\n{result.stderr}"


def test_a_position_error_points_at_the_column(run: Run) -> None:
    text = "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    lines = run("moves", "chess", "--position", text).stderr.splitlines()[-3:]
    assert lines == [
        "fairyring: position text, column 19: this rank has 8 squares; here it gets 9",
        f"  {text}",
        f"  {' ' * 18}^",
    ]


def test_a_long_position_is_shown_around_the_error(run: Run) -> None:
    text = f"{'8/' * 7}8 w {'-' * 200} - 0 1"
    *_, shown, caret = run("moves", "chess", "--position", text).stderr.splitlines()
    assert len(shown) <= 80
    assert text[caret.index("^") - 2 :].startswith(shown[caret.index("^") :][:1])


def test_a_bug_is_reported_as_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise RuntimeError("oh\ndear")

    monkeypatch.setattr(fairyring, "load", broken)
    result = run("variants")
    assert result.exit_code == 1
    assert (
        "this is a bug in fairyring, please report it: RuntimeError: oh dear (set FAIRYRING_DEBUG=1"
        in complaint(result.stderr)
    )


def test_a_file_that_cannot_be_used_is_no_bug(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise PermissionError(13, "Permission denied", "/root/x.toml")

    monkeypatch.setattr(fairyring, "load", broken)
    result = run("variants")
    assert result.exit_code == 1
    assert complaint(result.stderr) == "fairyring: /root/x.toml: Permission denied"


def test_a_full_disk_is_no_bug(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: str) -> None:
        raise OSError(28, "No space left on device")  # as it is of stdout, which has no name

    monkeypatch.setattr(fairyring, "load", full)
    result = run("variants")
    assert result.exit_code == 1
    assert complaint(result.stderr) == "fairyring: No space left on device"


def test_help_fills_its_lines(run: Run) -> None:
    said = run("lab", "--help").stdout
    assert "the same command continues from there" in " ".join(said.split())
    assert "the same\n" not in "\n".join(line.rstrip() for line in said.splitlines())


def test_debugging_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise RuntimeError("oh dear")

    monkeypatch.setattr(fairyring, "load", broken)
    monkeypatch.setenv("FAIRYRING_DEBUG", "1")
    result = CliRunner().invoke(app, ["variants"])
    assert result.exit_code == 1
    assert "Traceback" in result.stderr


def test_without_a_command_it_serves_the_page(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr(web, "serve", lambda **wishes: served.append(wishes))
    assert run().exit_code == 0
    assert run("--port", "9000", "--host", "::1", "--no-browser").exit_code == 0
    assert served == [
        {"host": "127.0.0.1", "port": 8000, "open_browser": True, "laboratory": Path("lab")},
        {"host": "::1", "port": 9000, "open_browser": False, "laboratory": Path("lab")},
    ]


def test_serve_passes_its_options_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[dict[str, object]] = []
    monkeypatch.setattr(web, "serve", lambda **wishes: served.append(wishes))
    plain = {
        "host": "127.0.0.1",
        "port": 8000,
        "open_browser": False,
        "search": False,
        "limits": web.Limits(),
        "workers": 1,
        "own_games": (),
        "watch": False,
        "workshop": "open",
        "laboratory": None,
        "figures": "local",
        "log": "plain",
        "log_level": "warning",
    }
    assert run("serve").exit_code == 0
    words = (
        "--host 0.0.0.0 --port 80 --name a.example --name b.example --proxy 10.0.0.1 --limit sockets=5"
        " --limit games=2/60 --workers 4 --metrics open --log json --log-level info mine.py yours.py"
    ).split()
    assert run("serve", *words, "--database", "postgresql:///games").exit_code == 0
    assert served == [
        plain | {"database": os.environ["FAIRYRING_DATABASE"], "names": (), "proxies": ()},
        plain
        | {
            "host": "0.0.0.0",
            "port": 80,
            "database": "postgresql:///games",
            "names": ["a.example", "b.example"],
            "proxies": ["10.0.0.1"],
            "limits": web.Limits().changed(["sockets=5", "games=2/60"]),
            "workers": 4,
            "own_games": [Path("mine.py"), Path("yours.py")],
            "watch": False,
            "figures": "open",
            "log": "json",
            "log_level": "info",
        },
    ]


def test_a_malformed_limit_is_refused(run: Run) -> None:
    result = run("serve", "--limit", "games=many")
    assert result.exit_code == 2
    assert complaint(result.stderr).startswith("fairyring: a limit is set as games=600/60")


def test_serve_uses_no_other_port(run: Run) -> None:
    with server.listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        result = run("serve", "--port", port)
        assert result.exit_code == 2
        assert complaint(result.stderr) == f"fairyring: port {port} is taken"


def test_an_address_that_cannot_be_used_is_reported(run: Run) -> None:
    result = run("--host", "256.0.0.1", "--no-browser")
    assert result.exit_code in (1, 2)
    assert complaint(result.stderr)


def test_a_wait_is_explained_on_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    from fairyring.cli.inputs import PATIENCE, explained_wait

    with explained_wait() as say:
        say("soon [done]")
    with explained_wait() as say:
        say("baking …")
        time.sleep(PATIENCE + 0.2)
    said = capfd.readouterr()
    assert (said.out, said.err) == ("", "baking …\n")


def test_a_users_file_with_options(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plain_game.py"
    path.write_text(
        "from fairyring.variants import chess\n"
        "def variant(bent=False, size=8, pace=1.5, mood='calm'):\n"
        "    assert (bent, size, pace, mood) == (True, 9, 2.5, 'wild')\n"
        "    return chess.variant()\n"
    )
    options = ["-o", "bent=yes", "-o", "size=9", "-o", "pace=2.5", "-o", "mood=wild"]
    assert len(run("moves", str(path), *options).stdout.splitlines()) == 20
    refused = complaint(run("moves", str(path), "-o", "size=big").stderr)
    assert refused == "fairyring: option size must be a whole number, not 'big'"
    refused = complaint(run("moves", str(path)).stderr)
    assert "plain_game.py, line 3: AssertionError" in refused


def test_output_that_is_only_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters that it lacks become question marks, except in JSON, which can escape them."""
    (game,) = (each for each in introductions() if each.name == "ravioli")
    monkeypatch.setattr(sys.modules[Introduction.__module__], "introductions", lambda: [game])

    def said(*words: str, typed: str = "") -> str:
        done = CliRunner(charset="ascii").invoke(app, words, input=typed)
        assert done.exit_code == 0
        return done.stdout

    assert "quit" in said("play", "chess", "--side", "both", typed="e2\nhelp\n")
    assert "Antoine Fourri?re" in said("variants")
    assert json.loads(said("variants", "--json"))[0]["inventor"] == "Antoine Fourrière"
