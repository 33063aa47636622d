"""Hands and counters beside the board: drops by click, drag and keyboard, and what a screen reader says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import begin, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HANDS = "4k3/8/8/8/8/8/8/4K3[NPPp] w - - 0 1"


def held(page: Page, piece: str) -> Locator:
    return page.locator(".hand").get_by_role("button", name=re.compile(f"^{piece}, "))


def stands(page: Page, piece: str, site: str) -> None:
    expect(square(page, site)).to_have_attribute("aria-label", re.compile(f"^{piece}, {site}"))


def test_a_piece_is_dropped_by_click_drag_and_keyboard(page: Page) -> None:
    begin(page, "Crazyhouse", HANDS)
    expect(held(page, "black pawn")).to_be_disabled()

    held(page, "white pawn").click()
    expect(held(page, "white pawn")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".square.goal")).to_have_count(48)  # none on the first and the last rank
    held(page, "white pawn").click()
    expect(page.locator(".square.goal")).to_have_count(0)
    held(page, "white pawn").click()
    square(page, "e4").click()
    stands(page, "white pawn", "e4")
    expect(held(page, "white pawn")).to_have_attribute("aria-label", re.compile("1 in hand"))

    expect(held(page, "black pawn")).to_be_enabled()
    held(page, "black pawn").drag_to(square(page, "d5"))
    stands(page, "black pawn", "d5")
    expect(held(page, "black pawn")).to_have_count(0)
    expect(page.get_by_role("group", name="Black: hand")).to_have_text("empty")

    square(page, "e4").click()  # a piece on the board is chosen, and then another in hand
    held(page, "white knight").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".square:focus")).to_have_count(1)
    square(page, "f3").focus()
    page.keyboard.press("Enter")
    stands(page, "white knight", "f3")
    expect(page.locator("[aria-live=polite]")).to_have_text("White knight is dropped on f3. Black to move.")
    expect(moves(page)).to_have_text([re.compile("P@e4"), re.compile("P@d5"), re.compile("N@f3")])


def test_a_captured_piece_comes_to_hand_and_back_from_a_drag_beside_the_board(page: Page) -> None:
    begin(page, "Crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1")
    square(page, "e4").click()
    square(page, "d5").click()
    expect(held(page, "white pawn")).to_be_disabled()  # it is Black's move
    page.keyboard.press("ArrowLeft")
    expect(held(page, "white pawn")).to_have_count(0)
    page.keyboard.press("End")
    square(page, "e8").click()
    square(page, "e7").click()
    held(page, "white pawn").drag_to(page.get_by_role("heading", name="Crazyhouse"))
    expect(held(page, "white pawn")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".square.goal")).to_have_count(0)
    expect(moves(page)).to_have_count(2)
    # The panels turn with the board.
    below = page.locator(".player.near .hand")
    expect(below).to_have_attribute("aria-label", "White: hand")
    page.get_by_role("button", name="Flip").click()
    expect(below).to_have_attribute("aria-label", "Black: hand")


def test_checks_are_counted(page: Page) -> None:
    begin(page, "Three-Check", "4k3/8/8/8/8/8/8/3QK3 w - - 2+3 0 1")
    expect(page.locator(".counter")).to_have_text(["checks left: 3", "checks left: 2"])
    square(page, "d1").click()
    square(page, "a4").click()
    expect(page.locator(".counter")).to_have_text(["checks left: 3", "checks left: 1"])
    expect(page.locator("[aria-live=polite]")).to_contain_text("White, checks left: 1.")
    square(page, "e8").click()
    square(page, "e7").click()
    square(page, "a4").click()
    square(page, "a3").click()
    expect(page.locator(".status-line")).to_have_text("White wins by giving the last check")


def test_pieces_are_dropped_on_the_analysis_board(page: Page) -> None:
    page.goto(f"/analysis/crazyhouse#{HANDS.replace(' ', '%20')}")
    expect(held(page, "white knight")).to_be_enabled()
    held(page, "white knight").click()
    square(page, "f3").click()
    stands(page, "white knight", "f3")
    expect(held(page, "white knight")).to_have_count(0)
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator(".arranging")).to_be_visible()
    expect(held(page, "black pawn")).to_be_disabled()
    expect(page.locator(".arranging textarea")).to_have_value(re.compile(r"\[PPp\]"))
