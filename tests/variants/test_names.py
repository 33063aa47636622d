"""Squares with names of their own, on every kind of board: all texts have them, and are read back."""

from __future__ import annotations

import random
import re
import time
import tomllib

import pytest

from fairyring import Game, Variant, read_pgn
from fairyring.board import Board, grid, with_holes, with_names
from fairyring.board.build import misnamed
from fairyring.drawing import board_svg
from fairyring.errors import GameFileError
from fairyring.gamefiles.boards import BOARD
from fairyring.gamefiles.writing import toml_text
from fairyring.variants import of_text
from fairyring.variants.toml.saying import data_of
from fairyring.web.geometry import board_drawn
from fairyring.web.workshop import array

FILE = """\
fairyring = 1
title = "Named squares"
summary = "Some squares have names of their own."
array = "ARRAY"
promotions = ""
[board]
BOARD
[pieces]
K = { name = "king", movement = "K", royal = true }
R = { name = "wazir", movement = "W" }
"""
PAWNS = """\
fairyring = 1
title = "Named pawns"
summary = "A double step over a square with a name is answered by a capture there."
array = "k4/3pp/1p3/5/PPPPP/4K"
promotions = "R"
board = { width = 5, height = 6, names = { a3 = "gate", a4 = "gate2", e1 = "home" } }
[pieces]
K = { name = "king", movement = "K", royal = true }
R = { name = "rook", movement = "R" }
P = { name = "pawn", movement = "mfWimfnDcfF", pawn = true }
"""
TORUS = ", ".join(f'{edge} = "cylinder"' for edge in ("left", "right", "far", "near"))
# For each kind of board, two squares by their usual names.
BOARDS = {
    "grid": ("width = 4\nheight = 4", ("a1", "c3")),
    "cylinder": ('width = 4\nheight = 4\nedges = { left = "cylinder", right = "cylinder" }', ("a1", "c3")),
    "torus": (f"width = 5\nheight = 6\nedges = {{ {TORUS} }}", ("b2", "c3")),
    "hexagons": ('kind = "hexagons"\nedge = 3', ("c3", "a1")),
    "ring": ('kind = "shared_ring"\nwidth = 4\nheight = 4', ("a1", "b2u")),
    "two boards": ('kind = "pair"\nwidth = 4\nheight = 4', ("Aa1", "Bb2")),
    "levels": ('kind = "levels"\nwidth = 4\nheight = 4\nboards = 2', ("Aa1", "Ab2")),
    "end to end": ('kind = "end_to_end"\nwidth = 4\nheight = 4\nboards = 2', ("a1.a1", "a2.b2")),
    "side by side": ('kind = "sewn"\nwidth = 3\nheight = 3\nrows = [1, 3]', ("1a1", "1b2")),
    "charted": ('kind = "charted"\ncharts = [["p q r", "s t u", "v w y"]]', ("v", "t")),
}


def named_file(kind: str) -> str:
    """A game on a kind of board, with wazirs, of which two squares have other names."""
    said, (one, other) = BOARDS[kind]
    said += f'\nnames = {{ "{one}" = "pit", "{other}" = "ÄXB" }}'
    board: Board = BOARD.read(tomllib.loads(said), ())
    there = len(board) // 2 if kind == "torus" else len(board) - 3
    names = (*board.names[:3], *board.names[there : there + 3])
    placed = dict(zip(names, "KRRrrk", strict=True))
    return FILE.replace("ARRAY", array.written(board, placed)).replace("BOARD", said)


def variant_of(text: str) -> Variant:
    return Variant("named", of_text(text, "named.toml")(), {}, "named")


@pytest.mark.kernel
@pytest.mark.parametrize("kind", BOARDS)
def test_every_text_has_the_names_and_is_read_back(kind: str) -> None:
    variant = variant_of(named_file(kind))
    usual = BOARDS[kind][1]
    assert {"pit", "ÄXB"} <= {*variant.board.names}
    assert not {*usual} & {*variant.board.names}
    met: set[str] = set()
    for seed in range(8):
        game, lots = Game(variant), random.Random(seed)
        while game.result is None and len(game.moves) < 60:
            moves = game.position.legal_moves()
            assert [game.position.parse_move(move.text) for move in moves] == moves
            assert variant.position(str(game.position)) == game.position
            game.push(lots.choice(moves))
        assert [move.text for move in read_pgn(game.pgn(), variant)[0].moves] == [
            move.text for move in game.moves
        ]
        met |= {name for move in game.moves for name in move.choices}
    assert {"pit", "ÄXB"} <= met
    assert not {*usual} & met


@pytest.mark.parametrize("kind", BOARDS)
def test_a_file_says_them_again(kind: str) -> None:
    game = of_text(named_file(kind), "named.toml")()
    data = data_of(game)
    assert data["board"]["names"] == dict(zip(BOARDS[kind][1], ("pit", "ÄXB"), strict=True))
    assert of_text(toml_text(data), "again.toml")().rules.board == game.rules.board


@pytest.mark.kernel
def test_a_crossed_square_is_said_by_its_name() -> None:
    variant = variant_of(PAWNS)
    position = variant.position("k4/3pp/1p3/5/PPPPP/4K w - - 0 1")
    after = position.play("a2-gate2")
    assert str(after).split()[3] == "gate"
    assert variant.position(str(after)) == after
    assert "b4-gate" in {move.text for move in after.legal_moves()}


@pytest.mark.kernel
def test_several_crossed_squares_have_commas_between_them() -> None:
    """Without these, nobody could tell where the name of one ends."""
    text = PAWNS.replace("mfWimfnDcfF", "mfWimfnDimfnW3cfF").replace(
        "[pieces]", "[mechanics]\nlong_steps = {}\n[pieces]"
    )
    variant = variant_of(text.replace("3pp/1p3", "1p1pp/1p3"))
    after = variant.start().play("a2-a5")
    assert str(after).split()[3] == "gate,gate2"
    assert variant.position(str(after)) == after
    assert {"b4-gate", "b5-gate2"} <= {move.text for move in after.legal_moves()}


def test_files_and_ranks_keep_their_names() -> None:
    board = with_names(grid(4, 4), {"a1": "pit", "b1": "7up"})
    assert [board.file_name(board.charts[0], x) for x in range(4)] == list("abcd")
    assert [board.rank_name(board.charts[0], y) for y in range(4)] == list("1234")
    assert (board.axes[0], board.label(0), board.label(2)) == (("a", "1"), "pit", "")
    assert with_holes(board, ["7up"]).coordinates[:2] == ("a1", "c1")
    assert with_names(board, {}) == grid(4, 4)
    assert with_names(grid(4, 4), {"a1": "a1"}) == grid(4, 4)


def test_a_page_and_a_picture_show_them() -> None:
    board = with_names(grid(4, 4), {"a1": "pit"})
    sites = {site["name"]: site for site in board_drawn(board, {}, ())["sites"]}
    assert (sites["pit"]["file"], sites["pit"]["rank"], sites["pit"]["label"]) == ("a", "1", "pit")
    assert sites["b1"]["label"] == ""
    picture = board_svg(variant_of(named_file("grid")))
    assert sorted(re.findall(r'class="square-name"[^>]*>([^<]*)', picture)) == ["pit", "ÄXB"]


def names(said: str) -> str:
    """A file in which line 8 has the names."""
    return FILE.replace("ARRAY", "k2r/4/4/K2R").replace(
        "BOARD", f"width = 4\nheight = 4\nnames = {{ {said} }}"
    )


@pytest.mark.parametrize(
    ("said", "column", "reason"),
    [
        ('a1 = "b1"', 16, "'b1' is what another square of the board is called: call a1 something else"),
        ('a1 = "pit", a2 = "pit"', 16, "a1 and a2 are both called 'pit': give each square a name of its own"),
        ('a1 = "K"', 16, "'K' means something else in moves: call a1 by another word, such as pit"),
        ('a1 = "pass"', 16, "'pass' means something else in moves"),
        ('a1 = "b2xc2"', 16, "'b2xc2' could be a move to b2 that captures on c2: call a1 something else"),
        ('a1 = "p", a2 = "pxb1"', 16, "'pxb1' could be a move to p that captures on b1: call a1 something"),
        ('a1 = "the pit"', 16, "expected the name of a square, such as e4, not 'the pit'"),
        ('a1 = "pit-2"', 16, "expected the name of a square, such as e4, not 'pit-2'"),
        ('a1 = "2.pit"', 16, "expected the name of a square, such as e4, not '2.pit'"),
        ('a1 = ""', 16, "expected the name of a square"),
        ('a9 = "pit"', 11, "the board has no square 'a9': there are a1, b1"),
    ],
)
def test_a_name_that_texts_could_not_tell_is_refused(said: str, column: int, reason: str) -> None:
    with pytest.raises(GameFileError) as caught:
        of_text(names(said), "named.toml")()
    assert reason in caught.value.reason
    assert (caught.value.line, caught.value.column) == (9, column)


def test_a_square_is_known_by_its_own_name_alone() -> None:
    good = names('a1 = "pit"').replace(
        "[pieces]", '[mechanics]\ngoal = { sites = ["pit"], piece = "K" }\n[pieces]'
    )
    assert of_text(good, "named.toml")().rules.board.names[0] == "pit"
    for key in ('links.l = { pit = ["a1"] }', 'regions.r = ["a1"]', 'links.l = { a1 = ["pit"] }'):
        with pytest.raises(GameFileError, match="the board has no square 'a1'"):
            of_text(names('a1 = "pit"').replace("[pieces]", f"{key}\n[pieces]"), "named.toml")()
    with pytest.raises(GameFileError, match="goals: the board has no square 'a1'"):
        of_text(good.replace('sites = ["pit"]', 'sites = ["a1"]'), "named.toml")()


def test_castlings_of_a_base_stay_where_squares_only_have_other_names() -> None:
    text = (
        'fairyring = 1\nbase = "chess"\ntitle = "T"\nsummary = "S"\n'
        'board = { width = 8, height = 8, names = { e1 = "throne", g1 = "keep" } }'
    )
    castlings = of_text(text, "named.toml")().rules.castlings  # type: ignore[attr-defined]
    board = of_text(text, "named.toml")().rules.board
    assert [board.names[site] for site in castlings[0].king] == ["throne", "keep"]


def test_many_odd_names_are_refused_within_a_second() -> None:
    squares = grid(26, 24).names
    names = [*("x" * length for length in range(1, 21)), *(f"{'x' * 17}{n:03}" for n in range(len(squares)))]
    odd = dict(zip(squares, names, strict=False))
    began = time.process_time()
    assert len([*misnamed(grid(26, 24), odd)]) == 20
    assert time.process_time() - began < 1


def test_names_are_refused_in_python_too() -> None:
    with pytest.raises(ValueError, match="the board has no square 'a9'"):
        with_names(grid(2, 2), {"a9": "pit"})
    with pytest.raises(ValueError, match="both called 'pit'"):
        with_names(grid(2, 2), {"a1": "pit", "a2": "pit"})
