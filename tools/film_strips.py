"""Film strips of games made in the workshop, from an empty page to the game, by clicks alone.

    python tools/film_strips.py [NAME ...] [--pace SECONDS]

Each is made in a real browser as a visitor would make it. Its clicks are counted and its time is taken, with
a pause before each click, as of a visitor who reads and thinks. The last picture is a move of the game, and
the game is compared with the one that it rebuilds where there is one here. The strips are
`docs/images/workshop/NAME.png`.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, expect

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from _server import served

import fairyring
from tests.chromium import COMPILING, launched
from tests.web.browsing import profile, square

FOLDER = Path(__file__).parents[1] / "docs" / "images" / "workshop"
WIDTH, HEIGHT = 1200, 860
HIGH = 300  # pixels of a picture in the strip
COLOURS = 48
MOST = 150_000  # bytes of a strip
DEPTH = 3  # of the perft by which games are compared

Pieces = dict[str, Sequence[str]]


class Maker:
    """A visitor who makes a game: clicks, some seconds apart, counts the clicks, and takes pictures."""

    def __init__(self, page: Page, pace: float) -> None:
        self.page = page
        self.pace = pace
        self.clicks = 0
        self.pictures: list[Image.Image] = []

    def click(self, *places: Locator) -> None:
        """Click places, one after the other."""
        for place in places:
            self.page.wait_for_timeout(1000 * self.pace)
            place.click()
            self.clicks += 1

    def take(self) -> None:
        """Take a picture of the page."""
        self.page.wait_for_timeout(400)  # drawings arrive
        taken = Image.open(io.BytesIO(self.page.screenshot()))
        self.pictures.append(
            taken.resize((taken.width * HIGH // taken.height, HIGH), Image.Resampling.LANCZOS)
        )

    def begin(self, template: str) -> None:
        """Begin with a template."""
        self.page.goto("/workshop")
        expect(self.verdict).to_contain_text("This is a game", timeout=COMPILING)
        self.click(self.page.get_by_role("button", name=template, exact=True))
        self.page.wait_for_timeout(300)
        self.take()

    @property
    def verdict(self) -> Locator:
        """Whether it is a game."""
        return self.page.locator(".workshop-verdict")

    def tab(self, name: str) -> None:
        """Turn to a tab."""
        self.click(self.page.get_by_role("tab", name=name))

    def title(self, title: str, **numbers: int) -> None:
        """Name the game and give its board another size: words and numbers, which are typed."""
        self.page.get_by_label("Title", exact=True).fill(title)
        for name, number in numbers.items():
            self.page.get_by_label(name.capitalize(), exact=True).fill(str(number))
        self.page.get_by_label("Title", exact=True).press("Tab")
        expect(self.page.get_by_role("heading", name=title)).to_be_visible(timeout=COMPILING)

    def choose(self, *names: str) -> None:
        """Choose pieces from those that games here have: the first of each name."""
        for name in names:
            self.click(self.page.get_by_role("button", name="Choose a piece"))
            offers = self.page.locator(".workshop-offer").filter(
                has=self.page.locator(f'b:text-is("{name}")')
            )
            self.click(offers.first)
            expect(self.page.locator(".workshop-piece").filter(has_text=name)).to_be_visible()

    def place(self, pieces: Pieces) -> None:
        """Put pieces on their squares; those of the other side come by themselves."""
        for name, sites in pieces.items():
            self.click(self.page.get_by_role("button", name=f"Place a white {name}", exact=True))
            for site in sites:
                self.click(square(self.page, site).first)
                expect(square(self.page, site).first).to_have_attribute("aria-label", f"white {name}, {site}")

    def promote(self, *names: str) -> None:
        """Choose what pawns promote to."""
        for name in names:
            button = self.page.locator(".workshop-promotions").get_by_role("button", name=name)
            self.click(button)
            expect(button).to_have_attribute("aria-pressed", "true")

    def select(self, label: str, words: str) -> None:
        """Choose from a list: a click to open it, and one in it."""
        choice = self.page.get_by_label(label, exact=True)
        choice.focus()
        choice.select_option(label=words)
        self.clicks += 2

    def paint(self, zone: str, *sites: str) -> None:
        """Empty a zone, and paint its squares."""
        zones = self.page.locator(".workshop-areas")
        self.click(
            zones.get_by_role("button", name=zone), zones.get_by_role("button", name="Empty this zone")
        )
        expect(self.page.locator(".square.painted")).to_have_count(0)
        for site in sites:
            self.click(square(self.page, site))
            expect(square(self.page, site)).to_have_attribute("aria-label", re.compile("in the zone"))

    def play(self, start: str, goal: str) -> None:
        """Try the game in place, and make a move."""
        expect(self.verdict).to_contain_text("This is a game")
        self.click(self.page.get_by_role("button", name="Try it here"))
        board = self.page.locator(".workshop-game")
        expect(board.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
        self.click(
            board.locator(f'[data-site="{start}"]').first, board.locator(f'[data-site="{goal}"]').first
        )
        expect(board.locator(".move")).to_have_count(1)
        self.take()

    @property
    def text(self) -> str:
        """The game file."""
        return str(self.page.evaluate("localStorage.getItem('fairyring.draft')"))


def small(maker: Maker) -> None:
    """A 6x6 game with three new pieces and a mechanic."""
    maker.begin("Empty board")
    maker.tab("Board")
    maker.title("Camel Corps", files=6, ranks=6)
    maker.tab("Pieces")
    for name, goals in (("camel", ("1,3",)), ("hopper", ("0,2", "2,2")), ("guard", ("1,1",))):
        maker.click(maker.page.get_by_role("button", name="Make a piece"))
        dialog = maker.page.get_by_role("dialog", name="Make a piece")
        dialog.get_by_label("Name").fill(name)
        for goal in goals:
            place = dialog.locator(f'[data-place="{goal}"]')
            maker.click(place)
            expect(place).to_have_attribute("aria-pressed", "true")
        if name == "hopper":
            maker.take()
        maker.click(dialog.get_by_role("button", name="Add piece"))
        expect(maker.page.locator(".workshop-piece").filter(has_text=name.capitalize())).to_be_visible()
    maker.place({"camel": ("a1", "f1"), "hopper": ("b1", "e1"), "guard": ("c2", "d2")})
    maker.take()
    maker.tab("Mechanics")
    maker.click(maker.page.get_by_role("button", name="Add: Explosion"))
    expect(maker.page.locator(".workshop-rules")).to_contain_text("explode", timeout=COMPILING)
    maker.take()
    maker.play("c2", "d3")


CHESS: Pieces = {
    "pawn": [f"{file}2" for file in "abcdefgh"],
    "rook": ["a1", "h1"],
    "knight": ["b1", "g1"],
    "bishop": ["c1", "f1"],
    "queen": ["d1"],
}


def orthodox(maker: Maker, title: str) -> None:
    """The pieces of chess on an empty board, with their castling."""
    maker.begin("Empty board")
    maker.tab("Board")
    maker.title(title)
    maker.tab("Pieces")
    maker.choose("Pawn", "Rook", "Knight", "Bishop", "Queen")
    maker.take()
    maker.place(CHESS)
    maker.promote("Queen", "Rook", "Bishop", "Knight")
    maker.select("Castling", "As in chess")
    maker.take()


def atomic(maker: Maker) -> None:
    """Atomic chess."""
    orthodox(maker, "My Atomic")
    maker.tab("Mechanics")
    maker.click(maker.page.get_by_role("button", name="Add: Explosion"))
    expect(maker.page.locator(".workshop-rules")).to_contain_text("explode", timeout=COMPILING)
    maker.take()
    maker.play("g1", "f3")


def momentum(maker: Maker) -> None:
    """Chess in which pieces that have moved keep moving."""
    orthodox(maker, "My Momentum")
    maker.tab("Board")
    maker.click(maker.page.get_by_label("Pieces that have moved keep moving"))
    expect(maker.page.locator(".workshop-rules")).to_contain_text(
        "momentum", ignore_case=True, timeout=COMPILING
    )
    maker.take()
    maker.play("g1", "f3")


def glinski(maker: Maker) -> None:
    """Gliński's chess."""
    maker.begin("Hexagons")
    maker.tab("Board")
    maker.title("My Hexagons")
    maker.tab("Pieces")
    maker.choose("Pawn", "Rook", "Knight", "Bishop", "Queen")
    maker.take()
    pawns = ["b1", "c2", "d3", "e4", "f5", "g4", "h3", "i2", "k1"]
    maker.place(
        {
            "pawn": pawns,
            "rook": ["c1", "i1"],
            "knight": ["d1", "h1"],
            "bishop": ["f1", "f2", "f3"],
            "queen": ["e1"],
        }
    )
    maker.promote("Queen", "Rook", "Bishop", "Knight")
    maker.take()
    maker.paint("first moves", *pawns)
    maker.take()
    maker.play("f5", "f6")


def three(maker: Maker) -> None:
    """A game on three boards, one beyond the other."""
    maker.begin("Empty board")
    maker.tab("Board")
    maker.title("Three Halls")
    maker.select("Kind of board", "Several boards, one beyond the other")
    expect(maker.page.get_by_label("Boards", exact=True)).to_be_visible()
    maker.title("Three Halls", files=5, ranks=4, boards=3)
    expect(maker.verdict).to_contain_text("60 squares")
    maker.take()
    maker.tab("Pieces")
    maker.choose("Pawn", "Rook", "Knight", "Bishop")
    maker.place(
        {
            "pawn": [f"a1.{file}2" for file in "abcde"],
            "rook": ["a1.a1", "a1.e1"],
            "knight": ["a1.b1"],
            "bishop": ["a1.d1"],
        }
    )
    maker.promote("Rook", "Bishop", "Knight")
    maker.take()
    maker.play("a1.b1", "a1.c3")


REBUILT: dict[str, tuple[Callable[[Maker], None], str]] = {
    "small": (small, ""),
    "atomic": (atomic, "atomic"),
    "momentum": (momentum, "momentum"),
    "glinski": (glinski, "glinski"),
    "three": (three, ""),
}


def equal(text: str, game: str) -> bool:
    """Whether a draft is played as a game that is here, by its perft."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "draft.toml"
        path.write_text(text, encoding="utf-8")
        counts = [fairyring.perft(fairyring.load(each).start(), DEPTH) for each in (path, game)]
    return counts[0] == counts[1]


def strip(name: str, pictures: Sequence[Image.Image]) -> int:
    """Write a strip; its size."""
    whole = Image.new("RGB", (sum(each.width + 6 for each in pictures) - 6, HIGH), "white")
    left = 0
    for each in pictures:
        whole.paste(each, (left, 0))
        left += each.width + 6
    path = FOLDER / f"{name}.png"
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    return path.stat().st_size


def main() -> int:
    """Make the strips."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(REBUILT)}")
    options.add_argument("--pace", type=float, default=0, metavar="SECONDS", help="the pause before a click")
    chosen = options.parse_args()
    wanted = chosen.names or [*REBUILT]
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = False
    with launched() as browser, served() as (address, _):
        for name in wanted:
            make, game = REBUILT[name]
            context = profile(browser, address)
            page = context.new_page()
            page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
            maker, began = Maker(page, chosen.pace), time.monotonic()
            make(maker)
            took = time.monotonic() - began
            size = strip(name, maker.pictures)
            same = equal(maker.text, game) if game else None
            failed |= same is False or size > MOST
            compared = "" if same is None else f", {'as' if same else 'NOT as'} {game}"
            sys.stdout.write(f"{name}: {maker.clicks} clicks, {took:.0f} s, {size:,} bytes{compared}\n")
            context.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
