"""The card of a piece in a real browser: it is there when asked for, and never in the way of a move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import begin, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name, exact=True)


def test_a_click_where_no_move_begins_opens_a_card(page: Page) -> None:
    begin(page, "Chess")
    square(page, "d8").click()
    queen = card(page, "black queen")
    expect(queen.get_by_role("img", name="The queen on")).to_be_visible()
    box, at = queen.bounding_box(), square(page, "d8").bounding_box()
    assert box is not None
    assert at is not None
    assert box["x"] >= at["x"] + at["width"] or box["x"] + box["width"] <= at["x"]
    square(page, "d8").click()
    expect(queen).to_be_hidden()
    square(page, "a8").click()
    expect(card(page, "black rook")).to_be_visible()
    # A press elsewhere closes it, and is a click on the piece there as well.
    square(page, "b1").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(square(page, "b1")).to_have_class("square movable selected")
    # A click that cancels a move asks nothing.
    square(page, "a8").click()
    expect(page.locator(".selected")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    square(page, "b1").click()
    square(page, "c3").click()
    expect(moves(page)).to_have_text(["Nc3"])


def test_the_key_i_asks_about_any_piece(page: Page) -> None:
    begin(page, "Chess")
    square(page, "g1").hover()  # a piece that can be moved
    page.keyboard.press("i")
    expect(card(page, "white knight")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # By keyboard alone the focus goes to the card and comes back.
    square(page, "e1").focus()
    page.keyboard.press("i")
    expect(card(page, "white king")).to_be_focused()
    page.keyboard.press("Escape")
    expect(square(page, "e1")).to_be_focused()
    square(page, "e8").focus()
    page.keyboard.press("Enter")
    expect(card(page, "black king")).to_be_focused()
    page.get_by_role("button", name="Close").press("Enter")
    expect(square(page, "e8")).to_be_focused()


def test_a_finger_that_rests_on_a_piece_asks_about_it(phone: Page) -> None:
    begin(phone, "Chess")
    finger = phone.context.new_cdp_session(phone)
    box = square(phone, "g1").bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    knight = card(phone, "white knight")
    expect(knight).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(knight).to_be_visible()
    expect(phone.locator(".selected")).to_have_count(0)
    drawn, where = knight.bounding_box(), square(phone, "g1").bounding_box()
    assert drawn is not None
    assert where is not None
    assert drawn["y"] + drawn["height"] <= where["y"] or drawn["y"] >= where["y"] + where["height"]
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
