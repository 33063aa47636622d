import itertools
import re
import runpy
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import fairyring
from fairyring.board import Board, Chart, Side, grid
from fairyring.drawing import THEME, Marks, board_svg, draw, pictures
from fairyring.drawing.artwork import piece_svg
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.kernels.rules import Token
from fairyring.pieces import Piece
from tests import lanes
from tests.pictures import confusable

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
PIECE = re.compile(r'<g [^>]*stroke-linejoin="round"')

every_variant = pytest.mark.parametrize("name", lanes.GAMES)


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


@every_variant
@pytest.mark.parametrize("seat", list(Side))
def test_a_picture_is_xml_without_ids_styles_or_scripts(name: str, seat: Side) -> None:
    root = parsed(board_svg(fairyring.load(name), seat=seat))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "g", "path", "rect", "circle", "text"}
        assert not {"id", "style", "href"} & {attribute.rpartition("}")[2] for attribute in element.attrib}


@every_variant
def test_every_piece_has_a_drawing_that_no_other_mover_has(name: str) -> None:
    rules = fairyring.load(name).rules
    assert {piece.picture for piece in rules.pieces} <= pictures()
    assert confusable(rules) == []


def test_different_names_are_different_drawings() -> None:
    folder = ROOT / "src" / "fairyring" / "drawing" / "pieces"
    drawn = Counter(path.read_bytes() for path in folder.glob("*.svg"))
    assert len(drawn) == len(pictures())


def test_pieces_that_look_alike_are_found() -> None:
    pieces = (
        Piece("A", "one", "R", drawing="rook"),
        Piece("B", "other", "B", drawing="rook"),
        Piece("C", "same", "WR", drawing="rook"),
        Piece("K", "king", "K", royal=True),
    )
    assert confusable(Orthodox(grid(3, 3), pieces, "")) == [("A", "B"), ("B", "C")]


@pytest.mark.parametrize("name", lanes.cases(lanes.GAMES))  # pytest.mark.kernel for some
def test_every_piece_is_drawn_on_every_chart_that_shows_its_site(name: str) -> None:
    variant = fairyring.load(name)
    sites = [variant.board.numbers[token.site] for token in variant.start().view().tokens]
    shown = sum(len(variant.board.places[site]) for site in sites)
    shown += sum(len(panel.holdings) for panel in variant.start().panels)
    assert len(PIECE.findall(board_svg(variant))) == shown


def test_a_position_and_its_variants_start_are_drawn_alike() -> None:
    variant = fairyring.load("ravioli")
    assert board_svg(variant) == board_svg(variant.start()) == variant.start()._repr_svg_()


def test_hands_and_counters_are_drawn_beside_the_board() -> None:
    crazyhouse = fairyring.load("crazyhouse")
    placing = "4k3/8/8/8/8/8/8/4K3"
    pictures = [
        board_svg(crazyhouse.position(f"{placing}[{hands}] w - - 0 1")) for hands in ("", "N", "NPPr")
    ]
    assert [len(PIECE.findall(picture)) for picture in pictures] == [2, 3, 5]
    assert [picture.count("×2") for picture in pictures] == [0, 0, 1]
    heights = [float(parsed(picture).attrib["height"]) for picture in pictures]
    assert heights[2] - heights[1] == heights[1] - heights[0] > 0
    three = fairyring.load("3check").position(f"{placing} w - - 3+1 0 1")
    texts = re.findall(r"checks left: (\d)", board_svg(three))
    assert texts == ["1", "3"]
    assert re.findall(r"checks left: (\d)", board_svg(three, seat=Side.BLACK)) == ["3", "1"]


def test_a_king_in_check_is_marked() -> None:
    variant = fairyring.load("chess")
    position = variant.position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert THEME.check in board_svg(position)
    assert THEME.check not in board_svg(position, marks=Marks())


def test_each_region_has_its_dark_and_light_squares() -> None:
    board = fairyring.load("ravioli").board
    counted: Counter[str] = Counter()
    for square in parsed(board_svg(fairyring.load("ravioli"))).iter(f"{SVG}path"):
        if square.get("class") == "square":
            counted[square.attrib["fill"]] += square.attrib["d"].count("M")
    ring, upper, lower = THEME.squares[:3]
    # 28 squares of the ring, shown twice; 36 of each inside, once
    assert counted == {
        ring.dark: 28, ring.light: 28, upper.dark: 18, upper.light: 18, lower.dark: 18, lower.light: 18
    }  # fmt: skip
    assert len(board) == 100


@pytest.mark.parametrize(("seat", "corner"), [(Side.WHITE, (0, 7)), (Side.BLACK, (7, 0))])
def test_a1_is_where_the_viewer_sits(seat: Side, corner: tuple[int, int]) -> None:
    picture = draw(grid(8, 8), (), marks=Marks(goals=("a1",)), seat=seat, label="")
    x, y = corner
    assert f"translate({THEME.margin + 48 * x:g} {THEME.margin + 48 * y:g})" in picture


def test_a_mark_on_the_ring_shows_on_both_boards() -> None:
    variant = fairyring.load("ravioli")
    assert board_svg(variant, marks=Marks(last=("a4",))).count(THEME.last) == 2
    assert board_svg(variant, marks=Marks(last=("c4d",))).count(THEME.last) == 1
    assert board_svg(variant, marks=Marks(last=("c4d",)), charts=(0,)).count(THEME.last) == 0


def test_unknown_sites_and_charts_are_refused() -> None:
    variant = fairyring.load("chess")
    with pytest.raises(KeyError):
        board_svg(variant, marks=Marks(goals=("i9",)))
    with pytest.raises(IndexError):
        board_svg(variant, charts=(1,))


def test_any_board_can_be_drawn_with_pieces_that_have_no_drawing() -> None:
    cross = Board(("n", "s", "w", "<e>"), (Chart("A & B", ((0, 1), (2, 3))), Chart("", ((3,),))))
    token = Token("<e>", "X", "unheard of", "no-such-drawing", Side.BLACK)
    root = parsed(draw(cross, (token,), label='"<&>"'))
    assert root.attrib["aria-label"] == '"<&>"'
    assert [text.text for text in root.iter(f"{SVG}text")].count("X") == 2


def test_pieces_are_drawn_in_the_literal_colours_of_their_side() -> None:
    inks = [THEME.ink(side) for side in Side]
    for picture, ink in itertools.product(sorted(pictures()), inks):
        drawn = piece_svg(picture, "X", ink)
        assert "var(" not in drawn
        assert ink.fill in drawn
        assert ink.line in drawn
    assert piece_svg("king", "K", inks[0]) != piece_svg("king", "K", inks[1])


def test_the_pictures_in_docs_are_up_to_date() -> None:
    drawn = runpy.run_path(str(ROOT / "tools" / "pictures.py"))["pictures"]()
    files = (path for path in (ROOT / "docs" / "images").iterdir() if path.is_file())
    kept = {path.name: path.read_text(encoding="utf-8") for path in files}
    assert kept == drawn, "run .venv/bin/python tools/pictures.py"


CARRYING = "k[...k]4/5/5/P[...R]1n[..n.]2/5/4K[K...] w 0 1"


def test_a_carried_chart_is_drawn_on_the_one_that_carries_it() -> None:
    variant = fairyring.load("mini-meta")
    root = parsed(board_svg(variant))
    assert len(root) == 1  # one panel
    assert float(root.attrib["width"]) == 10 * 48 + 2 * THEME.margin
    labels = [text.text for text in root.iter(f"{SVG}text")]
    assert labels == [*"abcde", *"123456"]
    assert len(parsed(board_svg(variant, charts=(1,)))) == 1
    assert [text.text for text in parsed(board_svg(variant, charts=(1,))).iter(f"{SVG}text")] == [
        *labels,
        "Small squares",
    ]


def test_there_are_backs_only_where_a_big_piece_stands() -> None:
    picture = board_svg(fairyring.load("mini-meta").position(CARRYING))
    assert picture.count(f'fill="{THEME.back(Side.WHITE).light}"') == 2
    assert picture.count(f'fill="{THEME.back(Side.BLACK).light}"') == 2
    assert picture.count(f'opacity="{THEME.mount}"') == 4


def test_goals_of_a_big_piece_are_marked_around_the_whole_square() -> None:
    position = fairyring.load("mini-meta").position(CARRYING)
    picture = board_svg(position, marks=Marks(moves=("a4", "a3:a1"), captures=("c3",)))
    assert picture.count("stroke-dasharray") == 1
    assert picture.count(f'stroke="{THEME.capture}"') == 1
    assert picture.count("scale(2)") == 4 + 2  # the big pieces, and the signs


def test_carriers_and_backs() -> None:
    board = fairyring.load("mini-meta").board
    numbers = board.numbers
    assert board.panels == ((0, 1),)
    assert board.carriers[numbers["d4:b2"]] == numbers["d4"]
    assert [board.names[site] for site in board.backs[numbers["d4"]]] == [
        f"d4:{corner}" for corner in ("a1", "b1", "a2", "b2")
    ]
    assert len(board.carriers) == 120
    assert fairyring.load("ravioli").board.panels == ((0,), (1,))
    assert not fairyring.load("ravioli").board.carriers
