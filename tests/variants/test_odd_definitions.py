"""What an inventor may get wrong in a file: errors name the line and the place, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairyring
from fairyring import FairyringError, PositionError, VariantError

FILE = """
from fairyring.board import Board, Chart, Edge, Edges, Side, grid
from fairyring.kernels.orthodox.rules import PAWN, Orthodox, castling, usual_castlings
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Leap, Link, Piece, Way
from fairyring.variants.definition import Definition

class Ways:
    def __init__(self, make): self.make = make
    def ways(self, board, site, side): return self.make(site)

KING, ROOK, QUEEN = Piece("K", "king", "K", royal=True), Piece("R", "rook", "R"), Piece("Q", "queen", "Q")
pieces, board, array = (KING, ROOK, PAWN), grid(6, 6), "k4r/pppppp/6/6/PPPPPP/K4R"
promotions, castlings, more, start = "R", (), {}, None
CHANGE

def variant():
    RETURN
    rules = Orthodox(board, pieces, promotions=promotions, castlings=castlings, **more)
    return Definition("T", "S", rules, orthodox_form(rules, array), start or f"{array} w - - 0 1")
"""


def rook(movement: str, letter: str = "R", name: str = "rook") -> str:
    return f'pieces = (KING, Piece("{letter}", "{name}", {movement}), PAWN)'


NO_BETZA = (
    "expected a modifier (a b c d e f g h i j k l m n o p q r s t u v x y z)"
    " or an atom (A B C D F G H J K L N Q R W Z U O @, or a vector such as (4,1))"
)
MISTAKES = [
    ('promotions = "rook"', "promotions: no piece has the letter 'r'; there are K, R, P"),
    (rook('"R"', letter="r"), "a piece's letter is one of A to Z, or + and one of these, not 'r'"),
    (rook('"R"', letter="RO"), "a piece's letter is one of A to Z, or + and one of these, not 'RO'"),
    (rook('"R"', name=" "), "piece R: its name is what players call it, not ' '"),
    (rook("None"), "piece R: its movement is Betza notation, or an object with a method ways"),
    (rook("Leap"), "piece R: its movement is Betza notation, or an object with a method ways"),
    (rook('""'), f"'', column 1: {NO_BETZA}, found the end"),
    (rook('"R+N"'), f"'R+N', column 2: {NO_BETZA}, found '+'"),
    (rook('"KimN"'), "the rook has initial moves (i), but it starts on no square that allows them"),
    (rook('Link("lift")'), "the board has no link 'lift'; it has none"),
    (rook("Ways(lambda site: [Way(99)])"), "leads to 99; sites are numbers from 0 to 35"),
    (rook('Ways(lambda site: [Way("a1")])'), "leads to 'a1'; sites are numbers from 0 to 35"),
    (rook("Ways(lambda site: [Way(site)])"), "ends there or passes it; leave out where it starts"),
    (rook("Ways(lambda site: [Way((site + 1) % 36, (site,))])"), "leave out where it starts"),
    (rook("Ways(lambda site: [site + 1])"), "is a Way(goal, …), not "),
    (rook("Ways(lambda site: None)"), "the rook's ways() must yield ways; from "),
    ("pieces = ()", "pieces: a tuple of one piece or more, not '()'"),
    ("pieces = KING", "pieces: a tuple of one piece or more, not "),
    ('pieces = ("K", "R")', "pieces: a tuple of one piece or more, not "),
    ('pieces += (Piece("C", "crown", "K", royal=True),)', "at most one can be royal, not king and crown"),
    ('Piece("P", "pawn", "fW", pawn=True, royal=True)', "piece P: a pawn cannot be royal"),
    ("usual_castlings(grid(9, 6))", "usual_castlings needs 8 files, not 9; use castling for each castling"),
    ("usual_castlings(grid(7, 6))", "usual_castlings needs 8 files, not 7"),
    (
        'castling(board, Side.WHITE, "K", ("e1", "g1"), ("f1", "e1"))',
        "castling K: the board has no square 'g1'",
    ),
    (
        'castling(board, Side.WHITE, "K", ("a1", "c1"), ("f2", "b1"))',
        "castling K: a1, c1, f2, b1 are not on one rank",
    ),
    ('castling(board, Side.WHITE, "KK", ("a1", "c1"), ("f1", "b1"))', "castling: one letter, such as K, not"),
    ('castlings = 2 * (castling(board, "white", "K", ("a1", "c1"), ("f1", "b1")),)', "two have the letter K"),
    (
        'castlings = (castling(board, "white", "K", ("b1", "c1"), ("f1", "b1")),)',
        "castling K: no white piece starts on b1",
    ),
    ('array = "k4r/pppppp/6/PPPPPP/K4R"', "array, column 24: expected '/'"),
    ('array = "k4x/pppppp/6/6/PPPPPP/K4R"', "array, column 3: there is no piece 'x' in this game"),
    ("array = None", "array: the piece placement at the start, as a text, not None"),
    ('start = "k4r/pppppp/6/6/PPPPPP/K4R w"', "start, column 28: expected castling rights next"),
    ("start = 5", "Definition: start must be a text, not 5"),
    ('more["minor"] = "X"', "minor: 'X' is not one of K, R, P"),
    ('more["bound"] = "R"', "bound: 'R' is not one of minor"),
    ('more["far"] = lambda *_: False', "promotions: a pawn has no square to promote on; far names none"),
    ('board = "6x6"', "board: a Board, such as grid(8, 8), not"),
    ('board = grid(6, 6, edges="halb")', "edges: none for white; give Edges, or a mapping"),
    (
        'board = grid(6, 6, edges=Edges(right="halb"))',
        "edges: right is an Edge, such as Edge.HALB, not 'halb'",
    ),
    ("board = grid(6, 40.0)", "ranks: a whole number of at least 1, not 40.0"),
    ('board = grid(26, 50); array = "k25" + "/26" * 48 + "/K25"', "at most 1024"),
]
RETURNS = [
    ("return 3", "variant() must return a Definition, not a int"),
    (
        'return Definition("T", "S", None, None, "")',
        "Definition: rules must be the rules of a family, such as Orthodox",
    ),
    (
        'return Definition("T", "S", Orthodox(board, pieces, "R"), None, "")',
        "Definition: form must be a form of position texts, such as orthodox_form",
    ),
]
PYTHON = ("Error:", "object", "attribute", "argument", "unpack", "iterable", "sequence", "NoneType")


def load(folder: Path, change: str = "", returned: str = "pass") -> fairyring.Variant:
    path = folder / "odd.py"
    path.write_text(FILE.replace("CHANGE", change).replace("RETURN", returned), encoding="utf-8")
    return fairyring.load(path)


@pytest.mark.parametrize(
    ("change", "returned", "said"),
    [(change, "pass", said) for change, said in MISTAKES] + [("", given, said) for given, said in RETURNS],
)
def test_mistakes_are_explained(change: str, returned: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(VariantError) as caught:
        load(tmp_path, change, returned)
    told = str(caught.value)
    assert said in told
    assert "odd" in told
    assert [word for word in PYTHON if word in told.replace("or an object with a method", "")] == []


def test_a_start_that_is_impossible_is_refused_when_it_is_asked_for(tmp_path: Path) -> None:
    variant = load(tmp_path, 'start = "5r/pppppp/6/6/PPPPPP/K4R w - - 0 1"')
    with pytest.raises(PositionError, match="Black needs a king"):
        variant.start()


@pytest.mark.parametrize(
    "change",
    [
        "",
        "pieces = list(pieces)",
        'promotions = ""; more["far"] = lambda *_: False',
        'pieces, array = (KING, ROOK), "k4r/6/6/6/6/K4R"',
        rook('"KimN"') + '; more["starts"] = lambda board, site, side: board.rank(site, side) < 2',
        'castlings = (castling(board, "white", "K", ("a1", "c1"), ("f1", "b1")),)',
    ],
)
def test_unusual_but_correct_definitions_are_accepted(change: str, tmp_path: Path) -> None:
    assert load(tmp_path, change).start().legal_moves()


def test_initial_leaps_are_made_from_where_starts_allows_them(tmp_path: Path) -> None:
    change = rook('"KimN"') + '; more["starts"] = lambda board, site, side: board.rank(site, side) < 2'
    start = load(tmp_path, change).start()
    assert {"f1-e3"} <= set(map(str, start.legal_moves()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "column 1: expected piece placement; fields are separated by single spaces"),
        ("k4r/pppppp/6/6/PPPPPP/K4R w K - 0 1", "column 29: there is no castling in this game; write '-'"),
        ("k4r/pppppp/6/6/PPPPPP/K4R W - - 0 1", "column 27: the side to move is 'w' or 'b', not 'W'"),
        ("k4r/pppppp/6/6/PPPPPP/K4R w - e9 0 1", "column 31: the board has no square 'e9'"),
        ("k4r/pppppp/6/6/PPPPPP/K4R w - - 0 0", "column 35: move number: a number from 1 to 999999"),
        ("k4r/pppppp/6/6/PPPPPP/K4R w - - 0 1 !", "column 37: the text should end here, after 6 fields"),
        ("k4r/pppppp/6/6/PPPPPP/K3RR[] w - - 0 1", "column 27: the piece placement should end here"),
        ("k4r/pppppp/6/33/PPPPPP/K4R w - - 0 1", "column 14: this rank has 6 squares; here it gets 33"),
        ("k4r/pppppp/6/6/PPPPPP/K1K2R w - - 0 1", "column 1: White must have one king, not 2"),
        (
            "kP3r/pppppp/6/6/PPPPPP/K4R w - - 0 1",
            (
                "column 2: a white pawn cannot stand on b6: it would have promoted there, or moved backwards"
                " to get there"
            ),
        ),
    ],
)
def test_odd_positions_are_explained(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(FairyringError) as caught:
        load(tmp_path).position(text)
    assert str(caught.value) == f"position text, {said}"
