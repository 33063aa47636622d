"""Pieces on pieces in a real browser: sitting down, annexing, capturing a carrier under its rider."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import begin, copied, moves, square

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "MetaChess #4"

STACKS = "4k3/8/8/3p1(pn)2/8/4(PN)3/8/4K3 w - - 0 1"


def test_a_knight_sits_on_a_pawn_and_leaves_it_again(page: Page) -> None:
    begin(page, GAME)
    square(page, "b1").click()
    expect(page.locator(".square.mount")).to_have_count(1)
    expect(square(page, "d2")).to_have_attribute("aria-label", "white pawn, d2, can sit on this piece")
    square(page, "d2").click()
    expect(moves(page)).to_have_text(["b1-d2^"])
    expect(square(page, "d2")).to_have_attribute("aria-label", "white knight on white pawn, d2, last move")
    carrier, rider = page.locator(".piece.carrier"), page.locator(".piece.rider")
    expect(carrier).to_have_count(1)
    expect(rider).to_have_count(1)
    low, high = carrier.bounding_box(), rider.bounding_box()
    assert low is not None
    assert high is not None
    assert low["width"] * low["height"] < high["width"] * high["height"]
    assert low["x"] < high["x"]
    assert low["y"] > high["y"]
    square(page, "e7").click()
    square(page, "e5").click()
    square(page, "d2").click()
    page.mouse.move(0, 0)  # or, on a slow machine, what the piece does is shown above e4
    square(page, "e4").click()
    expect(moves(page)).to_have_text(["b1-d2^", "e7-e5", "d2^-e4"])
    expect(square(page, "d2")).to_have_attribute("aria-label", "white pawn, d2, last move")
    expect(page.locator(".piece.carrier")).to_have_count(0)


def test_a_menu_asks_whether_to_capture_a_piece_or_to_sit_on_it(page: Page) -> None:
    begin(page, GAME, STACKS)
    square(page, "e3").click()
    expect(square(page, "d5")).to_have_attribute(
        "aria-label", "black pawn, d5, can capture here, can sit on this piece"
    )
    square(page, "d5").click()
    menu = page.get_by_role("menu")
    expect(menu.get_by_role("menuitem")).to_have_text(["capture black pawn", "sit on black pawn"])
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator(".square.selected")).to_have_count(0)
    square(page, "e3").click()
    square(page, "d5").click()
    menu.get_by_role("menuitem", name="sit on black pawn").click()
    expect(moves(page)).to_have_text(["e3^-d5^"])
    expect(square(page, "d5")).to_have_attribute("aria-label", "white knight on black pawn, d5, last move")
    assert copied(page).split(" ", maxsplit=1)[0] == "4k3/8/8/3(pN)1(pn)2/8/4P3/8/4K3"


def test_a_carrier_is_captured_under_its_rider(page: Page) -> None:
    begin(page, GAME, STACKS)
    square(page, "e3").click()
    expect(square(page, "f5")).to_have_attribute(
        "aria-label",
        "black knight on black pawn, f5, can capture the carrier here, can capture the rider here",
    )
    page.keyboard.press("Escape")
    square(page, "e3").drag_to(square(page, "f5"))
    page.get_by_role("menuitem", name="capture black pawn").click()
    expect(moves(page)).to_have_text(["e3^xf5"])
    expect(square(page, "f5")).to_have_attribute("aria-label", "black knight on white knight, f5, last move")
    assert copied(page).split(" ", maxsplit=1)[0] == "4k3/8/8/3p1(Nn)2/8/4P3/8/4K3"


def test_a_rider_is_captured_with_the_keyboard_alone(page: Page) -> None:
    begin(page, GAME, STACKS)
    square(page, "e3").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("menuitem", name="capture black pawn")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="capture black knight")).to_be_focused()
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_text(["e3^xf5^"])
    expect(page.locator("[aria-live=polite]")).to_have_text(
        "White knight captures black knight on f5. Black to move."
    )
    expect(square(page, "f5")).to_have_attribute("aria-label", "white knight on black pawn, f5, last move")


def test_stacks_are_played_by_taps_on_a_phone(phone: Page) -> None:
    begin(phone, GAME, STACKS)
    square(phone, "e3").tap()
    square(phone, "f5").tap()
    item = phone.get_by_role("menuitem", name="capture black knight")
    box = item.bounding_box()
    assert box is not None
    assert box["height"] >= 40, "large enough for a finger"
    item.tap()
    expect(moves(phone)).to_have_text(["e3^xf5^"])
    widths = phone.locator(".piece").evaluate_all(
        "all => all.map(piece => piece.getBoundingClientRect().width)"
    )
    assert min(widths) > 8


def test_a_drag_moves_the_rider_and_leaves_its_carrier(page: Page) -> None:
    begin(page, GAME, STACKS)
    start, goal = square(page, "e3").bounding_box(), square(page, "g4").bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    expect(page.locator(".piece.dragged")).to_have_count(1)
    expect(page.locator(".piece.dragged.rider")).to_have_count(1)
    page.mouse.up()
    expect(moves(page)).to_have_text(["e3^-g4"])
