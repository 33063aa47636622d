"""How pages look with little room or nothing to show: nothing is cut off, and empty lists say what to do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import COMPILING, begin, opened, profile

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The texts of a dialog that reach beyond its right edge.
CUT = """(dialog) => {
    const { right } = dialog.getBoundingClientRect();
    return [...dialog.querySelectorAll("label, button, p, h2, summary")]
        .filter((each) => each.getBoundingClientRect().right > right)
        .map((each) => each.textContent);
}"""


def test_empty_lists_say_what_to_do(page: Page) -> None:
    page.goto("/games")
    expect(page.get_by_role("status").filter(has_text="You have not played any games")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    # Other tests may have published games.
    page.route(
        "**/api/gallery?*",
        lambda route: route.fulfill(json={"games": [], "more": False, "publishing": False}),
    )
    page.goto("/gallery")
    expect(page.get_by_text("No games yet. Invent the first one.")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.goto("/games")
    page.get_by_role("link", name="Choose a game").click()
    expect(page.get_by_role("button", name="Play Chess", exact=True)).to_be_visible()


def test_a_page_that_is_not_there_says_so_in_a_sentence(page: Page, complaints: list[str]) -> None:
    page.goto("/analysis/nope")
    expect(page.get_by_text("There is no game 'nope'.", exact=True)).to_be_visible()
    complaints.clear()  # the browser's own message about the status 404


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_nothing_in_the_dialog_of_a_new_game_is_cut_off_on_a_phone(
    browser: Browser, address: str, complaints: list[str], language: str
) -> None:
    context = profile(browser, address, phone=True)
    context.set_extra_http_headers({"Accept-Language": language})
    context.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => ['{language}'] }})")
    page = opened(context, address, complaints)
    page.goto("/rules/chess")
    page.locator(".begin .primary").click(timeout=COMPILING)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio")).not_to_have_count(0)
    assert dialog.evaluate(CUT) == []
    context.close()


def test_an_invitation_is_whole_on_a_phone(phone: Page) -> None:
    begin(phone, "Chess")
    phone.goto("/rules/chess")
    phone.locator(".begin .primary").click()
    dialog = phone.get_by_role("dialog")
    dialog.get_by_role("radio", name="By link", exact=True).check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    waiting = phone.get_by_role("region", name="Waiting for your opponent")
    cancel = waiting.get_by_role("button", name="Cancel invitation")
    cancel.scroll_into_view_if_needed()
    cancel.click(trial=True)  # nothing covers it
    card, header = waiting.bounding_box(), phone.locator("header.top").bounding_box()
    assert card is not None
    assert header is not None
    assert card["y"] >= header["y"] + header["height"]


def test_a_board_of_hexagons_has_no_frame_of_a_rectangle(page: Page) -> None:
    begin(page, "Gliński's Chess")
    assert page.locator(".panel-board").evaluate("(board) => getComputedStyle(board).boxShadow") == "none"
    begin(page, "Chess")
    assert page.locator(".panel-board").evaluate("(board) => getComputedStyle(board).boxShadow") != "none"


def test_actions_in_several_rows_stand_in_columns(page: Page) -> None:
    begin(page, "Chess")
    boxes = [box for each in page.locator(".minor .action").all() if (box := each.bounding_box())]
    rows = sorted({round(box["y"]) for box in boxes})
    assert len(rows) > 1
    columns = [sorted(round(box["x"]) for box in boxes if round(box["y"]) == row) for row in rows]
    for upper, lower in pairwise(columns):
        assert set(lower) <= set(upper)
