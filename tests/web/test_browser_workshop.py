"""A visitor invents a game in a real browser, from an empty board to the last check."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from fairyring.web.workshop import starts
from tests.web.browsing import COMPILING, invite, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST_CLICKS = 40
SMALL = starts.start("small")


class Hand:
    """Clicks, and counts them."""

    def __init__(self) -> None:
        self.clicks = 0

    def click(self, *places: Locator) -> None:
        for place in places:
            place.click()
            self.clicks += 1


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def verdict(page: Page) -> Locator:
    return page.locator(".workshop-verdict")


def enter(page: Page) -> None:
    """Enter the workshop; the process that looks at drafts may have to be started first."""
    page.goto("/workshop")
    expect(verdict(page)).to_contain_text("This is a game", timeout=COMPILING)


def make(page: Page, hand: Hand, name: str, *goals: str) -> None:
    """Make a piece by painting a goal of each of its leaps."""
    hand.click(page.get_by_role("button", name="Make a piece"))
    dialog = page.get_by_role("dialog", name="Make a piece")
    dialog.get_by_label("Name").fill(name)
    for goal in goals:
        hand.click(dialog.locator(f'[data-place="{goal}"]'))
        expect(dialog.locator(f'[data-place="{goal}"]')).to_have_attribute("aria-pressed", "true")
    hand.click(dialog.get_by_role("button", name="Add piece"))
    expect(page.locator(".workshop-piece").filter(has_text=name.capitalize())).to_be_visible()


def test_a_game_is_made_from_an_empty_board(page: Page) -> None:
    hand = Hand()
    enter(page)
    hand.click(tab(page, "Board"))
    page.get_by_label("Title", exact=True).fill("Camel Corps")
    page.get_by_label("Files").fill("6")
    page.get_by_label("Ranks").fill("6")
    page.get_by_label("Ranks").blur()
    expect(verdict(page)).to_contain_text("36 squares and one kind of piece")
    expect(page.get_by_role("heading", name="Camel Corps")).to_be_visible()
    hand.click(tab(page, "Pieces"))
    make(page, hand, "camel", "1,3")
    make(page, hand, "hopper", "0,2", "2,2")
    make(page, hand, "guard", "1,1")
    for letter, *squares in (("camel", "a1", "f1"), ("hopper", "b1", "e1"), ("guard", "c2", "d2")):
        hand.click(page.get_by_role("button", name=f"Place a white {letter}", exact=True))
        for name in squares:
            hand.click(square(page, name))
            expect(square(page, name)).to_have_attribute("aria-label", f"white {letter}, {name}")
    expect(square(page, "c5")).to_have_attribute("aria-label", "black guard, c5")  # both sides alike
    hand.click(tab(page, "Mechanics"))
    hand.click(page.get_by_role("button", name="Add: Explosion"))
    expect(verdict(page)).to_contain_text("36 squares and 4 kinds of pieces")
    expect(page.locator(".workshop-rules")).to_contain_text("explode", timeout=COMPILING)
    assert hand.clicks < MOST_CLICKS

    # The draft is there again after the page was closed, and each step can be undone.
    page.reload()
    expect(verdict(page)).to_contain_text("36 squares and 4 kinds of pieces")
    hand.click(tab(page, "Text"))
    expect(page.get_by_label("The game as text")).to_have_value(re.compile(r"\[mechanics\]\nexplosion"))
    page.get_by_label("The game as text").fill("fairyring = 1\n")
    expect(verdict(page)).to_contain_text("Not a game yet")
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_contain_text("4 kinds of pieces")


def test_any_game_can_be_changed_by_hand(page: Page) -> None:
    page.goto("/rules/atomic")
    page.get_by_role("link", name="Change this game").click(timeout=COMPILING)
    expect(page.locator("#workshop-pieces")).to_have_attribute("aria-selected", "true", timeout=COMPILING)
    page.locator("#workshop-pieces").click()
    expect(page.locator(".workshop-piece")).to_have_count(6)
    # By keyboard alone: a pawn and the one across are carried.
    square(page, "e2").focus()
    page.keyboard.press("Enter")
    square(page, "e4").focus()
    page.keyboard.press("Enter")
    expect(square(page, "e4")).to_have_attribute("aria-label", "white pawn, e4")
    expect(square(page, "e5")).to_have_attribute("aria-label", "black pawn, e5")
    # A part of the board gets a name and a colour by a brush.
    tab(page, "Board").click()
    page.get_by_text("Names and colours of its parts").click()
    page.get_by_role("button", name="New part").click()
    expect(page.get_by_role("button", name="Paint part 1")).to_have_attribute("aria-pressed", "true")
    square(page, "a4").click()
    expect(square(page, "a5")).to_have_attribute("data-tint", "4")
    page.get_by_label("Name of part 1").fill("lake")
    page.get_by_label("Name of part 1").blur()
    page.get_by_label("Colour of lake").select_option("green")
    expect(square(page, "a4")).to_have_attribute("data-tint", "2")
    # What does not fit says so, and what to drop.
    tab(page, "Mechanics").click()
    page.get_by_text("Do not fit this game").click()
    page.get_by_role("button", name="Add: Counting").click()
    expect(verdict(page)).to_contain_text("one problem")
    page.get_by_role("button", name="Remove “counting”").click()
    expect(verdict(page)).to_contain_text("This is a game")


def drop(page: Page, name: str, text: str) -> None:
    """Drop a file on the page."""
    made = """([name, text]) => {
        const files = new DataTransfer();
        files.items.add(new File([text], name));
        return files;
    }"""
    dropped = page.evaluate_handle(made, [name, text])
    page.dispatch_event("main.workshop", "drop", {"dataTransfer": dropped})


def test_files_are_dropped_on_the_page(page: Page) -> None:
    enter(page)
    tab(page, "Mechanics").click()
    drop(page, "mine.toml", SMALL.replace("My small game", "Tiny chess"))
    expect(page.get_by_role("heading", name="Tiny chess")).to_be_visible()
    expect(page.locator(".workshop-board .square")).to_have_count(36)
    # A file with several games offers them, where they can be seen, and says what is wrong with others.
    drop(page, "two.ini", "[kings:chess]\ncastling = false\n\n[odd:nowhere]\n")
    offered = page.get_by_role("button", name="kings", exact=True)
    expect(offered).to_be_in_viewport(timeout=COMPILING)
    expect(page.locator(".workshop-games .remark")).to_contain_text("odd: two.ini, line 4")
    offered.click()
    expect(page.get_by_role("heading", name="Kings")).to_be_visible()
    # What is no game says so, and the board of the game before is faint.
    drop(page, "none.toml", "this is none")
    expect(verdict(page)).to_contain_text("one problem")
    expect(page.locator(".workshop-board")).to_have_attribute("data-old", "")
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_contain_text("This is a game")
    expect(page.locator(".workshop-board")).not_to_have_attribute("data-old", "")


def test_squares_get_names_by_hand_and_by_keyboard(page: Page, complaints: list[str]) -> None:
    enter(page)
    page.get_by_role("button", name="Name squares").click()
    square(page, "e1").click()
    page.get_by_label("Name of e1").fill("throne")
    page.get_by_role("button", name="Give this name").click()
    expect(square(page, "throne")).to_have_attribute("aria-label", "white king, throne", timeout=COMPILING)
    expect(page.locator(".coordinate").filter(has_text="throne")).to_have_count(1)
    # By keyboard alone, the cursor is back on the square after each answer. No two squares have one name.
    expect(square(page, "throne")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.type("throne")
    page.keyboard.press("Enter")
    said = "e1 and f1 are both called 'throne': give each square a name of its own"
    expect(page.locator(".workshop-name .trouble")).to_have_text(said)
    page.get_by_label("Name of f1").press("Escape")
    expect(square(page, "f1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("moat")
    page.keyboard.press("Enter")
    expect(square(page, "moat")).to_be_focused()
    # Undone and done again; and away with one of them.
    page.get_by_role("button", name="Undo").click()
    expect(square(page, "f1")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    square(page, "throne").click()
    page.get_by_role("button", name="Its usual name").click()
    expect(square(page, "e1")).to_be_focused()
    tab(page, "Text").click()
    expect(page.locator(".workshop-text")).to_have_value(re.compile(r'names = \{ f1 = "moat" \}'))
    # Moves have the names.
    page.get_by_role("button", name="Try it here").click()
    board = page.locator(".workshop-game")
    expect(board.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    for site in ("e1", "moat"):
        board.locator(f'[data-site="{site}"]').click()
    expect(board.locator(".move")).to_have_text(re.compile("e1-moat"))
    (refused,) = [each for each in complaints if "422" in each]
    complaints.remove(refused)


def test_a_game_from_the_first_change_to_its_next_version(page: Page, other: Page) -> None:
    """Made, tried, published, played by somebody else, forked, and published again."""
    enter(page)
    page.get_by_role("button", name="Small chess, 6×6").click()
    tab(page, "Board").click()
    page.get_by_label("Title", exact=True).fill(f"Tiny {uuid4()}")
    page.get_by_label("Title", exact=True).blur()
    expect(page.get_by_role("heading", name="Tiny")).to_be_visible()
    page.get_by_role("button", name="Is it sound?").click()
    expect(page.locator(".workshop-right").get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Try it here").click()
    board = page.locator(".workshop-game")
    expect(board.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
    for site in ("a2", "a3"):
        board.locator(f'[data-site="{site}"]').click()
    expect(board.locator(".move")).to_have_count(1)
    link = publish(page)

    other.goto(link)
    waiting, invitation = invite(other)
    page.goto(invitation)
    expect(waiting).to_be_hidden(timeout=COMPILING)
    for player, sites in ((other, ("b2", "b3")), (page, ("b5", "b4"))):
        for site in sites:
            square(player, site).click()
    expect(moves(other)).to_have_count(2)
    game = other.url

    # Somebody else makes another game of it, and its inventor a new version.
    other.goto(link)
    other.get_by_role("link", name="Change this game").click()
    change(other, "NW", "0,1")
    publish(other)
    expect(other.get_by_text("Made from:")).to_contain_text("Tiny")
    page.goto("/workshop")
    change(page, "NF", "1,1")
    latest = publish(page, "As a new version of Tiny")
    expect(page.get_by_text("2 versions")).to_be_visible()
    other.goto(link)
    other.get_by_role("link", name="Show it").click()
    expect(other).to_have_url(latest)
    other.goto(game)
    expect(moves(other)).to_have_count(2)
    square(other, "c2").click()
    square(other, "c3").click()
    expect(moves(other)).to_have_count(3)


def change(page: Page, letters: str, goal: str) -> None:
    """Give the knight another goal, by letters."""
    page.get_by_role("button", name="Edit: Knight").click(timeout=COMPILING)
    dialog = page.get_by_role("dialog", name="Edit: Knight")
    dialog.get_by_label("Betza’s notation").fill(letters)
    expect(dialog.locator(f'[data-place="{goal}"]')).to_have_attribute("aria-pressed", "true")
    dialog.get_by_role("button", name="Save piece").click()
    expect(page.locator(".workshop-piece").filter(has_text=letters)).to_be_visible()
    expect(verdict(page)).to_contain_text("This is a game")


def publish(page: Page, version: str = "") -> str:
    """Publish what is in the workshop; the address of its page."""
    page.get_by_role("button", name="Publish", exact=True).click()
    dialog = page.get_by_role("dialog", name="Publish")
    expect(dialog.get_by_label(version or "As a new version")).to_have_count(1 if version else 0)
    dialog.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_url("**/gallery/*", timeout=COMPILING)
    return page.url


def test_the_workshop_on_a_phone(phone: Page) -> None:
    enter(phone)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
