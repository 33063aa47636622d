"""Things on the board that are nobody's: the square of the duck is the last choice of a move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import begin, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def stands(page: Page, piece: str, site: str) -> None:
    expect(square(page, site)).to_have_attribute("aria-label", re.compile(f"^{piece}, {site}"))


def test_the_duck_is_put_by_click_and_by_keyboard(page: Page) -> None:
    begin(page, "Duck Chess", "4k3/8/8/8/8/2*5/4P3/4K3 w - - 0 1")
    stands(page, "duck", "c3")
    square(page, "e2").click()
    square(page, "e4").click()
    stands(page, "white pawn", "e4")  # while its player looks for a place for the duck
    stands(page, "duck", "c3")
    expect(page.locator(".square.goal")).to_have_count(60)
    square(page, "e7").click()
    stands(page, "duck", "e7")
    expect(square(page, "c3")).to_have_attribute("aria-label", re.compile("^empty, c3"))

    for site in ("e8", "d8", "d7"):
        square(page, site).focus()
        page.keyboard.press("Enter")
    stands(page, "black king", "d8")
    stands(page, "duck", "d7")
    expect(moves(page)).to_have_text([re.compile("e4,e7"), re.compile("Kd8,d7")])


def test_a_move_that_waits_for_the_duck_can_be_taken_back(page: Page) -> None:
    begin(page, "Duck Chess", "4k3/8/8/8/8/2*5/4P3/4K3 w - - 0 1")
    square(page, "e2").click()
    square(page, "e4").click()
    stands(page, "white pawn", "e4")
    page.keyboard.press("Escape")
    stands(page, "white pawn", "e2")


def test_pieces_drift_before_the_duck_is_put(page: Page) -> None:
    begin(page, "Momentum Duck", "4k3/8/8/8/8/2*5/4P3/R{0,3#1}3K3 w - - 0 1")
    square(page, "e2").click()
    square(page, "e4").click()
    stands(page, "white rook, moving 0,3, launch number 1", "a4")
    expect(page.locator(".square.goal")).to_have_count(59)
    square(page, "a1").click()
    stands(page, "duck", "a1")
    expect(moves(page)).to_have_text([re.compile("e2-e4,a1")])
