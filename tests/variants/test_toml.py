"""Games in TOML: a file says the same game as Python, and what is wrong in it is said with its place."""

from __future__ import annotations

import json
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import fairyring
from fairyring import VariantError
from fairyring.board import Edge, Side
from fairyring.errors import GameFileError
from fairyring.gamefiles.boards import BOARD
from fairyring.gamefiles.pieces import MOVEMENT
from fairyring.gamefiles.reading import MOST_BYTES
from fairyring.gamefiles.rules import FAMILIES, MECHANICS
from fairyring.mechanics import Mechanic
from fairyring.pieces import Flat, Link, Within
from fairyring.variants.toml.declaration import schema

WATCH = """\
fairyring = 1
title = "Night Watch"
summary = "Riders that leap through the dark."
notes = ["The pawns meet at once."]
array = "nrckrn/pppppp/6/6/PPPPPP/NRCKRN"
promotions = "CRN"
starts = { ranks = [2] }

[board]
width = 6
height = 6
edges = { left = "cylinder", right = "cylinder" }
links.tunnel = { a1 = ["f6"], f6 = ["a1"] }

[pieces]
P = { name = "pawn", movement = "mfWimfnDcfF", pawn = true }
N = { name = "nightrider", movement = ["NN", { kind = "link", name = "tunnel" }], drawing = "knight" }
R = { name = "rook", movement = "R3", note = "It moves at most three squares." }
C = { name = "centaur", movement = { kind = "within", movement = "KN", area = { ranks = [1, 2, 3, -1] } } }
K = { name = "king", movement = { kind = "flat", movement = "K" }, royal = true }

[mechanics]
hands = {}
check_count.checks = 3

[options.checks]
default = 3
words = "how many checks win"
sets = "mechanics.check_count.checks"

drawn = [2, 5]

[options.slow]
default = false
words = "slow pawns"
when.pieces.P.movement = "mfWcfF"

[words.de]
title = "Nachtwache"
notes = ["Die Bauern treffen sofort aufeinander."]
pieces.N = { name = "Nachtreiter", white = "weißer Nachtreiter" }
options.slow = "langsame Bauern"
"""


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def fault(folder: Path, text: str, **options: object) -> GameFileError:
    with pytest.raises(GameFileError) as caught:
        fairyring.load(write(folder, text), **options)
    return caught.value


def test_a_game_from_nothing(tmp_path: Path) -> None:
    game = fairyring.load(write(tmp_path, WATCH, "night_watch.toml"))
    assert game.names == ("night-watch", "Night Watch")
    assert game.definition.start == "nrckrn/pppppp/6/6/PPPPPP/NRCKRN[] w - - 3+3 0 1"
    board, pieces = game.board, {piece.letter: piece for piece in game.rules.pieces}
    assert board.edges[Side.BLACK].left is Edge.CYLINDER
    assert board.links["tunnel"][board.numbers["a1"]] == (board.numbers["f6"],)
    assert [type(part) for part in pieces["N"].movement.parts][1] is Link  # type: ignore[union-attr]
    assert type(pieces["K"].movement) is Flat
    assert type(pieces["C"].movement) is Within
    goals = {goal.site for goal in game.rules.reach("C", "b3", Side.WHITE)}
    assert {"c3", "b2", "a1"} <= goals
    assert {name[1] for name in goals} == {"1", "2", "3"}


def test_options_and_words(tmp_path: Path) -> None:
    path = write(tmp_path, WATCH)
    game = fairyring.load(path, checks=2, slow=True)
    assert game.options == {"checks": 2, "slow": True}
    assert game.definition.start.endswith("2+2 0 1")
    assert {piece.letter: piece.movement for piece in game.rules.pieces}["P"] == (
        fairyring.load("shatranj").rules.pieces[0].movement
    )
    assert game.definition.options == {"checks": "how many checks win", "slow": "slow pawns"}
    assert game.definition.drawn == {"checks": (2, 5)}
    assert fairyring.load(path).definition.translations == {
        "de": {
            "Night Watch": "Nachtwache",
            "The pawns meet at once.": "Die Bauern treffen sofort aufeinander.",
            "nightrider": "Nachtreiter",
            "white nightrider": "weißer Nachtreiter",
            "slow pawns": "langsame Bauern",
        }
    }
    with pytest.raises(VariantError, match="option checks is a int"):
        fairyring.load(path, checks=True)
    error = fault(tmp_path, WATCH, checks=50)
    assert str(error) == "mine.toml, line 24, column 1: check counting: from 1 to 20 checks, not 50"


def test_a_game_in_a_file_is_played_and_recorded(tmp_path: Path) -> None:
    game = fairyring.Game(fairyring.load(write(tmp_path, WATCH), slow=True))
    game.push("a2-a3")
    (read,) = fairyring.read_pgn(game.pgn(), game.variant)
    assert read.moves == game.moves
    with pytest.raises(fairyring.RecordError, match="cannot load a file"):
        fairyring.read_pgn(game.pgn().replace('"mine"', '"mine.toml"'))


def plain(value: Any) -> Any:
    """A value in which lists are tuples."""
    if isinstance(value, Mechanic):
        return type(value), *(plain(getattr(value, field.name)) for field in fields(value))  # type: ignore[arg-type]
    return tuple(map(plain, value)) if isinstance(value, list | tuple) else value


FROM = 'fairyring = 1\nbase = "chess"\ntitle = "T"\nsummary = "S"\n'


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("atomic", "mechanics.explosion = {}\n"),
        (
            "horde",
            (
                'array = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"\n'
                'minor = ""\nbound = ""\n'
                'castlings = { kind = "usual", sides = ["black"] }\n'
                "starts = { white = { ranks = [1, 2] }, black = { ranks = [2] } }\n"
                "passable = { ranks = [2] }\n"
                'mechanics.extinction.kingless = ["white"]\n'
            ),
        ),
        (
            "racingkings",
            (
                'array = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"\nwithout = "P"\n'
                'castlings = "none"\npromotions = ""\n'
                "mechanics.no_checks = {}\n"
                'mechanics.goal.sites = ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"]\n'
                "mechanics.goal.reply = true\n"
            ),
        ),
        (
            "knightmate",
            (
                'array = "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR"\nwithout = "NK"\npromotions = "QRBM"\n'
                'minor = ""\nbound = ""\n[pieces]\n'
                'K = { name = "king", movement = "N", royal = true,'
                ' note = "It leaps as a knight, and must never be left where it could be captured." }\n'
                'M = { name = "commoner", movement = "K",'
                ' note = "It moves one square in any direction, and is not royal." }\n'
            ),
        ),
    ],
)
def test_a_file_is_the_game_that_python_declares(name: str, said: str, tmp_path: Path) -> None:
    found, wanted = fairyring.load(write(tmp_path, FROM + said)), fairyring.load(name)
    assert found.definition.start == wanted.definition.start
    ours: Any = wanted.rules
    for field in fields(ours):
        one, other = getattr(found.rules, field.name), getattr(ours, field.name)
        if callable(other):
            sites = range(len(found.board))
            one, other = (
                [[area(found.board, site, side) for site in sites] for side in Side] for area in (one, other)
            )
        assert plain(one) == plain(other), field.name


CHESS = """
[pieces]
P = { name = "pawn", movement = "PAWN", pawn = true }
N = { name = "knight", movement = "N" }
B = { name = "bishop", movement = "B" }
R = { name = "rook", movement = "R" }
Q = { name = "queen", movement = "Q" }
K = { name = "king", movement = "K", royal = ROYAL }
"""


@pytest.mark.parametrize(
    ("name", "said", "pawn"),
    [
        (
            "carousel",
            (
                'family = "drifting"\ncastlings = "usual"\nspinner.ring = ["d4", "d5", "e5", "e4"]\n'
                'board = { width = 8, height = 8, edges = { left = "cylinder", right = "cylinder" } }\n'
            ),
            "mfWimfnDcfF",
        ),
        (
            "mini-meta",
            'family = "piloting"\nboard = { kind = "stacked", width = 5, height = 6 }\n',
            "mfWcfF",
        ),
        (
            "monster-bluff-4",
            (
                'family = "bluff"\ndenominations = [5, 10, 25]\nturned = ["3", "4"]\n'
                'board = { kind = "sewn", width = 8, height = 8, rows = [2, 2] }\n'
            ),
            "mfWimfnDcfF",
        ),
    ],
)
def test_every_family_can_be_said(name: str, said: str, pawn: str, tmp_path: Path) -> None:
    wanted = fairyring.load(name)
    royal = str(any(piece.royal for piece in wanted.rules.pieces)).lower()
    array = f'array = "{wanted.definition.start.split()[0]}"\npromotions = "QRBN"\n'
    text = FROM.replace('base = "chess"\n', "") + array + said
    found = fairyring.load(write(tmp_path, text + CHESS.replace("PAWN", pawn).replace("ROYAL", royal)))
    assert found.definition.start == wanted.definition.start
    for field in fields(wanted.rules):  # type: ignore[arg-type]
        one, other = getattr(found.rules, field.name), getattr(wanted.rules, field.name)
        if field.name == "pieces":
            one, other = ([(each.letter, each.movement) for each in pieces] for pieces in (one, other))
        assert plain(one) == plain(other), field.name


FIGURE = '[[figures]]\nposition = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"\nstart = "START"\ncaption = ""'
WHERE = '{ kind = "where", area = { ranks = [9] }, inside = "N", outside = "F" }'


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("", (1, 1), "'fairyring' is missing"),
        (
            'title = "T"\nsummary = ""\nfairyring = 2',
            (3, 13),
            "expected 1, the version of the format, not '2'",
        ),
        ("fairyring = 1\nx = ", (2, 5), "this is not TOML: expected a value: a text in quotes, a number"),
        ("a = \xff", (1, 5), "this is not TOML"),
        (FROM + 'promotion = "Q"', (5, 1), "unknown key 'promotion': did you mean 'promotions'?"),
        (FROM + "[mechanics.explosoin]", (5, 12), "unknown key 'explosoin': did you mean 'explosion'?"),
        (FROM + "[mechanics.explosion]\nspares = 3", (6, 10), "expected a text in quotes, not '3'"),
        (FROM + '[mechanics.explosion]\nspares = "X"', (5, 12), "explosion: no piece has the letter 'X'"),
        (FROM + 'mechanics.explosion.immune = "K"', (5, 11), "explosion: K is royal, and royal pieces never"),
        (FROM + 'mechanics.immunity.pieces = "X"', (5, 11), "immunity: no piece has the letter 'X'"),
        (
            FROM + "mechanics.in_a_row.number = 1",
            (5, 11),
            "in a row: the number of pieces must be at least 2, not 1",
        ),
        (FROM + 'mechanics.in_a_row = { number = 3, along = "?" }', (5, 22), "along is a rider's movement"),
        (
            FROM + 'mechanics.goal = { sites = ["e4"], number = 2 }',
            (5, 18),
            "goals: number must be from 1 to 1, the number of squares, and not 2",
        ),
        (FROM + 'mechanics.results.draws = "both"', (5, 27), "unknown word 'both': there are draw, white"),
        (FROM + "mechanics.results.plies = true", (5, 27), "expected a whole number, or 'none', not true"),
        (FROM.replace("chess", "ches"), (2, 8), "no game is called 'ches'; did you mean chess"),
        (FROM.replace("chess", "../x"), (2, 8), "expected the name of a game that comes with fairyring"),
        (FROM + "base_options.x = 1", (5, 1), "chess has no option 'x'; it has none"),
        (FROM + 'without = "X"', (5, 11), "the base has no piece with the letter 'X'"),
        (FROM + '[pieces]\nN.movement = "fbN?"', (6, 18), "column 4: expected"),
        (FROM + '[pieces]\nN.movment = "N"', (6, 3), "did you mean 'movement'?"),
        (FROM + '[pieces.X]\nname = "x"', (5, 9), "'movement' is missing, which a new piece needs"),
        (FROM + '[pieces.x]\nname = "x"', (5, 9), "expected a piece's letter, such as N"),
        (FROM + 'array = "8/8/8/8/8/8/8/7"', (5, 25), "this rank has 8 squares"),
        (FROM + 'array = "8/8/8/8/8/8/8/8"', (5, 9), "castling K: no white piece starts on e1"),
        (FROM + 'promotions = "QX"', (5, 14), "no piece has the letter 'X'"),
        (FROM + 'start = "8"', (5, 11), "expected side to move next"),
        (
            FROM + "board = { width = 6, height = 6 }",
            (5, 1),
            "the castlings of the base are on another board",
        ),
        (FROM + "board.width = 8", (5, 1), "'height' is missing"),
        (FROM + "board = { width = 800, height = 1 }", (5, 9), "a board has at most 640 squares"),
        (FROM + 'board = { width = 8, height = 8, holes = ["z9"] }', (5, 43), "the board has no square 'z9'"),
        (
            FROM + 'board = { width = 3, height = 2, links.l = { a1 = ["b1", "b3"] } }',
            (5, 58),
            "no square 'b3': there are a1, b1, c1, a2, b2, c2",
        ),
        (FROM + "board = { width = 3, height = 2, regions.r = ['d1'] }", (5, 47), "no square 'd1'"),
        (FROM + "board = { widht = 8, height = 8 }", (5, 11), "unknown key 'widht': did you mean 'width'?"),
        (FROM + "starts = { black = 'anywhere' }", (5, 1), "'white' is missing"),
        (FROM + "[mechanics]\nduck = {}\nyear = 1900", (7, 1), "'year' is a key of the game, before"),
        (
            FROM + "[pieces.N]\nmovement = 'N'\n[pieces]\ncastlings = 'none'",
            (8, 1),
            "expected a piece's letter, such as N, or + and a letter, not 'castlings'; 'castlings' is a key",
        ),
        (FROM + 'board = { kind = "gird", width = 8 }', (5, 18), "did you mean 'grid'?"),
        (FROM + "starts = { ranks = [9] }", (5, 10), "the board has no rank 9"),
        (FROM + 'starts = "second"', (5, 10), "unknown word 'second'"),
        (FROM + 'castlings = [{ letter = "K", king = ["e1", "z1"], rook = ["h1", "f1"] }]', (5, 14), "'z1'"),
        (FROM + 'spinner.ring = ["d4"]', (5, 1), "no 'spinner'; that is for drifting"),
        (FROM + 'sources = ["javascript:alert(1)"]', (5, 12), "an address that begins with https://"),
        (FROM + 'title = "again"', (5, 1), "'title' is given twice; the first is in line 3"),
        (
            FROM + 'mechanics.in_a_row.number = "3"',
            (5, 29),
            "expected a whole number without quotes, not '3'",
        ),
        (FROM + 'mechanics.in_a_row.number = "three"', (5, 29), "expected a whole number, not 'three'"),
        (FROM + "mechanics.in_a_row.number = 5000", (5, 29), "a whole number of at most 1000, not '5000'"),
        (FROM + "mechanics.in_a_row.number = -5000", (5, 29), "a whole number of at least -1000"),
        (
            FROM + 'board = { kind = "pair", width = 4, height = 5, holes = ["Aa1", "Ax3"] }',
            (5, 65),
            "the board has no square 'Ax3': did you mean 'Aa3', 'Ab3' or 'Ac3'?",
        ),
        (
            FROM + 'board = { width = 8, height = 8, holes = ["z9"] }',
            (5, 43),
            "there are a1, b1, c1, …, h8",
        ),
        (
            FROM + 'array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR"\ncastlings = "none"',
            (5, 10),
            "White needs",
        ),
        (
            FROM + 'array = "rnkqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"\ncastlings = "none"',
            (5, 10),
            "Black must have one king, not 2",
        ),
        (FROM + 'start = "8/8/8/8/8/8/8/4K3 w - - 0 1"', (5, 10), "Black needs a king"),
        (
            FROM + 'array = "4k3/pppppppp/8/8/8/8/PPPPPPPP/P3K3"\ncastlings = "none"',
            (5, 40),
            "a white pawn cannot stand on a1",
        ),
        (FROM + '[options.x]\ndefault = true\nwords = "w"\ndrawn = [0, 1]', (8, 9), "whole number is drawn"),
        (
            FROM + '[options.x]\ndefault = 3\nwords = "w"\ndrawn = [4, 9]',
            (8, 9),
            "with the default, 3, between",
        ),
        (FROM + '[options.not]\ndefault = 1\nwords = "w"', (5, 10), "not a Python keyword"),
        (FROM + '[words.de]\nnotes = ["x"]', (6, 1), "1 of notes, but the game itself has 0"),
        (FROM + '[words.de]\npieces.X.name = "x"', (6, 8), "no piece has the letter 'X'"),
        (FROM + '[words.fr]\ntitle = "x"', (5, 8), "in 'fr': the game's own are English, and they can be"),
        (FROM + '[words.en]\ntitle = "x"', (5, 8), "translated into de"),
        (FROM + '[options.x]\ndefault = 1\nwords = "w"\nsets = "title.x"', (8, 8), "'title' is not a table"),
        (FROM + 'title2 = "\\u0007"', (5, 1), "did you mean 'title'?"),
        (FROM + 'inventor = "\\u0007"', (5, 13), "cannot be shown"),
        (
            FROM + '[[figures]]\nposition = "9"\nstart = "e2"\ncaption = ""',
            (6, 14),
            "expected side to move next",
        ),
        (FROM + FIGURE.replace("START", "z5"), (7, 9), "the board has no square 'z5'"),
        (FROM + FIGURE.replace("START", "e5"), (7, 9), "there is no piece on e5"),
        (FROM + FIGURE.replace("4K3", "8"), (6, 13), "White needs a king"),
        (
            FROM + '[options.x]\ndefault = 1\nwords = "w"\nsets = "mechanics.wals.shot"',
            (8, 1),
            "unknown key 'wals'",
        ),
        (FROM + f"pieces.N.movement = {WHERE.replace('9', '0')}", (5, 21), "the board has no rank 0"),
        (FROM + f"pieces.N.movement = ['W', {WHERE}]", (5, 21), "the board has no rank 9"),
        (FROM + 'far = "nowhere"', (5, 7), "a pawn has no square to promote on"),
        (FROM + 'without = "Q"', (5, 11), "promotions: no piece has the letter 'Q'"),
        (FROM + 'without = "K"', (5, 11), "array, column 5: there is no piece 'k' in this game"),
        ('fairyring = 1\ntitle = "T"\nsummary = "S"', (1, 1), "'board' is missing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    text: str, place: tuple[int, int], said: str, tmp_path: Path
) -> None:
    error = fault(tmp_path, text)
    assert said in error.reason
    assert (error.line, error.column) == place
    assert str(error).startswith(f"mine.toml, line {place[0]}, column {place[1]}: ")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("a = 1\nb = 2\na = 3 # x\nq = ?", (3, 1), "'a' is given twice; the first is in line 1"),
        ("[p]\nS = {}\n[q]\nS = { n = 1 }\nS = {}", (5, 1), "'S' is given twice; the first is in line 4"),
        ("[a.b]\nx = 1\n[a]\ny = 1\n[a]", (5, 2), "'a' is given twice; the first is in line 3"),
        ("x = { a = 1, b = 2, a = 3 ?", (1, 21), "'a' is given twice; the first is in line 1"),
        ('t = "x"\n[t]', (2, 2), "'t' is given twice; the first is in line 1"),
        ("m = {}\n[m.x]", (2, 2), "'m' is given twice; the first is in line 1"),
        ("m = {}\nm.x = 1", (2, 1), "'m' is given twice; the first is in line 1"),
        ("[a]\n[[a]]", (2, 3), "'a' is given twice; the first is in line 1"),
        ("[[a]]\n[a]", (2, 2), "'a' is given twice; the first is in line 1"),
        ("[[a]]\nx = 1\n[[a]]\nx = 2\nx = 3", (5, 1), "'x' is given twice; the first is in line 4"),
        ("[f]\na.c = 1\n[f.a]", (3, 4), "'a' is given twice; the first is in line 2"),
        ('a."b c" = 1\na."b c" = 2', (2, 3), "'b c' is given twice; the first is in line 1"),
        ("[a.b]\nx = 1\n[a]\nb.y = 1", (4, 8), "this is not TOML: "),
        ('x = "abc\ny = 1', (1, 9), "this is not TOML: the quotes of this text are not closed on its line"),
        ("x = 'abc\ny = 'b'", (1, 9), "this is not TOML: the quotes of this text are not closed on its line"),
        ("x = 'abc", (1, 9), "this is not TOML: the quotes of this text are not closed"),
        ('x = """abc', (1, 11), "this is not TOML: the quotes of this text are not closed"),
        ('x = "a\\d"', (1, 9), "this is not TOML: a backslash in a text is written twice"),
        ("x = [1 2]", (1, 8), "this is not TOML: expected , or ] in the list"),
        ("x = { a = 1\n }", (1, 12), "this is not TOML: expected , or } in the table, which ends on"),
        ("x = { a = 1,\n }", (1, 13), "this is not TOML: expected a key on this line"),
        ("x 3", (1, 3), "this is not TOML: expected = after the key"),
        ("x = 1 y = 2", (1, 7), "this is not TOML: expected the end of the line after the value"),
        ("[a\nb = 1", (1, 3), "this is not TOML: expected ] after the name of the table"),
        ("?", (1, 1), "this is not TOML: expected a key, or a table's name in brackets"),
    ],
)  # fmt: skip
def test_what_is_no_toml_is_said_in_plain_words(
    text: str, place: tuple[int, int], said: str, tmp_path: Path
) -> None:
    error = fault(tmp_path, text)
    assert error.reason.startswith(said)
    assert (error.line, error.column) == place


def test_a_start_that_an_option_makes_is_refused_where_the_option_says_it(tmp_path: Path) -> None:
    array = 'when.array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR"\nwhen.castlings = "none"\n'
    text = FROM + f'[options.x]\ndefault = false\nwords = "w"\n{array}'
    fairyring.load(write(tmp_path, text))
    error = fault(tmp_path, text, x=True)
    assert (error.line, error.column, error.reason) == (8, 15, "White needs a king")


def test_letters_of_promotions_are_a_text_or_a_list(tmp_path: Path) -> None:
    with_list, with_text = (
        fairyring.load(write(tmp_path, FROM + f"mechanics.promotions.to = {{ P = {letters} }}", name))
        for letters, name in (('["Q", "N"]', "list.toml"), ('"QN"', "text.toml"))
    )
    assert with_list.rules.mechanics == with_text.rules.mechanics  # type: ignore[attr-defined]
    error = fault(tmp_path, FROM + 'mechanics.promotions.to = { P = "X" }')
    assert "no piece has the letter 'X'" in error.reason
    error = fault(tmp_path, FROM + "mechanics.promotions.to = { P = 3 }")
    assert error.reason == "expected the letters of pieces in quotes, or a list of them, not '3'"


def test_several_faults_are_said_in_their_order(tmp_path: Path) -> None:
    error = fault(tmp_path, FROM + 'promotion = "Q"\n[mechanics.hands]\nx = 1\n[pieces.N]\nmovement = "?"')
    assert [each.line for each in (error, *error.further)] == [5, 7, 9]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = " + "[\n" * 10_000, "nested at most"),
        ("x = [" + "0," * 1000 + "]", "a line has at most 2000 characters"),
        ("x = " + "[" * 50 + "]" * 50, "nested at most"),
        ("".join("a." * 990 + f"b{n} = 1\n" for n in range(30)), "nested at most"),
        ("#\n" * MOST_BYTES, f"at most {MOST_BYTES} bytes"),
        (FROM + "".join(f"x{n} = 1\n" for n in range(6000)), "unknown key"),
        (FROM + "board = { kind = 'sewn', width = 8, height = 8, rows = [999] }", "at most 640 squares"),
        (FROM + "pieces.N.movement = [" + "'QQ'," * 21 + "]", "from 1 to 20 values"),
        (
            FROM + "castlings = 'none'\nboard = { width = 25, height = 25 }\npieces.N.movement = ["
            + ("[" + "'NNWWFFDDAABRQ',\n" * 20 + "],\n") * 20
            + "]",
            "ways to move on this board",
        ),
    ],
)  # fmt: skip
def test_files_of_strangers_are_bounded(text: str, said: str, tmp_path: Path) -> None:
    began = time.process_time()
    assert said in fault(tmp_path, text).reason
    assert time.process_time() - began < 3


def test_a_mark_of_byte_order_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FROM, encoding="utf-8-sig")
    assert fairyring.load(path).title == "T"


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'fairyring = 1\ntitle = "\xff"')
    with pytest.raises(GameFileError, match="line 2, column 10: a game file is UTF-8"):
        fairyring.load(path)


def test_everything_that_python_declares_as_data_has_a_name() -> None:
    assert {"explosion", "hands", "check_count", "goal"} <= MECHANICS.keys()
    assert set(FAMILIES) == {"orthodox", "drifting", "piloting", "bluff"}
    assert {"grid", "charted", "shared_ring", "sewn", "end_to_end", "stacked"} <= BOARD.shape.tables.keys()  # type: ignore[attr-defined]
    assert {"by_side", "flat", "link", "where", "within"} <= MOVEMENT.shape.shapes[dict].tables.keys()  # type: ignore[attr-defined]


def test_the_schema_accepts_what_is_read_and_refuses_the_rest() -> None:
    import tomllib

    validator = jsonschema_rs.validator_for(schema())
    for text in (WATCH, FROM, FROM + 'castlings = "none"\nmechanics.results.plies = "none"'):
        assert list(validator.iter_errors(tomllib.loads(text))) == []
    for text in (
        FROM + 'promotion = "Q"',
        FROM + "mechanics.explosion.spares = 3",
        FROM + 'starts = "second"',
        FROM + "board.width = 8",
        'fairyring = 1\nbase = "chess"',
        WATCH.replace('kind = "link"', 'kind = "lnik"'),
    ):
        assert list(validator.iter_errors(tomllib.loads(text))), text
    assert json.loads(json.dumps(schema())) == schema()
