"""``play``: games in the terminal, typed in."""

import random
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import fairyring
from fairyring.board import Side
from fairyring.cli.play import Conversation
from fairyring.cli.screen import Marks, Screen
from fairyring.search.bluffing import hides
from tests.cli.conftest import Run

PROMOTION = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"


def boards(said: str) -> int:
    """How many boards were drawn."""
    return sum(line.startswith(("1 ", "8 ")) for line in said.splitlines()) // 2


def test_ten_moves_of_ravioli_against_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(prompt: str) -> str:
        assert prompt == "white> "
        if len(game.moves) == 20:
            raise EOFError
        return str(fairyring.search(game.position, depth=2).move)

    monkeypatch.setattr("builtins.input", typed)
    game = fairyring.Game(fairyring.load("ravioli"))
    said = StringIO()
    Conversation(Console(file=said, width=80), game, {Side.WHITE}, "beginner").run()
    assert len(game.moves) == 20
    assert said.getvalue().count("black plays ") == 10
    assert boards(said.getvalue()) == 21


def test_ten_moves_of_ravioli_with_a_friend(run: Run) -> None:
    game = fairyring.Game(fairyring.load("ravioli"))
    chance = random.Random(5)
    for _ in range(10):
        game.push(chance.choice(game.position.legal_moves()))
    typed = "".join(f"{move}\n" for move in game.moves)
    result = run("play", "ravioli", "--side", "both", typed=f"{typed}position\nquit\n")
    assert result.exit_code == 0
    assert boards(result.stdout) == 11
    assert str(game.position) in result.stdout
    assert result.stdout.splitlines()[2].split() == ["Upper", "Lower"]
    assert max(len(line) for line in result.stdout.splitlines() if "|" not in line) <= 80


def test_the_array_of_chess960_is_drawn_unless_it_is_said(run: Run) -> None:
    def array(*said: str) -> str:
        asked = run("play", "chess960", "--side", "both", *said, typed="position\nquit\n").stdout
        return next(line for line in asked.splitlines() if "/pppppppp/" in line).strip()

    assert len({array() for _ in range(5)}) > 1
    assert str(fairyring.load("chess960", number=7).start()) in array("-o", "number=7")
    text = str(fairyring.load("chess960", number=9).start())
    assert text in array("-p", text)


def test_a_piece_on_the_ring_is_on_both_boards(run: Run) -> None:
    said = run("play", "ravioli", "--side", "both", typed="").stdout.splitlines()
    ring = next(line for line in said if line.startswith("8 "))
    inside = next(line for line in said if line.startswith("7 "))
    assert ring.split() == ["8", *"rnbqkbnr"] * 2
    assert inside.split() == ["7", *"pppwzppp", "7", *"pppzwppp"]


def test_undo_against_the_computer_takes_both_moves(run: Run) -> None:
    start = str(fairyring.load("chess").start())
    result = run("play", "chess", "--level", "beginner", typed="undo\ne2-e4\nundo\nposition\n")
    assert "you have no move to take back" in result.stdout
    assert start in result.stdout


def test_black_waits_for_the_computer(run: Run) -> None:
    result = run("play", "chess", "--level", "beginner", "--side", "black", typed="undo\nquit\n")
    assert result.stdout.count("white plays ") == 1
    assert "you have no move to take back" in result.stdout
    assert result.stdout.split("\n")[-2].startswith("black> ")
    drawn = [line for line in result.stdout.splitlines() if line[:2] in ("1 ", "8 ")]
    assert [line[0] for line in drawn] == ["1", "8", "1", "8"]  # as Black sees it


def test_promotion_by_choices(run: Run) -> None:
    result = run("play", "chess", "--side", "both", "-p", PROMOTION, typed="e7\ne8\nx\nr\npgn\n")
    assert "e7, then: e8;" in result.stdout
    assert "e7 e8, then: B, N, Q, R;" in result.stdout
    assert "'x' cannot follow e7 e8; choose one of: B, N, Q, R" in result.stdout
    assert "1. e8=R" in result.stdout


@pytest.mark.parametrize(
    "typed",
    [
        "e7-e8\nq\n",
        "e7e8\nQ\n",
        "e7 e8 q\n",
        "E7-E8=q\n",
        "e7e8q\n",
        "E7-E8\nq\n",
        "e7\ne8 Q\n",
        "a1\ne7-e8=Q\n",
    ],
)
def test_a_move_can_be_typed_in_many_ways(run: Run, typed: str) -> None:
    result = run("play", "chess", "--side", "both", "-p", PROMOTION, typed=f"{typed}pgn\n")
    assert "1. e8=Q" in result.stdout


def test_choices_are_taken_back_by_empty_lines(run: Run) -> None:
    typed = "e7\ne8\n\n\n\na1\na2\nposition\n"
    result = run("play", "chess", "--side", "both", "-p", PROMOTION, typed=typed)
    assert "choice taken back" in result.stdout
    assert "7k/4P3/8/8/8/8/K7/8 b - - 1 1" in result.stdout


def test_goals_are_marked(run: Run) -> None:
    said = run("play", "chess", "--side", "both", typed="g1\n").stdout
    assert "(·)" in said
    assert "(N)" in said
    assert "g1, then: f3, h3;" in said


def test_resignation_and_what_comes_after(run: Run) -> None:
    typed = "e2-e4\nresign\nresign\ne7-e5\nhint\nmoves\nundo\nposition\n"
    result = run("play", "chess", "--side", "both", typed=typed)
    assert "white wins: resignation  (1-0)" in result.stdout
    assert "the game is already over: white wins: resignation" in result.stdout
    assert "'e7-e5': the game is over; type undo, pgn or quit" in result.stdout
    assert "over> 0 moves" in result.stdout
    assert str(fairyring.load("chess").start()) in result.stdout


def test_mate_is_announced(run: Run) -> None:
    typed = "f2-f3\ne7-e5\ng2-g4\nd8-h4\nhint\nresign\npgn\n"
    result = run("play", "chess", "--side", "both", typed=typed)
    assert "black wins: checkmate  (0-1)" in result.stdout
    assert "there is no move to search for: the game is over" in result.stdout
    assert '[Termination "checkmate"]' in result.stdout
    assert "<K>" in result.stdout


def test_check_is_announced(run: Run) -> None:
    result = run("play", "chess", "--side", "both", typed="f2-f3\ne7-e6\na2-a3\nd8-h4\n")
    assert "last move Qh4+ · white to move · check!" in result.stdout


def test_a_hint_changes_nothing(run: Run) -> None:
    result = run("play", "chess", "--side", "both", "-p", PROMOTION, typed="hint\nposition\n")
    assert "white> e7-e8=Q (score " in result.stdout or "white> e7-e8=R (score " in result.stdout
    assert PROMOTION in result.stdout


def test_help_names_every_command(run: Run) -> None:
    said = run("play", "chess", "--side", "both", typed="help\n").stdout
    for command in "moves undo hint flip resign pgn position board help quit".split():
        assert f"\n{command} " in said


def test_garbage_is_refused_and_changes_nothing(run: Run) -> None:
    chance = random.Random(11)
    garbage = [bytes(chance.randrange(256) for _ in range(chance.randrange(1, 40))) for _ in range(200)]
    garbage += [
        b"e9",
        b"e2-e5",
        b"e2 e3 e4",
        b"[bold]",
        b"\x1b[2J",
        b"-" * 5000,
        b"UNDO now",
        b"(",
        b"\\",
        b"e7",
    ]
    lines = [line.replace(b"\n", b"?").replace(b"\r", b"?") for line in garbage]
    result = run("play", "chess", "--side", "both", typed=b"\n".join([*lines, b"position\n"]))
    assert result.exit_code == 0
    assert str(fairyring.load("chess").start()) in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stdout.count("\n") < 300


def test_the_end_of_the_input_is_not_an_error(run: Run) -> None:
    result = run("play", "chess", "--side", "both", typed="e2-e4")
    assert result.exit_code == 0
    assert "black to move" in result.stdout


def test_colours_and_figures() -> None:
    said = StringIO()
    console = Console(file=said, force_terminal=True, color_system="truecolor", width=60)
    variant = fairyring.load("ravioli")
    console.print(Screen(console, variant.board).draw(variant.start().view(), Marks(last=["b2u"])))
    assert said.getvalue().count("♛") == 4  # two queens on the ring, each on both boards
    assert "W" in said.getvalue()
    assert "\x1b[" in said.getvalue()


def test_a_narrow_terminal_stacks_the_boards(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    said = run("play", "ravioli", "--side", "both", typed="").stdout
    assert boards(said) == 2


def test_a_terminal_without_figures_shows_letters() -> None:
    raw = BytesIO()
    said = TextIOWrapper(raw, encoding="ascii")
    variant = fairyring.load("chess")
    for system in (None, "standard"):
        console = Console(file=said, force_terminal=system is not None, color_system=system, width=60)
        console.print(Screen(console, variant.board).draw(variant.start().view(), Marks(chosen=["e4"])))
    said.flush()
    assert b" R  N  B  Q  K  B  N  R " in raw.getvalue()
    assert b"(.)" in raw.getvalue()


def test_a_board_says_which_squares_have_names_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "named.toml"
    file.write_text(
        'fairyring = 1\nbase = "chess"\ntitle = "T"\nsummary = "S"\n'
        'board = { width = 8, height = 8, names = { e4 = "pit", d5 = "well" } }\n'
    )
    variant = fairyring.load(file)
    console = Console(width=80, color_system=None, record=True)
    console.print(Screen(console, variant.board).draw(variant.start().view(), Marks()))
    lines = console.export_text().rstrip().splitlines()
    assert [line.split() for line in lines[-2:]] == [list("abcdefgh"), ["e4", "=", "pit,", "d5", "=", "well"]]


def test_stacked_pieces_are_drawn_and_moved(run: Run) -> None:
    position = "4k3/8/8/3p1(pn)2/8/4(PN)3/8/4K3 w - - 0 1"
    typed = "e3^\nf5^\nundo\ne3^-f5\nposition\n"
    result = run("play", "metachess-4", "--side", "both", "-p", position, typed=typed)
    drawn = [line.split() for line in result.stdout.splitlines()]
    assert ["5", "·", "·", "·", "p", "·", "p^n", "·", "·"] in drawn  # as it stood
    assert "(p^n)" in result.stdout
    assert "(P^N)" in result.stdout
    assert "e3^, then: " in result.stdout
    assert "4k3/8/8/3p1(Nn)2/8/4P3/8/4K3 b - - 0 1" in result.stdout


def test_stacked_pieces_in_colour() -> None:
    variant = fairyring.load("metachess-4")
    view = variant.position("4k3/8/8/3p1(pn)2/8/4(PN)3/8/4K3 w - - 0 1").view()
    said = StringIO()
    console = Console(
        file=said, width=80, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    console.print(Screen(console, variant.board, 5).draw(view, Marks(chosen=("e3",))))
    assert "♟\ufe0e" in said.getvalue()
    assert said.getvalue().count("^") == 2


def test_small_pieces_are_drawn_on_big_ones(run: Run) -> None:
    typed = "b1:a2\npilot\na3\n"
    said = run("play", "mini-meta", "--side", "both", typed=typed).stdout
    assert max(map(len, said.splitlines())) <= 80
    assert said.splitlines()[2].split() == ["6", *"· k · · q · · b · · n · · r ·".split()]
    assert said.splitlines()[3].split() == [*"· k · q · b · n · r".split()]
    assert said.splitlines()[6].split() == ["4"]  # holes
    assert "b1:a2, then: a1:a1, a2:a1, a2:b2, b2:b2, c1:a1, c2:a1, pilot;" in said
    assert "last move Nb1-a3" in said
    assert "3    (·)               (·)" in said  # the two holes to which the knight can be piloted
    assert "[·]" in said  # and the one that it left


def test_small_pieces_on_big_ones_in_colour() -> None:
    variant = fairyring.load("meta-chess")
    said = StringIO()
    console = Console(file=said, width=80, force_terminal=True, color_system="truecolor")
    console.print(Screen(console, variant.board).draw(variant.start().view(), Marks(chosen=["c3"])))
    assert said.getvalue().count("♛") == 4  # big and small, of either side
    lines = [Text.from_ansi(line) for line in said.getvalue().splitlines()]
    assert max(line.cell_len for line in lines) == 74
    assert sum("•" in line.plain for line in lines) == 1  # a hole that may be chosen


def test_hands_and_counters_are_said(run: Run) -> None:
    typed = "e2-e4\nd7-d5\ne4-d5\nd8-d5\nP@e4\nquit\n"
    said = run("play", "crazyhouse", "--side", "both", typed=typed).stdout
    assert said.count("hand: White empty, Black empty") == 3
    assert said.count("hand: White 1×P, Black empty") == 1
    assert said.count("hand: White 1×P, Black 1×P") == 1
    assert said.count("hand: White empty, Black 1×P") == 1
    said = run("play", "3check", "--side", "both", typed="e2-e4\nf7-f6\nd1-h5\nquit\n").stdout
    assert "checks left: White 3, Black 3" in said
    assert "checks left: White 2, Black 3" in said


def test_the_computer_plays_itself(run: Run) -> None:
    nearly = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
    said = run("play", "chess", "--side", "none", "-p", nearly, typed="undo\npgn\n").stdout
    assert "checkmate" in said
    assert "you have no move to take back" in said
    assert '[White "fairyring (club)"]' in said
    assert '[Black "fairyring (club)"]' in said


def test_nobody_is_shown_where_a_true_king_is() -> None:
    variant = fairyring.load("monster-bluff-4")
    game = fairyring.Game(variant)
    while hides(game.position):
        game.push(game.position.legal_moves()[0])
    watching = Conversation(Console(file=StringIO(), width=80), game, set(), "beginner")
    assert len(watching.seen.position.unknown) == 2
    assert len(game.position.unknown) == 0
