"""A game on a phone: what is said at the foot of the screen covers no board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import COMPILING, begin, invite, moves, square
from tests.web.test_browser_bluff import FOUR, begun

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def top(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"]


def bottom(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def write(page: Page, *texts: str) -> None:
    field = page.get_by_label("Type a move")
    for text in texts:
        count = moves(page).count()
        field.fill(text)
        field.press("Enter")
        expect(moves(page)).to_have_count(count + 1)


def test_what_a_move_did_is_scrolled_where_it_is_long(phone: Page) -> None:
    begin(phone, "Minigolf Chess")
    board, dock, told = (phone.locator(part) for part in (".boards", ".dock", ".dock .told"))
    phone.evaluate("scrollTo(0, 0)")
    place = bottom(board)
    write(phone, "a1.f1-a1.f3", "a2.e7-a2.e5", "a1.e2-a1.e3", "a2.b7-a2.b5", "a1.d2-a1.d3", "a2.c8-a2.b7")
    phone.evaluate("scrollTo(0, 0)")
    expect(told).to_contain_text("Drifting on")
    assert place == bottom(board) <= top(dock)
    told.evaluate("(told, text) => told.textContent = text", "A long sentence. " * 30)
    assert bottom(board) <= top(dock)
    told.evaluate("told => told.scrollTop = told.scrollHeight")
    assert told.evaluate("told => told.scrollTop") > 0
    phone.get_by_label("Type a move").fill("e2e9")
    phone.get_by_label("Type a move").press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("not a legal move")
    phone.evaluate("scrollTo(0, 0)")
    expect(phone.get_by_role("alert")).to_be_in_viewport(ratio=1)
    assert bottom(board) <= top(dock)


def test_an_offer_covers_no_square(page: Page, phone: Page) -> None:
    page.goto("/rules/ravioli")
    _, link = invite(page)
    phone.goto(link)
    square(page, "e3d", 1).click(timeout=COMPILING)
    square(page, "e4d", 1).click()
    expect(moves(phone)).to_have_count(1)
    page.get_by_role("button", name="Ask for a takeback").click()
    accept = phone.get_by_role("button", name="Accept")
    expect(accept).to_be_in_viewport(ratio=1)
    expect(phone.get_by_role("button", name="Decline")).to_be_in_viewport(ratio=1)
    assert bottom(phone.locator(".panel-board").last) <= top(phone.locator(".dock"))


def test_four_boards_and_their_overview_are_in_view(phone: Page) -> None:
    begun(phone, FOUR, "monster-bluff-4")
    phone.get_by_role("button", name="I am White").tap()
    phone.evaluate("scrollTo(0, 0)")
    overview = phone.get_by_role("img", name="Board overview")
    assert bottom(phone.locator(".viewport")) < bottom(overview) <= top(phone.locator(".dock"))
