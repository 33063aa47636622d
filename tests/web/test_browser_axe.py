"""No page has a fault that axe finds: WCAG's rules and its own best practices, light and dark."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests import lanes
from tests.web.browsing import COMPILING, begin, square
from tests.web.test_browser_bluff import begun

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


@cache
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is missing: accessibility is NOT TESTED (npm ci)")
    return AXE.read_text(encoding="utf-8")


# A modal dialog makes the rest inert; the rest was checked before the dialog opened.
DIALOG = "dialog[open]"
ALL: dict[str, Any] = {"resultTypes": ["violations"]}
# The dark scheme has the same elements: only the colour rules are checked again.
COLOURS = ALL | {"runOnly": ["cat.color"], "rules": {"color-contrast-enhanced": {"enabled": False}}}  # AAA
SCHEMES: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (("light", ALL), ("dark", COLOURS))


def check(page: Page, name: str, part: str = "html", *, dark: bool = lanes.EVERY) -> None:
    """Check the page as it is now, or a part of it, by all of axe's rules.

    A look at all colours takes seconds of a processor. All pages have their colours from the same style
    sheet, so at the usual depth those of the ``dark`` scheme are looked at on a few.
    """
    expect(page.locator(part)).to_be_visible()
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found = []
    for scheme, rules in SCHEMES if dark else SCHEMES[:1]:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        report = page.evaluate("([part, rules]) => axe.run(part, rules)", [part, rules])
        for fault in report["violations"]:
            places = [node["target"] for node in fault["nodes"][:3]]
            found.append(f"{name}, {scheme}: {fault['help']} ({fault['id']}) at {places}")
    assert found == []


def test_the_home_page_and_its_dialogs(page: Page) -> None:
    axe()
    order = {"variant": "chess", "white": "human", "black": "open", "name": "Ann"}
    key = page.request.post("/api/lobby", data=order).json()["id"]
    page.goto("/")
    expect(page.locator(".card-board .piece").first).to_be_visible(timeout=COMPILING)
    expect(page.get_by_role("region", name="Open challenges")).to_be_visible()
    check(page, "home", dark=True)
    page.request.post(f"/api/games/{key}/acts", data={"type": "abort"})
    begin(page, "Chess")  # there are fewer boards around the dialogs there
    page.get_by_role("button", name="Settings").click()
    check(page, "settings", DIALOG)
    page.get_by_role("button", name="Keyboard shortcuts").click()
    check(page, "keys", DIALOG)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="New game").click()
    page.get_by_role("radio", name="By link").check()
    page.get_by_role("radio", name="Per game").check()
    page.get_by_text("Start from a position or PGN").click()
    check(page, "a new game", DIALOG, dark=True)
    page.get_by_role("button", name="Play", exact=True).last.click()
    expect(page.get_by_label("For your opponent", exact=True)).to_be_visible(timeout=COMPILING)
    check(page, "waiting for an opponent")
    page.get_by_role("button", name="Game links").click()
    check(page, "links", DIALOG)
    page.keyboard.press("Escape")
    page.goto("/games")
    expect(page.locator(".own-game .piece").first).to_be_visible()
    check(page, "your games")


def test_games_with_carriers_and_motion(page: Page) -> None:
    axe()
    for game in ("MetaChess #4", "Mini Meta Chess", "Minigolf Chess")[: 3 if lanes.EVERY else 1]:
        begin(page, game)
        page.locator(".square.movable").first.click()
        expect(page.locator(".square.selected").first).to_be_visible()
        check(page, game)


def test_hands_and_counters(page: Page) -> None:
    axe()
    begin(page, "Crazyhouse", "4k3/8/8/8/8/8/8/4K3[NPPp] w - - 0 1")
    page.locator(".held:enabled").first.click()
    expect(page.locator(".square.goal").first).to_be_visible()
    check(page, "a hand", ".player.near")
    check(page, "the other hand", ".player.far")
    begin(page, "Three-Check")
    check(page, "a counter", ".player.near")


def test_a_game_to_its_end(page: Page, complaints: list[str]) -> None:
    axe()
    begin(page, "Chess", "k7/7P/8/8/8/8/8/7K w - - 0 1")
    square(page, "h7").click()
    square(page, "h8").click()
    expect(page.get_by_role("menu")).to_be_visible()
    check(page, "a menu")
    page.get_by_role("menuitem", name="queen").click()
    expect(page.get_by_text("Black to move, in check", exact=True)).to_be_visible()
    page.get_by_role("button", name="Resign", exact=True).click()
    check(page, "the question before resigning")
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(page.get_by_role("dialog", name="Game over")).to_be_visible()
    check(page, "the end")
    page.goto("/play/nobody-has-begun-this")
    expect(page.get_by_text("There is no game 'nobody-has-begun-this'")).to_be_visible()
    check(page, "no such game")
    assert all("404" in complaint for complaint in complaints)
    complaints.clear()  # the browser logs the status, too


def test_four_boards_and_the_curtain(page: Page) -> None:
    axe()
    begun(page, "Monster Bluff Chess on four boards", "monster-bluff-4")
    page.get_by_role("button", name="I am White").click()
    if lanes.EVERY:
        check(page, "choosing a king")
    page.get_by_role("button", name="Choose for me").click()
    check(page, "a curtain")
    page.get_by_role("button", name="I am Black").click()
    page.get_by_role("button", name="Choose for me").click()
    page.get_by_role("button", name="I am White").click()
    page.locator(".square.movable").first.click()
    check(page, "a turn on four boards")


def test_an_analysis(page: Page) -> None:
    axe()
    page.goto("/analysis/mini-meta")
    page.locator(".best-lines .move").first.click(timeout=COMPILING)
    expect(page.locator(".variations .move")).to_have_count(1)
    page.get_by_role("button", name="! Good move").click()
    check(page, "an analysis", dark=True)
    page.get_by_role("button", name="Export or import PGN").click()
    expect(page.get_by_role("textbox", name="PGN")).not_to_have_value("")
    check(page, "the PGN dialog", DIALOG)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator(".palette-verdict")).to_contain_text("can be analysed")
    check(page, "setting up a position")


def test_chips_that_are_set_up(page: Page) -> None:
    axe()
    page.goto("/analysis/monster-bluff-4")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("group", name="White’s purse").get_by_role("button", name="25 ×4").click()
    square(page, "1f2").click()
    expect(page.locator(".palette-verdict")).to_contain_text("a piece cannot stand on a demand")
    check(page, "setting up chips")


@pytest.mark.parametrize(
    "game",
    [
        *("mini-meta", "minigolf"),
        *(pytest.param(each, marks=pytest.mark.thorough) for each in ("monster-bluff-4", "ravioli", "chess")),
    ],
)
def test_rules_pages(page: Page, game: str) -> None:
    axe()
    page.goto(f"/rules/{game}")
    expect(page.locator("main.rules h1")).to_be_visible(timeout=COMPILING)
    check(page, f"rules of {game}", dark=game == "minigolf" or lanes.EVERY)


def test_an_analysis_board(page: Page) -> None:
    axe()
    page.goto("/analysis/chess")
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    check(page, "an analysis board")
    square(page, "d8").click()
    expect(page.get_by_role("dialog", name="black queen")).to_be_visible()
    check(page, "the card of a piece")


def test_the_rules_lead_to_a_game_and_lie_beside_it(page: Page) -> None:
    axe()
    page.goto("/rules/chess")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Castling").click(timeout=COMPILING)
    expect(page.locator("#castling")).to_be_in_viewport()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_role("button", name="Play", exact=True).last.click()
    expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    address = page.url
    link = page.get_by_role("link", name="Rules")
    link.click()
    drawer = page.get_by_role("region", name="Rules")
    expect(drawer.get_by_text("Checkmate the enemy king.")).to_be_visible(timeout=COMPILING)
    check(page, "rules beside a board", ".drawer")
    drawer.get_by_role("link", name="Castling").click()
    expect(drawer.locator("#castling")).to_be_in_viewport()
    assert page.url == address
    square(page, "e2").click()  # the board is not covered
    expect(square(page, "e2")).to_have_class(re.compile("selected"))
    drawer.get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(link).to_be_focused()
    page.go_back()  # to the rules, which are fetched again
    expect(page.get_by_role("heading", name="Chess", exact=True)).to_be_visible()


def test_the_workshop_and_the_gallery(page: Page) -> None:
    """Each tab, the dialogs, a game of the draft, and where it is published."""
    axe()
    page.goto("/workshop")
    expect(page.locator(".workshop-verdict")).to_contain_text("This is a game", timeout=COMPILING)
    page.get_by_role("button", name="Small chess, 6×6").click()
    expect(page.locator(".workshop-rules .kinds").first).to_be_visible(timeout=COMPILING)
    check(page, "the workshop")
    for tab in ("Board", "Pieces", "Mechanics", "Text"):
        page.get_by_role("tab", name=tab).click()
        if tab == "Mechanics":
            expect(page.get_by_role("button", name="Add: Explosion")).to_be_visible(timeout=COMPILING)
        check(page, f"the workshop, {tab}", ".workshop-left")
    page.get_by_role("tab", name="Pieces").click()
    page.get_by_role("button", name="Make a piece").click()
    check(page, "making a piece", DIALOG)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Try it here").click()
    expect(page.locator(".workshop-game .square.movable").first).to_be_visible(timeout=COMPILING)
    check(page, "a game of a draft", ".workshop-trial")
    text = page.evaluate("localStorage.getItem('fairyring.draft')") + f"# {uuid4()}\n"
    answer = page.request.post("/api/gallery", data={"text": text, "public": True, "inventor": "Ann"})
    assert answer.status == 201, answer.text()
    page.goto("/gallery")
    expect(page.locator(".gallery-card").first).to_be_visible()
    check(page, "the gallery")
    page.goto(f"/gallery/{answer.json()['hash']}")
    expect(page.get_by_role("heading", name="My small game")).to_be_visible()
    check(page, "a published game")
    page.goto(f"/embed/{answer.json()['variant']}", timeout=COMPILING)
    check(page, "an embedded board")
