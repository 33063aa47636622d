"""``xboard``: a driver that speaks CECP with it, as XBoard does."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import fairyring
from fairyring.cli.xboard import Xboard, renumbered
from tests.cli.conversation import Conversation


class Driver(Conversation):
    """The other side of the conversation."""

    def __init__(self) -> None:
        super().__init__(Xboard)
        self._pings = 0

    def asked(self, *lines: str) -> list[str]:
        """What is said to some lines, moves that they lead to included."""
        self._pings += 1
        self.send(*lines, f"ping {self._pings}")
        return self.until(f"pong {self._pings}")[:-1]


@pytest.mark.parametrize(("words", "said"), [([], "feature done=0\n"), (["--help"], "")])
def test_it_says_that_features_will_come_before_it_imports_commands(words: list[str], said: str) -> None:
    code = (
        f"import sys; sys.argv = ['fairyring', 'xboard', *{words}]\n"
        "sys.modules['fairyring.cli.commands'] = None\n"
        "from fairyring.cli import main; main()"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.stdout, "ModuleNotFoundError" in found.stderr) == (said, True)


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    fairyring.prepare(fairyring.load("chess"))
    driver = Driver()
    driver.send("xboard", "protover 2")
    features = driver.until("feature done=1")
    assert features[0] == "feature done=0"
    games = next(line for line in features if line.startswith("feature variants="))
    assert '"normal' in games or ",normal," in games
    assert ",ravioli," in games
    yield driver
    driver.end()


def talk(*lines: str) -> list[str]:
    sink = io.StringIO()
    Xboard(io.StringIO("".join(f"{line}\n" for line in lines)), sink).run()
    return sink.getvalue().splitlines()


def test_a_game_against_it_is_played_to_its_end(driver: Driver) -> None:
    driver.asked("new", "sd 1", "easy", "nopost")
    position = fairyring.load("chess").start()
    for _ in range(80):
        ours = position.legal_moves()[0]
        said = driver.asked(f"usermove {ours.uci}")
        position = position.play(ours)
        if position.result is None:
            assert re.fullmatch("move [a-h][1-8][a-h][1-8][qrbn]?", said[0]), said
            position = position.play(said[0].split()[1])
        if position.result is not None:
            score = {"white": "1-0", "black": "0-1"}.get(str(position.result.winner), "1/2-1/2")
            assert said[-1] == f"{score} {{{position.result}}}"
            break
        assert len(said) == 1
    assert driver.asked("undo", "force", "usermove a1a1")[-1].startswith("Illegal move (")


@pytest.mark.parametrize("name", ["shogi", "capablanca", "ravioli"])
def test_games_are_set_up_by_their_pieces_and_boards(driver: Driver, name: str) -> None:
    said = driver.asked("new", f"variant {name}", "sd 1", "go")
    setup = re.fullmatch(r"setup \((\S+)\) (\d+)x(\d+)\+(\d+)_fairy (.*)", said[0])
    assert setup
    start = fairyring.load(name).start()
    assert setup[5] == str(start)
    table, chart = setup[1], start.variant.board.charts[0]
    assert (int(setup[2]), int(setup[3])) == (chart.width, chart.height)
    assert table == table.swapcase()[len(table) // 2 :] + table.swapcase()[: len(table) // 2]
    letters = {piece.letter for piece in start.variant.rules.pieces if "+" not in piece.letter}
    assert {sign for sign in table if sign.isupper()} == letters
    move = said[1].removeprefix("move ")
    after = start.play(next(each for each in start.legal_moves() if move in (each.uci, str(each))))
    assert after.result is None


@pytest.mark.parametrize(
    ("name", "ours", "theirs"),
    [
        ("xiangqi", "b3e3", "b2e2"),
        ("xiangqi", "a1a10", "a0a9"),
        ("grand", "b9b10q", "b8b9q"),
        ("shogi", "P@e5", "P@e5"),
        ("ravioli", "b2u-b4u", "b2u-b4u"),
    ],
)
def test_ranks_of_boards_with_ten_are_counted_from_0(name: str, ours: str, theirs: str) -> None:
    variant = fairyring.load(name)
    assert renumbered(ours, variant, -1) == theirs
    assert renumbered(theirs, variant, 1) == ours


def test_it_keeps_to_its_clock(driver: Driver) -> None:
    driver.asked("new", "level 40 0:10 0", "time 200", "otim 200")
    began = time.monotonic()
    assert driver.asked("usermove e2e4")[0].startswith("move ")
    assert time.monotonic() - began < 2
    driver.asked("new", "st 1")
    began = time.monotonic()
    driver.asked("go")
    assert 0.5 < time.monotonic() - began < 3


def test_it_moves_when_told_to_and_not_after_force(driver: Driver) -> None:
    driver.asked("new", "st 600")
    driver.send("go")
    time.sleep(0.3)
    driver.send("?")
    assert driver.until("move ")
    # A position with few pieces would be searched to the deepest depth before that.
    full = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    driver.send("force", f"setboard {full}", "go")
    time.sleep(0.3)
    assert driver.asked("force") == []


def depth(line: str) -> int:
    return int(line.split(maxsplit=1)[0])


def pondering(driver: Driver) -> str:
    """The reply that the engine expects, once it thinks about it."""
    driver.send("new", "hard", "post", "st 600", "go")
    said = [driver.line()]
    while depth(said[-1]) < 3:  # however slow the machine is, a reply is expected by then
        said.append(driver.line())
    driver.send("?", "level 0 0:10 0", "time 500")
    said += driver.until("move ")
    own, expected = said[-2].split()[4:6]
    assert said[-1] == f"move {own}"
    ahead = driver.line().split()
    assert ahead[4] not in (own, expected)
    return expected


def test_it_thinks_ahead_and_goes_on_when_it_was_right(driver: Driver) -> None:
    expected = pondering(driver)
    said: list[str] = []
    while not said or depth(said[-1]) < 5:
        said.append(driver.line())
    assert driver.asked() == [] or all(depth(line) >= 5 for line in driver.asked())  # pongs at once
    began = time.monotonic()
    driver.send("time 500", "otim 500", f"usermove {expected}")
    own = driver.until("move ")
    assert time.monotonic() - began < 3
    assert min(map(depth, own[:-1]), default=9) >= 5  # it did not begin again
    assert own[-2].split()[4] == own[-1].split()[1]
    driver.asked("force", "easy", "nopost")


def test_it_begins_again_when_it_was_wrong(driver: Driver) -> None:
    expected = pondering(driver)
    while depth(driver.line()) < 3:
        pass
    other = "a7a6" if expected != "a7a6" else "a7a5"
    driver.send(f"usermove {other}")
    own = driver.until("move ")
    assert 1 in map(depth, own[:-1])
    driver.asked("force", "easy", "nopost")


def test_easy_ends_the_thinking_ahead(driver: Driver) -> None:
    expected = pondering(driver)
    driver.asked("easy")
    assert driver.asked() == []
    driver.send(f"usermove {expected}")
    assert driver.until("move ")
    time.sleep(0.2)
    assert driver.asked() == []
    driver.asked("force", "nopost")


def test_a_search_of_a_certain_depth_ends_by_it_when_it_was_right(driver: Driver) -> None:
    driver.send("new", "hard", "post", "sd 5", "go")
    expected = driver.until("move ")[-2].split()[5]
    said = driver.line()
    while depth(said) < 2:
        said = driver.line()
    driver.send(f"usermove {expected}")
    assert depth(driver.until("move ")[-2]) == 5
    driver.asked("force", "easy", "nopost")


def test_it_analyses_and_follows_the_board(driver: Driver) -> None:
    driver.asked("new", "post")
    driver.send("setboard 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "analyze")
    while not (line := driver.line()).split()[1].startswith("1000"):
        assert re.fullmatch(r"\d+ -?\d+ \d+ \d+ \S+.*", line)
    assert line.split()[1] == "100001"
    assert line.split()[4] == "a1a8"
    driver.send("usermove a1b1")
    while driver.line().split()[4][:2] not in ("g8", "f7", "g7", "h7"):
        pass
    assert not [line for line in driver.asked("exit", "force") if line.startswith("move")]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("castle", "Error (unknown command): 'castle'"),
        ("\ufffd \x00", "Error (unknown command): "),
        ("variant", "Error (too few parameters): 'variant'"),
        ("variant checkers", "telluser no game is called 'checkers'"),
        ("variant x.py", "telluser no game is called 'x.py'; the option VariantPath"),
        ("usermove e2e5", "Illegal move (not a legal move"),
        ("usermove", "Error (too few parameters)"),
        ("setboard 8/8 w", "tellusererror Illegal position: position text, column 4"),
        ("level 40 x 0", "Error (expected moves, minutes"),
        ("level 40", "Error (too few parameters)"),
        ("st ten", "Error (expected a whole number"),
        ("sd 0", "Error (expected a whole number from 1"),
        ("undo", "Error (there is no move to take back)"),
        ("option Contempt=3", "Error (there is only the option VariantPath)"),
    ],
)
def test_what_is_wrong_is_answered_and_changes_nothing(line: str, answer: str) -> None:
    said = talk("new", "force", line, "usermove e2e4", "undo", "ping 3")
    assert said[0].startswith(answer)
    assert said[1:] == ["pong 3"]


def test_a_file_that_cannot_be_read_leaves_the_games() -> None:
    told, games, pong = talk("new", "option VariantPath=nowhere.ini", "ping 3")
    assert told.startswith("telluser nowhere.ini: No such file or directory")
    assert games.startswith('feature variants="3check,')
    assert pong == "pong 3"


def test_games_of_files(tmp_path: Path) -> None:
    (tmp_path / "mine.ini").write_text("[narrow:gardner]\npromotionPieceTypes = n\n")
    said = talk(f"option VariantPath={tmp_path / 'mine.ini'}", "variant narrow")
    assert said[0].endswith(',narrow"')
    assert said[1] == "setup (PNBRQKpnbrqk) 5x5+0_fairy rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
