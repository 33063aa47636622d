"""Rule files from strangers: whatever they hold, they are games or refused by a typed error, soon.

Run by hand for longer: ``python benchmarks/fuzz.py zillions``.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from fairyring.errors import GameFileError
from fairyring.gamefiles.zillions.games import ASIDE, READ
from fairyring.variants import _shipped
from fairyring.variants.toml.loading import ZrfGame
from tests.gamefiles.fuzzing import STRANGE, Reader, mutant, tried, without_tables

FOLDER = Path(__file__).with_name("zillions")
LARGE = ("chess", "ravioli", "metachess")  # which take most of a second by themselves
CORPUS = [path.read_text() for path in sorted(FOLDER.glob("*.zrf")) if path.stem not in LARGE]
OWN = [
    *(
        "(",
        ")",
        "((",
        "))",
        "()",
        '"',
        "$1",
        "$9",
        "$1$1",
        "(while true n)",
        "(while empty? add)",
        "(define a (a))",
    ),
    *(
        "(define a ($1 $1))",
        "(a (a (a n)))",
        "cascade",
        "(go from)",
        "(opposite n)",
        "(set-flag x true)",
        "off 3",
    ),
    *(
        "(verify (or empty? enemy? friend?))",
        "(add Pawn King)",
        "add-partial",
        "(create Man)",
        "flip",
        "mark back",
    ),
    *(
        "(attribute x true)",
        "(set-attribute x false)",
        "last-to?",
        "attacked?",
        "(links n (a1 a1))",
        "-99999",
    ),
]
WORDS = [*sorted(set(re.findall(r"[^\s()\";]+", "\n".join(CORPUS)))), *READ, *ASIDE, *OWN, *STRANGE]


def almost(lots: random.Random) -> bytes:
    """A file that is not as it was."""
    return mutant(lots.choice(CORPUS), lots, CORPUS, WORDS)


def attempt(data: bytes, lots: random.Random) -> None:
    """Make its first game, or a variant."""
    titles = re.findall(rb'\(title "([^"]+)"', data)
    title = lots.choice(titles).decode("latin-1") if titles and lots.random() < 0.3 else ""
    ZrfGame(data, "strange.zrf", _shipped, bounded=True, title=title)()


READER = Reader(almost, attempt)


def test_strange_rule_files_are_refused_by_a_typed_error_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tables(monkeypatch)
    ends = tried(READER, random.Random(1), 150)
    assert ends["read"] > 10
    assert ends["refused"] > 20


BOMBS = {
    "(" * 100: "lists are nested at most",
    "(game (title x)": "this ( has no ) behind it",
    '(game (title "x': 'this " has no other one',
    "(game)) (": "this ) has no ( before it",
    "(define a (a)) (game (a))": "too many others, or a definition uses itself",
    "(define a (n (a))) (game (title (a)))": "too many others, or a definition uses itself",
    "(define a $1 $1) (game " + "(a " * 40 + "n" + ")" * 40 + ")": "more than 150000 words",
    "(define a $1$1) (game (title " + "(a " * 40 + "n" + ")" * 40 + "))": "at most 20000 characters",
    '(include "other.zrf")': "other files are not read",
    "(gmae)": "expected (game …), (variant …) or (define …), not '(gmae …)'",
    "(variant)": "stands behind the game",
    "word": "expected a list, such as (game …), not 'word'",
    "(game (players White Black))": "a game has a title",
    "\x00": "expected a list",
    "": "there is no game ''; there are none",
}


@pytest.mark.parametrize("text", BOMBS, ids=lambda text: text[:20])
def test_what_would_grow_or_is_no_list_is_refused(text: str) -> None:
    with pytest.raises(GameFileError) as error:
        _ = ZrfGame(text.encode(), "x.zrf", _shipped, bounded=True).raw
    assert BOMBS[text] in str(error.value)


BOARD = '(board (grid (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9))) (directions (n 0 -1) (s 0 1) (e 1 0))))'
SETUP = "(board-setup (White (Man a1)) (Black (Man a3)))"


def refused(blocks: str, more: str = "", board: str = BOARD, setup: str = SETUP) -> str:
    """Why a game with these move blocks is refused."""
    piece = f"(piece (name Man) (attribute fresh true) (moves\n{blocks}))"
    text = f'(game (title "x") (players White Black) {board} {setup}\n{piece}\n{more})'
    with pytest.raises(GameFileError) as error:
        ZrfGame(text.encode(), "x.zrf", _shipped, bounded=True)()
    return str(error.value)


REFUSED = {
    "(n add-partial)": "x.zrf, line 3, column 4: fairyring does not support add-partial in a move",
    "(n (create Man) add)": "x.zrf, line 3, column 4: fairyring does not support create in a move",
    "(n (verify (piece? Man)) add)": "",
    "(n (while true mark))": "the move blocks of this game take too long to run",
    "(n up add)": "x.zrf, line 3, column 4: fairyring does not know 'up' in a move block",
    "(n (verify up?) add)": "line 3, column 12: fairyring does not know 'up?' as a condition",
    "(n (verify (in-zone? up)) add)": "line 3, column 12: the board has no zone 'up'",
    "(back add)": "line 3, column 2: there is no mark to go back to",
    "(add)": "line 3, column 2: Man from",
    "((go last-to) add)": "fairyring does not support blocks that go to last-to",
    "((verify stale) n add)": "line 3, column 10: fairyring does not know 'stale' as a condition",
    "(n (verify last-to?) add)": (
        "fairyring does not support moves that depend on the last one, except en passant"
    ),
    "(n (verify attacked?) add)": "Man from a2: fairyring does not support attacked? here",
    "n": "line 3, column 1: expected a move block in parentheses, not 'n'",
}


@pytest.mark.parametrize("blocks", [each for each in REFUSED if REFUSED[each]])
def test_move_blocks_that_cannot_be_said_are_refused_by_place(blocks: str) -> None:
    assert REFUSED[blocks] in refused(blocks)


def test_other_lists_that_cannot_be_said_are_refused_by_place() -> None:
    block = "(n add)"
    for more, reason in {
        "(win-condition (White Black) (relative-config Man n Man))": "'(relative-config …)' as a goal",
        "(win-condition (White) stalemated)": "what is so for one player alone",
        "(count-condition (White Black) stalemated)": "won by counting pieces",
        "(turn-order White White Black Black)": "players who do not move in turn",
        '(option "pass turn" true)': "the option pass turn with 'true'",
        "(colour blue)": "fairyring does not know (colour …) of a game",
        "(loss-condition (White Black) (checkmated Queen))": "no piece is called 'Queen'",
        "(move-priorities a b)": "fairyring does not support priorities, except of captures",
    }.items():
        said = refused(block, more)
        assert reason in said
        assert "x.zrf, line 4, column" in said
    off = "(board-setup (White (Man a1 off 2)) (Black (Man a3)))"
    few = "(loss-condition (White Black) (pieces-remaining 0))"
    assert "pieces that come from the hand" in refused(block, few, setup=off)
    odd = "(board (positions (a1 0 0 9 9) (a\u009a3 0 9 9 18)) (links n (a1 a\u009a3)))"
    assert "win-condition" in refused(block, "(win-condition)", odd, SETUP.replace("a3", "a\u009a3"))
    assert "the board has no position 'a9'" in refused(block, setup="(board-setup (White (Man a9)))")
    assert "at most 640 positions" in refused(
        block, board=BOARD.replace("a/b/c", "/".join(map(str, range(300))))
    )
