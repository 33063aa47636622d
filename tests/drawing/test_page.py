"""The rules pages are complete, true to the games, and can be served under a strict policy."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import fairyring
from fairyring.board import Side
from fairyring.drawing import rules_page
from fairyring.drawing.diagrams import diagrams
from fairyring.drawing.examples import examples
from fairyring.drawing.page import style, topics_of
from fairyring.kernels.base import PieceRules
from fairyring.kernels.piloting.rules import Piloting
from fairyring.mechanics import CastlingWins, Explosion, Extinction, Hands, Promotions
from fairyring.messages import translated
from fairyring.variants import momentum
from fairyring.variants.definition import Definition
from tests import lanes
from tests.drawing.pages import page_of

ROOT = Path(__file__).parents[2]
GAME = """
from fairyring.board import grid
from fairyring.kernels.orthodox.rules import Orthodox
from fairyring.notation.orthodox import orthodox_form
from fairyring.pieces import Piece
from fairyring.variants.definition import Definition

ARRAY = "kx3/5/5/5/3XK"


def variant() -> Definition:
    pieces = (Piece("X", "<leaper>", "N", note="Notes & <tags>"), Piece("K", "king", "K", royal=True))
    rules = Orthodox(grid(5, 5), pieces, promotions="")
    return Definition(
        title="A & B",
        summary="Small.",
        rules=rules,
        form=orthodox_form(rules, ARRAY),
        start=f"{ARRAY} w - - 0 1",
    )
"""

every_variant = pytest.mark.parametrize("name", lanes.cases(lanes.GAMES))  # pytest.mark.kernel for some


def shared(name: str) -> bool:
    """Whether other games share a game's code; or all samples are taken."""
    return lanes.EVERY or not lanes.lonely(name)


class Words(HTMLParser):
    """A page's text and elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    @property
    def text(self) -> str:
        return "".join(self.said)


@every_variant
def test_a_page_says_everything_that_the_game_declares(name: str) -> None:
    variant = fairyring.load(name)
    definition = variant.definition
    said = Words(page_of(name)).text
    declared = [definition.title, definition.summary, definition.inventor, definition.start]
    declared += [str(definition.year or ""), *definition.notes, *definition.rulings, *definition.sources]
    for piece in variant.rules.pieces:
        declared += [piece.name, piece.name.capitalize(), piece.note]
    for topic in topics_of(variant):
        declared += [topic.title, *topic.paragraphs]
    declared += [field.note for field in definition.form.fields]
    declared += [*variant.options, *definition.options.values()]
    assert not [words for words in declared if words not in said]


@every_variant
def test_every_piece_has_a_note_and_a_diagram(name: str) -> None:
    variant = fairyring.load(name)
    page = page_of(name)
    assert all(piece.note for piece in variant.rules.pieces)
    for piece in variant.rules.pieces:
        assert f"<figcaption>The {piece.name} on " in page


@every_variant
def test_a_page_is_well_formed_and_holds_its_style_and_no_script(name: str) -> None:
    page = page_of(name)
    assert page.startswith("<!doctype html>\n")
    ElementTree.fromstring(page.partition("\n")[2])  # XML too, so no tag is left open
    words = Words(page)
    assert not words.tags["link"] + words.tags["script"]
    assert words.tags["style"] == 1
    assert words.tags["h1"] == words.tags["main"] == 1
    assert not [name for name, _ in words.attributes if name == "style" or name.startswith("on")]
    ids = [value for name, value in words.attributes if name == "id"]
    assert ids
    assert len(ids) == len(set(ids))
    links = {value for name, value in words.attributes if name == "href"}
    assert {link for link in links if link.startswith("#")} <= {f"#{each}" for each in ids}
    assert {f"/rules/{other}" for other in fairyring.variants()} <= links


# A page has its examples drawn, too: what nobody shares code with is played once more in make thorough only.
@pytest.mark.parametrize("name", [name for name in lanes.chosen(lanes.GAMES, compiled=False) if shared(name)])
def test_examples_can_be_played(name: str) -> None:
    variant = fairyring.load(name)
    first, later = examples(variant)
    assert len(first) == min(
        3, len(variant.start().legal_moves())
    )  # there may be two True Kings to choose from
    for text in first:
        assert str(variant.start().parse_move(text)) == text
    rules: object = variant.rules
    assert isinstance(rules, PieceRules)
    met, open_to_pawns = {text.partition("=")[2][:1] for text in later if "=" in text}, set(rules.promotions)
    for mechanic in getattr(rules, "mechanics", ()):
        if isinstance(mechanic, Promotions):
            sides = [letters for side in Side for letters in mechanic.to_of(side).values()]
            open_to_pawns = {letter[:1] for letters in sides for letter in letters}
    assert met <= open_to_pawns
    # A random game may not show every promotion: where only captured pieces can be promoted to, where a game
    # is short because pieces explode, or run out, or castling decides, or where all kinds of pieces turn.
    made = getattr(rules, "mechanics", ())
    short = any(isinstance(mechanic, Explosion | Extinction | CastlingWins) for mechanic in made)
    short = short or any(isinstance(mechanic, Hands) and mechanic.either for mechanic in made)
    assert bool(met) == bool(open_to_pawns) or short
    assert met == open_to_pawns or isinstance(rules, Piloting) or short


def test_castling_and_promotion_come_from_the_games_data() -> None:
    said = Words(page_of("ravioli")).text
    assert "White moves the king from e1 to g1 and the rook from h1 to f1" in said
    assert "promotes at once to queen, rook, wazird, wizard, bishop or knight" in said
    assert "a lone " not in said  # no draw by insufficient material there
    assert "a lone bishop or knight" in Words(page_of("chess")).text


def test_a_users_game_has_a_page(tmp_path: Path) -> None:
    path = tmp_path / "small.py"
    path.write_text(GAME)
    page = rules_page(fairyring.load(path))
    said = Words(page).text
    assert "A & B" in said
    assert "The <leaper> on c3" in said
    assert "Notes & <tags>" in said
    assert "<h2>Castling</h2>" not in page
    assert "<h2>Pawns</h2>" not in page
    assert "<leaper>" not in page  # escaped wherever it stands
    ElementTree.fromstring(page.partition("\n")[2])


class Shown(HTMLParser):
    """The texts of a page outside of code, those in attributes too."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.code = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.code += tag == "code"
        self.texts += [value or "" for name, value in attrs if name in ("aria-label", "title")]

    def handle_endtag(self, tag: str) -> None:
        self.code -= tag == "code"

    def handle_data(self, data: str) -> None:
        if not self.code:
            self.texts.append(data)


def test_every_text_of_a_page_goes_through_the_translation() -> None:
    def other(text: str) -> str:
        return translated(text, lambda template: re.sub(r"[a-z](?![^{]*})", "ж", template))

    page = rules_page(fairyring.load("minigolf"), language="xx", say=other)
    assert '<html lang="xx">' in page
    assert '<a href="/rules/chess?language=xx">' in page
    texts = [text for text in Shown(page).texts if "ж" not in text and re.search(r"[a-z]{3}", text)]
    assert texts == [style(), *fairyring.load("minigolf").definition.sources]


def test_a_page_begins_with_the_goal_and_folds_what_is_as_in_chess() -> None:
    ravioli, minigolf, chess = map(page_of, ("ravioli", "minigolf", "chess"))
    lead = ravioli[: ravioli.index("</header>")]
    assert "Checkmate the enemy king." in lead
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in lead
    folded = ravioli[ravioli.index("<details><summary>Pieces that move") :]
    assert folded.index("The knight on") > 0 > folded.find("The wizard on")
    assert "Pieces that move as in chess" not in minigolf  # whose edges are not those of chess
    assert '<details open=""><summary>Pieces that move' in chess  # where nothing else is to be learnt
    assert ravioli.index('id="reference"') < ravioli.index('id="positions"') < ravioli.index('id="rulings"')


def test_a_page_says_nothing_of_what_the_game_does_not_have() -> None:
    momentum, minigolf = (Words(page_of(name)).text for name in ("momentum", "minigolf"))
    assert "bounce" not in momentum.partition("Pieces in motion")[2]
    assert not re.search(r"[Ss]pin", momentum)
    assert "White moves the king from a1.e1 to a1.g1 and the piece on a1.h1 to a1.f1" in minigolf
    assert "a white one to queen, B4, knight or ferz, a black one to queen, R4, knight or ferz" in minigolf
    ranks = re.findall(r'class="label"[^>]*>(\d+)<', page_of("minigolf"))
    assert {*map(int, ranks)} == {*range(1, 9)}


def test_a_page_says_that_drops_are_progress_where_there_are_drops() -> None:
    def said(game: Definition) -> str:
        return " ".join(text for topic in game.rules.topics({}) for text in topic.paragraphs)

    crazyhouse, chess = (said(fairyring.load(name).definition) for name in ("crazyhouse", "chess"))
    assert "without a capture, a drop or a pawn move" in crazyhouse
    assert "without a capture or a pawn move" in chess
    usual = momentum.variant()
    with_hands = usual.but(title="Odd", summary="Odd.", mechanics=[Hands()])
    assert "A drop is progress, too." in said(with_hands)
    assert "A drop" not in said(usual)
    for game, words in ((with_hands, "drop, pawn step"), (usual, "capture, pawn step")):
        assert any(words in field.note for field in game.form.fields)


def test_small_squares_are_drawn_only_where_a_piece_carries_them() -> None:
    (knight,) = [piece for piece in fairyring.load("mini-meta").rules.pieces if piece.name == "knight"]
    small, *_ = diagrams(fairyring.load("mini-meta").rules, knight)
    (picture,) = small.pictures()
    assert picture.count('fill="#f6ecd4"') == 8  # its own big square, and those that it leaps to


def test_the_style_sheet_knows_the_classes_of_the_pages() -> None:
    sheet = (ROOT / "src/fairyring/drawing/styles/rules.css").read_text()
    used = {
        word
        for name in lanes.chosen(lanes.GAMES)
        for key, value in Words(page_of(name)).attributes
        if key == "class"
        for word in value.split()
    }
    styled = set(re.findall(r"\.([a-z][a-z-]*)", re.sub(r"(?s)/\*.*?\*/|\{[^}]*\}", "", sheet)))
    assert styled - {"in-drawer", "top"} <= used  # what only the app has
    assert "prefers-color-scheme: dark" in sheet
