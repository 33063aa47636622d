"""The games in which a browser has a seat: the server lists them, and the browser can give up one or all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import COMPILING, made, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def seat(page: Page, game: str = "chess") -> str:
    """The id of a game in which the page's browser has both seats, and which it has never shown."""
    return made(page, {"variant": game, "white": "human", "black": "human"})


def sides(page: Page, key: str) -> object:
    return page.request.get(f"/api/games/{key}/seat").json()["sides"]


def test_one_seat_is_given_up(page: Page) -> None:
    kept, left = seat(page), seat(page, "3check")
    page.goto("/")
    expect(page.get_by_role("region", name="Your games").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("link", name="All your games (2)").click()
    going = page.get_by_role("region", name="In progress")
    expect(going.get_by_role("heading")).to_contain_text(["In progress", "Three-Check", "Chess"])
    expect(going.locator(".piece").first).to_be_visible(timeout=COMPILING)
    give = page.get_by_role("button", name="Give up seat: Three-Check")
    give.click()
    page.get_by_role("button", name="Cancel").click()
    expect(give).to_be_focused()
    give.click()
    page.get_by_role("button", name="Give up seat", exact=True).last.click()
    expect(page.get_by_text("has given up its seat in Three-Check")).to_be_visible()
    assert (sides(page, left), sides(page, kept)) == ([], ["white", "black"])
    page.reload()
    expect(going.get_by_role("listitem")).to_have_count(1)


def test_a_browser_is_forgotten_on_a_phone_in_german(phone: Page) -> None:
    phone.add_init_script("localStorage.setItem('fairyring', JSON.stringify({ language: 'de' }))")
    keys = [seat(phone), seat(phone)]
    watching = phone.context.new_page()
    watching.goto(f"/play/{keys[0]}")
    expect(square(watching, "e2")).to_be_visible(timeout=COMPILING)
    phone.goto("/games")
    forget = phone.get_by_role("button", name="Diesen Browser vergessen")
    forget.tap()
    dialog = phone.get_by_role("dialog")
    dialog.get_by_role("button", name="Abbrechen").tap()
    assert sides(phone, keys[0]) == ["white", "black"]
    forget.tap()
    dialog.get_by_role("button", name="Diesen Browser vergessen").tap()
    expect(phone.get_by_text("keine Plätze mehr")).to_be_visible()
    expect(forget).to_be_hidden()
    assert [sides(phone, key) for key in keys] == [[], []]
    assert not [cookie for cookie in phone.context.cookies() if cookie.get("name") == "browser"]
    # A page that was open goes on as a spectator's.
    expect(watching.get_by_text("Spectating")).to_be_visible()
