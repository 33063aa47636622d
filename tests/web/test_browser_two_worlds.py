"""What a browser draws does not depend on the other player's secret: two worlds, letter by letter."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.chromium import COMPILING
from tests.web import drawn
from tests.web.worlds import CASES

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("name", ["chips", pytest.param("ravioli", marks=pytest.mark.thorough)])
def test_the_opponents_page_is_the_same(page: Page, other: Page, name: str) -> None:
    case = CASES[name]
    keys = [drawn.begun(page, case, white) for white in case.whites]
    seen: list[list[str]] = []
    for key in keys:
        page.goto(f"/play/{key}")
        expect(page.locator(".square.movable").first).to_be_visible(timeout=COMPILING)
        other.goto(f"/play/{key}")
        expect(other.get_by_text("Spectating")).to_be_visible(timeout=COMPILING)
        found = [drawn.markup(each, key) for each in (page, other)]
        page.locator(".square.movable").first.click()  # what it offers, and its prompts
        page.locator(".square.goal").first.hover()
        found.append(drawn.markup(page, key))
        if name == "chips":
            page.keyboard.press("Escape")
            page.locator(".purse .chip").last.click()
            expect(page.locator(".purse .chip[aria-pressed=true]")).to_be_visible()
            found.append(drawn.markup(page, key))
        for each in (page, other):
            each.keyboard.press("Home")
            expect(each.get_by_role("button", name="Start of the game")).to_be_disabled()
            expect(each.locator(".square.last")).to_have_count(0)
            found.append(drawn.markup(each, key))
        seen.append(found)
    assert seen[0] == seen[1]
    assert "true@?" in seen[0][0]
