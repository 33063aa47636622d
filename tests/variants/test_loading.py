"""Finding games, loading them from a user's file, and what is said when that fails."""

import pickle
from pathlib import Path

import pytest

import fairyring
from fairyring import VariantError, testing
from tests import lanes

SOUND = """
import dataclasses
from fairyring.variants import chess

def variant(tall: bool = False, level: int = 1, name: str = "x"):
    return dataclasses.replace(chess.variant(), title=f"Mine {level}")
"""


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_game_is_found_by_its_name_in_other_programs() -> None:
    assert fairyring.load("fischerandom").name == "chess960"


def test_games_are_found_by_their_files() -> None:
    folder = Path(fairyring.__file__).parent.joinpath("variants")
    files = [*folder.glob("*.py"), *folder.glob("*.toml"), *folder.glob("library/*.toml")]
    assert len({path.stem for path in files}) == len(files)
    games = {path.stem.replace("_", "-") for path in files} - {
        "definition",
        "difficulty",
        "self-play",
        "solved",
        "stage-faults",
        "user-faults",
        "user-files",
        "weights",
        "--init--",
    }
    assert set(fairyring.variants()) == games >= {"chess", "ravioli", "ravioli-bero"}
    assert list(fairyring.variants()) == sorted(games)


@pytest.mark.parametrize(
    "name", ["", "draughts", "Chess", "../chess", "definition", "chess ", "\0", "x" * 5000]
)
def test_unknown_games_are_refused(name: str) -> None:
    with pytest.raises(VariantError, match=r"no game is called .*`fairyring variants` lists") as caught:
        fairyring.load(name)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"tall": 1}, "mine: option tall is a bool, not '1'"),
        ({"level": "3"}, "mine: option level is a int, not \"'3'\""),
        ({"level": True}, "mine: option level is a int, not 'True'"),
        ({"wide": True}, "mine has no option 'wide'; it has tall, level, name"),
        ({"name": None}, "mine: option name is a str, not 'None'"),
    ],
)
def test_options(options: dict[str, object], said: str, tmp_path: Path) -> None:
    path = write(tmp_path, SOUND)
    sound = fairyring.load(path, tall=True, name="y")
    assert sound.options == {"tall": True, "level": 1, "name": "y"}
    assert sound != fairyring.load(path)
    with pytest.raises(VariantError) as caught:
        fairyring.load(path, **options)
    assert str(caught.value) == said


def test_a_game_without_options() -> None:
    with pytest.raises(VariantError, match="chess has no option 'size'; it has none"):
        fairyring.load("chess", size=10)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def variant(:\n    pass\n", "line 1: SyntaxError"),
        ("x = 1\n\ny = x / 0\n", "line 3: ZeroDivisionError: division by zero"),
        ("import no_such_module_anywhere\n", "line 1: ModuleNotFoundError"),
        ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
        ("\n\n", "a game's file has a function variant()"),
        ("variant = 3\n", "a game's file has a function variant()"),
        ("def variant(size):\n    pass\n", "option size has no default"),
        ("def variant():\n    return 3\n", "variant() must return a Definition, not a int"),
        ("def variant():\n    x = {}\n    return x['board']\n", "line 3: KeyError: 'board'"),
        ("def variant():\n    import sys\n    sys.exit()\n", "line 3: SystemExit"),
        ("def variant():\n    raise ValueError('two\\nlines')\n", "line 2: ValueError: two lines"),
        (
            "from fairyring.pieces import Piece\n\nPiece('W', 'wizard', 'WE')\n",
            "line 3: 'WE', column 2: expected a modifier",
        ),
        ("x = '\0'\n", "null bytes"),
    ],
)
def test_files_that_fail(text: str, said: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    for name in (path, str(path)):
        with pytest.raises(VariantError) as caught:
            fairyring.load(name)
        assert said in str(caught.value)
        assert "mine" in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(VariantError, match="mine"):
        fairyring.load(path)


def test_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="No such file"):
        fairyring.load(tmp_path / "nothing.py")
    with pytest.raises(VariantError, match="Is a directory"):
        fairyring.load(tmp_path)
    with pytest.raises(VariantError, match="null"):
        fairyring.load("a\0.py")
    write(tmp_path, SOUND, "mine.txt")
    with pytest.raises(VariantError, match=r"a game's file ends in \.py, \.toml or \.zrf"):
        fairyring.load(tmp_path / "mine.txt")


SMALL = """
from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition

def variant():
    king, rook = Piece("K", "king", "K", royal=True), Piece("R", "rook", "R")
    pieces = king, rook, Piece("P", "pawn", "fmWfcF", pawn=True)
    rules = Orthodox(grid(4, 4), pieces, promotions="R")
    array = "3k/4/4/K3"
    return Definition("T", "S", rules, orthodox_form(rules, array), f"{array} w - - 0 1")
"""


@pytest.mark.parametrize(
    ("sound", "mistaken", "said"),
    [
        ("fmWfcF", "fmWfeF", "pawn captures only en passant"),
        ('"R", "rook"', '"K", "rook"', "line 11: .*two pieces have the letter 'K'"),
        ('promotions="R"', 'promotions="RX"', "line 11: .*no piece has the letter 'X'; there are K, R, P"),
        ('promotions="R"', 'promotions="KR"', "line 11: .*a pawn cannot become a king"),
    ],
)
def test_a_game_that_cannot_be_is_refused_as_it_is_loaded(
    sound: str, mistaken: str, said: str, tmp_path: Path
) -> None:
    assert fairyring.load(write(tmp_path, SMALL)).start().legal_moves()
    path = write(tmp_path, SMALL.replace(sound, mistaken))
    with pytest.raises(VariantError, match=f"mine.py.*{said}"):
        fairyring.load(path)


def test_a_record_of_a_users_game_has_its_own_options(tmp_path: Path) -> None:
    path = write(tmp_path, SOUND)
    game = fairyring.Game(fairyring.load(path, level=2))
    game.push("e2-e4")
    for variant in (fairyring.load(path), fairyring.load(path, tall=True), game.variant):
        (read,) = fairyring.read_pgn(game.pgn(), variant)
        assert (read.variant, read.moves) == (game.variant, game.moves)
    with pytest.raises(fairyring.RecordError, match="no game is called 'mine'"):
        fairyring.read_pgn(game.pgn())


def test_a_users_game_is_as_good_as_ours(tmp_path: Path) -> None:
    path = write(tmp_path, SOUND, "my_game.py")
    variant = fairyring.load(path, level=2)
    assert variant.names == ("my-game", "Mine 2")
    assert pickle.loads(pickle.dumps(variant)) == variant == fairyring.load(str(path), level=2)
    assert eval(repr(variant), {"fairyring": fairyring}) == variant
    testing.check(variant, walks=1, plies=lanes.samples(10, 3))


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, SOUND)
    assert fairyring.load(path).title == "Mine 1"
    write(tmp_path, SOUND.replace("Mine", "Yours"))
    assert fairyring.load(path).title == "Yours 1"
